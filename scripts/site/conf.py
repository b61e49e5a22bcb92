"""The site of the documents: which pages, in which order, and what they look like."""
# SPDX-License-Identifier: MIT OR Apache-2.0
# scripts/documentation runs the generator with this file; nothing of it is fetched by whoever reads the pages.

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

project = "codeweaver"
author = "the codeweaver authors"
copyright = author  # noqa: A001: the generator's name for it
release = re.search(r"project\(codeweaver VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
extensions = ["myst_parser", "autoapi.extension", "sphinx_copybutton"]
root_doc = "index"
language = "en"
html_theme = "furo"
html_title = f"codeweaver {release}"
html_static_path: list[str] = []
html_show_sphinx = False
html_show_sourcelink = html_copy_source = False
html_last_updated_fmt = None  # the same pages of the same text, whenever they are made
html_extra_path = [str(ROOT / "build" / "site" / "headers")]
html_theme_options = {"source_edit_link": "", "sidebar_hide_name": False}

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
suppress_warnings = ["misc.highlighting_failure"]  # a block of JSON may leave parts out

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
                  "reference/headers", "reference/build", "Python reference <python_reference/codeweaver/index>", "reference/glossary", "reference/licenses"],
    "Internals": ["internals/architecture", "internals/index_format", "internals/model", "internals/quality", "internals/reliability",
                  "internals/token_count", "internals/mcp_conformance", "internals/packages", "benchmarks/README", "contributing",
                  "changelog"],
}


def contents() -> str:
    """The lists of pages in the generator's syntax; they are hidden, as the start page has links of its own."""
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
