"""Input to try: text of valid letters in any order, and valid requests with random changes."""

import json
from collections.abc import Sequence
from typing import Any

import yaml
from hypothesis import strategies as st

from ofcapi.engine.game.options import CHANGEABLE_OPTIONS, FIXED_OPTIONS, options_of
from ofcapi.engine.game.presets import PRESETS
from ofcapi.http.pages.docs import DOCUMENT

_LETTERS = '23456789TJQKAtjqka10cdhsCDHS♣♧♦♢♥♡♠♤\ufe0e\ufe0f/, \t\n{}[]":-+.eE\\u0АСſ\x00'

texts = st.one_of(st.text(_LETTERS), st.text())
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 20),
    st.floats(allow_nan=False, allow_infinity=False),
    texts,
    st.sampled_from(["", "same", "pair_Q", "QhQd", "//", "points", "pineapple", "deuce-to-seven"]),
)
json_values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(texts, inner), max_leaves=8
)


def _good_requests() -> list[tuple[str, dict[str, Any]]]:
    document = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))
    found = []
    for path, operations in document["paths"].items():
        if "post" in operations:
            body = operations["post"]["requestBody"]["content"]["application/json"]
            found += [(path, example["value"]) for example in body["examples"].values()]
    return found


GOOD = _good_requests()
MEMBERS = sorted({name for _, body in GOOD for name in body})
OPTIONS = (*CHANGEABLE_OPTIONS, *FIXED_OPTIONS, "entry", "stay", "top", "middle", "AA", "low_9")


@st.composite
def gone_bad(draw: st.DrawFn, value: Any, names: Sequence[str]) -> Any:
    """A JSON value with a few of its parts replaced, left out, doubled or added."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return draw(json_values)
    if isinstance(value, dict):
        members = dict(value)
        if kind == 1 and members:
            del members[draw(st.sampled_from(sorted(members)))]
        if kind in (2, 3):
            name = draw(st.sampled_from(names) | texts)
            members[name] = draw(st.sampled_from(list(members.values()) or [0]) | json_values)
        if members and kind > 3:
            name = draw(st.sampled_from(sorted(members)))
            members[name] = draw(gone_bad(members[name], names))
        return members
    if isinstance(value, list) and value:
        items = list(value)
        place = draw(st.integers(0, len(items) - 1))
        if kind == 1:
            del items[place]
        elif kind == 2:
            items.insert(place, items[place])
        else:
            items[place] = draw(gone_bad(items[place], names))
        return items
    if isinstance(value, str) and value and kind < 8:
        start, end = sorted([draw(st.integers(0, len(value))), draw(st.integers(0, len(value)))])
        return value[:start] + draw(texts | st.just(value[start:end] * 2)) + value[end:]
    return draw(json_values)


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, Any]:
    """A path and a body made by changing a valid one."""
    path, body = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(0, 3))):
        body = draw(gone_bad(body, MEMBERS))
    return path, body


@st.composite
def bytes_gone_bad(draw: st.DrawFn) -> tuple[str, bytes]:
    """A path and bytes, either a changed valid body or random."""
    path, body = draw(st.sampled_from(GOOD))
    good = json.dumps(body, ensure_ascii=draw(st.booleans())).encode()
    start, end = sorted([draw(st.integers(0, len(good))), draw(st.integers(0, len(good)))])
    bad = draw(st.binary() | texts.map(lambda text: text.encode(errors="replace")))
    return path, draw(st.sampled_from([good[:start] + bad + good[end:], bad, good + bad]))


@st.composite
def rules(draw: st.DrawFn) -> tuple[Any, dict[str, Any]]:
    """A preset, usually a known one, and options made by changing those of a preset."""
    preset = draw(st.sampled_from(list(PRESETS)) | json_values)
    options: Any = options_of(draw(st.sampled_from(list(PRESETS.values()))))
    kept = draw(st.sets(st.sampled_from(sorted(options))))
    changes = {name: options[name] for name in kept}
    for _ in range(draw(st.integers(0, 3))):
        bad = draw(gone_bad(changes, OPTIONS))
        changes = bad if isinstance(bad, dict) else changes
    return preset, changes
