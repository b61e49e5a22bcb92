"""The OpenAPI document: its schemas are valid, its references lead to them, and the documentation names its operations."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import re

import jsonschema
import pytest

from conftest import ROOT, Program
from service_client import Server, make_project
from test_contracts import SCHEMAS

@pytest.fixture(scope="module")
def server(tmp_path_factory):
    home = tmp_path_factory.mktemp("served")
    program = Program(home)
    program.ok("index", make_project(home / "root"))
    with Server(program, "-p", home / "root") as server:
        yield server


@pytest.fixture(scope="module")
def document(server) -> dict:
    return server.ok("GET", "/api/v1/openapi.json")


def operations(document: dict) -> dict:
    """Operation id to (method, path)."""
    return {operation["operationId"]: (method.upper(), path) for path, methods in document["paths"].items() for method, operation in methods.items()}


def test_every_schema_of_the_document_is_valid_and_every_reference_leads_to_one(document):
    assert document["openapi"] == "3.1.0"
    schemas = document["components"]["schemas"]
    assert {name.removesuffix(".json") for name in SCHEMAS} <= set(schemas)
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    text = json.dumps(document)
    targets = set(re.findall(r'"\$ref": "([^"]*)"', text))
    assert targets == {f"#/components/schemas/{target.rsplit('/', 1)[1]}" for target in targets}
    assert {target.rsplit("/", 1)[1] for target in targets} <= set(schemas)


def test_operations_are_told_apart_and_parameters_of_paths_are_described(document):
    found = operations(document)
    assert len(found) == sum(len(methods) for methods in document["paths"].values()) >= 25
    for path, methods in document["paths"].items():
        for operation in methods.values():
            told = {parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "path"}
            assert told == set(re.findall(r"\{([^}]*)\}", path)), path
            assert operation["summary"].endswith(".") and operation["responses"]


def test_the_documentation_names_every_operation(document):
    text = (ROOT / "docs" / "server.md").read_text()
    for method, path in operations(document).values():
        assert f"`{method} {path}`" in text, f"{method} {path}"
