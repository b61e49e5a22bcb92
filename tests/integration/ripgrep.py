"""Runs ripgrep and `codeweaver grep` with the same arguments and compares their output."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import dataclasses
import pathlib
import random
import subprocess
import sys
import typing

import pytest

import grep_cases
from conftest import PROGRAM, Program

RIPGREP = pathlib.Path(sys.executable).parent / "rg"  # of the package `ripgrep`
# Where each match of a pattern ends in one literal, ripgrep 15.1.0 takes a shortcut that may miss the leftmost match: of
# `(e\S){0,2}?r` in "error" it finds "r" instead of "err". Another alternative, which matches nothing here, keeps it from that.
NO_SHORTCUT = ["-e", "[\\x{E000}-\\x{F8FF}]"]


def need_ripgrep() -> None:
    if not RIPGREP.exists():
        pytest.skip("ripgrep is not installed beside this Python")


def call(program, command, arguments, tree):
    done = subprocess.run([*command, *arguments], cwd=tree, env=program.environment, stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, done.stdout


def is_refused(program, arguments, tree):
    """Whether it says that it does not know what ripgrep does, such as a property of Unicode."""
    done = subprocess.run([PROGRAM, "grep", *arguments], cwd=tree, env=program.environment, stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode == 2 and b"Write the pattern without it" in done.stderr


def texts_of(tree: pathlib.Path) -> list[str]:
    return [file.read_bytes().decode("utf-8", "ignore") for file in sorted(tree.rglob("*"))
            if file.is_file() and ".git" not in file.parts and file.stat().st_size < 200_000]


@dataclasses.dataclass
class Pair:
    """The two, each with the options that it is always given and the folder that it is called in; `read` says what of an answer counts."""

    program: Program
    tree: pathlib.Path
    own: typing.Sequence[str] = ()
    other_tree: pathlib.Path | None = None
    other: typing.Sequence[str] = ()
    read: typing.Callable = lambda answer: answer

    def answers(self, arguments):
        """Of codeweaver, of ripgrep; None: codeweaver says that it does not know the pattern."""
        ours = self.read(call(self.program, [PROGRAM, "grep", *self.own], arguments, self.tree))
        theirs = self.read(self.of_ripgrep(arguments))
        if ours != theirs and is_refused(self.program, arguments, self.tree):
            return None
        if ours != theirs:
            theirs = self.read(self.of_ripgrep([*NO_SHORTCUT, *arguments]))
        return ours, theirs

    def of_ripgrep(self, arguments):
        return call(self.program, [RIPGREP, "--sort=path", *self.other], arguments, self.other_tree or self.tree)

    def compare(self, seed: int, count: int, paths, options=grep_cases.options, kind=grep_cases.Patterns) -> int:
        """The number of cases that ripgrep found something in; every difference fails."""
        rand = random.Random(seed)
        patterns = kind(rand, texts_of(self.other_tree or self.tree))
        refused = matched = 0
        for number in range(count):
            own, pattern = patterns.next()
            arguments = [*own, *options(rand), "-e", pattern, *rand.choice(paths)]
            answers = self.answers(arguments)
            if answers is None:
                refused += 1
                continue
            ours, theirs = answers
            assert ours == theirs, f"seed {seed}, case {number}: {arguments}"
            matched += theirs[0] == 0
        assert refused <= count // 50
        return matched
