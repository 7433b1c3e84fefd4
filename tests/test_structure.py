"""The two halves of the house: the engine knows no HTTP."""

import ast
from pathlib import Path

ENGINE = Path(__file__).parents[1] / "ofcapi" / "engine"
ALLOWED = {"numba", "numpy", "ofcapi.engine"}


def imports(path: Path) -> set[str]:
    """The modules that a file imports, as written."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            found.add(node.module or "")
    return found


def test_the_engine_imports_no_http() -> None:
    import sys

    files = sorted(ENGINE.rglob("*.py"))
    assert len(files) > 5
    for path in files:
        for name in imports(path):
            own = any(name == allowed or name.startswith(allowed + ".") for allowed in ALLOWED)
            assert own or name.split(".")[0] in sys.stdlib_module_names, f"{path.name}: {name}"


def test_the_entry_is_thin() -> None:
    entry = Path(__file__).parents[1] / "app.py"
    assert len(entry.read_text(encoding="utf-8").splitlines()) < 30
