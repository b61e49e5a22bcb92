"""The web page in Debian's Chromium, driven by Playwright; watches for errors that must never happen."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import contextlib
import functools
import pathlib
import shutil

import pytest

from conftest import ROOT
from service_client import wait_for

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"  # there once the page was built
SIZES = {"wide": (1280, 900), "phone": (390, 844)}
needs_browser = pytest.mark.skipif(CHROMIUM is None or not shutil.which("npm"), reason="chromium or npm is not installed")


@functools.cache
def axe() -> str:
    return AXE.read_text()


def until(page, expression: str):
    """What an expression comes to in the page once that is true; Playwright's own wait would need a policy that allows eval()."""
    return wait_for(lambda: page.evaluate(expression), expression)


class Page:
    """A page of the server, and what it did on the side."""

    def __init__(self, page, base: str):
        self.page, self.base = page, base
        self.problems: list[str] = []
        self.expected: tuple[str, ...] = ()  # what the console may say in this test
        page.set_default_timeout(60_000)
        page.on("console", self.note)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (self.problems.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: None if request.url.startswith((base, "blob:"))
                else self.problems.append(f"left the machine: {request.url}"))

    def note(self, message):
        if message.type in ("error", "warning") and not any(text in message.text for text in (*self.expected, "ERR_INCOMPLETE_CHUNKED_ENCODING")):
            self.problems.append(f"{message.type}: {message.text} {message.location.get('url')}")

    def open(self, address: str = ""):
        self.page.goto(f"{self.base}/{address}")
        return self.page

    def check_axe(self):
        """No violation of WCAG 2.2 AA, in either theme."""
        for theme in ("light", "dark"):
            self.page.emulate_media(color_scheme=theme)
            self.page.evaluate(axe())
            found = self.page.evaluate("axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})")
            broken = [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found["violations"]]
            assert broken == [], f"{theme}: {broken}"


@contextlib.contextmanager
def browser_of(home: pathlib.Path):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, env={"HOME": str(home), "PATH": "/usr/bin:/bin"}, args=[
            "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--force-color-profile=srgb",
            "--font-render-hinting=none"])
        yield browser
        browser.close()
