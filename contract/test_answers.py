"""Schemathesis asks what the document allows, and what it does not, and looks at every answer.

Nothing is a 5xx; what fits the document is never a 400; what does not fit it is refused; every
answer has a status, a media type and a body that the document knows.
"""

import json
import os
from pathlib import Path
from typing import Any

import yaml

from contract.tools import DOCUMENT, PYTHON_TOOLS, run
from tests.serving import ROOT

# Examples of each operation and check; the seed is fixed where none is given.
EXAMPLES = os.environ.get("CONTRACT_EXAMPLES", "25")
SEED = os.environ.get("CONTRACT_SEED", "1")


def examples_of(schema: dict[str, Any], document: dict[str, Any]) -> list[Any]:
    """The examples that the document has of an object or an array."""
    if schema.get("type") == "array":
        return [[example] for example in examples_of(schema["items"], document)]
    component = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return [example for example in component["examples"] if not isinstance(example, str)]


def with_json_text_as_examples(value: Any, document: dict[str, Any]) -> Any:
    """The document, with its examples where a query parameter is JSON text.

    No generator knows which text is JSON of a schema, and would send any text at all.
    """
    if isinstance(value, list):
        return [with_json_text_as_examples(item, document) for item in value]
    if not isinstance(value, dict):
        return value
    if "contentSchema" in value:
        examples = examples_of(value["contentSchema"], document)
        assert examples
        return {"type": "string", "enum": [json.dumps(example) for example in examples]}
    return {name: with_json_text_as_examples(item, document) for name, item in value.items()}


def test_the_service_keeps_its_contract(address: str, tmp_path: Path) -> None:
    document = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))
    asked = tmp_path / "openapi.json"
    asked.write_text(json.dumps(with_json_text_as_examples(document, document)))
    config = ROOT / "contract" / "schemathesis.toml"
    options = ["--max-examples", EXAMPLES, "--seed", SEED, "--warnings", "off", "--no-color"]
    tool = PYTHON_TOOLS / "schemathesis"
    run([tool, "--config-file", config, "run", asked, "--url", address, *options], tmp_path)
