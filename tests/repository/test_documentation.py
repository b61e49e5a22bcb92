"""The documentation site: every page is in a list, all links work, and pages load nothing external."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import html.parser
import pathlib
import re
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.skipif(shutil.which("doxygen") is None, reason="doxygen is not installed")


class Links(html.parser.HTMLParser):
    """What a page loads, and where it leads."""

    def __init__(self, page: pathlib.Path) -> None:
        super().__init__()
        self.loads, self.leads = [], []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag in ("script", "img", "iframe", "source") and values.get("src"):
            self.loads.append(values["src"])
        elif tag == "link" and values.get("href"):
            self.loads.append(values["href"])
        elif tag == "a" and values.get("href"):
            self.leads.append(values["href"])


@pytest.fixture(scope="module")
def site(root, tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    # A page that no list names, a link that leads nowhere and a comment that cannot be read end it.
    done = subprocess.run([root / "scripts" / "documentation", "--out", folder], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_no_page_loads_anything_from_elsewhere(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 100
    for page in pages:
        elsewhere = [link for link in Links(page).loads if re.match(r"(https?:)?//", link)]
        assert not elsewhere, f"{page.relative_to(site)}: {elsewhere}"


def test_the_links_of_the_pages_lead_somewhere(site):
    for page in [*site.glob("*.html"), *(page for part in ("guide", "reference", "internals", "benchmarks") for page in (site / part).glob("*.html"))]:
        for link in Links(page).leads:
            path = link.partition("#")[0]
            if path and not re.match(r"[a-z]+:", path):
                assert (page.parent / path).exists(), f"{page.relative_to(site)}: {link}"


def test_the_site_has_the_guides_and_both_references(site):
    assert "HybridSearcher" in (site / "cpp" / "classcodeweaver_1_1HybridSearcher.html").read_text(encoding="utf-8")
    python = (site / "python_reference" / "codeweaver" / "index.html").read_text(encoding="utf-8")
    assert 'id="codeweaver.CodeWeaver.find_code"' in python and "skips tests unless the intent is test" in python
    for page in ("index", "readme", "guide/cpp", "guide/python", "reference/settings", "reference/errors", "internals/quality", "benchmarks/README"):
        assert (site / f"{page}.html").is_file()


def test_a_link_out_of_the_documents_is_named_only_and_one_between_them_is_kept(root):
    from conftest import load_script

    linked = load_script("scripts/documentation").linked
    assert linked("[a](../src/x.cpp) [b](quality.md#it) [c](../README.md)", "docs") == "a [b](quality.md#it) [c](readme.md)"
    assert linked("[a](../model.md) [b](2026.md)", "docs/benchmarks") == "[a](../model.md) [b](2026.md)"
    assert linked("![p](docs/p.png) [q](docs/q.md)", ".") == "![p](p.png) [q](q.md)"
    assert linked("[a](../README.md) [b](../../CHANGELOG.md) [c](../pictures/p.png)", "docs/guide") == "[a](../index.md) [b](../changelog.md) [c](../pictures/p.png)"
