"""Pages of another origin in a real browser: what `server.allowed_origins` allows, and what it denies."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import html
import http.server
import json
import os
import re
import shutil
import subprocess
import threading

import pytest

from service_client import PATIENCE, Server, make_project

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")

PAGE = """<!doctype html><pre id="told">waiting</pre><script>
const base = "http://127.0.0.1:%d", token = {Authorization: "Bearer secret"}, json = {"Content-Type": "application/json"};
const calls = {
  list: () => fetch(base + "/api/v1/projects", {headers: token}).then(async r => [r.status, (await r.json()).projects[0].project_id]),
  search: () => fetch(base + "/api/v1/search", {method: "POST", headers: {...token, ...json}, body: JSON.stringify({query: "login"})})
    .then(async r => [r.status, (await r.json()).matches[0].file.path, r.headers.get("X-Request-Id") !== null]),
  rename: () => fetch(base + "/api/v1/projects/root", {method: "PATCH", headers: {...token, ...json}, body: '{"display_name": "By page"}'})
    .then(async r => [r.status, (await r.json()).display_name]),
  refused: () => fetch(base + "/api/v1/projects", {headers: {Authorization: "Bearer wrong"}}).then(async r => [r.status, (await r.json()).error.code]),
  session: async () => {
    const accept = {Accept: "application/json, text/event-stream"};
    const params = {protocolVersion: "2025-06-18", capabilities: {}, clientInfo: {name: "page", version: "1"}};
    const begun = await fetch(base + "/mcp", {method: "POST", headers: {...token, ...json, ...accept},
      body: JSON.stringify({jsonrpc: "2.0", id: 1, method: "initialize", params})});
    const id = begun.headers.get("Mcp-Session-Id");
    const ended = await fetch(base + "/mcp", {method: "DELETE", headers: {...token, "Mcp-Session-Id": id, "MCP-Protocol-Version": "2025-06-18"}});
    return [begun.status, id !== null, ended.status];
  },
  events: () => fetch(base + "/api/v1/projects/root/index/events?until_idle=true", {headers: token}).then(async r => [r.status, (await r.text()).slice(0, 15)]),
};
(async () => {
  const told = {};
  for (const [name, call] of Object.entries(calls)) told[name] = await call().catch(failure => failure.name);
  document.getElementById("told").textContent = "told " + JSON.stringify(told);
})();
</script>"""


@contextlib.contextmanager
def page_server(page):
    """A site of one page, made when it is asked for; its port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page().encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        yield site.server_port
        site.shutdown()
        thread.join()


def told_by_page(port, home):
    """What the page of app.example came to, in a browser that takes that name for this machine."""
    command = [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={home}/chromium",
               "--host-resolver-rules=MAP app.example 127.0.0.1", "--virtual-time-budget=60000", "--dump-dom", f"http://app.example:{port}/"]
    shown = subprocess.run(command, capture_output=True, timeout=PATIENCE, env={**os.environ, "HOME": str(home)}).stdout.decode()
    found = re.search(r"told (\{.*\})</pre>", shown)
    assert found, shown
    return json.loads(html.unescape(found[1]))


def test_a_page_of_a_listed_origin_does_all_that_a_program_does_and_others_read_nothing(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    told = {}
    for is_listed in (True, False):
        with contextlib.ExitStack() as stack:
            site = stack.enter_context(page_server(lambda: PAGE % server.port))
            origin = f"http://app.example:{site}" if is_listed else "http://other.example"
            server = stack.enter_context(Server(program, "-p", root, "--set", f"server.allowed_origins={origin}",
                                                env={"CODEWEAVER_SERVER_TOKEN": "secret"}))
            told[is_listed] = told_by_page(site, program.home)
            assert server.stop() == 0
    assert told[True] == {"list": [200, "root"], "search": [200, "login.py", True], "rename": [200, "By page"],
                           "refused": [401, "UNAUTHORIZED"], "session": [200, True, 204], "events": [200, "event: indexing"]}
    assert set(told[False].values()) == {"TypeError"}

