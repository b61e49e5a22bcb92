"""The OpenAPI document is valid and has every route; the server follows it for any request."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import re
import subprocess
import sys

import jsonschema
import pytest

from conftest import ROOT, Program
from service_client import Server, make_project
from test_contracts import ITEM, SCHEMAS, batch_of

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    home = tmp_path_factory.mktemp("served")
    program = Program(home)
    program.ok("index", make_project(home / "root"))
    settings = ("indexing.auto_index=false", "indexing.watch=false")  # nobody else takes the lock
    with Server(program, "-p", home / "root", *(part for setting in settings for part in ("--set", setting))) as server:
        server.home = home
        server.ok("POST", "/api/v1/push", batch_of([ITEM]))
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
    for target in set(re.findall(r'"\$ref": "([^"]*)"', text)):
        assert target.startswith("#/components/schemas/")
        found = document
        for name in target.split("/")[1:]:
            found = found[name]
        assert isinstance(found, dict), target


def test_operations_are_told_apart_and_parameters_of_paths_are_described(document):
    found = operations(document)
    assert len(found) == sum(len(methods) for methods in document["paths"].values()) >= 25
    for path, methods in document["paths"].items():
        for operation in methods.values():
            told = {parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "path"}
            assert told == set(re.findall(r"\{([^}]*)\}", path)), path
            assert operation["summary"].endswith(".") and operation["responses"]


def test_the_documentation_names_every_operation(document):
    text = (ROOT / "docs" / "guide" / "server.md").read_text()
    for method, path in operations(document).values():
        assert f"`{method} {path}`" in text, f"{method} {path}"


def schemathesis(server, folder, *options: str, parameters: dict | None = None) -> set:
    """Runs the tester, which must find nothing; the operations it called."""
    lines = [f'"{name}" = {json.dumps(value)}' for name, value in (parameters or {}).items()]
    config, report = folder / "schemathesis.toml", folder / "report.ndjson"
    config.write_text('[phases.coverage]\nunexpected-methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]\n[parameters]\n' + "\n".join(lines) + "\n")
    url = f"http://{server.host}:{server.port}/api/v1/openapi.json"
    outcome = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", url, "--checks", CHECKS, "--phases", "examples,coverage,fuzzing",
         "--seed", "1", "--generation-database", "none", "--no-shrink", "--suppress-health-check", "all", "--warnings", "off",
         "--request-timeout", "120", "--report", "ndjson", "--report-ndjson-path", str(report), *options],
        cwd=folder, capture_output=True, text=True, timeout=900)
    assert outcome.returncode == 0, outcome.stdout[-8000:] + outcome.stderr[-2000:]
    return set(re.findall(r'"label": ?"([A-Z]+ /[^"]*)"', report.read_text()))


def test_no_call_is_answered_in_a_way_that_is_not_documented(server, document, tmp_path):
    called = schemathesis(server, tmp_path, "--max-examples", "5", parameters={"until_idle": True})
    told = {f"{method} {path}" for method, path in operations(document).values()}
    assert called >= told - {"GET /api/v1/openapi.json"}  # which the tester began with
    server.ok("GET", "/api/v1/projects/root")


def test_no_call_about_a_project_is_answered_in_a_way_that_is_not_documented(server, tmp_path):
    excluded = [option for name in ("delete_project", "start_indexing", "get_openapi") for option in ("--exclude-operation-id", name)]
    called = schemathesis(server, tmp_path, "--max-examples", "5", *excluded, parameters={"project_id": "root", "until_idle": True})
    assert "GET /api/v1/projects/{project_id}/index/events" in called
    assert server.ok("POST", "/api/v1/search", {"query": "login", "project_id": "root"})["matches"]
