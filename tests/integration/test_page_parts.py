"""Other pages: projects, indexing, settings, reconciling, explanations, answers, health."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import re
import shutil
import threading

import pytest

from conftest import ROOT, edit_database, package_folder
from page_tools import needs_browser, until
from provider_doubles import Double
from service_client import Server, make_project, opened, wait_for

pytestmark = needs_browser
QUESTION = "where+do+we+retry+failed+uploads"


@pytest.fixture
def shop_server(program):
    shutil.copytree(ROOT / "tests" / "data" / "shop", program.home / "shop")
    program.ok("index", program.home / "shop")
    with Server(program, "-p", "shop") as server:
        server.home = program.home
        yield server


def test_a_folder_becomes_a_project_is_indexed_before_ones_eyes_and_searched(look, shop_server, corpus):
    shutil.copytree(package_folder(corpus, "puma"), shop_server.home / "puma", symlinks=True)
    shown = look(shop_server)
    page = shown.open("#/projects")
    page.get_by_role("button", name="Add a folder").click()
    dialog = page.get_by_role("dialog", name="Choose a folder")
    dialog.get_by_role("button", name=shop_server.home.name).click()
    dialog.get_by_text("project shop").wait_for()
    shown.check_axe()
    dialog.get_by_role("button", name="puma").click()
    dialog.get_by_role("button", name="Index this folder").click()
    page.get_by_role("heading", name="puma", level=1).wait_for()
    page.get_by_text("Last run: success").wait_for()
    files = shop_server.ok("GET", "/api/v1/projects/puma/status")["total_files"]
    assert files > 200
    page.locator(".card", has=page.get_by_role("heading", name="Index")).get_by_text(str(files), exact=True).wait_for()
    page.get_by_role("main").get_by_role("link", name="Search").click()
    page.get_by_role("searchbox").fill("graceful restart of workers")
    page.get_by_role("list", name="Results").locator("article").first.wait_for()
    assert "project=puma" in page.evaluate("location.hash")
    assert page.get_by_label("Project", exact=True).input_value() == "puma"


def test_folders_that_a_run_left_out_without_git_are_named_with_the_way_out(look, program):
    folder = make_project(program.home / "plain")
    (folder / "build").mkdir()
    (folder / "build" / "made.py").write_text("def made():\n    return 1\n")
    program.ok("index", folder)
    with Server(program, "-p", "plain") as server:
        shown = look(server)
        page = shown.open("#/projects")
        page.get_by_role("link", name="1 warning").click()
        told = page.get_by_role("list", name="Warnings of the last run")
        told.get_by_text(re.compile("the project is not in git: build. To include them, add a line such as \"!build/\" to .codeweaverignore")).wait_for()
        shown.check_axe()


def test_a_project_of_another_embedder_says_so_and_fails_no_request(look, program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    edit_database(program.state(root) / "index.db", "UPDATE meta SET value = 'other/model/9' WHERE key = 'embedder'")
    with Server(program, "-p", root, "--set", "indexing.watch=false") as server:
        status = server.ok("GET", "/api/v1/projects/root/status", schema="project_status.json")
        assert not status["indexed"] and "other/model/9" in status["problem"]["message"]
        page = look(server).open("#/projects")  # which notes what the console says
        page.get_by_text("other/model/9").wait_for()
        page.get_by_role("link", name="root").click()
        page.get_by_role("heading", name="root", level=1).wait_for()
        page.get_by_text("other/model/9").first.wait_for()


def test_a_project_is_renamed_made_active_and_removed(look, shop_server):
    shop_server.ok("POST", "/api/v1/projects", {"root": str(make_project(shop_server.home / "other"))}, status=201)
    page = look(shop_server).open("#/projects/other")
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Display name").fill("The <b>other</b> one")
    page.get_by_role("button", name="Save", exact=True).first.click()
    page.get_by_role("heading", name="The <b>other</b> one", level=1).wait_for()
    page.get_by_role("button", name="Make active").click()
    page.get_by_text("· the active project").wait_for()
    assert shop_server.ok("GET", "/api/v1/projects")["active"] == "other"
    page.get_by_role("button", name="Remove the project").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    page.get_by_role("heading", name="Projects", level=1).wait_for()
    until(page, "!document.querySelector('.projects').textContent.includes('other')")
    assert [one["project_id"] for one in shop_server.ok("GET", "/api/v1/projects")["projects"]] == ["shop"]
    assert (shop_server.home / "other" / "login.py").exists()


def test_chunker_and_sizes_are_set_and_a_wrong_value_is_refused_in_words(look, shop_server):
    shown = look(shop_server)
    page = shown.open("#/projects/shop")
    page.get_by_label("Chunker").select_option("simple_file_chunks")
    page.get_by_label("Largest chunk").fill("600")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Saved.").wait_for()
    kept = shop_server.ok("GET", "/api/v1/projects/shop/settings")["kept"]
    assert kept["chunking.strategy"] == '"simple_file_chunks"' and kept["chunking.max_tokens"] == "600"
    shown.expected = ("400",)
    page.get_by_label("Largest chunk").fill("many")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("alert").filter(has_text="chunking.max_tokens").wait_for()


def test_what_differs_from_the_folder_is_shown_and_repaired(look, program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "-p", root, "--set", "indexing.watch=false", "--set", "indexing.auto_index=false") as server:
        (root / "new.py").write_text("def new():\n    return 1\n")
        page = look(server).open("#/projects/root")
        page.get_by_role("button", name="Compare").click()
        page.get_by_text("Found: 1 missing, 0 outdated, 0 without a source.").wait_for()
        page.get_by_text("file:new.py").wait_for()
        page.get_by_role("button", name="Repair").click()
        page.get_by_text("Found and repaired: 1 missing").wait_for()
        page.get_by_role("button", name="Compare").click()
        page.get_by_text("The index matches its source.").wait_for()


def test_a_server_that_changes_nothing_says_how_to_get_a_token(look, program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "-p", root, open_changes=False) as server:
        shown = look(server)
        page = shown.open("#/projects/root")
        page.get_by_role("note").filter(has_text="--token-file").wait_for()
        assert page.get_by_role("button", name="Rebuild").is_disabled()


def test_a_result_says_why_it_ranks_where_it_does(look, shop_server):
    page = look(shop_server).open(f"#/search?q={QUESTION}")
    first = page.get_by_role("list", name="Results").locator("article").first
    first.wait_for()
    page.keyboard.press("j")
    page.keyboard.press("w")
    why = first.get_by_role("region", name="Why it ranks here")
    why.wait_for()
    text = why.inner_text()
    assert re.search(r"reranker\s+0\.\d\d\s+× 0\.50", text) and "Strongest effects on the reranker" in text
    page.keyboard.press("w")
    why.wait_for(state="hidden")


def test_a_file_that_is_missing_has_a_reason(look, shop_server):
    page = look(shop_server).open(f"#/search?q={QUESTION}&lang=python")
    page.get_by_label("A file is missing?").fill("src/web/cart.ts")
    page.get_by_role("button", name="Why is it not here?").click()
    reason = page.locator(".reason")
    reason.wait_for()
    assert "excluded by a filter" in reason.inner_text() or "not indexed" in reason.inner_text()


def test_a_question_is_answered_with_the_places_it_rests_on(look, shop_server):
    page = look(shop_server).open("#/ask")
    page.get_by_label("Question").fill("how are failed uploads retried")
    page.keyboard.press("Enter")
    answer = page.get_by_role("article", name="Answer")
    answer.wait_for()
    assert "codeweaver/extractive" in answer.inner_text()
    answer.get_by_role("link", name="1", exact=True).click()
    assert page.evaluate("document.activeElement.id") == "place-1"
    place = page.locator("#place-1")
    assert "src/billing/upload.py" in place.inner_text() and place.locator(".line.marked").count() > 0
    assert "q=how+are+failed+uploads+retried" in page.evaluate("location.hash")


def test_without_a_model_the_sources_are_shown_alone_with_what_to_set(look, program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "-p", root, "--set", "answer.provider=none") as server:
        shown = look(server)
        shown.expected = ("422",)
        page = shown.open("#/ask?q=what+does+login+return")
        page.get_by_text("Only the sources are shown.").wait_for()
        assert "answer.provider" in page.get_by_role("main").inner_text()
        page.locator("#place-1").filter(has_text="login.py").wait_for()


def test_a_model_that_is_down_is_told_beside_what_was_found(look, program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    down = ("--set", "answer.provider=ollama", "--set", "answer.model=m", "--set", "answer.url=http://127.0.0.1:9")
    with Server(program, "-p", root, *down) as server:
        page = look(server).open("#/ask?q=what+does+login+return")
        page.get_by_role("alert").filter(has_text=re.compile("ollama", re.I)).wait_for()
        page.locator("#place-1").filter(has_text="login.py").wait_for()


def test_an_answer_is_shown_while_the_model_writes_it_and_says_where_it_breaks_off(look, program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    double = Double("ollama")
    double.says = 'Login returns "user.session" [1], "always" [1].'
    double.gate = threading.Event()
    model = ("--set", "answer.provider=ollama", "--set", "answer.model=tiny", "--set", f"answer.url={double.url}")
    with contextlib.ExitStack() as ended, Server(program, "-p", root, *model) as server:
        ended.callback(double.stop)
        shown = look(server)
        page = shown.open("#/ask?q=what+does+login+return")
        answer = page.get_by_role("article", name="Answer")
        answer.get_by_text("Login returns").wait_for()
        assert answer.get_attribute("aria-busy") == "true" and "session" not in answer.inner_text()
        shown.check_axe()
        double.gate.set()
        page.get_by_text("Answered by ollama/tiny").wait_for()
        page.locator("#place-1").get_by_text("The answer quotes “always”, which this source does not contain.").wait_for()
        shown.check_axe()
        double.ends = "error"
        page.get_by_label("Question").fill("login again")
        page.get_by_role("button", name="Ask").click()
        page.get_by_text("The answer was interrupted here.").wait_for()
        page.get_by_role("alert").filter(has_text="out of memory").wait_for()
        page.locator("#place-1").filter(has_text="login.py").wait_for()


def test_who_leaves_a_question_that_is_being_answered_finds_an_empty_form(look, program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    double = Double("ollama")
    double.gate = threading.Event()
    model = ("--set", "answer.provider=ollama", "--set", "answer.model=tiny", "--set", f"answer.url={double.url}")
    with contextlib.ExitStack() as ended, Server(program, "-p", root, *model) as server:
        ended.callback(double.stop)
        ended.callback(double.gate.set)
        page = look(server).open("#/ask?q=what+does+login+return")
        page.get_by_role("article", name="Answer").wait_for()
        page.get_by_role("navigation").get_by_role("link", name="Ask").click()
        page.get_by_text("A model answers from search results").wait_for()
        assert page.get_by_text("Searching…").count() == 0


def test_health_shows_its_figures_and_draws_them(look, shop_server):
    shop_server.ok("POST", "/api/v1/search", {"query": "login"})
    page = look(shop_server).open("#/health")
    page.get_by_role("status").filter(has_text="healthy").wait_for()
    until(page, "document.querySelectorAll('.chart polyline').length === 3 && document.querySelector('polyline').getAttribute('points').includes(' ')")
    assert page.get_by_role("img", name=re.compile("Search time in ms: now 95 % within [\\d.]+ ms")).count() == 1


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_no_part_breaks_a_rule_of_accessibility_in_either_theme(look, shop_server, size):
    shown = look(shop_server, size)
    for at in ("#/projects", "#/projects/shop", "#/projects/none", "#/health", "#/preferences", "#/ask?q=how+are+failed+uploads+retried"):
        page = shown.open(at)
        page.locator("h1").wait_for(state="attached")
        page.wait_for_timeout(700)  # streams stay open, so the network never rests
        for summary in page.locator("summary").all():
            summary.click()
        shown.check_axe()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), at
    page = shown.open(f"#/search?q={QUESTION}")
    page.get_by_role("button", name="Why it ranks here").first.wait_for(state="attached")
    page.get_by_role("searchbox").press("Enter")
    page.keyboard.press("w")
    page.get_by_role("region", name="Why it ranks here").wait_for()
    shown.check_axe()


def test_the_page_that_the_server_opens_may_change_things_once(look, program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with opened(program, "-p", root, open_changes=False) as (server, address, _):
        assert re.fullmatch(r"#/search\?code=[0-9a-f]{32}", address)
        assert server.ok("GET", "/api/v1/access", schema="access.json")["may_change"] is False
        page = look(server).open(address)
        until(page, "location.hash === '#/search' && sessionStorage.getItem('codeweaver.token') !== null")
        page.goto(f"http://127.0.0.1:{server.port}/#/projects/root")
        page.get_by_role("button", name="Rename").click()
        page.get_by_label("Display name").fill("Mine")
        page.get_by_role("button", name="Save").first.click()
        page.get_by_role("heading", name="Mine", level=1).wait_for()
        server.refused("PATCH", "/api/v1/projects/root", {"display_name": "x"}, status=403, code="TOKEN_REQUIRED")

        code = {"code": address.split("=")[1]}
        server.refused("POST", "/api/v1/session", code, status=403, code="CODE_REFUSED")
        other = look(server)
        other.expected = ("403",)  # the browser notes the refusal of the code
        page = other.open(address)
        page.get_by_role("searchbox").wait_for()
        page.goto(f"http://127.0.0.1:{server.port}/#/projects/root")
        page.get_by_role("note").get_by_text("This server has no token").wait_for()
        for name in ("Rename", "Update", "Rebuild", "Save", "Remove the project…"):
            assert page.get_by_role("button", name=name).is_disabled(), name
        other.check_axe()
        page.goto(f"http://127.0.0.1:{server.port}/#/projects")
        page.get_by_role("note").wait_for()
        assert page.get_by_role("button", name="Add a folder").is_disabled()


def test_the_page_that_a_server_with_a_token_opens_has_it(look, program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with opened(program, "-p", root, "--token-file", program.home / "token") as (server, address, _):
        page = look(server).open(address)
        page.get_by_role("searchbox").wait_for()
        page.goto(f"http://127.0.0.1:{server.port}/#/projects")
        assert page.get_by_role("button", name="Add a folder").is_enabled()


def test_the_path_of_a_new_folder_may_be_typed(look, shop_server):
    folder = make_project(shop_server.home / "deep" / "inside")
    shown = look(shop_server)
    page = shown.open("#/projects")
    page.get_by_role("button", name="Add a folder").click()
    dialog = page.get_by_role("dialog", name="Choose a folder")
    field = dialog.get_by_label("Path of the folder")
    shown.expected = ("400", "404")  # the browser notes refusals
    for wrong, why in (("/etc", "outside"), (str(folder / "none"), "does not exist"), ("inside", "absolute")):
        field.fill(wrong)
        field.press("Enter")
        dialog.get_by_role("alert").filter(has_text=why).wait_for()
        assert dialog.get_by_role("button", name="Index this folder").count() == 0
    field.fill(f" {folder}/ ")
    field.press("Enter")
    dialog.get_by_role("button", name="Index this folder").click()
    page.get_by_role("heading", name="inside", level=1).wait_for()


def test_the_server_opens_the_page_in_the_browser_that_one_named(program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with opened(program, "-p", root) as (_, address, file):
        assert address == "" and file is None  # everybody may change things: no code is needed
    with Server(program, "-p", root, "--open", env={"BROWSER": "no-such-browser"}) as server:
        server.ok("GET", "/health")
        wait_for(lambda: "set BROWSER to a browser" in server.log.read_text(), "the warning")
        assert server.stop() == 0
