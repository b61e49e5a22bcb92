"""The web page of a query node: shows the store, and offers nothing that needs an index."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re
import shutil

import pytest

from conftest import ROOT
from page_tools import needs_browser
from service_client import Server
from store_services import qdrant  # fixtures

pytestmark = needs_browser


@pytest.fixture
def node(program, qdrant, tmp_path) -> dict:
    """Settings of a machine that has the store alone, into which another one put a project."""
    env = qdrant.settings()
    program.ok("index", shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop"), env=env)
    return {**env, "XDG_DATA_HOME": str(tmp_path / "node"), "CODEWEAVER_SEARCH_FROM_STORE": "true"}


def test_projects_of_a_store_are_searched_and_read_but_not_changed(look, program, node, tmp_path):
    with Server(program, env=node, cwd=tmp_path) as server:
        shown = look(server)
        page = shown.open("#/search")
        page.get_by_text("from the store").wait_for()
        page.get_by_role("searchbox").fill("where do we retry failed uploads")
        first = page.get_by_role("list", name="Results").locator("article").first
        first.wait_for()
        assert page.get_by_label("Open in the editor").count() == page.get_by_text("A file is missing?").count() == 0
        assert page.get_by_label("At", exact=True).count() == page.get_by_label("Changed in").count() == 0
        page.get_by_role("group", name="Languages").get_by_text("python").wait_for()
        first.get_by_role("button", name="Why it ranks here").click()
        page.get_by_label("Why it ranks here").get_by_text("In words").wait_for()
        shown.check_axe()
        first.get_by_role("heading").get_by_role("link").click()
        page.get_by_role("region", name="Text of src/billing/upload.py").get_by_text("def upload_invoice").wait_for()
        assert page.get_by_label("Open in the editor").count() == 0

        page = shown.open("#/projects")
        page.get_by_text("from the store").wait_for()
        assert page.get_by_role("button", name="Add a folder").count() == 0
        page.get_by_role("link", name="shop", exact=True).click()
        page.get_by_text("This server only searches a store").wait_for()
        page.get_by_text(re.compile("^All [0-9]+ settings")).click()
        page.get_by_role("row", name="search.from_store").wait_for()
        assert page.get_by_role("main").get_by_role("button").count() == 0  # nothing here could be done
        shown.check_axe()
        page = shown.open("#/health")
        page.get_by_text("vector store").wait_for()


def test_a_store_without_projects_says_where_one_is_made(look, program, tmp_path):
    env = {"CODEWEAVER_STORE_KIND": "memory", "CODEWEAVER_SEARCH_FROM_STORE": "true"}
    with Server(program, env=env, cwd=tmp_path) as server:
        page = look(server).open("#/search")
        page.get_by_text("This server searches a store that has no projects").wait_for()
        page = look(server).open("#/projects")
        page.get_by_text("Index one on the machine that has its files").wait_for()
