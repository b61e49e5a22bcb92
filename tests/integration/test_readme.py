"""Checks that examples in README.md match the program's output, and that its links lead to files."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import re
import shlex
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PROGRAM = os.environ.get("CODEWEAVER_PROGRAM", str(ROOT / "build" / "release" / "codeweaver"))
CONSOLE = re.compile(r"```console\n\$ (?P<command>codeweaver [^\n]*)\n(?P<output>.*?)```", re.DOTALL)
TIME = re.compile(r"\b\d+(\.\d+)?(ms|s)\b")
UPDATE = os.environ.get("CODEWEAVER_UPDATE_GOLDEN") == "1"


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """A copy of the fixture project, indexed, with a data directory of its own."""
    folder = tmp_path_factory.mktemp("readme")
    project = folder / "shop"
    shutil.copytree(ROOT / "tests" / "data" / "shop", project)
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
    subprocess.run([PROGRAM, "index", str(project)], env=environment, check=True, capture_output=True, timeout=60)
    return project, environment


def printed(command: str, shop) -> str:
    project, environment = shop
    words = shlex.split(command)
    assert words[0] == "codeweaver"
    done = subprocess.run([PROGRAM, *words[1:]], cwd=project, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_shown_output_is_what_the_program_prints(shop):
    text = README.read_text(encoding="utf-8")
    blocks = list(CONSOLE.finditer(text))
    assert len(blocks) >= 3
    if UPDATE:
        README.write_text(CONSOLE.sub(
            lambda block: f"```console\n$ {block['command']}\n{TIME.sub('1ms', printed(block['command'], shop))}```", text),
            encoding="utf-8")
        return
    for block in blocks:
        assert TIME.sub("TIME", printed(block["command"], shop)) == TIME.sub("TIME", block["output"]), block["command"]


def test_the_links_of_the_documents_lead_somewhere():
    for document in [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        prose = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        for target in re.findall(r"\]\(([^)#\s]+)", prose):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.relative_to(ROOT)}: {target}"


def test_the_documents_name_commands_that_exist():
    helped = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, timeout=60).stdout
    for command in set(re.findall(r"`codeweaver ([a-z]+)", README.read_text(encoding="utf-8"))):
        assert re.search(rf"^\s+{command}\b", helped, re.MULTILINE), command
