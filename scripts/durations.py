"""Durations of single tests: read from the reports of ctest and pytest, written to a file, the slowest printed."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import dataclasses
import pathlib
import re
import xml.etree.ElementTree

DOCTEST = re.compile(r"^(\d+\.\d+) s: (.+)$", re.MULTILINE)  # doctest prints this with --duration=true


@dataclasses.dataclass(frozen=True, order=True)
class Timed:
    """Wall time of one test."""

    seconds: float
    suite: str
    test: str

    def __str__(self) -> str:
        return f"{self.seconds:8.2f} s  {self.suite}: {self.test}"


def of_ctest(report: pathlib.Path) -> list[Timed]:
    """The test cases of the doctest executables in a JUnit report of ctest."""
    cases = xml.etree.ElementTree.parse(report).getroot().iter("testcase")
    return [Timed(float(seconds), case.get("name", ""), test)
            for case in cases for seconds, test in DOCTEST.findall(case.findtext("system-out") or "")]


def of_pytest(report: pathlib.Path) -> list[Timed]:
    """The tests in a JUnit report of pytest, with the time of their fixtures."""
    cases = xml.etree.ElementTree.parse(report).getroot().iter("testcase")
    return [Timed(float(case.get("time", 0)), case.get("classname", ""), case.get("name", "")) for case in cases]


def write(tests: list[Timed], file: pathlib.Path) -> None:
    """Writes one line per test, slowest first: seconds, suite and test, separated by tabs."""
    lines = (f"{one.seconds:.3f}\t{one.suite}\t{one.test}\n" for one in sorted(tests, reverse=True))
    file.write_text("".join(lines))


def slowest(tests: list[Timed], count: int = 20) -> str:
    """The slowest tests, one per line."""
    return "\n".join(map(str, sorted(tests, reverse=True)[:count]))
