"""Texts that the miner of questions makes from commit messages."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "training"))
from commit_texts import problem_of, title_of  # noqa: E402

SYMPTOM = ("When two workers start at the same moment, the second one crashes with a key error because the lock file of the "
           "first is read before it was written.")


def test_a_fix_becomes_its_title_and_the_sentences_on_the_problem():
    body = f"{SYMPTOM} This commit writes to a temporary file. Use a rename instead.\n\nFixes #12\nSigned-off-by: A <a@b.example>\n"
    assert problem_of("fix(lock): Fix crash of the second worker (#34)", body) == f"Crash of the second worker\n\n{SYMPTOM}"


def test_sections_on_the_change_are_left_out_and_those_on_the_problem_kept():
    body = f"Motivation:\n\n{SYMPTOM}\n\nModifications:\n\nWrite the lock file in one step and check it afterwards.\n\nResult:\n\nNo crash.\n"
    assert problem_of("Write lock files in one step", body) == f"Write lock files in one step\n\n{SYMPTOM}"


def test_of_a_squashed_branch_only_the_first_commit_speaks():
    body = f"* fix(lock): read later\n\n{SYMPTOM}\n\n* chore: rename a variable that was wrong\n\n---------\n\nCo-authored-by: A <a@b.example>\n"
    assert problem_of("fix(lock): read the file later", body) == f"Read the file later\n\n{SYMPTOM}"


@pytest.mark.parametrize(("subject", "body"), [
    ("Bump version to 1.2.3", SYMPTOM), ("refactor: split the lock", SYMPTOM), ("Revert \"Read later\"", SYMPTOM),
    ("Fix lock", "Too short."), ("Add a lock of files", "Two workers may now share one folder, which makes large runs on many machines much simpler to set up."),
    ("Fix locks", "- read later, it failed\n- write earlier, it failed, too\n- and check what the file says, as it was wrong\n")])
def test_what_tells_of_no_problem_is_no_question(subject, body):
    assert problem_of(subject, body) == ""


def test_a_title_that_opens_with_a_name_keeps_its_spelling():
    assert title_of("fix: read_lock() fails on Windows") == "read_lock() fails on Windows"
    assert title_of("[core] fixes a bug where nothing is read") == "Nothing is read"
