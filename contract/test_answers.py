"""Schemathesis sends requests that the document allows and that it does not, and checks responses.

No response is a 5xx; a request that fits the document never gets a 400; one that does not fit is
refused; every response has a status, a media type and a body that the document describes.
"""

import json
import os
from pathlib import Path
from typing import Any

import yaml

from contract.tools import DOCUMENT, PYTHON_TOOLS, run
from tests.serving import ROOT

# Examples for each operation and check; without a given seed it is always the same.
EXAMPLES = os.environ.get("CONTRACT_EXAMPLES", "25")
SEED = os.environ.get("CONTRACT_SEED", "1")


def examples_of(schema: dict[str, Any], document: dict[str, Any]) -> list[Any]:
    """The document's examples of an object or an array."""
    if schema.get("type") == "array":
        return [[example] for example in examples_of(schema["items"], document)]
    component = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return [example for example in component["examples"] if not isinstance(example, str)]


def with_json_text_as_examples(value: Any, document: dict[str, Any]) -> Any:
    """The document, with an enum of its examples for each query parameter that is JSON text.

    Generators cannot make JSON text that fits a schema; they would send any text.
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
