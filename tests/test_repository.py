"""Files that say the same thing say it alike: commands, versions, folders."""

import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
import yaml

from ofcapi import __version__

ROOT = Path(__file__).parents[1]
CI = ROOT / ".github" / "workflows" / "ci.yaml"
DEPENDABOT = ROOT / ".github" / "dependabot.yml"


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def folders_of(pattern: str) -> set[str]:
    """The folders, as dependabot writes them, where the project has such a file."""
    found = [*ROOT.glob(pattern), *ROOT.glob(f"[!.]*/**/{pattern}")]
    names = [path.parent.relative_to(ROOT).as_posix() for path in found]
    return {f"/{name}".removesuffix(".") for name in names if "node_modules" not in name}


def test_make_help_names_every_command() -> None:
    commands = {
        name
        for names in re.findall(r"^\.PHONY: (.*)", text("Makefile"), re.M)
        for name in names.split()
    }
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert set(re.findall(r"^make ([a-z-]+) +\S", shown, re.M)) == commands


def test_the_supported_pythons_are_the_same_everywhere() -> None:
    project = tomllib.loads(text("pyproject.toml"))
    ((low, end),) = re.findall(r">=3\.(\d+),<3\.(\d+)", project["project"]["requires-python"])
    oldest, newest = int(low), int(end) - 1
    assert f"Python 3.{oldest} to 3.{newest} " in text("README.md")
    assert f"Python 3.{oldest} to 3.{newest};" in text("Makefile")
    assert f"(3, {oldest}) <= sys.version_info[:2] <= (3, {newest})" in text("Makefile")
    matrix = yaml.safe_load(CI.read_text(encoding="utf-8"))["jobs"]["run"]["strategy"]["matrix"]
    assert matrix["python"] == [f"3.{oldest}", f"3.{newest}"]
    assert project["tool"]["ruff"]["target-version"] == f"py3{oldest}"
    assert project["tool"]["mypy"]["python_version"] == f"3.{oldest}"
    images = re.findall(r"^FROM python:3\.(\d+)-", text("Dockerfile"), re.M)
    assert images
    assert all(oldest <= int(image) <= newest for image in images)


def test_a_package_is_pinned_to_one_version() -> None:
    pins = defaultdict(set)
    for path in [*ROOT.glob("requirements*.txt"), ROOT / "contract" / "requirements.txt"]:
        for name, version in re.findall(r"^([\w-]+)==(\S+)$", path.read_text("utf-8"), re.M):
            pins[name].add(version)
    assert len(pins) > 30
    assert [name for name, versions in pins.items() if len(versions) > 1] == []


def test_hooks_run_what_requirements_dev_installs() -> None:
    """So that their versions are stated once."""
    repositories = yaml.safe_load(text(".pre-commit-config.yaml"))["repos"]
    assert [repository["repo"] for repository in repositories] == ["local"]
    for hook in repositories[0]["hooks"]:
        folder, program = hook["entry"].split()[0].rsplit("/", 1)
        assert folder == ".venv/bin"
        assert Path(sys.executable).with_name(program).exists(), program


@pytest.mark.parametrize(
    ("path", "schema"),
    [(CI, "vendor.github-workflows"), (DEPENDABOT, "vendor.dependabot")],
    ids=["workflow", "dependabot"],
)
def test_what_github_reads_fits_its_schema(path: Path, schema: str) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


def test_dependabot_looks_into_every_folder_that_pins_something() -> None:
    updates: list[dict[str, Any]] = yaml.safe_load(DEPENDABOT.read_text("utf-8"))["updates"]
    looked_into = {
        update["package-ecosystem"]: set(update.get("directories", [update.get("directory")]))
        for update in updates
    }
    assert looked_into == {
        "pip": folders_of("requirements*.txt"),
        "npm": folders_of("package.json"),
        "docker": folders_of("Dockerfile"),
        "docker-compose": folders_of("compose.yaml"),
        "github-actions": {"/"},
    }


def test_the_newest_release_in_the_changelog_is_the_version() -> None:
    """Once there is one."""
    sections = re.findall(r"^## (\S+)", text("CHANGELOG.md"), re.M)
    assert sections[0] == "Unreleased"
    assert sections[1:2] in ([], [__version__])
