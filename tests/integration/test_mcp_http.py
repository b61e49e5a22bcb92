"""The streamable HTTP transport of our MCP library, request by request."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import http.client
import json
import threading
import urllib.parse

import pytest

from mcp_servers import FIXTURE, serving

MODERN = "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {}}


@pytest.fixture(scope="module")
def address():
    with serving(FIXTURE) as url:
        yield urllib.parse.urlsplit(url)


class Answer:
    """A response, read whole unless it is a stream."""

    def __init__(self, response):
        self.response = response
        self.status = response.status
        self.type = response.getheader("Content-Type")
        self.session = response.getheader("Mcp-Session-Id")
        self.body = None if self.is_stream else response.read()

    @property
    def is_stream(self):
        return self.type == "text/event-stream"

    def json(self):
        return json.loads(self.body)

    def events(self):
        """The messages of a stream, one by one, until it ends."""
        for line in self.response:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


@pytest.fixture
def send(address):
    """Sends one request on a connection of its own, which stays open until the test ends."""
    with contextlib.ExitStack() as stack:
        def send(method, message=None, headers=None, body=None):
            connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
            stack.callback(connection.close)
            given = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **(headers or {})}
            connection.request(method, address.path, json.dumps(message) if body is None else body,
                               {name: value for name, value in given.items() if value is not None})
            answer = Answer(connection.getresponse())
            answer.connection = connection
            if not answer.is_stream:
                connection.close()
            return answer

        yield send


def request(method, params=None, ident=1):
    return {"jsonrpc": "2.0", "id": ident, "method": method, "params": params or {}}


def modern(method, params=None, meta=META):
    """A request of the stateless era, with the headers that go with it."""
    params = params or {}
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
    name = params.get("name", params.get("uri"))
    return request(method, {**params, "_meta": meta}), headers | ({"Mcp-Name": name} if name else {})


def initialize(send, version="2025-11-25", capabilities=None):
    params = {"protocolVersion": version, "capabilities": capabilities or {}, "clientInfo": {"name": "t", "version": "1"}}
    answer = send("POST", request("initialize", params))
    assert answer.status == 200 and answer.json()["result"]["protocolVersion"] == version
    headers = {"Mcp-Session-Id": answer.session, "MCP-Protocol-Version": version}
    assert send("POST", {"jsonrpc": "2.0", "method": "notifications/initialized"}, headers).status == 202
    return headers


def test_a_session_lives_from_initialize_to_delete(send):
    headers = initialize(send)
    assert send("POST", request("tools/list"), headers).json()["result"]["tools"]
    assert send("DELETE", headers=headers).status == 204
    for method in ("POST", "GET", "DELETE"):
        assert send(method, request("tools/list"), headers).status == 404
    assert send("POST", request("tools/list"), {**headers, "Mcp-Session-Id": "0" * 32}).status == 404


def test_sessions_and_tasks_are_known_to_the_credentials_that_made_them(send):
    ann, bob = {"Authorization": "Bearer ann"}, {"Authorization": "Bearer bob"}
    headers = initialize(lambda method, message, given=None: send(method, message, {**(given or {}), **ann}))
    assert send("POST", request("ping"), {**headers, **ann}).status == 200
    for others in (bob, {}):
        assert send("POST", request("ping"), {**headers, **others}).status == 404
        assert send("DELETE", headers={**headers, **others}).status == 404
    meta = {**META, "io.modelcontextprotocol/clientCapabilities": {"extensions": {"io.modelcontextprotocol/tasks": {}}}}
    made, extra = modern("tools/call", {"name": "slow_compute", "arguments": {"seconds": 600}}, meta)
    task = send("POST", made, {**extra, **ann}).json()["result"]["taskId"]
    for method, others in (("tasks/get", bob), ("tasks/cancel", bob), ("tasks/get", {}), ("tasks/cancel", {})):
        asked, extra = modern(method, {"taskId": task}, meta)
        assert send("POST", asked, {**extra, "Mcp-Name": task, **others}).json()["error"]["code"] == -32602
    asked, extra = modern("tasks/cancel", {"taskId": task}, meta)
    assert "error" not in send("POST", asked, {**extra, "Mcp-Name": task, **ann}).json()


def test_a_legacy_request_without_session_is_told_to_initialize(send):
    answer = send("POST", request("tools/list"), {"MCP-Protocol-Version": "2025-11-25"})
    assert answer.status == 400 and "initialize" in answer.json()["error"]["message"]
    assert send("GET").status == send("DELETE").status == 400


def test_a_failed_initialize_makes_no_session(send):
    answer = send("POST", request("initialize", {"protocolVersion": 5}))
    session = answer.session
    if "error" in answer.json():
        assert send("POST", request("tools/list"), {"Mcp-Session-Id": session}).status == 404


def test_an_unknown_version_of_a_session_is_refused(send):
    headers = initialize(send)
    assert send("POST", request("ping"), {**headers, "MCP-Protocol-Version": "1999-01-01"}).status == 400


def test_answers_are_objects_unless_something_comes_first(send):
    headers = initialize(send)
    plain = send("POST", request("tools/call", {"name": "test_simple_text"}), headers)
    assert plain.type == "application/json" and not plain.json()["result"]["isError"]
    call = {"name": "test_tool_with_progress", "_meta": {"progressToken": "t"}}
    events = list(send("POST", request("tools/call", call, 7), headers).events())
    assert [event["params"]["progress"] for event in events[:-1]] == [0, 50, 100]
    assert events[-1]["id"] == 7 and "result" in events[-1]
    alone = send("POST", request("tools/call", call, 8), {**headers, "Accept": "application/json"})
    assert alone.json()["id"] == 8
    streamed = send("POST", request("ping", ident=9), {**headers, "Accept": "text/event-stream"})
    assert [event["id"] for event in streamed.events()] == [9]


def test_a_tool_asks_its_legacy_client_on_the_stream_of_the_call(send):
    headers = initialize(send, capabilities={"elicitation": {}})
    call = send("POST", request("tools/call", {"name": "test_elicitation", "arguments": {"message": "Who?"}}), headers)
    events = call.events()
    asked = next(events)
    assert asked["method"] == "elicitation/create"
    reply = {"jsonrpc": "2.0", "id": asked["id"], "result": {"action": "accept", "content": {"username": "Ada", "email": "a@b.c"}}}
    assert send("POST", reply, headers).status == 202
    assert "Ada" in next(events)["result"]["content"][0]["text"]
    assert next(events, None) is None


def test_a_client_listens_to_changes_with_get(send):
    headers = initialize(send)
    first = send("GET", headers=headers)
    second = send("GET", headers=headers)  # comes back: the older stream ends
    assert list(first.events()) == []
    send("POST", request("resources/subscribe", {"uri": "test://watched-resource"}), headers)
    send("POST", request("tools/call", {"name": "test_trigger_resource_update"}), headers)
    assert next(second.events())["params"]["uri"] == "test://watched-resource"
    assert send("DELETE", headers=headers).status == 204
    assert list(second.events()) == []


def test_a_cancelled_legacy_call_ends_its_stream_without_response(send):
    headers = initialize(send)
    call = {"name": "slow_compute", "arguments": {"seconds": 600}, "_meta": {"progressToken": 1}}

    ended = []
    thread = threading.Thread(target=lambda: ended.append(list(send("POST", request("tools/call", call, 5), headers).events())))
    thread.start()
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}}
    while thread.is_alive():  # the cancellation may come before the call
        assert send("POST", cancel, headers).status == 202
        thread.join(0.05)
    assert ended == [[]]


def test_stateless_requests_need_no_session(send):
    message, headers = modern("tools/call", {"name": "test_simple_text"})
    answer = send("POST", message, {**headers, "Mcp-Session-Id": "ignored"})
    assert answer.status == 200 and answer.json()["result"]["resultType"] == "complete" and answer.session is None
    assert send("GET", headers={"MCP-Protocol-Version": MODERN}).status == 405


@pytest.mark.parametrize("change", [{"Mcp-Method": "tools/list"}, {"Mcp-Method": None}, {"Mcp-Name": "other"}, {"Mcp-Name": None},
                                    {"MCP-Protocol-Version": "2025-11-25"}, {"MCP-Protocol-Version": None}])
def test_headers_that_disagree_with_the_body_are_refused(send, change):
    message, headers = modern("tools/call", {"name": "test_simple_text"})
    answer = send("POST", message, {**headers, **change})
    assert answer.status == 400
    assert answer.json()["error"]["code"] == -32020 and answer.json()["id"] == 1


@pytest.mark.parametrize(("method", "params", "meta", "status", "code"), [
    ("no/such", {}, META, 404, -32601), ("initialize", {}, META, 404, -32601), ("ping", {}, META, 404, -32601),
    ("tools/list", {}, {"io.modelcontextprotocol/protocolVersion": MODERN}, 400, -32602),
    ("tools/call", {"name": "no_such_tool"}, META, 200, -32602),
    ("tools/call", {"name": "test_missing_capability"}, META, 400, -32021)])
def test_errors_of_stateless_requests_have_the_status_of_their_kind(send, method, params, meta, status, code):
    message, headers = modern(method, params, meta)
    answer = send("POST", message, headers)
    assert (answer.status, answer.json()["error"]["code"]) == (status, code)


def test_a_stateless_client_that_goes_away_cancels_its_call(send):
    listening = send("POST", *modern("subscriptions/listen", {"notifications": {"promptsListChanged": True}}))
    assert next(listening.events())["method"] == "notifications/subscriptions/acknowledged"
    host, port = listening.connection.host, listening.connection.port
    listening.connection.close()
    slow, headers = modern("tools/call", {"name": "slow_compute", "arguments": {"seconds": 600}})
    for _ in range(20):  # a server whose 8 workers were still waiting would not answer
        waiting = http.client.HTTPConnection(host, port, timeout=60)
        waiting.request("POST", "/mcp", json.dumps(slow), {"Content-Type": "application/json", **headers})
        waiting.close()
    assert send("POST", *modern("tools/call", {"name": "test_simple_text"})).status == 200


@pytest.mark.parametrize(("body", "headers", "status"), [
    ("{", {}, 400), ("", {}, 400), ("5", {}, 400), ('"text"', {}, 400), ("[]", {}, 400), ("{}", {}, 400), ("\xff", {}, 400),
    ('{"jsonrpc": "1.0", "id": 1, "method": "ping"}', {}, 400), ("[" * 100_000, {}, 400),
    ('{"jsonrpc": "2.0", "id": 1, "method": "ping"}', {"Content-Type": "text/plain"}, 415),
    ('{"jsonrpc": "2.0", "id": 1, "method": "ping"}', {"Content-Type": None}, 415),
    ('{"jsonrpc": "2.0", "id": 1, "method": "ping"}', {"Accept": "text/html"}, 406),
    ('{"jsonrpc": "2.0", "id": 1, "method": "ping"}', {"Host": "evil.example"}, 403),
    ('{"jsonrpc": "2.0", "id": 1, "method": "ping"}', {"Origin": "http://evil.example"}, 403)], ids=lambda value: value[:40] if isinstance(value, str) else None)
def test_bad_requests_are_refused_and_the_server_goes_on(send, body, headers, status):
    assert send("POST", body=body.encode("latin-1"), headers=headers).status == status
    assert send("POST", *modern("server/discover")).status == 200


def test_a_body_that_is_too_long_is_refused_before_it_is_sent(address):
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
    with contextlib.closing(connection):
        connection.putrequest("POST", address.path)
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", str((16 << 20) + 1))
        connection.endheaders()
        assert connection.getresponse().status == 413


def test_batches_belong_to_one_revision(send):
    batch = [request("ping", ident=1), request("tools/list", ident=2), {"jsonrpc": "2.0", "method": "notifications/other"}]
    answers = send("POST", batch, initialize(send, "2025-03-26")).json()
    assert sorted(one["id"] for one in answers) == [1, 2]
    assert send("POST", batch[2:], initialize(send, "2025-03-26")).status == 202
    assert send("POST", batch, initialize(send, "2025-11-25")).status == 400


def test_more_clients_than_there_are_places_for_sessions_are_served(send):
    first = initialize(send)
    for _ in range(256):
        assert initialize(send)["Mcp-Session-Id"] != first["Mcp-Session-Id"]
    assert send("POST", request("ping"), first).status == 404  # idle longest
