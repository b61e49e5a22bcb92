"""The file page: at the lines of a result, with the parts of a document, for files of any length."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re
import shutil

import pytest

from conftest import ROOT, Program
from page_tools import needs_browser, until
from service_client import Server
from test_page import results

pytestmark = needs_browser
LONG = 20_000
GUIDE = """<!doctype html><html><head><title>Guide</title></head><body><div class="page">
<h1>Gift wrapping</h1><div class="lead"><p>Parcels are wrapped in <em>blue tissue</em>
&amp; tied with string.</p></div>
<ul><li>one bow</li><li>one card</li></ul>
<form id="ribbonpicker"><p>Tell us which colours the people like that you give it to.</p></form>
</div></body></html>
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    program = Program(tmp_path_factory.mktemp("files"))
    shop = shutil.copytree(ROOT / "tests" / "data" / "shop", program.home / "shop")
    shutil.copytree(ROOT / "examples" / "demo" / "documents", shop / "documents")
    (shop / "long.py").write_text("".join(f"def step_{n}():\n    return {n}  # one of many\n" for n in range(LONG // 2)))
    (shop / "keys.py").write_text('API = "https://example.test"\ntoken = "ghp_' + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5" + '"\n')
    (shop / "guide.html").write_text(GUIDE)
    program.ok("index", shop)
    with Server(program, "-p", "shop") as server:
        yield server


def test_a_result_is_shown_in_its_file_with_its_lines_marked(look, served):
    shown = look(served)
    page = shown.open("#/search?q=where+do+we+retry+failed+uploads")
    results(page).first.wait_for()
    page.get_by_role("searchbox").press("Enter")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="src/billing/upload.py").wait_for()
    assert page.title() == "src/billing/upload.py · codeweaver"
    text = page.get_by_role("region", name="Text of src/billing/upload.py")
    text.locator(".t-keyword").first.wait_for()
    marked = text.locator(".line.marked").all_inner_texts()
    assert any("retrying failed uploads" in line for line in marked)
    assert text.locator(".line.named").count() == 20 and text.locator(".number").first.inner_text() == "1"
    shown.check_axe()
    page.keyboard.press("Escape")
    results(page).first.wait_for()
    assert "q=where" in page.evaluate("location.hash")


def test_a_page_is_shown_as_it_is_read_unless_its_tags_answer(look, served):
    shown = look(served)
    page = shown.open("#/search?q=blue+tissue+gift+wrapping")
    first = results(page).first
    first.get_by_role("heading", name="guide.html").wait_for()
    lines = first.locator(".prose .line").all_inner_texts()
    assert "Parcels are wrapped in blue tissue & tied with string." in [line.strip() for line in lines] and first.locator(".number").count() == 0
    assert first.locator(".prose strong").first.inner_text() == "Gift wrapping" and "• one bow" in [line.strip() for line in lines]
    shown.check_axe()
    page = shown.open("#/search?q=ribbonpicker")
    first.locator(".number").first.wait_for()
    assert '<form id="ribbonpicker">' in first.inner_text()
    page = shown.open("#/ask?q=what+are+parcels+wrapped+in+with+blue+tissue")
    answer = page.get_by_role("article", name="Answer")
    answer.get_by_text("Parcels are wrapped in blue tissue").wait_for()
    place = page.get_by_role("region", name="Sources").get_by_role("listitem").first
    assert "<" not in answer.inner_text() and "<" not in place.inner_text() and "tied with string" in place.inner_text()
    assert "language=html" in place.get_by_title("Show the file").get_attribute("href")


def test_a_document_is_shown_by_its_pages_and_has_no_lines(look, served):
    shown = look(served, "phone")
    page = shown.open("#/search?q=may+I+give+somebody+a+voucher+without+asking")
    first = results(page).first
    first.get_by_role("heading", name="documents/service_handbook.docx, page 1").wait_for()
    assert first.locator(".number").count() == 0 and "A voucher of up to 15 euros" in first.inner_text()
    assert first.locator(".prose strong").count() > 0 and "## " not in first.locator(".prose").inner_text()
    assert first.locator(".prose").evaluate("(text) => text.scrollWidth <= text.clientWidth")  # its lines are as long as paragraphs
    first.get_by_role("heading").get_by_role("link").click()
    text = page.get_by_role("region", name="Text of documents/service_handbook.docx")
    text.get_by_text("page 2").wait_for()
    assert text.locator(".part").all_inner_texts() == ["Page 1", "Page 2"] and text.locator(".number").count() == 0
    assert "<!--" not in text.inner_text()
    shown.check_axe()


def test_a_long_file_opens_at_its_line_and_draws_what_is_on_screen(look, served):
    page = look(served).open(f"#/file?project=shop&path=long.py&language=python&lines={LONG - 99}")
    text = page.get_by_role("region", name="Text of long.py")
    text.get_by_text(f"def step_{(LONG - 100) // 2}()").wait_for()
    assert text.locator(".line").count() < 200
    text.locator(".t-keyword").first.wait_for()
    text.press("Home")
    text.get_by_text("def step_0()").wait_for()
    until(page, "document.querySelector('.file-text').scrollTop === 0")
    text.press("End")
    text.get_by_text(f"return {LONG // 2 - 1}").wait_for()


def test_the_outline_marks_where_one_is_and_goes_where_one_says(look, served):
    shown = look(served)
    page = shown.open("#/file?project=shop&path=src/database/pool.py&language=python&lines=35-50")
    outline = page.get_by_role("navigation", name="Outline")
    outline.get_by_role("button", name="acquire").wait_for()
    assert outline.locator("[aria-current]").all_inner_texts() == ["acquire"]
    shown.check_axe()
    page.keyboard.press("d")
    until(page, "document.activeElement.textContent === 'acquire'")
    page.keyboard.press("Home")
    until(page, "document.activeElement.dataset.entry === '0'")
    first = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    until(page, f"document.querySelector('.outline [aria-current]')?.textContent === {first!r}")
    assert page.evaluate("document.activeElement.className") == "file-text"
    page.get_by_role("button", name="Outline").click()
    assert outline.count() == 0  # and stays away with the next file, until it is asked for
    page.get_by_role("button", name="Outline").click()

    page = shown.open(f"#/file?project=shop&path=long.py&language=python&lines={LONG - 1}")
    outline.get_by_role("button", name=f"step_{LONG // 2 - 1}", exact=True).wait_for()
    assert outline.locator("li").count() < 100  # of 10,000
    page.keyboard.press("d")
    until(page, "document.activeElement.dataset.entry !== undefined")
    page.keyboard.press("Home")
    until(page, "document.activeElement.textContent === 'step_0'")


def test_on_a_phone_the_outline_comes_when_asked_for_and_goes_once_it_was_used(look, served):
    shown = look(served, "phone")
    page = shown.open("#/file?project=shop&path=documents/service_handbook.docx&part=page+1")
    page.get_by_text("Page 2").wait_for()
    outline = page.get_by_role("navigation", name="Outline")
    assert outline.count() == 0
    page.get_by_role("button", name="Outline").click()
    shown.check_axe()
    outline.get_by_role("button").last.click()
    outline.wait_for(state="detached")


def test_secrets_are_masked_and_what_is_not_there_is_told(look, served):
    shown = look(served)
    page = shown.open("#/file?project=shop&path=keys.py&language=python")
    text = page.get_by_role("region", name="Text of keys.py")
    text.get_by_text("example.test").wait_for()
    assert "aB3dE5fG7" not in text.inner_text()
    shown.expected = ("404", "400")
    for path in ("none.py", "../keys.py"):
        shown.open(f"#/file?project=shop&path={path}")
        page.get_by_text(re.compile("not an indexed file|leaves the project")).wait_for()
    shown.open("#/file?project=shop")
    page.get_by_text("The address does not name a file").wait_for()
