"""Settings of the environment: texts, limits, and every error at once."""

import pytest

from ofcapi.http.service.settings import Settings


def test_every_wrong_setting_is_named_at_once() -> None:
    with pytest.raises(
        ValueError, match="OFCAPI_QUOTA must be a whole number of at least 0"
    ) as raised:
        Settings.from_environment({"OFCAPI_QUOTA": "some", "OFCAPI_LOG_LEVEL": "loud"})
    assert "OFCAPI_LOG_LEVEL must be one of debug, info" in str(raised.value)


def test_what_is_set_has_a_value() -> None:
    for name in ("OFCAPI_API_KEYS", "OFCAPI_SLOTS", "OFCAPI_ALLOWED_ORIGINS"):
        for empty in ("", "  "):
            with pytest.raises(ValueError, match=f"{name} is set but empty"):
                Settings.from_environment({name: empty})


def test_what_is_off_and_what_is_text() -> None:
    given = {"OFCAPI_QUOTA": "0", "OFCAPI_API_KEYS": "one,two", "OFCAPI_TRUSTED_PROXIES": "1"}
    settings = Settings.from_environment(given)
    assert (settings.quota, settings.trusted_proxies) == (0, 1)
    assert settings.api_keys == "one,two"
    with pytest.raises(ValueError, match="of at least 1"):
        Settings.from_environment({"OFCAPI_QUOTA_SECONDS": "0"})


def test_keys_are_not_shown() -> None:
    assert "secret" not in repr(Settings(api_keys="secret"))
