"""The contracts: JSON Schema documents and program accept the same requests, and answers match the documents."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import copy
import json
import random

import jsonschema
import pytest
import referencing

from conftest import ROOT

CONTRACTS = ROOT / "docs" / "contracts"
SCHEMAS = {file.name: json.loads(file.read_text()) for file in sorted(CONTRACTS.glob("*.json"))}
REGISTRY = referencing.Registry().with_resources(
    (name, referencing.Resource.from_contents(schema)) for name, schema in SCHEMAS.items())
OF_TYPE = {"string": "text", "integer": 7, "object": {}, "array": [], "boolean": True}

ITEM = {"node_id": "func:src/auth.py:AuthService.login", "node_type": "function", "path": "src/auth.py", "language": "python",
        "content": "def login ...", "range": {"start_line": 10, "end_line": 42},
        "source_audit": {"git_commit": "abc123", "git_branch": "main", "git_dirty": False,
                         "captured_at": "2026-02-20T12:00:00Z"},
        "symbol_meta": {"module": "src.auth", "qualname": "AuthService.login"}}
DELETION = {"node_id": "func:src/auth.py:AuthService.logout", "captured_at": "2026-02-20T12:00:00+02:00"}
ENVELOPE = {"contract_version": "1.0", "project": "root", "source": "code-atlas",
            "batch_id": "atlas-batch-2026-02-20T12:00:00Z"}


def batch_of(items=(), deletions=(), **changes) -> dict:
    return {**ENVELOPE, "items": list(items), "deletions": list(deletions), **changes}


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(SCHEMAS[name], registry=REGISTRY)


def fits(name: str, value) -> bool:
    return validator(name).is_valid(value)


# --- Wrong values out of a schema --------------------------------------------------------------------------------

def resolved(schema: dict) -> dict:
    return SCHEMAS[schema["$ref"]] if "$ref" in schema else schema


def wrong_values(schema: dict):
    """Values that break one rule of the schema each, with the name of the rule."""
    whole = jsonschema.Draft202012Validator(schema)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    for option in schema.get("anyOf", []):
        yield from ((rule, value) for rule, value in wrong_values(option) if not whole.is_valid(value))
        kinds = kinds + [option["type"]]
    if kinds:
        other = next(value for kind, value in OF_TYPE.items() if kind not in kinds and not (kind == "boolean" and "integer" in kinds))
        yield "type", other
        if "null" not in kinds:
            yield "null", None
    if "const" in schema:
        yield "const", schema["const"] + "x"
    if "enum" in schema:
        yield "enum", schema["enum"][0] + "x"
    if schema.get("minLength", 0) > 0:
        yield "minLength", ""
    if "maxLength" in schema:
        yield "maxLength", "x" * (schema["maxLength"] + 1)
    if "pattern" in schema:
        yield from (("pattern", text) for text in ("a\u0000b", " \t\n", "/etc/passwd", "../x", "a/../../b", "C:/x", "a\\b", "a//b",
                                                   "./a", "a b", "é", "a\nb", "2026-02-20T12:00:00", "2026-02-20")
                    if not whole.is_valid(text))
    if "minimum" in schema:
        yield "minimum", schema["minimum"] - 1
    if "maximum" in schema:
        yield "maximum", schema["maximum"] + 1


def broken(schema: dict, good: dict, path: tuple = ()):
    """Copies of a good object with one member missing or wrong, at any depth, and what was done."""
    for name, member in schema.get("properties", {}).items():
        member = resolved(member)
        if name in schema.get("required", []):
            yield f"{'.'.join((*path, name))} missing", {key: value for key, value in good.items() if key != name}
        if member.get("type") == "array":
            continue
        for rule, value in wrong_values(member):
            yield f"{'.'.join((*path, name))} {rule} {str(value)[:12]!r}", {**good, name: value}
        if "properties" in member:
            for what, value in broken(member, good[name], (*path, name)):
                yield what, {**good, name: value}


BAD_ITEMS = list(broken(SCHEMAS["push_item.json"], ITEM))
BAD_DELETIONS = list(broken(SCHEMAS["push_deletion.json"], DELETION))
BAD_ENVELOPES = list(broken(SCHEMAS["push_batch.json"], batch_of([ITEM])))


# --- The program -------------------------------------------------------------------------------------------------

@pytest.fixture
def check(program, tmp_path):
    """What the program says of a batch, which has to fit the contract."""

    def run(batch) -> dict:
        file = tmp_path / "batch.json"
        file.write_text(batch if isinstance(batch, str) else json.dumps(batch))
        outcome = program.run("push", "check", file, "-o", "json")
        answer = outcome.json()
        validator("error.json" if "error" in answer else "push_reply.json").validate(answer)
        assert outcome.code == (0 if answer.get("rejected") == 0 else 1)
        return answer

    return run


@pytest.fixture
def check_lines(program, tmp_path):
    def run(lines: list) -> dict:
        file = tmp_path / "batch.ndjson"
        file.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
        answer = program.run("push", "check", file, "-o", "json").json()
        validator("error.json" if "error" in answer else "push_reply.json").validate(answer)
        return answer

    return run


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_document_is_a_schema(name):
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$id"] == name
    assert f"contracts/{name}" in (ROOT / "docs" / "reference" / "contracts.md").read_text()


def test_the_documented_example_fits_and_is_accepted(check):
    text = (ROOT / "docs" / "reference" / "contracts.md").read_text()
    example = json.loads(text.split("```json\n")[1].split("```")[0])
    validator("push_batch.json").validate(example)
    assert check(example) == {"batch_id": example["batch_id"], "accepted": 2, "rejected": 0, "errors": []}


def test_items_that_break_a_rule_of_the_schema_are_refused_one_by_one(check):
    assert len(BAD_ITEMS) > 80
    for what, item in BAD_ITEMS:
        assert not fits("push_item.json", item), what
    good = [{**ITEM, "node_id": f"good-{i}"} for i in range(len(BAD_ITEMS))]
    mixed = [item for pair in zip(good, (item for _, item in BAD_ITEMS)) for item in pair]
    answer = check(batch_of(mixed))
    assert [mixed[error["index"]] for error in answer["errors"]] == [item for _, item in BAD_ITEMS]
    assert {error["code"] for error in answer["errors"]} == {"VALIDATION_ERROR"}
    assert (answer["accepted"], answer["rejected"]) == (len(good), len(BAD_ITEMS))
    for error in answer["errors"]:
        node_id = mixed[error["index"]].get("node_id")
        assert error.get("node_id") == (node_id if isinstance(node_id, str) else None)


def test_deletions_that_break_a_rule_of_the_schema_are_refused_one_by_one(check):
    for what, deletion in BAD_DELETIONS:
        assert not fits("push_deletion.json", deletion), what
    answer = check(batch_of([ITEM], [deletion for _, deletion in BAD_DELETIONS]))
    assert [error["index"] for error in answer["errors"]] == list(range(1, 1 + len(BAD_DELETIONS)))
    assert answer["accepted"] == 1


@pytest.mark.parametrize("what, batch", BAD_ENVELOPES, ids=[what for what, _ in BAD_ENVELOPES])
def test_envelopes_that_break_a_rule_of_the_schema_refuse_the_batch(check, what, batch):
    assert not fits("push_batch.json", batch)
    version = batch.get("contract_version")
    unknown = isinstance(version, str) and version != "1.0"
    assert check(batch)["error"]["code"] == ("UNSUPPORTED_CONTRACT_VERSION" if unknown else "VALIDATION_ERROR")


def test_random_batches_get_the_verdict_of_the_schema(check):
    chooser = random.Random(6)
    for _ in range(20):
        items = []
        for i in range(40):
            item = copy.deepcopy(chooser.choice(BAD_ITEMS)[1]) if chooser.random() < 0.3 else copy.deepcopy(ITEM)
            if isinstance(item.get("node_id"), str) and 0 < len(item["node_id"]) < 100 and "\n" not in item["node_id"]:
                item["node_id"] += f" {i}"
            for optional in ("language", "symbol_meta"):
                if chooser.random() < 0.3:
                    item.pop(optional, None)
            if chooser.random() < 0.2:
                item["of_a_later_version"] = {"any": [1, None]}
            items.append(item)
        answer = check(batch_of(items))
        expected = [i for i, item in enumerate(items) if not fits("push_item.json", item)]
        assert [error["index"] for error in answer["errors"]] == expected


def test_lines_get_the_verdicts_of_the_document(check, check_lines):
    items = [ITEM, *(item for _, item in BAD_ITEMS)]
    answer = check_lines([{**ENVELOPE, "item_count": len(items) + 1}, *items, {"deletion": DELETION}])
    assert answer["errors"] == check(batch_of(items))["errors"]
    assert answer["accepted"] == 2
    for line in (ITEM, {"deletion": DELETION}):
        assert fits("push_stream_line.json", line)
    assert fits("push_stream_header.json", {**ENVELOPE, "item_count": None})
    assert not fits("push_stream_line.json", {"deletion": {}})


# --- What a schema cannot say, and what the specification names ----------------------------------------------------

@pytest.mark.parametrize("change, message", [
    ({"content": ""}, "content is empty"), ({"content": " \n"}, "content is empty"),
    ({"range": {"start_line": 42, "end_line": 10}}, "range is inverted"),
    ({"path": "/etc/passwd"}, "path is absolute"), ({"path": "a/../../b"}, "path leaves the project"),
    ({"content": "é" * 600_000}, "content is longer than 1048576 bytes"),
    ({"source_audit": {"captured_at": "2026-02-30T12:00:00Z"}}, "captured_at is not an ISO 8601 time")])
def test_an_item_is_refused_with_its_reason(check, change, message):
    answer = check(batch_of([{**ITEM, "node_id": "func:src/auth.py:broken", **change}, ITEM]))
    assert (answer["accepted"], answer["rejected"]) == (1, 1)
    (error,) = answer["errors"]
    assert (error["node_id"], error["code"]) == ("func:src/auth.py:broken", "VALIDATION_ERROR")
    assert message in error["message"]


def test_a_missing_and_a_repeated_node_id_are_told(check, check_lines):
    nameless = {key: value for key, value in ITEM.items() if key != "node_id"}
    for answer in (check(batch_of([nameless, ITEM, ITEM])), check_lines([ENVELOPE, nameless, ITEM, ITEM])):
        missing, repeated = answer["errors"]
        assert "node_id" not in missing and missing["message"] == "item.node_id: is missing"
        assert (repeated["index"], repeated["message"]) == (2, "node_id occurs twice in the batch")
        assert answer["accepted"] == 1


@pytest.mark.parametrize("version", ["2.0", "1", "1.0 ", ""])
def test_an_unknown_version_is_refused_whatever_else_the_batch_holds(check, version):
    assert check({"contract_version": version, "events": []})["error"]["code"] == "UNSUPPORTED_CONTRACT_VERSION"


@pytest.mark.parametrize("odd", ["a/b", "..", "root/../x", "a b", "-a", "a\nb", "é", "%2e%2e", "x" * 101])
def test_odd_namespaces_are_refused(check, odd):
    for member in ("project", "source"):
        assert check(batch_of([ITEM], **{member: odd}))["error"]["code"] == "VALIDATION_ERROR"


@pytest.mark.parametrize("text", ["", "[]", "{", json.dumps(batch_of([ITEM]))[:-2], '{"contract_version": "1.0"'])
def test_documents_that_are_no_batch_are_refused(check, text):
    assert check(text)["error"]["code"] == "VALIDATION_ERROR"


def test_invalid_utf8_is_refused(program, tmp_path):
    file = tmp_path / "batch.json"
    text = json.dumps(batch_of([ITEM])).encode()
    file.write_bytes(text.replace(b"def login", b"def \xff\xfe"))
    assert program.run("push", "check", file, "-o", "json").json()["error"]["code"] == "VALIDATION_ERROR"
    lines = b"\n".join(json.dumps(part).encode() for part in (ENVELOPE, ITEM, {**ITEM, "node_id": "next"}))
    file.write_bytes(lines.replace(b"def login", b"def \xff\xfe", 1))
    answer = program.run("push", "check", file, "--stream", "-o", "json").json()
    assert (answer["accepted"], answer["rejected"]) == (1, 1)


def test_large_documents_are_sent_to_streams_and_large_lines_are_passed_over(program, check, tmp_path):
    assert "stream of lines" in check(batch_of([{}] * 10_001))["error"]["message"]
    file = tmp_path / "large.ndjson"
    with file.open("w") as out:
        out.write(json.dumps(ENVELOPE) + "\n" + json.dumps(ITEM)[:-1] + ', "more": "')
        for _ in range(100):
            out.write("x" * (1 << 20))
        out.write('"}\n' + json.dumps(ITEM) + "\n")
    answer = program.run("push", "check", file, "-o", "json").json()
    assert (answer["accepted"], answer["rejected"]) == (1, 1)
    assert answer["errors"][0] == {"index": 0, "code": "VALIDATION_ERROR",
                                   "message": "the line is longer than 8388608 bytes"}


def test_a_cut_stream_is_noticed(check_lines):
    header = {**ENVELOPE, "item_count": 3}
    answer = check_lines([header, ITEM])
    assert answer["accepted"] == 1
    assert answer["errors"][0]["message"] == "the stream ends after 1 of 3 lines"
    assert check_lines([header, ITEM, json.dumps(ITEM)[:50]])["rejected"] == 2


def test_people_get_the_same_as_text(program, tmp_path):
    file = tmp_path / "batch.json"
    file.write_text(json.dumps(batch_of([ITEM, {**ITEM, "node_id": "b", "content": ""}])))
    outcome = program.run("push", "check", file)
    assert (outcome.code, outcome.out) == (1, "atlas-batch-2026-02-20T12:00:00Z: 1 would be accepted, 1 rejected\n"
                                              "  item 1 (b): VALIDATION_ERROR, content is empty\n")
    missing = program.run("push", "check", tmp_path / "none.json")
    assert missing.code == 1 and "none.json" in missing.err
