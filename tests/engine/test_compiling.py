"""Compiled loops of older sources never run."""

from pathlib import Path

from ofcapi.engine.kernels.compiling import DEFINITIONS, drop_stale_loops, sources_digest
from tests.test_architecture import MODULES, imports, module_of


def test_loops_of_other_sources_are_deleted_once(tmp_path: Path) -> None:
    folder = tmp_path / "compiled"
    assert drop_stale_loops(folder, "old")
    below = folder / "kernels_1a2b"
    below.mkdir()
    kept = [folder / "rows.nbi", below / "rows.1.nbc", folder / "rows.pyc", below / "notes.txt"]
    for path in kept:
        path.touch()
    assert not drop_stale_loops(folder, "old")
    assert all(path.exists() for path in kept)
    assert drop_stale_loops(folder, "new")
    assert [path.exists() for path in kept] == [False, False, True, True]
    assert not drop_stale_loops(folder, "new")


def test_the_digest_follows_every_source(tmp_path: Path) -> None:
    (tmp_path / "kernels").mkdir()
    for name in DEFINITIONS:
        (tmp_path / name).write_text("a = 1")
    seen = {sources_digest(tmp_path)}
    for name in (*DEFINITIONS, "kernels/rows.py"):
        (tmp_path / name).write_text("b = 1")
        seen.add(sources_digest(tmp_path))
    assert len(seen) == len(DEFINITIONS) + 2
    (tmp_path / "board.py").write_text("c = 1")
    assert sources_digest(tmp_path) in seen


def test_loops_are_compiled_from_nothing_else() -> None:
    """What the loops import of the engine is what the digest looks at."""
    allowed = {f"engine.{name.removesuffix('.py')}" for name in DEFINITIONS}
    for module, path in MODULES.items():
        if module.startswith("engine.kernels."):
            own = {module_of(imported) for imported in imports(path)} - {None}
            others = {str(name) for name in own if not str(name).startswith("engine.kernels.")}
            assert others <= allowed, module
