"""Fixtures of the integration suites: the program in a separate environment, golden files, real code."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
BUILD = pathlib.Path(os.environ.get("CODEWEAVER_BUILD", ROOT / "build" / "release"))
PROGRAM = pathlib.Path(os.environ.get("CODEWEAVER_PROGRAM", BUILD / "codeweaver"))
BENCH = BUILD / "codeweaver-bench"
STORES = ["embedded", "memory"]  # a new one is a new word here; modules with ON_EACH_STORE run once for each
UPDATE = os.environ.get("CODEWEAVER_UPDATE_GOLDEN") == "1"

# What differs from run to run: durations, clock times, ids, sizes on disk.
VARIABLE = re.compile(
    r"(?P<time>(?:(?<=\bin )|(?<=\())\d+(?:\.\d+)?m?s\b|(?<=_ms\": )[\d.e+-]+)"
    r"|(?P<clock>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?)"
    r"|(?P<id>\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b)"
    r"|(?P<state>(?<=/projects/)[0-9a-f]{32})"
    r"|(?P<size>\b\d+\.\d [kM]B)"
    r"|(?P<ratio>(?<= of source \()\d+\.\d\d)")
LONG_NUMBER = re.compile(r"\b0\.\d{4,}")  # the last digits of a score depend on the processor's vector width


@dataclasses.dataclass
class Outcome:
    """What one call of the program came to."""

    code: int
    out: str
    err: str

    def json(self):
        return json.loads(self.out)


# A process starts with the peak memory of the one that started it, so a small one starts the program.
MEASURE = """
import json, resource, subprocess, sys
code = subprocess.call(sys.argv[2:], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as out:
    json.dump([code, used.ru_utime + used.ru_stime, used.ru_maxrss << 10], out)
"""


@dataclasses.dataclass
class Measured:
    """A call of the program: exit code and output, and what it took, its own children included."""

    code: int
    out: str
    cpu_seconds: float
    peak_bytes: int  # of the largest process


class Program:
    """The program with a home, a data and a settings folder of its own."""

    def __init__(self, home: pathlib.Path, store: str = "embedded"):
        self.home = home
        self.data = home / "data"
        self.settings_file = home / "config" / "codeweaver" / "codeweaver.toml"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("CODEWEAVER_", "XDG_", "GIT_"))}
        self.environment = {**kept, "HOME": str(home), "XDG_DATA_HOME": str(self.data), "LC_ALL": "C.UTF-8",
                            "XDG_CONFIG_HOME": str(home / "config"), "XDG_CACHE_HOME": str(home / "cache")}
        self.environment.pop("NO_COLOR", None)
        if store != "embedded":
            self.environment["CODEWEAVER_STORE_KIND"] = store

    path = PROGRAM

    def start(self, *arguments, cwd=None, env=None, **options) -> subprocess.Popen:
        return subprocess.Popen([str(self.path), *map(str, arguments)], cwd=cwd or self.home, stdin=subprocess.DEVNULL,
                                env={**self.environment, **(env or {})}, **options)

    def run(self, *arguments, cwd=None, env=None, timeout=300) -> Outcome:
        process = self.start(*arguments, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, err = process.communicate(timeout=timeout)
        finally:
            process.kill()
        return Outcome(process.returncode, out.decode(), err.decode())

    def measured(self, *arguments) -> Measured:
        file = self.home / "measured.json"
        done = subprocess.run([sys.executable, "-I", "-S", "-c", MEASURE, str(file), str(self.path), *map(str, arguments)], cwd=self.home,
                              env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=900)
        code, cpu, peak = json.loads(file.read_text())
        return Measured(code, done.stdout, cpu, peak)

    def ok(self, *arguments, cwd=None, env=None) -> Outcome:
        """A call that has to succeed."""
        outcome = self.run(*arguments, cwd=cwd, env=env)
        assert outcome.code == 0, f"{arguments}: {outcome.code}\n{outcome.out}{outcome.err}"
        return outcome

    def state(self, project) -> pathlib.Path:
        """Where the index of a project lies."""
        return pathlib.Path(self.ok("status", "-p", project, "-o", "json").json()["state_dir"])


IDENTITY = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main")


def git(folder, *arguments) -> str:
    """What git says in a folder, with an identity and without anybody's settings."""
    environment = {**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
    done = subprocess.run(["git", *IDENTITY, *arguments], cwd=folder, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def segments_of(program, project) -> list:
    """The derived files of a project's index."""
    folder = program.state(project) / "segments"
    return sorted(folder.glob("*.seg"))


def edit_database(database: pathlib.Path, *statements: str) -> None:
    """Commits to a database and leaves that in its log: the pages of the file carry checksums that SQLite alone does not write."""
    script = "import os, sqlite3, sys\nbase = sqlite3.connect(sys.argv[1], isolation_level=None)\n" \
        "for statement in sys.argv[2:]: base.execute(statement)\nos._exit(0)"
    subprocess.run([sys.executable, "-c", script, database, *statements], check=True)


def damage(segment: pathlib.Path) -> None:
    """Changes every seventh byte of a file."""
    content = bytearray(segment.read_bytes())
    for at in range(0, len(content), 7):
        content[at] ^= 0x5A
    segment.write_bytes(content)


def check_error(outcome: Outcome, *, cause: str, context: str = "", action: str, code: int = 1) -> None:
    """An error of the program: its exit code; cause, context and action on stderr, nothing else on stdout."""
    assert outcome.code == code, f"{outcome.code}\n{outcome.out}{outcome.err}"
    assert outcome.out == ""
    *progress, first, second, last = outcome.err.splitlines()
    assert all(line.startswith(("Discovering", "Indexing", "Indexed", "Building")) for line in progress), outcome.err
    assert first.startswith("Error: ") and cause in first, outcome.err
    assert second.startswith("  while ") and context in second, outcome.err
    assert last.startswith("  ") and action in last, outcome.err


@pytest.fixture(scope="session")
def corpus() -> pathlib.Path:
    """The real code that tests/packages/fetch has brought."""
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    folder = pathlib.Path(os.environ.get("CODEWEAVER_CORPUS") or pathlib.Path(cache) / "codeweaver-corpus")
    if not folder.is_dir():
        pytest.skip(f"{folder} is missing; run tests/packages/fetch")
    return folder


def package_folder(corpus: pathlib.Path, name: str) -> pathlib.Path:
    """The folder of a pinned package, whatever its version."""
    plain = re.sub(r"[^A-Za-z0-9._+-]", "_", name)  # as tests/packages/fetch names folders
    found = sorted(folder for folder in corpus.iterdir() if f"-{plain}-" in folder.name and folder.is_dir())
    if len(found) != 1:
        pytest.skip(f"{name} is not in {corpus}; run tests/packages/fetch")
    return found[0]


def link_tree(source: pathlib.Path, target: pathlib.Path) -> None:
    """Puts a folder somewhere else as well, by hard links where the file system can; for what no test changes."""

    def link(file, other):
        try:
            os.link(file, other)
        except OSError:
            shutil.copyfile(file, other)

    shutil.copytree(source, target, symlinks=True, copy_function=link)


def pytest_generate_tests(metafunc):
    if getattr(metafunc.module, "ON_EACH_STORE", False) and "program" in metafunc.fixturenames:
        metafunc.parametrize("store", STORES, indirect=True)


@pytest.fixture
def store(request) -> str:
    """Where the program's searches find their candidates."""
    return getattr(request, "param", "embedded")


@pytest.fixture
def program(tmp_path, store) -> Program:
    home = tmp_path / "home"
    home.mkdir()
    return Program(home, store)


@pytest.fixture
def bench_program(program) -> Program:
    """codeweaver-bench with the folders of `program`."""
    if not BENCH.is_file():
        pytest.skip(f"{BENCH} is not built")
    bench = Program(program.home)
    bench.path = BENCH
    return bench


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """The fixture project, copied and indexed; the program works in its folder."""
    home = tmp_path_factory.mktemp("shop")
    shutil.copytree(ROOT / "tests" / "data" / "shop", home / "shop")
    for file in (home / "shop").rglob("*.*"):
        os.utime(file, (1_700_000_000, 1_700_000_000))
    program = Program(home)
    program.root = home / "shop"
    program.ok("index", "shop")
    return program


@pytest.fixture
def server(program):
    """A running `codeweaver server` of its own, without a project."""
    from service_client import Server

    with Server(program) as server:
        server.home = program.home
        yield server


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A server for the tests that leave its project as it is: `root`, with an item that was pushed to it."""
    from service_client import Server, make_project
    from test_contracts import ITEM, batch_of

    home = tmp_path_factory.mktemp("served")
    program = Program(home)
    program.ok("index", make_project(home / "root"))
    with Server(program, "-p", home / "root") as server:
        server.home = home
        server.ok("POST", "/api/v1/push", batch_of([ITEM]), "push_reply.json")
        server.wait_until_indexed("root")
        yield server


@pytest.fixture
def golden():
    """Compares a text with its golden file; durations, clocks, ids and the test's folder are replaced."""

    def compare(name: str, text: str, folder: pathlib.Path) -> None:
        text = text.replace(str(folder), "FOLDER")
        text = VARIABLE.sub(lambda match: match.lastgroup.upper(), text)
        text = LONG_NUMBER.sub(lambda match: f"{float(match[0]):.3f}", text)
        file = GOLDEN / name
        if UPDATE:
            file.write_text(text)
        assert text == file.read_text()

    return compare


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Chromium, for all tests of a module."""
    from page_tools import browser_of

    with browser_of(tmp_path_factory.mktemp("browser")) as browser:
        yield browser


@pytest.fixture
def look(browser):
    """Opens a page of a server; at the end nothing may have gone wrong on the side."""
    from page_tools import Page, SIZES

    if not (BUILD / "generated" / "page" / "files" / "index.html").is_file() and not os.environ.get("CI"):
        pytest.skip("the build left the page out; CODEWEAVER_PAGE=ON says why")
    opened = []

    def look(server, size="wide", **options):
        context = browser.new_context(viewport=dict(zip(("width", "height"), SIZES[size])), locale="en-GB", timezone_id="UTC",
                                      reduced_motion="reduce", **options)
        page = Page(context.new_page(), f"http://{server.host}:{server.port}")
        onlookers = getattr(server, "onlookers", [])  # not all that has a host and a port is a Server
        opened.append((onlookers, context, page))
        onlookers.append(context.close)
        return page

    yield look
    for onlookers, context, page in opened:
        if context.close in onlookers:
            onlookers.remove(context.close)
        context.close()
        assert page.problems == []
