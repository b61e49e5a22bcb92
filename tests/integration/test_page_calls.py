"""Callers and callees on the file page: who calls a definition, what it calls, and the walk from one to the next."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil

import pytest

from conftest import ROOT, Program
from page_tools import needs_browser, until
from service_client import Server

pytestmark = needs_browser
POOL = "#/file?project=shop&path=src/database/pool.py&language=python"
ADDED = {"notes.md": "# Keys\n\nOne for each door.\n\n# Doors\n\nThey open with keys.\n",
         "door.rb": "def open_door(key)\n  turn(key)\nend\n\ndef enter(key)\n  open_door(key)\nend\n"}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    program = Program(tmp_path_factory.mktemp("calls"))
    shop = shutil.copytree(ROOT / "tests" / "data" / "shop", program.home / "shop")
    for path, text in ADDED.items():
        (shop / path).write_text(text)
    program.ok("index", shop)
    with Server(program, "-p", "shop") as server:
        yield server


def lines_of(server, name: str) -> str:
    [place] = server.ok("POST", "/api/v1/call_graph", {"start": name})["definitions"]
    return "-".join(str(line) for line in place["lines"])


def test_callers_are_on_the_left_and_callees_on_the_right(look, served):
    shown = look(served)
    page = shown.open(f"{POOL}&lines={lines_of(served, 'ConnectionPool.acquire')}")
    page.locator(".file-text .line").first.wait_for()
    assert page.locator(".calls").count() == 0  # until it is asked for
    page.get_by_role("button", name="Callers and callees").click()
    calls = page.get_by_role("region", name="Calls of ConnectionPool.acquire")
    callees = calls.get_by_role("list", name="Callees")
    callees.get_by_role("link", name="ConnectionPool.open_new").wait_for()
    answer = served.ok("POST", "/api/v1/call_graph", {"start": "ConnectionPool.acquire", "relation": "callees"})
    assert callees.get_by_role("listitem").count() == len({one["symbol"]["qualified_name"] for one in answer["matches"]})
    left, right = calls.locator(".callers").bounding_box(), calls.locator(".callees").bounding_box()
    assert left["x"] + left["width"] < right["x"] and abs(left["y"] - right["y"]) < 2
    assert calls.get_by_role("heading", level=2).count() == 2
    shown.check_axe()


def test_the_keyboard_walks_from_a_definition_to_the_next(look, served):
    page = look(served).open(f"{POOL}&lines={lines_of(served, 'ConnectionPool.acquire')}")
    page.locator(".file-text .line").first.wait_for()
    page.keyboard.press("c")
    link = page.get_by_role("list", name="Callees").get_by_role("link", name="ConnectionPool.open_new")
    link.wait_for()
    link.focus()
    page.keyboard.press("Enter")
    calls = page.get_by_role("region", name="Calls of ConnectionPool.open_new")
    back = calls.get_by_role("list", name="Callers").get_by_role("link", name="ConnectionPool.acquire")
    back.wait_for()
    until(page, "document.activeElement.className === 'file-text'")
    page.keyboard.press("Tab")
    until(page, "document.activeElement.className === 'calls'")
    back.press("Enter")
    page.get_by_role("region", name="Calls of ConnectionPool.acquire").wait_for()
    page.keyboard.press("c")
    page.locator(".calls").wait_for(state="detached")


def test_callers_that_are_known_by_name_only_are_marked(look, served):
    shown = look(served)
    shown.expected = ("422",)  # what a language that is not linked calls is not known
    page = shown.open("#/file?project=shop&path=door.rb&language=ruby&lines=1-3")
    page.get_by_role("button", name="Callers and callees").click()
    calls = page.get_by_role("region", name="Calls of open_door")
    caller = calls.get_by_role("list", name="Callers").get_by_role("listitem").filter(has=page.get_by_role("link", name="enter"))
    caller.get_by_text("by name only").wait_for()
    calls.get_by_text("The calls in door.rb are not linked").wait_for()
    shown.check_axe()


def test_on_a_phone_callees_are_below_callers(look, served):
    shown = look(served, "phone")
    page = shown.open(f"{POOL}&lines={lines_of(served, 'ConnectionPool.acquire')}")
    page.get_by_role("button", name="Callers and callees").click()
    calls = page.locator(".calls")
    calls.get_by_role("link", name="ConnectionPool.open_new").wait_for()
    left, right = calls.locator(".callers").bounding_box(), calls.locator(".callees").bounding_box()
    assert left["y"] + left["height"] < right["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown.check_axe()


def test_headings_of_prose_have_no_calls(look, served):
    page = look(served).open("#/file?project=shop&path=notes.md&language=markdown")
    page.locator(".file-text .line").first.wait_for()
    page.get_by_role("navigation", name="Outline").get_by_role("button", name="Doors").wait_for()
    assert page.get_by_role("button", name="Callers and callees").count() == 0
