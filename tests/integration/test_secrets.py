"""Secrets are not stored: no request shows a value, but the text around it is found."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import random
import string
import subprocess

import pytest

from service_client import Server
from test_contracts import ENVELOPE, ITEM

ALNUM = string.ascii_letters + string.digits


def drawn(length: int, seed: int) -> str:
    """Of chance, so that no scanner finds it in this file; always the same."""
    return "".join(random.Random(seed).choices(ALNUM, k=length))


AWS = drawn(40, 1)
GITHUB = "ghp_" + drawn(36, 2)
PASSWORD = "Vq" + drawn(8, 3) + "7!"
IN_ENV = drawn(32, 4)
SECRETS = [AWS, GITHUB, PASSWORD, IN_ENV]

FILES = {
    "deploy.py": f'''"""Deploys the shop."""

AWS_REGION = "eu-west-1"


def aws_session():
    """A session with the aws secret access key of the deployment."""
    aws_secret_access_key = "{AWS}"
    return connect(AWS_REGION, aws_secret_access_key)
''',
    "release.yml": f"steps:\n  - run: publish\n    env:\n      TOKEN: {GITHUB}\n  - run: notify\n",
    "settings.toml": f'[database]\nhost = "db"\npassword = "{PASSWORD}"\nport = 5432\n',
    ".env": f"SESSION_KEY={IN_ENV}\n",
    ".env.example": "SESSION_KEY=changeme\n",
}


@pytest.fixture
def shop(program):
    root = program.home / "shop"
    root.mkdir()
    for name, text in FILES.items():
        (root / name).write_text(text)
    return root


def git(root, *arguments):
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments], cwd=root, check=True, capture_output=True)


def check_none(text: str) -> None:
    for secret in SECRETS:
        for at in range(0, len(secret) - 8, 8):
            assert secret[at:at + 8] not in text, f"{secret[at:at + 8]} of a secret is in {text}"


QUESTIONS = ["aws secret access key", "database password", "publish token", "SESSION_KEY", AWS, GITHUB[4:16]]


def test_no_answer_shows_a_secret_and_what_is_around_is_found(program, shop):
    program.ok("index", "-p", shop)
    for question in QUESTIONS:
        for options in ((), ("-o", "json"), ("--detail", "full", "-o", "json"), ("--explain",), ("--set", "search.context_lines=20")):
            outcome = program.run("search", question, "-p", shop, *options)
            if question not in (AWS, GITHUB[4:16]):  # an answer may repeat the question
                check_none(outcome.out)
    found = program.ok("search", "aws secret access key", "-p", shop, "-o", "json", "--detail", "full").json()["matches"][0]
    assert found["file"]["path"] == "deploy.py" and 'aws_secret_access_key = "' + "*" * 40 + '"' in found["content"]["content"]


def test_status_and_index_count_what_is_masked_and_left_out(program, shop):
    expected = {"masked_values": 3, "masked_files": 3, "left_out_files": 1}
    run = program.ok("index", "-p", shop, "-o", "json").json()
    assert run["secrets"] == expected
    assert [(file["path"], file["reason"]) for file in run["skipped"]] == [(".env", "secret_file")]
    assert program.ok("status", "-p", shop, "-o", "json").json()["secrets"] == expected
    assert "3 values masked in 3 files, 1 file skipped" in program.ok("status", "-p", shop).out
    again = program.ok("index", "-p", shop, "-o", "json").json()
    assert (again["status"], again["secrets"]) == ("skipped", expected)
    (shop / "settings.toml").write_text('[database]\nhost = "db"\n')
    assert program.ok("index", "-p", shop, "-o", "json").json()["secrets"]["masked_files"] == 2


def test_the_setting_is_heeded_and_a_change_reads_all_files_again(program, shop):
    def sees(policy):
        program.ok("index", "-p", shop, "--set", f"indexing.secrets={policy}")
        out = program.ok("search", "aws secret access key", "-p", shop, "--detail", "full", "--set", f"indexing.secrets={policy}").out
        status = program.ok("status", "-p", shop, "-o", "json", "--set", f"indexing.secrets={policy}").json()
        return AWS in out, "deploy.py" in out, status["secrets"]["left_out_files"], status["total_files"]

    assert sees("mask") == (False, True, 1, 4)
    assert sees("keep") == (True, True, 0, 5)
    assert sees("leave_out") == (False, False, 4, 1)
    assert sees("mask") == (False, True, 1, 4)


def test_texts_that_were_kept_are_gone_once_they_are_masked(program, shop):
    """Their bytes, too: the database is unpacked block by block."""
    program.ok("index", "-p", shop, "--set", "indexing.secrets=keep")
    database = program.state(shop) / "index.db"
    kept = database.read_bytes()
    program.ok("index", "-p", shop)
    outcome = program.ok("search", AWS, "-p", shop, "-o", "json").json()
    assert AWS not in json.dumps(outcome["matches"])
    import sqlite3
    with sqlite3.connect(database) as rows:
        texts = rows.execute("SELECT count(*) FROM contents").fetchone()[0]
        files = rows.execute("SELECT count(DISTINCT content) FROM files WHERE content IS NOT NULL").fetchone()[0]
    assert kept and texts == files
    assert (database.parent / "index.db-wal").stat().st_size == 0


def test_commits_and_worktrees_hold_none(program, shop):
    git(shop, "init", "-q", "-b", "main")
    git(shop, "add", "-f", ".")
    git(shop, "commit", "-qm", "first")
    (shop / "deploy.py").write_text("pass\n")
    git(shop, "commit", "-qam", "without")
    program.ok("index", "-p", shop)
    for ref in ("HEAD~1", "HEAD"):
        check_none(program.ok("search", "aws secret access key", "-p", shop, "--ref", ref, "--detail", "full", "-o", "json").out)
        check_none(program.run("search", "SESSION_KEY", "-p", shop, "--ref", ref, "-o", "json").out)
    git(shop, "worktree", "add", "-q", "../other", "HEAD~1")
    check_none(program.ok("search", "aws secret access key", "-p", shop.parent / "other", "--detail", "full", "-o", "json").out)


def test_pushed_items_are_masked(program, shop):
    program.ok("index", "-p", shop)
    items = [{**ITEM, "node_id": f"n{number}", "path": f"pushed/{path}", "content": text} for number, (path, text) in enumerate(FILES.items())]
    batch = program.home / "batch.json"
    batch.write_text(json.dumps({**ENVELOPE, "project": "shop", "items": items}))
    program.ok("push", batch)
    for question in QUESTIONS[:4]:
        check_none(program.run("search", question, "-p", shop, "--purpose", "atlas_graph", "--detail", "full", "-o", "json").out)
    secrets = program.ok("status", "-p", shop, "-o", "json").json()["secrets"]
    assert (secrets["masked_values"], secrets["left_out_files"]) == (3 + 4, 1)


def test_agents_see_none(program, shop):
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {}}
    with Server(program, "-p", shop) as server:
        server.wait_until_indexed("shop")

        def ask(method, name, params):
            headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method,
                       "Mcp-Name": name}
            body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}
            return server.call("POST", "/mcp", body, headers).body.decode()

        for tool in ("find_code", "search_code"):
            answer = ask("tools/call", tool, {"name": tool, "arguments": {"query": "aws secret access key"}})
            assert "aws_secret_access_key" in answer
            check_none(answer)
        check_none(ask("resources/read", "codeweaver://file/deploy.py", {"uri": "codeweaver://file/deploy.py"}))
        check_none(server.call("POST", "/api/v1/search", {"query": "database password", "detail": "full"}).body.decode())
        status = ask("tools/call", "get_status", {"name": "get_status", "arguments": {}})
        assert '"masked_values":3' in status.replace(" ", "").replace("\\", "")


def test_settings_of_programs_that_log_in_are_left_out_only_if_they_hold_a_credential(program):
    folder = program.home / "npm"
    (folder / "private").mkdir(parents=True)
    (folder / ".npmrc").write_text("engine-strict=true\n//packages.example.test/:_authToken=${NPM_TOKEN}\n")
    (folder / "private" / ".npmrc").write_text("engine-strict=true\n//packages.example.test/:_password=aHVudGVyMg==\n")
    report = program.ok("index", folder, "-o", "json").json()
    assert [(file["path"], file["reason"]) for file in report["skipped"]] == [("private/.npmrc", "secret_file")]
    shown = program.ok("search", "engine-strict", "-p", folder, "-o", "json").json()["matches"]
    assert {match["file"]["path"] for match in shown} == {".npmrc"}
    for query in ["_password", '"_password"', "/_pass.*/"]:
        assert "aHVudGVyMg" not in program.run("search", query, "-p", folder, "--detail", "full").out
