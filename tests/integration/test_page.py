"""The web page: search flows with mouse and keyboard, with the real server."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re
import shutil
import subprocess

import pytest

from conftest import ROOT, Program, package_folder
from page_tools import needs_browser, until
from service_client import Server, make_project

pytestmark = needs_browser
QUESTION = "where do we retry failed uploads"
HOSTILE = '<img src=x onerror=alert(1)>'


@pytest.fixture(scope="module")
def served(tmp_path_factory, corpus):
    """A server of three projects: the shop, real code, and one of files with script in name and text."""
    program = Program(tmp_path_factory.mktemp("page"))
    shutil.copytree(ROOT / "tests" / "data" / "shop", program.home / "shop")
    hostile = make_project(program.home / "hostile")
    (hostile / f"{HOSTILE}.py".replace("/", "")).write_text(f'def upload():\n    """{HOSTILE}<script>alert(2)</script>"""\n')
    for folder in (package_folder(corpus, "puma"), hostile, program.home / "shop"):
        program.ok("index", folder)
    program.puma = package_folder(corpus, "puma").name.replace("+", "-")
    with Server(program, "-p", "shop") as server:
        server.program = program
        yield server


def results(page):
    return page.get_by_role("list", name="Results").locator("article")


def address(page) -> str:
    return page.evaluate("location.hash")


def test_one_searches_while_typing_and_the_best_lines_are_marked(look, served):
    page = look(served).open()
    page.get_by_role("searchbox").press_sequentially(QUESTION, delay=5)
    first = results(page).first
    first.get_by_role("heading", name="src/billing/upload.py:1–20").wait_for()
    assert page.title() == f"{QUESTION} · codeweaver"
    marked = first.locator(".line.marked").all_inner_texts()
    assert any("def upload_invoice" in line for line in marked) and any("retrying failed uploads" in line for line in marked)
    assert first.locator(".marked", has_text="upload_invoice").locator(".t-keyword").first.inner_text() == "def"
    assert "1 result of 10 candidates" in page.get_by_role("status").filter(has_text="candidates").inner_text()


def test_a_query_with_exact_parts_says_how_it_was_read(look, served):
    page = look(served).open()
    page.get_by_role("searchbox").fill('"retry" file:src/billing')
    line = page.get_by_text("Interpreted as")
    line.wait_for()
    assert re.fullmatch(r'Interpreted as .*"retry".*file:src/billing.*; its exact parts match 1 file\.?', line.inner_text())
    assert line.get_attribute("class") == "quiet" and page.locator(".note").count() == 0  # no warning


def test_the_address_of_a_search_brings_all_of_it_back(look, served):
    page = look(served).open()
    page.get_by_label("Project", exact=True).select_option(served.program.puma)
    page.get_by_role("searchbox").fill("restart all workers")
    page.get_by_role("button", name=re.compile("^ruby")).click()
    page.get_by_role("textbox", name="Path").fill("lib, !lib/rack")
    page.get_by_label("Intent").select_option("implement")
    page.get_by_label("Tests").select_option("without")
    until(page, "location.hash.includes('rack') && location.hash.includes('tests=no')")
    results(page).first.wait_for()

    other = look(served).open(address(page))
    results(other).first.wait_for()
    shown = results(page).first.inner_text()  # now: right after the last filter it may still be of the one before
    assert results(other).first.inner_text() == shown
    assert other.get_by_role("searchbox").input_value() == "restart all workers"
    assert other.get_by_role("textbox", name="Path").input_value() == "lib, !lib/rack"
    assert other.get_by_label("Intent").input_value() == "implement"
    assert other.get_by_role("button", name=re.compile("^ruby")).get_attribute("aria-pressed") == "true"


def test_filters_narrow_and_are_cleared_at_once(look, served):
    page = look(served).open(f"#/search?q=graceful+shutdown&project={served.program.puma}")
    results(page).first.wait_for()
    page.get_by_role("button", name=re.compile("^markdown")).click()
    results(page).filter(has_text=".md").first.wait_for()
    until(page, "[...document.querySelectorAll('.match h2 .name')].every(name => name.textContent.endsWith('.md'))")
    page.get_by_role("button", name="Clear filter").click()
    until(page, "[...document.querySelectorAll('.match h2 .name')].some(name => name.textContent.endsWith('.rb'))")
    assert "lang=" not in address(page)
    page.go_back()
    until(page, "location.hash.includes('lang=markdown')")


def test_a_search_needs_no_mouse(look, served):
    page = look(served).open(f"#/search?project={served.program.puma}")
    page.get_by_role("searchbox").press("Escape")
    page.keyboard.type("graceful shutdown")
    results(page).nth(2).wait_for()
    page.keyboard.press("Enter")
    chosen = "document.activeElement.dataset.at"
    assert page.evaluate(chosen) == "0"
    for _ in range(7):
        page.keyboard.press("j")
    until(page, f"{chosen} === '7'")
    assert page.locator("[data-at='7']").is_visible()
    page.keyboard.press("k")
    until(page, f"{chosen} === '6'")
    page.keyboard.press("x")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog", name="Keys").wait_for(state="hidden")
    page.keyboard.press("/")
    page.keyboard.type("thread pool")
    until(page, "location.hash.includes('thread+pool')")
    page.keyboard.press("Escape")
    assert page.get_by_role("searchbox").input_value() == ""
    page.keyboard.press("?")  # an empty field is no place to begin a question with its mark
    page.get_by_role("dialog", name="Keys").wait_for()
    assert page.get_by_role("searchbox", include_hidden=True).input_value() == ""


def test_a_result_opens_in_the_editor_at_its_line(look, served):
    page = look(served).open(f"#/search?q={QUESTION.replace(' ', '+')}")
    link = results(page).first.get_by_role("link", name="Open in the editor")
    assert link.get_attribute("href") == f"vscode://file{served.program.home}/shop/src/billing/upload.py:1"


def test_a_short_first_match_is_whole_and_all_lines_of_a_long_one_are_one_press_away(look, served):
    page = look(served).open(f"#/search?q={QUESTION.replace(' ', '+')}")
    first = results(page).first
    first.wait_for()
    assert first.locator(".line").count() == 20 and first.locator(".gap").count() == 0
    page.get_by_role("searchbox").fill("AuthMiddleware")
    first = results(page).filter(has_text="middleware.py").first
    first.get_by_role("button", name="All 60 lines").wait_for()
    gaps = first.locator(".gap").all_inner_texts()
    hidden = sum(int(re.search(r"\d+", gap)[0]) for gap in gaps)
    assert hidden + first.locator(".line").count() == 60
    first.get_by_role("button", name="All 60 lines").click()
    assert first.locator(".line").count() == 60 and first.locator(".gap").count() == 0
    first.get_by_role("button", name="Only the best lines").click()
    assert first.locator(".line").count() < 60


def test_the_line_of_a_place_is_marked(look, served):
    page = look(served).open("#/search?q=src/auth/middleware.py:61")
    asked = results(page).first.locator(".line.asked")
    asked.first.wait_for()
    line = (ROOT / "tests/data/shop/src/auth/middleware.py").read_text().splitlines()[60]
    assert asked.count() == 1 and asked.first.inner_text().split() == ["61", *line.split()]


def test_where_nothing_matches_well_the_nearest_are_named_and_the_rest_is_one_press_away(look, served):
    shown = look(served)
    page = shown.open("#/search?q=render+volumetric+clouds+with+a+ray-marching+shader&project=shop")
    nearest = page.locator(".nearest")
    nearest.get_by_role("heading", name="Nothing matches well").wait_for()
    assert nearest.locator("li").count() == 3 and results(page).count() == 0
    assert page.locator(".found").inner_text().startswith("Nothing matches well")
    shown.check_axe()
    nearest.get_by_role("button", name=re.compile("^Show .* matches with their lines")).click()
    results(page).nth(2).wait_for()
    assert page.locator(".summary").inner_text().startswith("Nothing matches well")


def test_script_in_names_and_code_is_shown_and_never_run(look, served):
    shown = look(served)
    page = shown.open("#/search?project=hostile&q=upload")
    results(page).first.wait_for()
    text = results(page).filter(has_text="onerror").first.inner_text()
    assert "<img src=x onerror=alert(1)>.py" in text and "<script>alert(2)</script>" in text
    page.get_by_role("searchbox").fill(f"{HOSTILE}<script>alert(3)</script>")
    until(page, "location.hash.includes('alert%283')")
    assert page.locator("img").count() == 0
    shown.check_axe()


def test_nothing_found_says_what_was_searched_and_what_to_try(look, served):
    page = look(served).open("#/search?q=COBOL+mainframe+integration")
    page.get_by_role("heading", name="Nothing found").wait_for()
    text = page.get_by_role("main").inner_text()
    assert "10 chunks of 10 files" in text and "No COBOL language files" in text


def test_more_results_come_in_steps_and_only_those_on_screen_are_drawn(look, served):
    page = look(served).open(f"#/search?q=server&project={served.program.puma}")
    results(page).first.wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press("m")
    until(page, "location.hash.includes('n=60')")
    page.get_by_role("status").filter(has_text="60 results").wait_for()
    assert results(page).count() < 30
    assert page.locator(".results > li").first.get_attribute("aria-setsize") == "60"


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_no_screen_breaks_a_rule_of_accessibility_in_either_theme(look, served, size):
    shown = look(served, size)
    for at in ("", f"#/search?q={QUESTION.replace(' ', '+')}", "#/search?q=COBOL+mainframe+integration", "#/search?q=a&project=gone"):
        page = shown.open(at)
        page.locator(".start h1, .results article, .nothing, .failure").first.wait_for()
        shown.expected = ("404",)
        shown.check_axe()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), at
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    shown.check_axe()


def test_the_theme_is_that_of_the_system_until_one_chooses(look, served):
    page = look(served, color_scheme="dark").open()
    colour = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(colour)
    page.get_by_role("button", name=re.compile("^Theme: system")).click()
    light = page.evaluate(colour)
    assert light != dark
    page.reload()
    page.get_by_role("button", name=re.compile("^Theme: light")).wait_for()
    assert page.evaluate(colour) == light


def test_a_project_that_is_gone_is_named_with_those_there_are(look, program):
    kept, gone = make_project(program.home / "kept"), make_project(program.home / "gone")
    for folder in (kept, gone):
        program.ok("index", folder)
    with Server(program, "-p", kept) as server:
        shown = look(server)
        page = shown.open("#/search?project=gone&q=login")
        results(page).first.wait_for()
        server.ok("DELETE", "/api/v1/projects/gone")
        shown.expected = ("404",)
        page.get_by_role("searchbox").fill("session")
        failure = page.get_by_role("alert").filter(has_text="gone")
        failure.wait_for()
        assert "kept" in failure.inner_text()


def test_a_server_that_ends_is_waited_for_and_the_page_goes_on(look, program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "-p", root) as server:
        shown = look(server)
        shown.expected = ("ERR_CONNECTION_REFUSED", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET")
        page = shown.open("#/search?q=login")
        results(page).first.wait_for()
        assert server.stop() == 0
        page.get_by_role("searchbox").fill("user session")
        page.get_by_role("alert").filter(has_text="The server does not answer").wait_for()
    process = program.start("server", "--port", server.port, "-p", root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout.readline()
        results(page).first.wait_for()
        page.get_by_role("alert").wait_for(state="hidden")
    finally:
        process.terminate()
        process.communicate()


def test_with_a_token_the_page_asks_for_it_and_keeps_it_out_of_addresses(look, program):
    root = make_project(program.home / "root")
    program.ok("index", root)
    with Server(program, "-p", root, env={"CODEWEAVER_SERVER_TOKEN": "open sesame"}) as server:
        shown = look(server)
        shown.expected = ("401",)
        sent = []
        page = shown.page
        page.on("request", lambda request: sent.append((request.url, request.headers.get("authorization"))))
        shown.open("#/search?q=login")
        field = page.get_by_label("Token")
        field.wait_for()
        shown.check_axe()
        field.fill("wrong")
        page.get_by_role("button", name="Continue").click()
        page.get_by_role("alert").filter(has_text="did not accept the token").wait_for()
        page.get_by_label("Token").fill("open sesame")
        page.get_by_role("button", name="Continue").click()
        results(page).first.wait_for()
        page.reload()
        results(page).first.wait_for()
        assert all("sesame" not in url for url, _ in sent)
        assert ("Bearer open sesame" in [given for _, given in sent]) and "sesame" not in page.url
        other = look(server)
        other.expected = ("401",)
        other.open().get_by_label("Token").wait_for()  # it was kept for the tab alone


def test_the_scripts_of_the_page_are_small(look, served):
    page = look(served).open(f"#/search?q={QUESTION.replace(' ', '+')}")
    results(page).first.locator(".t-keyword").first.wait_for()
    entries = page.evaluate("performance.getEntriesByType('resource').filter(e => e.name.endsWith('.js')).map(e => e.encodedBodySize)")
    assert 0 < sum(entries) < 300_000, entries


def test_the_server_says_what_the_page_is_made_of(served):
    reply = served.call("GET", "/licenses.txt")
    assert reply.status == 200 and reply.headers["Content-Type"] == "text/plain; charset=utf-8"
    for word in ("react-dom", "highlight.js", "Inter Project Authors", "JetBrains Mono Project Authors"):
        assert word in reply.body.decode()
    for path in ("/assets/none.js", "/index.html"):
        assert served.call("GET", path).status == 404
