"""Clients that are generated from the document compile, and call the running service."""

from pathlib import Path

from contract.tools import DOCUMENT, PYTHON_TOOLS, run
from tests.serving import ROOT


def test_a_typescript_client(address: str) -> None:
    folder = ROOT / "examples" / "typescript"
    for script in ("client", "build"):
        run(["npm", "run", script], folder)
    printed = run(["npm", "start", "--silent", address], folder)
    assert "best for points: ThTc7c/9h5h5c4s4h/KsKhKdKcJs, 15 royalties, stays" in printed
    assert "staying costs 5 royalties" in printed


def test_a_python_client(address: str, tmp_path: Path) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("project_name_override: ofcapi-client\n")
    generated = tmp_path / "client"
    tool = PYTHON_TOOLS / "openapi-python-client"
    # The client is generated even if the tool does not understand a part of the document.
    said = run(
        [tool, "generate", "--path", DOCUMENT, "--config", config, "--output-path", generated]
    )
    assert "Warning" not in said, said
    program = ROOT / "contract" / "ask_by_generated_client.py"
    run([PYTHON_TOOLS / "python", program, address], PYTHONPATH=str(generated))


def test_a_kotlin_client(tmp_path: Path) -> None:
    tool = PYTHON_TOOLS / "openapi-generator-cli"
    said = run([tool, "generate", "-g", "kotlin", "-i", DOCUMENT, "-o", tmp_path])
    assert " ERROR " not in said, said
    written = {path.name.removesuffix("Api.kt") for path in tmp_path.rglob("*Api.kt")}
    assert written == {"Batch", "Fantasyland", "Odds", "Rules", "Scoring", "Service"}
