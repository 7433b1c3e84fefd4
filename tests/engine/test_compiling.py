"""Compiled loops of older sources never run."""

from pathlib import Path

from ofcapi.engine.kernels.compiling import drop_stale_loops, sources_digest


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
    first = tmp_path / "hands.py"
    first.write_text("a = 1")
    before = sources_digest(tmp_path)
    assert sources_digest(tmp_path) == before
    (tmp_path / "kernels" / "rows.py").write_text("b = 1")
    added = sources_digest(tmp_path)
    first.write_text("a = 2")
    assert len({before, added, sources_digest(tmp_path)}) == 3
