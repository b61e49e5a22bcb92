"""The pages of the guide begin with an example, their settings are accepted, and their commands and options exist."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import functools
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PROGRAM = os.environ.get("CODEWEAVER_PROGRAM", str(ROOT / "build" / "release" / "codeweaver"))
PAGES = sorted([*(DOCS / "guide").glob("*.md"), *(DOCS / "reference").glob("*.md")])
GENERATED = {"settings.md", "licenses.md", "glossary.md"}  # tables, not tasks


def blocks(page: pathlib.Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@functools.cache
def helped(command: str) -> str:
    return subprocess.run([PROGRAM, *command.split(), "--help"], capture_output=True, text=True, timeout=60).stdout


def shown_commands(page: pathlib.Path) -> list[str]:
    """The lines of a page's shell blocks that call the program, without comments."""
    lines = "\n".join(blocks(page, "console") + blocks(page, "sh")).replace("\\\n", " ").splitlines()
    calls = [line.removeprefix("$ ").split("#")[0].split("|")[0].strip() for line in lines if re.match(r"(\$ )?codeweaver [-a-z]", line)]
    return [call for call in calls if call]


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in GENERATED], ids=lambda page: page.stem)
def test_a_page_begins_with_an_example(page):
    head = page.read_text(encoding="utf-8").partition("\n## ")[0]
    assert "\n```" in head, "put an example before the first section"


def test_the_start_page_names_every_page():
    start = (DOCS / "README.md").read_text(encoding="utf-8")
    for page in [*PAGES, *(DOCS / "internals").glob("*.md")]:
        assert f"{page.relative_to(DOCS)}" in start, page.name


def test_the_shown_settings_are_accepted(tmp_path):
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    shown = [(page.name, text) for page in PAGES for text in blocks(page, "toml") if re.search(r"^\[", text, re.MULTILINE)]
    assert len(shown) >= 15
    for name, text in shown:
        file = tmp_path / "shown.toml"
        file.write_text(text)
        done = subprocess.run([PROGRAM, "config", "--show", "--config", file], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 and "arning" not in done.stderr, f"{name}: {text}{done.stderr}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_shown_commands_and_options_exist(page):
    known = set(re.findall(r"^  ([a-z]+)\b", helped(""), re.MULTILINE))
    for call in shown_commands(page):
        words = call.split()[1:]
        if not words or words[0].startswith("-"):
            continue
        assert words[0] in known, call
        inner = " ".join(words[:2]) if re.match(r"[a-z][a-z-]*$", "".join(words[1:2])) and re.search(rf"^  {words[1]}\s", helped(words[0]), re.MULTILINE) else words[0]
        for option in re.findall(r"(?<=\s)--[a-z][a-z-]+", re.sub(r"\"[^\"]*\"|'[^']*'", "", call)):
            assert re.search(rf"{option}\b", helped(inner) + helped(words[0])), f"{call}: {option}"
