"""Compiled loops of older sources never run."""

from pathlib import Path

from ofcapi.engine.kernels.compiling import digest_of, drop_stale_loops
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


def test_a_digest_follows_every_file_and_no_cache(tmp_path: Path) -> None:
    for folder in ("data", "__pycache__"):
        (tmp_path / folder).mkdir()
    seen = [digest_of(tmp_path)]
    for name, contents in (
        ("rows.py", "a = 1"),
        ("rows.py", "a = 2"),
        ("data/tickets.json", "{}"),
        ("data/tickets.json", "[]"),
    ):
        (tmp_path / name).write_text(contents)
        seen.append(digest_of(tmp_path))
    (tmp_path / "rows.py").rename(tmp_path / "columns.py")
    seen.append(digest_of(tmp_path))
    assert len(set(seen)) == len(seen)
    (tmp_path / "__pycache__" / "rows.nbi").write_text("compiled")
    assert digest_of(tmp_path) == seen[-1]


def test_loops_are_compiled_from_nothing_else() -> None:
    """What the loops import of the package is what the digest looks at."""
    for module, path in MODULES.items():
        if module.startswith("engine.kernels."):
            own = {module_of(imported) for imported in imports(path)} - {None}
            assert all(str(name).startswith("engine.kernels.") for name in own), module
