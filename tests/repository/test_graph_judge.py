"""The benchmark of the symbol graph: what counts as right, found and unjudged, and how the index of pyright is read."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import csv
import importlib.util
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRAPH = ROOT / "benchmarks" / "graph"
ORACLE = "path line column name kind target_path target_line target_name"
OURS = "path line column name kind class target_path target_line caller_path_line"


def load(file: pathlib.Path):
    sys.path.insert(0, str(file.parent))
    try:
        spec = importlib.util.spec_from_file_location(f"graph_{file.stem}", file)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module
    finally:
        sys.path.remove(str(file.parent))


@pytest.fixture(scope="module")
def judge():
    return load(GRAPH / "judge.py")


@pytest.fixture
def table(tmp_path):
    """Writes rows, their words separated by spaces and '-' for an empty one, and returns the file."""
    def write(name: str, columns: str, *rows: str) -> pathlib.Path:
        lines = ["\t".join("" if word == "-" else word for word in row.split(" ")) for row in (columns, *rows)]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
        return tmp_path / name
    return write


@pytest.fixture
def score(judge, table):
    def run(oracle: list[str], ours: list[str], kind: str | None = "call"):
        return judge.judge(judge.read_uses(table("oracle.tsv", ORACLE, *oracle)), judge.read_uses(table("ours.tsv", OURS, *ours)), kind)
    return run


def test_a_resolved_place_is_right_if_the_oracle_has_all_its_targets(score):
    oracle = ["a.py 3 1 f call b.py 7 f", "a.py 3 1 f call b.py 9 f", "a.py 4 1 g call b.py 1 g"]
    both = score(oracle, ["a.py 3 1 f call resolved b.py 7 0", "a.py 3 1 f call resolved b.py 9 0"])
    assert (both.judged, both.in_project, both.linked, both.right, both.found) == (2, 2, 1, 1, 1)
    one = score(oracle, ["a.py 3 1 f call resolved b.py 9 0"])
    assert (one.right, one.found) == (1, 1)
    more = score(oracle, ["a.py 3 1 f call resolved b.py 9 0", "a.py 3 1 f call resolved c.py 5 0"])
    assert (more.right, more.partly, more.found) == (0, 1, 1)  # a wrong target next to a right one costs precision


def test_a_resolved_place_that_is_outside_of_the_project_is_wrong(score):
    result = score(["a.py 3 1 f call - 0 f"], ["a.py 3 1 f call resolved b.py 7 0"])
    assert (result.judged, result.in_project, result.linked, result.right) == (1, 0, 1, 0)


def test_only_linked_places_are_found_and_only_judged_ones_are_counted(score):
    result = score(["a.py 3 1 f call b.py 7 f", "a.py 4 1 f call b.py 7 f"],
                   ["a.py 3 1 f call candidates b.py 7 0", "a.py 4 1 f call by_name b.py 7 0", "a.py 9 1 f call resolved b.py 7 0"])
    assert (result.judged, result.linked, result.found) == (2, 1, 1)


def test_kinds_are_those_of_the_oracle(score):
    oracle, ours = ["a.py 3 1 T type b.py 7 T", "a.py 4 1 f call b.py 9 f"], ["a.py 3 1 T call resolved b.py 7 0"]
    assert score(oracle, ours).judged == 1 and score(oracle, ours).linked == 0
    assert score(oracle, ours, None).judged == 2 and score(oracle, ours, None).right == 1


def test_an_edge_counts_once_however_often_it_is_called(score):
    oracle = ["a.py 3 1 f call b.py 7 f", "a.py 4 1 f call b.py 7 f", "a.py 9 1 f call b.py 7 f"]
    result = score(oracle, ["a.py 3 1 f call resolved b.py 7 2", "a.py 4 1 f call by_name - 0 2", "a.py 9 1 f call by_name - 0 8"])
    assert (result.found, result.edges, result.edges_ours, result.edges_right, result.edges_found) == (1, 2, 1, 1, 1)


def test_a_place_without_our_row_has_the_caller_of_the_row_before(score):
    oracle = ["a.py 3 1 f call b.py 7 f", "a.py 4 1 g call b.py 9 g", "b.py 1 1 g call b.py 9 g"]
    result = score(oracle, ["a.py 3 1 f call resolved b.py 7 2"])
    assert (result.edges, result.edges_found) == (3, 1)
    assert result.edges_right == 1


def test_a_wrong_target_is_a_wrong_edge(score):
    result = score(["a.py 3 1 f call b.py 7 f", "a.py 4 1 f call - 0 f"], ["a.py 3 1 f call resolved c.py 7 2", "a.py 4 1 f call resolved b.py 8 2"])
    assert (result.edges, result.edges_ours, result.edges_right, result.edges_found) == (1, 2, 0, 0)


def test_classes_are_counted_with_the_places_that_nobody_judges(judge, table):
    oracle = judge.read_uses(table("oracle.tsv", ORACLE, "a.py 1 1 f call b.py 7 f", "a.py 2 1 g call - 0 g", "a.py 3 1 h call b.py 9 h"))
    ours = judge.read_uses(table("ours.tsv", OURS, "a.py 1 1 f call candidates b.py 7 0", "a.py 1 1 f call candidates c.py 1 0", "a.py 2 1 g call outside - 0 0",
                                 "a.py 3 1 h call outside - 0 0", "a.py 5 1 k call by_name b.py 7 0"))
    assert judge.class_rows(oracle, ours) == [["resolved", "0", "0", "0", "0"], ["candidates", "1", "1", "1", "0"], ["by_name", "1", "0", "0", "1"],
                                              ["outside", "2", "2", "1", "0"], ["local", "0", "0", "0", "0"]]


def test_only_the_folder_that_is_judged_is_read(judge, table):
    file = table("oracle.tsv", ORACLE, "src/a.py 1 1 f call src/b.py 7 f", "srcs/a.py 1 1 f call src/b.py 7 f")
    assert list(judge.read_uses(file, "src")) == [("src/a.py", 1, 1)]
    assert len(judge.read_uses(file, ".")) == 2


def test_a_missing_column_is_named(judge, table):
    with pytest.raises(judge.FormatError, match="no column kind, target_line"):
        judge.read_uses(table("oracle.tsv", "path line column name target_path", "a.py 1 1 f b.py"))


def test_the_program_prints_tables_and_misses_with_their_source(table, tmp_path):
    (tmp_path / "a.py").write_text("f()\n  g()\n")
    oracle = table("oracle.tsv", ORACLE, "a.py 1 1 f call a.py 7 f", "a.py 2 3 g call a.py 9 g")
    ours = table("ours.tsv", OURS, "a.py 1 1 f call resolved a.py 8 0")
    done = subprocess.run([sys.executable, GRAPH / "judge.py", oracle, ours, "--misses", "5", "--root", tmp_path], capture_output=True, text=True, check=True)
    assert "| calls | 2 | 2 | 1 | 0.000 | 0.000 | 0 |" in done.stdout
    assert "False: 1\n  a.py:1:1 f [call] f()\n    compiler: a.py:7; ours: resolved a.py:8" in done.stdout
    assert "Missed: 1\n  a.py:2:3 g [call] g()\n    compiler: a.py:9; ours: no row" in done.stdout


def test_every_project_has_what_its_oracle_needs():
    with open(GRAPH / "projects.tsv", encoding="utf-8", newline="") as file:
        projects = list(csv.DictReader(file, delimiter="\t"))
    for project in projects:
        settings = GRAPH / "dependencies" / project["name"]
        compiled = ["package.json", "tsconfig.json"]
        needed = {"go": [], "rust": [], "java": ["pom.xml"], "python": ["requirements.txt"], "typescript": compiled, "javascript": compiled,
                  "cpp": ["compile_flags.txt"], "c": ["compile_flags.txt"]}[project["language"]]
        assert [name for name in needed if not (settings / name).is_file()] == []
        assert project["part"] in ("development", "first-run") and (len(project["commit"]) == 40 or project["source"].startswith("npm "))
    assert {folder.name for folder in (GRAPH / "dependencies").iterdir()} <= {project["name"] for project in projects}


def varint(value: int) -> bytes:
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + varint(value >> 7)


def message(field: int, value: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(value)) + value


def occurrence(line: int, start: int, end: int, symbol: str, is_definition: bool = False) -> bytes:
    roles = varint(3 << 3) + varint(1) if is_definition else b""
    return message(2, message(1, varint(line) + varint(start) + varint(end)) + message(2, symbol.encode()) + roles)


@pytest.fixture
def uses(tmp_path):
    """Writes m.py and a SCIP index of it, and returns the rows that the oracle prints."""
    def read(text: str, *occurrences: bytes) -> list[str]:
        (tmp_path / "m.py").write_text(text, encoding="utf-8")
        (tmp_path / "index.scip").write_bytes(message(2, message(1, b"m.py") + b"".join(occurrences)))
        done = subprocess.run([sys.executable, GRAPH / "oracles" / "python" / "uses.py", tmp_path, tmp_path / "index.scip"], capture_output=True, text=True,
                              check=True)
        return [line.replace("\t", " ") for line in done.stdout.splitlines()[1:]]
    return read


OWN, LIBRARY = "scip-python python demo 0 m/", "scip-python python other 1 x/"


def test_calls_types_and_other_uses_are_told_apart(uses):
    rows = uses("def f(): ...\nclass C: ...\nf()\nx: C = f\nC()\n",
                occurrence(0, 4, 5, OWN + "f().", True), occurrence(1, 6, 7, OWN + "C#", True), occurrence(2, 0, 1, OWN + "f()."),
                occurrence(3, 3, 4, OWN + "C#"), occurrence(3, 7, 8, OWN + "f()."), occurrence(4, 0, 1, OWN + "C#__init__()."))
    assert rows == ["m.py 3 1 f call m.py 1 f", "m.py 4 4 C type m.py 2 C", "m.py 4 8 f other m.py 1 f", "m.py 5 1 C type m.py 2 C"]


def test_columns_count_bytes_and_libraries_are_outside(uses):
    rows = uses("'ä😀'; g(y)\nf = 1\n", occurrence(0, 7, 8, LIBRARY + "g()."), occurrence(0, 9, 10, "local 3"), occurrence(1, 0, 1, OWN + "f.", True))
    assert rows == ["m.py 1 11 g call  0 g"]


def test_a_name_of_the_project_without_a_definition_is_not_judged(uses):
    assert uses("f = 1\ng()\n", occurrence(0, 0, 1, OWN + "f.", True), occurrence(1, 0, 1, OWN + "g().")) == []


def test_a_second_assignment_is_a_definition_and_not_a_use(uses):
    rows = uses("f = 1\nf = 2\nf\nf += 1\n", occurrence(0, 0, 1, OWN + "f.", True), *[occurrence(line, 0, 1, OWN + "f.") for line in (1, 2, 3)])
    assert rows == ["m.py 3 1 f other m.py 1 f", "m.py 3 1 f other m.py 2 f", "m.py 4 1 f other m.py 1 f", "m.py 4 1 f other m.py 2 f"]


def test_a_second_definition_is_a_target_and_not_a_use(uses):
    text = "if 1:\n  def f(): ...\nelse:\n  async def f(): ...\nf()\n"
    rows = uses(text, occurrence(1, 6, 7, OWN + "f().", True), occurrence(3, 12, 13, OWN + "f()."), occurrence(4, 0, 1, OWN + "f()."))
    assert rows == ["m.py 5 1 f call m.py 2 f", "m.py 5 1 f call m.py 4 f"]


def test_a_member_with_the_name_of_a_builtin_is_not_that_builtin(uses):
    builtin = "scip-python python python-stdlib 3.11 builtins/set#"
    rows = uses("f = 1\nf.set()\nset()\n", occurrence(0, 0, 1, OWN + "f.", True), occurrence(1, 2, 5, builtin), occurrence(2, 0, 3, builtin))
    assert rows == ["m.py 3 1 set type  0 set"]


RUST, STANDARD = "rust-analyzer cargo demo 0.1.0 ", "rust-analyzer cargo core 1.0.0 "


def test_rust_methods_types_fields_and_imports(tmp_path):
    lines = ["use a::S;", "struct S { n: u8 }", "impl S { fn f(&self) { self.n; } }", "fn g(s: S) { s.f(); s.n; h!(1); s.clone(); }"]
    (tmp_path / "a.rs").write_text("\n".join(lines))
    symbols = {"S": RUST + "S#", "n": RUST + "S#n.", "f": RUST + "impl#[S]f().", "g": RUST + "g().", "clone": STANDARD + "Clone#clone()."}
    def at(line: int, name: str, before: str = "", is_definition: bool = False) -> bytes:
        start = lines[line].index(before + name) + len(before)
        return occurrence(line, start, start + len(name), symbols[name], is_definition)
    found = [at(0, "S", "::"), at(1, "S", " ", True), at(1, "n", "{ ", True), at(2, "S"), at(2, "f", "fn ", True), at(2, "n", "."), at(3, "g", "fn ", True),
             at(3, "S", ": "), at(3, "f", "."), at(3, "n", "s."), at(3, "clone")]
    (tmp_path / "index.scip").write_bytes(message(2, message(1, b"a.rs") + b"".join(found)))
    done = subprocess.run([sys.executable, GRAPH / "oracles" / "rust" / "uses.py", tmp_path, tmp_path / "index.scip"], capture_output=True, text=True, check=True)
    assert [line.replace("\t", " ") for line in done.stdout.splitlines()[1:]] == [
        "a.rs 1 8 S other a.rs 2 S", "a.rs 3 6 S type a.rs 2 S", "a.rs 3 29 n other a.rs 2 n", "a.rs 4 9 S type a.rs 2 S",
        "a.rs 4 16 f call a.rs 3 f", "a.rs 4 23 n other a.rs 2 n", "a.rs 4 35 clone call  0 clone"]
