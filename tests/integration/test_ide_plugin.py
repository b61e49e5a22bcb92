"""The editor example: unsaved buffers, search while typing, saved files."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import shutil
import subprocess

import pytest

from conftest import BUILD, ROOT

EDITOR = BUILD / "examples" / "ide_plugin"
LANTERN = "def light_lantern():\n    \"\"\"Lights the lantern at the gate.\"\"\"\n    return 'lantern-17'\n"


@pytest.fixture
def shop(tmp_path):
    return shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")


def told(shop, tmp_path, *lines):
    """What the editor prints about these lines."""
    done = subprocess.run([EDITOR, shop, tmp_path / "state"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=120)
    greeting, said = done.stderr.split("lines TEXT    show lines with this text\n")
    assert done.returncode == 0 and "Indexed files: " in greeting, done.stderr
    assert all(line.startswith("no definition is named ") for line in said.splitlines()), said
    return done.stdout.splitlines()


def test_buffers_answer_in_place_of_files_which_stay_as_they_are(shop, tmp_path):
    before = {path: path.read_bytes() for path in shop.rglob("*") if path.is_file()}
    printed = told(shop, tmp_path, f"edit src/auth/utils.py\n{LANTERN}.", "symbol light_lantern", "symbol authenticate_user",
                   "lines lantern-17", "delete web/cart.ts", "symbol Cart", "close web/cart.ts", "symbol Cart")
    assert printed == ["src/auth/utils.py:1  function light_lantern", "src/auth/utils.py:3      return 'lantern-17'",
                       "web/cart.ts:10  class Cart"]
    assert {path: path.read_bytes() for path in shop.rglob("*") if path.is_file()} == before


def test_of_questions_that_are_typed_the_last_is_answered(shop, tmp_path):
    question = "lights the lantern at the gate"
    keys = [f"type {question[:length]}" for length in range(3, len(question) + 1)]
    printed = told(shop, tmp_path, f"edit src/auth/utils.py\n{LANTERN}.", *keys)
    shown = [line for line in printed if line.startswith("? ")]
    assert shown[-1] == f"? {question}"
    assert printed[printed.index(shown[-1]) + 1].startswith("src/auth/utils.py:1 ")


def test_a_saved_file_is_brought_in_and_no_other(shop, tmp_path):
    told(shop, tmp_path, "symbol nothing")  # the index is made
    (shop / "src" / "saved.py").write_text("def saved_name():\n    pass\n")
    (shop / "src" / "unseen.py").write_text("def unseen_name():\n    pass\n")
    editor = subprocess.Popen([EDITOR, shop, tmp_path / "other"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    editor.stdin.write("symbol saved_name\n")
    editor.stdin.flush()
    assert editor.stdout.readline() == "src/saved.py:1  function saved_name\n"  # the run at its start saw both
    (shop / "src" / "saved.py").write_text("def saved_again():\n    pass\n")
    (shop / "src" / "unseen.py").write_text("def unseen_again():\n    pass\n")
    printed, _ = editor.communicate("saved src/saved.py\nsymbol saved_again\nsymbol unseen_again\nsymbol unseen_name\n", timeout=60)
    assert printed.splitlines() == ["src/saved.py:1  function saved_again", "src/unseen.py:1  function unseen_name"]
