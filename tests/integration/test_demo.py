"""codeweaver demo: serves a sample from a temporary folder, shows a tour in the page, and removes the folder."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import http.client
import json
import re
import signal
import subprocess
import types

from conftest import Program
from page_tools import needs_browser

# What each stop of the tour finds first.
FIRST = ["src/billing/upload.py", "documents/returns.md", "documents/service_handbook.docx", "documents/plan_second_quarter.pptx",
         "src/auth/utils.py", "src/billing/upload.py", "src/auth/middleware.py", "documents/returns.md"]


@contextlib.contextmanager
def running(program, *options):
    """Where the demo listens, while it runs; it must end cleanly."""
    temporary = program.home / "temporary"
    temporary.mkdir(exist_ok=True)
    process = program.start("demo", *options, env={"TMPDIR": str(temporary), "CODEWEAVER_SERVER_PORT": "1"}, stdout=subprocess.PIPE)
    try:
        told = ""
        while "The page: " not in told:
            line = process.stdout.readline().decode()
            assert line, told
            told += line
        host, port = re.search(r"The page: http://([^:]+):(\d+)/#/tour", told).groups()
        yield types.SimpleNamespace(host=host, port=int(port))
    finally:
        process.send_signal(signal.SIGINT)
        code = process.wait(60)
    assert code == 0
    assert list(temporary.iterdir()) == []


def ask(served, query: str) -> list[str]:
    with contextlib.closing(http.client.HTTPConnection(served.host, served.port, timeout=60)) as connection:
        connection.request("POST", "/api/v1/search", json.dumps({"query": query}), {"Content-Type": "application/json"})
        return [match["file"]["path"] for match in json.loads(connection.getresponse().read())["matches"]]


def test_it_serves_code_and_documents_and_leaves_nothing_behind(tmp_path):
    program = Program(tmp_path)
    before = sorted(path for path in tmp_path.rglob("*"))
    with running(program, "--no-open") as served:
        assert "src/billing/upload.py" in ask(served, "an upload is tried several times")[:1]
        assert "documents/service_handbook.docx" in ask(served, "may I give somebody a voucher without asking")[:1]
    assert [path for path in sorted(tmp_path.rglob("*")) if path not in before] == [tmp_path / "temporary"]


@needs_browser
def test_the_tour_leads_through_all_stops(look, tmp_path):
    with running(Program(tmp_path), "--no-open") as served:
        shown = look(served)
        page = shown.open("#/tour")
        for stop, path in enumerate(FIRST):
            tour = page.get_by_role("complementary", name="Tour")
            tour.get_by_text(f"stop {stop + 1} of {len(FIRST)}").wait_for()
            page.locator(".match h2, .places h3").first.filter(has_text=path.split("/")[-1]).wait_for()
            if stop in (0, 2, 7):
                shown.check_axe()
            if stop + 1 < len(FIRST):
                tour.get_by_role("button", name="Next").click()
        page.reload()
        page.get_by_text(f"stop {len(FIRST)} of {len(FIRST)}").wait_for()
        page.get_by_role("button", name="Done").click()
        assert page.get_by_role("complementary", name="Tour").count() == 0
