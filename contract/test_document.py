"""The document passes the strictest rules of a linter."""

from contract.tools import DOCUMENT, NODE_TOOLS, run
from tests.serving import ROOT


def test_the_document_is_without_fault() -> None:
    config = ROOT / "contract" / "redocly.yaml"
    # The linter sends usage data unless it is switched off.
    run([NODE_TOOLS / "redocly", "lint", "--config", config, DOCUMENT], REDOCLY_TELEMETRY="off")
