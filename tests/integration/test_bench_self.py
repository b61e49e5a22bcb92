"""codeweaver bench self: queries from a generated history, exact counts, tuning, and rejected input."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import subprocess

import pytest

from conftest import check_error

VERBS = ["Rotate", "Compress", "Encrypt", "Translate", "Validate", "Schedule", "Archive", "Publish"]
NOUNS = ["invoice", "photo", "password", "recipe", "ticket", "sensor", "playlist", "parcel"]
SETTINGS = "# ours\n[search]\ntop_k = 7  # few\nweight_semantic = 0.1\n"
BLIND = [argument for name, value in (("rerank", 0), ("dense", 0), ("sparse", 0), ("semantic", 1))
         for argument in ("--set", f"search.weight_{name}={value}")]


def source(verb, noun, body):
    return (f"def {verb.lower()}_{noun}(item):\n    \"\"\"{verb}s the {noun} that a customer has sent.\"\"\"\n"
            f"    return {body}\n")


class Shop:
    """A repository in which each of `commits` commits changes one function and says so."""

    def __init__(self, root, commits):
        self.root, self.clock = root, 1_770_000_000
        root.mkdir()
        self.git("init", "-q", "-b", "main")
        pairs = [(verb, noun) for verb in VERBS for noun in NOUNS][:commits]
        for verb, noun in pairs:
            self.write(f"{verb.lower()}_{noun}.py", source(verb, noun, "item"))
        self.write("README.md", "# Shop\n")
        self.write("codeweaver.toml", SETTINGS)
        self.commit("Start the shop with everything")  # too many files
        for verb, noun in pairs:
            self.write(f"{verb.lower()}_{noun}.py", source(verb, noun, f"{verb.lower()}(item)"))
            self.commit(f"{verb} the {noun} of a customer")
        self.write("README.md", "# The shop\n")
        self.commit("Say what the shop is for")  # no source file
        self.write("rotate_invoice.py", source("Rotate", "invoice", "rotate(item, 90)"))
        self.commit("small fix")  # no prose
        self.commit("Bump everything to 2.0.0")  # version change
        self.git("checkout", "-q", "-b", "side", "HEAD~1")
        self.commit('Revert "Rotate the invoice of a customer"')
        self.git("checkout", "-q", "main")
        self.git("merge", "-q", "--no-ff", "-m", "Bring in what the side has", "side")

    def write(self, name, text):
        (self.root / name).write_text(text)

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def git(self, *arguments):
        self.clock += 60
        identity = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in
                    (("NAME", "t"), ("EMAIL", "t@example.org"), ("DATE", f"{self.clock} +0000"))}
        subprocess.run(["git", *arguments], cwd=self.root, check=True, capture_output=True,
                       env={**os.environ, **identity, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"})


@pytest.fixture
def shop(program):
    return lambda commits: Shop(program.home / "shop", commits)


def report(program, *arguments):
    program.ok("bench", "self", "-p", "./shop", "--json", "report.json", *arguments)
    return json.loads((program.home / "report.json").read_text())


def test_the_counts_are_those_of_the_history(program, shop):
    shop(24)
    outcome = program.ok("bench", "self", "-p", "./shop")
    assert "24 queries from 30 commits (26 files, " in outcome.out
    assert ("Skipped: 2 merge or revert, 1 no prose, 1 no source file, 1 too many files, 1 version change\n"
            in outcome.out)
    assert "all, 24" in outcome.out and "older, 17" in outcome.out and "newer, 7" in outcome.out
    figures = report(program)
    assert (figures["queries"], figures["commits"], figures["files"]) == (24, 30, 26)
    assert figures["left_out"] == {"merge or revert": 2, "no prose": 1, "no source file": 1, "too many files": 1,
                                   "version change": 1}
    assert [(group["name"], group["queries"]) for group in figures["groups"]] == [("all", 24), ("older", 17), ("newer", 7)]
    everything = figures["groups"][0]
    assert everything["file"]["ndcg_10"]["value"] > 0.9
    assert everything["span"]["hit_1"]["low"] <= everything["span"]["hit_1"]["value"] <= everything["span"]["hit_1"]["high"]
    assert "tuning" not in figures
    assert figures == {**report(program), "latency_ms": figures["latency_ms"], "index_seconds": figures["index_seconds"]}


def test_only_the_newest_commits_are_asked(program, shop):
    shop(24)
    figures = report(program, "--commits", "21")
    assert figures["queries"] == 21
    assert figures["commits"] == 26


def test_better_settings_are_found_and_written_where_they_help(program, shop):
    root = shop(60).root
    figures = report(program, "--tune", *BLIND)["tuning"]
    assert figures["is_better"] and figures["difference"]["p_value"] < 0.05
    assert figures["newer"]["best"] > figures["newer"]["present"]
    assert (root / "codeweaver.toml").read_text() == SETTINGS
    outcome = program.ok("bench", "self", "-p", "./shop", "--tune", "--apply", *BLIND)
    assert "Found significantly better settings for codeweaver.toml:\n\n[search]\n" in outcome.out
    assert f"Written to {root}/codeweaver.toml" in outcome.out
    written = (root / "codeweaver.toml").read_text()
    assert written.startswith("# ours\n[search]\n") and "top_k = 7  # few\n" in written
    for key, value in figures["settings"].items():
        assert f"\n{key.removeprefix('search.')} = {value}\n" in written
    shown = program.ok("config", "--show", "-p", "./shop").out
    assert "project file" in shown


def test_settings_that_are_good_already_stay(program, shop):
    root = shop(60).root
    outcome = program.ok("bench", "self", "-p", "./shop", "--tune", "--apply")
    assert "keep" in outcome.out and "Written" not in outcome.out
    assert (root / "codeweaver.toml").read_text() == SETTINGS


def test_too_short_a_history_says_how_many_are_needed(program, shop):
    shop(8)
    check_error(program.run("bench", "self", "-p", "./shop"), cause="Only 8 of 14 commits yield a query (skipped: 2 merge or revert, ",
                context="making queries from the history", action="20 are needed: commits with subjects of at least three words")
    check_error(program.run("bench", "self", "-p", "./shop", "--tune"), cause="Only 8 of 14 commits",
                context="making queries from the history", action="60 are needed to tune")


def test_a_folder_without_history_is_refused(program):
    (program.home / "plain").mkdir()
    check_error(program.run("bench", "self", "-p", "./plain"), cause="is not in a git work tree",
                context="reading the history", action="in a git work tree")
    assert program.run("bench", "self", "--apply").code == 2
    assert program.run("bench", "self", "--commits", "0").code == 2
