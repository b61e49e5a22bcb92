"""Measures the web page in Chromium with a running server: first paint, results after their response, scrolling, sizes.

python benchmarks/page/run.py ADDRESS --query TEXT --file PATH --language ID [--runs N]

First index a project that has 1,000 matches for the query and a file with 20,000 lines. Needs playwright (PyPI) and chromium.
Frames come from the trace of the renderer: the number of frames during three seconds of steady scrolling, and the longest time
between two frames.
"""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import json
import shutil
import statistics
import tempfile
import urllib.parse

from playwright.sync_api import sync_playwright

SECONDS = 3
SCROLL = """async ([selector, seconds]) => {
  const target = selector ? document.querySelector(selector) : document.scrollingElement;
  const times = [];
  const start = performance.now();
  await new Promise((done) => {
    const step = (now) => {
      times.push(now);
      target.scrollTop += 40;
      if (now - start < 1000 * seconds) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  });
  return times;
}"""
RESULTS = """() => new Promise((done) => {
  const seen = () => document.querySelector('.results article');
  const watch = () => seen() ? requestAnimationFrame(() => setTimeout(() => done(performance.now()))) : requestAnimationFrame(watch);
  watch();
})"""


def first_paint(browser, address: str) -> dict:
    """In a browser with an empty cache: milliseconds to the first and the largest paint, and compressed bytes of scripts."""
    page = browser.new_context().new_page()
    page.add_init_script("new PerformanceObserver((list) => window.largest = list.getEntries().at(-1).startTime)"
                         ".observe({type: 'largest-contentful-paint', buffered: true})")
    page.goto(f"{address}/")
    page.get_by_role("searchbox").wait_for()
    page.wait_for_timeout(500)
    told = page.evaluate("""() => ({
      first: performance.getEntriesByName('first-contentful-paint')[0].startTime, largest: window.largest,
      script: performance.getEntriesByType('resource').filter((one) => one.name.endsWith('.js')).reduce((sum, one) => sum + one.encodedBodySize, 0)})""")
    page.context.close()
    return told


def results_after(browser, address: str, query: str) -> float:
    """Milliseconds from the last byte of a search response to the results on the screen."""
    page = browser.new_context().new_page()
    page.goto(f"{address}/")
    page.get_by_role("searchbox").fill(query)
    shown = page.evaluate(RESULTS)
    ended = page.evaluate("performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/search')).at(-1).responseEnd")
    page.context.close()
    return shown - ended


def frames(browser, address: str, selector: str, is_ready: str) -> dict:
    """Frames per second and the longest pause during scrolling, by the clock of the page and by the trace of the renderer."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.goto(address)
    page.locator(is_ready).first.wait_for()
    page.wait_for_timeout(1000)
    with tempfile.NamedTemporaryFile(suffix=".json") as trace:
        browser.start_tracing(page=page, path=trace.name, categories=["disabled-by-default-devtools.timeline.frame", "devtools.timeline"])
        times = page.evaluate(SCROLL, [selector, SECONDS])
        browser.stop_tracing()
        events = json.load(open(trace.name))["traceEvents"]
    context.close()
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    pauses = [b - a for a, b in zip(times, times[1:])]
    return {"fps": 1000 * len(pauses) / (times[-1] - times[0]), "longest_ms": max(pauses),
            "p95_ms": statistics.quantiles(pauses, n=20)[-1],
            "drawn_fps": 1e6 * (len(drawn) - 1) / (drawn[-1] - drawn[0]) if len(drawn) > 1 else 0,
            "tasks_over_16_ms": sum(event["name"] == "RunTask" and event.get("dur", 0) > 16_700 for event in events)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("--query", required=True)
    parser.add_argument("--file", required=True)
    parser.add_argument("--language", default="python")
    parser.add_argument("--runs", type=int, default=10)
    given = parser.parse_args()
    address = given.address.rstrip("/")
    query = urllib.parse.urlencode({"q": given.query, "n": 1000})
    file = urllib.parse.urlencode({"path": given.file, "language": given.language, "lines": 1})
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        paints = [first_paint(browser, address) for _ in range(given.runs)]
        print("first paint", *(f"{value['first']:.0f}" for value in paints), "ms; largest", *(f"{value['largest']:.0f}" for value in paints),
              f"ms; scripts {paints[0]['script'] / 1000:.0f} kB compressed")
        print("results after the response", *(f"{results_after(browser, address, given.query):.0f}" for _ in range(given.runs)), "ms")
        for name, where, selector, ready in (("1,000 results", f"#/search?{query}", "", ".results article"),
                                             ("20,000 lines", f"#/file?{file}", ".file-text", ".file-text .line")):
            for _ in range(3):
                told = frames(browser, f"{address}/{where}", selector, ready)
                print(name, *(f"{key} {value:.1f}" for key, value in told.items()))
        browser.close()


if __name__ == "__main__":
    main()
