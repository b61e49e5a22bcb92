"""The web page with the keyboard only: new project, settings, index, search and repair."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil

import pytest

from conftest import ROOT
from page_tools import needs_browser, until
from service_client import Server, wait_for

pytestmark = needs_browser
MOST_STOPS = 80
FOCUSED = """() => {
  const at = document.activeElement;
  const name = at.getAttribute("aria-label") ?? at.closest("label")?.innerText ?? at.innerText ?? "";
  return name.trim().replace(/\\s+/g, " ");
}"""


@pytest.fixture
def empty_server(program):
    shutil.copytree(ROOT / "tests" / "data" / "shop", program.home / "shop")
    with Server(program, "--set", "indexing.watch=false", "--set", "indexing.auto_index=false") as server:
        server.home = program.home
        yield server


def tab_to(page, name: str):
    """Presses Tab until what has the focus is called so, or begins with it."""
    seen = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(FOCUSED))
        if seen[-1].startswith(name):
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement).boxShadow")
            assert outline != "nonenone", f"{name} has the focus, and nothing shows it"
            return
    raise AssertionError(f"no stop of the Tab key is called {name}: {seen}")


def press(page, name: str):
    tab_to(page, name)
    page.keyboard.press("Enter")


def test_each_flow_needs_no_mouse(look, empty_server):
    shown = look(empty_server)
    page = shown.open()
    press(page, "Choose a folder")
    press(page, "Add a folder")
    page.get_by_role("dialog", name="Choose a folder").wait_for()
    press(page, empty_server.home.name)
    page.get_by_role("dialog").get_by_role("button", name="shop").wait_for()
    press(page, "shop")
    page.get_by_role("button", name="Index this folder").wait_for()
    press(page, "Index this folder")
    page.get_by_role("heading", name="shop", level=1).wait_for()
    page.get_by_text("Last run: success").wait_for()

    tab_to(page, "Largest chunk")
    page.keyboard.press("Control+a")
    page.keyboard.type("300")
    page.keyboard.press("Enter")
    page.get_by_text("Saved.").wait_for()
    page.locator("body").evaluate("document.activeElement.blur()")
    press(page, "Update")
    wait_for(lambda: empty_server.ok("GET", "/api/v1/projects/shop/index").get("last", {}).get("status") == "success", "the run with other sizes")

    for key in "gs":
        page.keyboard.press(key)
    page.get_by_role("searchbox").wait_for()
    until(page, "document.activeElement.matches('input[type=search]')")
    page.keyboard.type("where do we retry failed uploads")
    page.get_by_role("list", name="Results").locator("article").first.wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press("w")
    page.get_by_role("region", name="Why it ranks here").locator(".effects").wait_for()
    page.keyboard.press("Enter")
    page.locator(".file-text .line").first.wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("list", name="Results").locator("article").first.wait_for()

    (empty_server.home / "shop" / "late.py").write_text("def late():\n    return 1\n")
    for key in "gp":
        page.keyboard.press(key)
    press(page, "shop")
    page.get_by_role("button", name="Compare").wait_for()
    press(page, "Compare")
    page.get_by_text("Found: 1 missing, 0 outdated, 0 without a source.").wait_for()
    press(page, "Repair")
    page.get_by_text("Found and repaired: 1 missing").wait_for()
    press(page, "Compare")
    page.get_by_text("The index matches its source.").wait_for()
