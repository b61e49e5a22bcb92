"""Screenshots: makes those of the README, and compares the page with them."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import base64
import shutil

import pytest

from conftest import ROOT, UPDATE, Program
from page_tools import needs_browser, until
from service_client import Server

pytestmark = needs_browser
PICTURES = ROOT / "docs" / "pictures"
SIZE = {"width": 1160, "height": 720}
MOST_DIFFERENT = 0.02  # share of pixels; another version of the browser draws edges of letters otherwise

COMPARE = """async ([before, after]) => {
  const load = async text => createImageBitmap(await (await fetch("data:image/png;base64," + text)).blob());
  const pixels = image => {
    const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  };
  const [one, other] = [await load(before), await load(after)];
  if (one.width !== other.width || one.height !== other.height) return 1;
  const [a, b] = [pixels(one), pixels(other)];
  let different = 0;
  for (let i = 0; i < a.length; i += 4)
    if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 120) ++different;
  return different / (a.length / 4);
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    program = Program(tmp_path_factory.mktemp("pictures"))
    shutil.copytree(ROOT / "tests" / "data" / "shop", program.home / "shop")
    program.ok("index", program.home / "shop")
    with Server(program, "-p", "shop") as server:
        yield server


@pytest.fixture
def picture(browser, server):
    """A page of that theme, its clock driven by the test where that is asked for, and what compares it with its picture, or makes that."""
    contexts = []

    def opened(theme: str, address: str, stands_still=False):
        context = browser.new_context(viewport=SIZE, locale="en-GB", timezone_id="UTC", reduced_motion="reduce", color_scheme=theme)
        contexts.append(context)
        page = context.new_page()
        page.route("**/api/v1/search", fixed_time)
        if stands_still:
            page.clock.install()
        page.goto(f"http://127.0.0.1:{server.port}/{address}")
        until(page, "document.fonts.status === 'loaded'")
        return page

    def compare(page, name: str):
        page.evaluate("document.activeElement.blur()")
        until(page, "document.fonts.status === 'loaded'")
        shot = page.screenshot(animations="disabled", caret="hide")
        file = PICTURES / name
        if UPDATE:
            file.write_bytes(shot)
        blank = contexts[-1].new_page()
        share = blank.evaluate(COMPARE, [base64.b64encode(data).decode() for data in (file.read_bytes(), shot)])
        assert share <= MOST_DIFFERENT, f"{share:.1%} of {name} looks otherwise; CODEWEAVER_UPDATE_GOLDEN=1 makes it anew"

    opened.compare = compare
    yield opened
    for context in contexts:
        context.close()


def fixed_time(route):
    """A search that took as long as ever."""
    response = route.fetch()
    answer = response.json()
    answer["execution_time_ms"] = 6.0
    route.fulfill(response=response, json=answer)


def first_result(page):
    first = page.get_by_role("list", name="Results").locator("article").first
    first.locator(".t-keyword").first.wait_for()
    return first


def test_the_search(picture):
    page = picture("light", "#/search?q=where+do+we+retry+failed+uploads")
    first_result(page)
    picture.compare(page, "search.png")


def test_why_a_result_ranks_where_it_does(picture):
    page = picture("light", "#/search?q=lend+a+database+connection&lang=python")
    first_result(page)
    page.get_by_role("searchbox").press("Enter")
    page.keyboard.press("w")
    page.get_by_role("region", name="Why it ranks here").locator(".effects").wait_for()
    picture.compare(page, "explain.png")


def test_a_file_at_the_lines_of_a_result(picture):
    page = picture("light", "#/file?path=src/auth/middleware.py&language=python&lines=30-60&q=is+the+session+still+valid")
    page.locator(".file-text .t-keyword").first.wait_for()
    picture.compare(page, "file.png")


def test_an_answer_with_its_places(picture):
    page = picture("dark", "#/ask?q=how+long+does+an+upload+pause+before+it+is+tried+again")
    page.get_by_text("Answered by").wait_for()
    page.locator(".places .t-keyword").first.wait_for()
    picture.compare(page, "ask.png")


def test_health(picture, server):
    page = picture("dark", "#/health", stands_still=True)
    for at in range(45):
        for word in ("refund", "how are tokens checked", "connection pool")[: 1 + at % 3]:
            server.ok("POST", "/api/v1/search", {"query": f"{word} {at}", "explain": True})
        page.clock.run_for(2000)
        until(page, f"document.querySelector('polyline')?.getAttribute('points').split(' ').length > {at}")
    picture.compare(page, "health.png")
