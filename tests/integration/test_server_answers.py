"""Generated answers and explanations of missing files, over HTTP."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import json
import threading

from provider_doubles import Double
from service_client import Server, make_project
from test_contracts import validator



def ask(server: Server, body: dict, headers=None) -> list[tuple[str, object]]:
    """The events of an answer, each held to its contract."""
    with contextlib.closing(server.connect()) as connection:
        connection.request("POST", "/api/v1/ask", json.dumps(body), {"Content-Type": "application/json", **(headers or {})})
        response = connection.getresponse()
        assert response.status == 200, response.read()
        assert response.headers["Content-Type"].startswith("text/event-stream")
        told = []
        for block in response.read().decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
            if fields:
                told.append((fields["event"], json.loads(fields["data"])))
    for event, data in told:
        validator({"failure": "error.json"}.get(event, f"{event}.json")).validate(data)
    return told


def test_an_answer_comes_after_what_it_rests_on(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "-p", root) as server:
        (first, passages), (then, token), (last, answer) = ask(server, {"question": "what does login return"})
        assert (first, then, last) == ("passages", "token", "answer") and token["text"] == answer["text"]
        assert passages[0]["path"] == "login.py" and "user.session" in passages[0]["content"]
        assert answer["citations"][0]["path"] == "login.py" and answer["passages"] == len(passages)
        assert "[1]" in answer["text"] and answer["model"].startswith("codeweaver/")


def test_a_question_without_an_answer_gets_the_reason(program):
    root = make_project(program.home / "root")
    (root / "terms.md").write_text("# Payment terms\n")
    empty = program.home / "empty"
    empty.mkdir()
    program.ok("index", root)
    program.ok("index", empty)
    with Server(program, "-p", root) as server:
        answer = ask(server, {"question": "What are the payment terms?"})[-1][1]
        assert (answer["text"], answer["citations"]) == ("", []) and answer["warnings"][-1] == "The passages found do not answer the question"
    with Server(program, "-p", empty) as server:
        answer = ask(server, {"question": "What are the payment terms?"})[-1][1]
        assert (answer["text"], answer["passages"]) == ("", 0) and answer["warnings"][-1] == "Nothing is indexed"


def test_the_program_says_why_there_is_no_answer(program):
    folder = program.home / "folder"
    folder.mkdir()
    assert program.ok("ask", "What are the payment terms?", "-p", folder).out == "Nothing is indexed.\n"
    (folder / "terms.md").write_text("# Payment terms\n")
    assert program.ok("ask", "What are the payment terms?", "-p", folder).out == "The passages found do not answer the question.\n"
    (folder / "terms.md").write_text("# Payment terms\n\nInvoices are due within 30 days.\n")
    assert program.ok("ask", "What are the payment terms?", "-p", folder).out.startswith("terms.md:3 [1]\nInvoices are due within 30 days.\n")


def test_what_cannot_be_answered_is_refused_before_anything_is_sent(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "-p", root, "--set", "answer.provider=none") as server:
        error = server.refused("POST", "/api/v1/ask", {"question": "login"}, status=422, code="NO_ANSWER_MODEL")
        assert "answer.provider" in error["message"] + error["details"]["action"]
        for body in ({}, {"question": 1}, {"question": "a", "passages": 0}, {"question": "a", "queries": ["b"] * 6}, {"question": "a", "pasages": 3}):
            server.refused("POST", "/api/v1/ask", body, status=400, code="VALIDATION_ERROR")
        server.refused("POST", "/api/v1/ask", {"question": "a", "project_id": "none"}, status=404, code="PROJECT_NOT_FOUND")


def test_a_model_elsewhere_is_not_asked_for_whoever_may_not_change_anything(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    remote = ("--set", "answer.provider=ollama", "--set", "answer.model=m", "--set", "answer.url=http://127.0.0.1:9")
    with Server(program, "-p", root, *remote, open_changes=False) as server:
        server.refused("POST", "/api/v1/ask", {"question": "login"}, status=403, code="TOKEN_REQUIRED")
    with Server(program, "-p", root, open_changes=False) as server:
        assert ask(server, {"question": "login"})[-1][0] == "answer"


def test_the_text_comes_while_the_model_writes_it_and_a_client_that_leaves_stops_it(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    double = Double("ollama")
    double.says = 'Login returns "user.session" [1], "always" [1].'
    double.gate = threading.Event()
    chosen = ("--set", "answer.provider=ollama", "--set", "answer.model=tiny", "--set", f"answer.url={double.url}")
    with contextlib.ExitStack() as ended, Server(program, "-p", root, *chosen) as server:
        ended.callback(double.stop)
        with contextlib.closing(server.connect()) as connection:
            connection.request("POST", "/api/v1/ask", json.dumps({"question": "login"}), {"Content-Type": "application/json"})
            response = connection.getresponse()
            told = b""
            while b"Login" not in told:
                told += response.read1()
            assert b"event: answer" not in told
            response.close()
        assert double.left.wait(30)
        double.gate.set()
        events = ask(server, {"question": "login", "queries": ["session"]})
        assert "".join(data["text"] for event, data in events if event == "token") == double.says == events[-1][1]["text"]
        assert events[-1][1]["citations"][0]["unverified"] == ["always"]
        double.ends = "error"
        events = ask(server, {"question": "login"})
        assert [event for event, _ in events] == ["passages", "token", "token", "failure"] and "out of memory" in events[-1][1]["error"]["message"]


def test_a_file_that_is_not_among_the_matches_has_a_reason(program):
    root = make_project(program.home / "root")
    (root / "notes.md").write_text("# Gardening\n\nRoses need sun.\n")
    program.ok("index", root)
    with Server(program, "-p", root) as server:
        why = {"path": "notes.md", "search": {"query": "login", "file_type": "py"}}
        told = server.ok("POST", "/api/v1/why-not", why, "why_not.json")
        assert (told["stage"], told["filter"]) == ("filtered", "file_type")
        told = server.ok("POST", "/api/v1/why-not", {"path": "none.py", "search": {"query": "login"}}, "why_not.json")
        assert told["stage"] == "not_indexed"
        for body in ({"path": "a"}, {"path": "a", "search": {"query": ""}}, {"path": "a", "search": {"query": "a", "projects": ["root"]}},
                     {"path": "a", "search": {"query": "a"}, "more": 1}):
            server.refused("POST", "/api/v1/why-not", body, status=400, code="VALIDATION_ERROR")
        error = server.refused("POST", "/api/v1/why-not", {"path": "a", "query": "login"}, status=400, code="VALIDATION_ERROR")
        assert "search: is missing" in error["message"] and '"search": {"query"' in error["details"]["action"]
