"""The README is correct: its request gets its response, and its tables are complete."""

import json
import re
import shlex
from dataclasses import fields
from pathlib import Path

from flask.testing import FlaskClient

from ofcapi.engine.game.presets import PRESETS
from ofcapi.http.api import OPERATIONS
from ofcapi.http.service.settings import Settings

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_first_question_gets_its_answer(client: FlaskClient) -> None:
    (command,) = re.findall(r"```sh\n(curl .*?)```", README, re.S)
    (answer,) = re.findall(r"```json\n(.*?)```", README, re.S)
    words = shlex.split(command.replace("\\\n", " "))
    path = next(word for word in words if "/v1/" in word).split(":8000")[1]
    question = json.loads(words[words.index("-d") + 1])
    assert client.post(path, json=question).get_json() == json.loads(answer)


def test_every_setting_is_named() -> None:
    for setting in fields(Settings):
        default = "none" if setting.default == "" else setting.default
        assert f"| `OFCAPI_{setting.name.upper()}` | {default} |" in README


def test_every_rule_set_and_endpoint_is_named() -> None:
    for name in PRESETS:
        assert f"| `{name}`" in README
    for operation in OPERATIONS:
        assert operation.path.replace("<name>", "NAME") in README
