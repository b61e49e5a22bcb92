"""Configuration of the documentation site: its pages, their order and their style."""
# SPDX-License-Identifier: MIT OR Apache-2.0
# scripts/documentation runs Sphinx with this file. The pages load nothing from other sites.

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

project = "codeweaver"
author = "the codeweaver authors"
copyright = author  # noqa: A001: the name that Sphinx requires
release = re.search(r"project\(codeweaver VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
extensions = ["myst_parser", "autoapi.extension", "sphinx_copybutton"]
root_doc = "index"
language = "en"
html_theme = "furo"
html_title = f"codeweaver {release}"
html_static_path: list[str] = []
html_show_sphinx = False
html_show_sourcelink = html_copy_source = False
html_last_updated_fmt = None  # the same text must give the same pages
html_extra_path = [str(ROOT / "build" / "site" / "headers")]
html_theme_options = {"source_edit_link": "", "sidebar_hide_name": False}

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
suppress_warnings = ["misc.highlighting_failure"]  # JSON examples may be abbreviated

autoapi_dirs = [str(ROOT / "bindings" / "python" / "codeweaver")]
autoapi_file_patterns = ["*.pyi", "*.py"]
autoapi_ignore = ["*/__main__.py"]
autoapi_root = "python_reference"
autoapi_options = ["members", "undoc-members", "show-inheritance", "show-module-summary", "imported-members"]
autoapi_add_toctree_entry = False
autoapi_keep_files = False

PAGES = {
    "Start": ["readme", "guide/install", "guide/tour", "guide/concepts", "guide/faq", "guide/comparison"],
    "Use it": ["guide/query", "guide/projects", "guide/monorepos", "guide/indexing", "guide/documents", "guide/recipes", "guide/faster",
               "guide/upgrade"],
    "Run it": ["guide/ci", "guide/snapshots", "guide/service", "guide/server", "guide/mcp", "guide/providers", "guide/stores", "guide/scale"],
    "Build on it": ["guide/cpp", "guide/python", "guide/editors", "guide/plugins"],
    "Reference": ["reference/command_line", "reference/settings", "reference/json", "reference/errors", "reference/contracts",
                  "reference/headers", "reference/stability", "reference/build", "Python reference <python_reference/codeweaver/index>", "reference/search_options", "reference/glossary", "reference/licenses"],
    "Internals": ["internals/architecture", "internals/index_format", "internals/model", "internals/quality", "internals/graph_quality", "internals/reliability",
                  "internals/token_count", "internals/mcp_conformance", "internals/packages", "benchmarks/README", "contributing",
                  "changelog"],
}


def contents() -> str:
    """The lists of pages for Sphinx. They are not in the sources, whose readers use the links of the page."""
    lists = [f"```{{toctree}}\n:hidden:\n:caption: {caption}\n\n" + "\n".join(pages) + "\n```\n" for caption, pages in PAGES.items()]
    return "\n\n" + "\n".join(lists)


def add_contents(_app, name: str, source: list[str]) -> None:
    if name == root_doc:
        source[0] += contents()
    elif name == "benchmarks/README":
        pages = sorted(path.stem for path in (ROOT / "docs" / "benchmarks").glob("2*.md"))
        source[0] += "\n\n```{toctree}\n:hidden:\n\n" + "\n".join(pages) + "\n```\n"


def setup(app) -> None:
    app.connect("source-read", add_contents)
