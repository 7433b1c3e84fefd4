"""The code is laid out as docs/architecture.md says: folders, what they may import, names."""

import ast
import importlib
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask.testing import FlaskClient

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PACKAGE = "ofcapi"


@dataclass(frozen=True)
class Room:
    """A line of the page's table: a folder, or a module that stands beside folders."""

    name: str
    may_use: frozenset[str]
    libraries: frozenset[str]

    def holds(self, module: str) -> bool:
        return module == self.name or module.startswith(f"{self.name}.")


def rooms() -> list[Room]:
    """The lines of the page's table."""
    table = PAGE.split("| folder |")[1].split("\n\n")[0]
    found = []
    for line in table.splitlines()[2:]:
        name, _, uses, libraries = (cell.strip() for cell in line.strip("|").split("|"))
        found.append(
            Room(
                name.strip("`"),
                frozenset(re.findall(r"`([\w.]+)`", uses)),
                frozenset(re.findall(r"\w+", libraries.replace("–", ""))),
            )
        )
    return found


def imports(path: Path) -> Iterator[str]:
    """What a file imports: a module, or what it may name inside of it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module_files() -> dict[str, Path]:
    """The modules that hold code, by their names below the package."""
    found = {}
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        if path.name != "__init__.py":
            found[".".join(path.relative_to(ROOT / PACKAGE).with_suffix("").parts)] = path
    return found


ROOMS = rooms()
MODULES = module_files()


def module_of(imported: str) -> str | None:
    """The own module that an import names, None for the package itself or another's."""
    parts = imported.split(".")
    for length in range(len(parts), 1, -1):
        name = ".".join(parts[1:length])
        if parts[0] == PACKAGE and name in MODULES:
            return name
    return None


def room_of(module: str) -> Room:
    (room,) = [room for room in ROOMS if room.holds(module)]
    return room


def test_every_module_is_in_one_line_of_the_table() -> None:
    assert len(ROOMS) > 10
    for module in MODULES:
        held_by = [room.name for room in ROOMS if room.holds(module)]
        assert len(held_by) == 1, f"{module} is in {held_by or 'no line'}"
    for room in ROOMS:
        assert any(room.holds(module) for module in MODULES), f"{room.name} does not exist"
        assert room.may_use <= {other.name for other in ROOMS}
    folders = {
        f"{half}.{path.name}"
        for half in ("engine", "http")
        for path in (ROOT / PACKAGE / half).iterdir()
        if (path / "__init__.py").exists()
    }
    assert folders <= {room.name for room in ROOMS}


def test_no_folder_leads_back_to_itself() -> None:
    uses = {room.name: room.may_use for room in ROOMS}
    settled: set[str] = set()
    while len(settled) < len(uses):
        further = {name for name, used in uses.items() if used <= settled} - settled
        assert further, f"a circle among {sorted(uses.keys() - settled)}"
        settled |= further


def test_the_tests_lie_as_the_code_does() -> None:
    for half in ("engine", "http"):
        tested = {path.name for path in (ROOT / "tests" / half).iterdir() if path.is_dir()}
        coded = {room.name.split(".")[1] for room in ROOMS if room.name.startswith(half)}
        assert tested - {"__pycache__", "properties"} <= coded


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_a_room_uses_what_the_page_says_and_no_more(room: Room) -> None:
    used, libraries = set(), set()
    for module, path in MODULES.items():
        if not room.holds(module):
            continue
        for imported in imports(path):
            own = module_of(imported)
            top = imported.split(".")[0]
            if own is not None:
                used.add(room_of(own).name)
            elif top != PACKAGE and top not in sys.stdlib_module_names:
                libraries.add(top)
    assert used - {room.name} == room.may_use
    assert libraries == room.libraries


def test_the_engine_imports_no_http() -> None:
    """Whatever the page says."""
    for module, path in MODULES.items():
        if module.startswith("engine."):
            for imported in imports(path):
                top = imported.split(".")[0]
                known = {*sys.stdlib_module_names, "numba", "numpy"}
                assert top in known or imported.startswith(f"{PACKAGE}.engine"), module


def test_the_names_on_the_page_exist() -> None:
    names = set(re.findall(r"`((?:engine|http)\.[\w.]+)`", PAGE))
    assert len(names) > 30
    for name in names:
        parts = name.split(".")
        length = max(at for at in range(1, len(parts) + 1) if _is_module(parts[:at]))
        found = importlib.import_module(".".join([PACKAGE, *parts[:length]]))
        for attribute in parts[length:]:
            assert hasattr(found, attribute), name
            found = getattr(found, attribute)


def _is_module(parts: list[str]) -> bool:
    name = ".".join(parts)
    return any(module == name or module.startswith(f"{name}.") for module in MODULES)


def test_the_entry_is_thin() -> None:
    entry = (ROOT / "app.py").read_text(encoding="utf-8")
    assert len(entry.splitlines()) < 30


def test_the_question_on_the_page_has_the_answer_on_the_page(client: FlaskClient) -> None:
    (body,) = re.findall(r"^    (\{.*\})$", PAGE, re.M)
    answer = client.post("/v1/odds", json=json.loads(body)).get_json()
    entering, deals, unseen = 1891, 8436, 38
    assert answer["unseen"] == unseen
    assert answer["foul"]["numerator"] == 0
    assert answer["objective_value"]["numerator"] == entering
    assert answer["objective_value"]["denominator"] == deals
    flat = " ".join(PAGE.split())
    for words in (f"the {unseen} unseen", f"the {deals:,} deals", f"Fantasyland in {entering:,}"):
        assert words in flat
