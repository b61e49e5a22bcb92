"""Names and similarity: definitions, uses, and code similar to the code at a place."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re
import shutil
import subprocess

import pytest

from conftest import IDENTITY, ROOT

SHOP = ROOT / "tests" / "data" / "shop"


@pytest.fixture
def project(program, tmp_path):
    """The shop, not indexed yet."""
    folder = tmp_path / "shop"
    shutil.copytree(SHOP, folder)
    return folder


def test_symbol_shows_the_line_that_defines_a_name(program, project):
    first = program.ok("symbol", "ConnectionPool.acquire", "-p", project)
    assert "for the first time" in first.err
    assert first.out.splitlines()[0].startswith("src/database/pool.py:") and "method  ConnectionPool.acquire" in first.out
    assert "def acquire(self):" in first.out
    found = program.ok("symbol", "authenticate_user", "-p", project, "-o", "json").json()
    assert [(one["path"], one["lines"]) for one in found["symbols"]] == [("src/auth/utils.py", [13, 24])]
    line = program.ok("symbol", "authenticate_user", "-p", project, "-o", "vimgrep", cwd=project).out
    assert line.startswith("src/auth/utils.py:13:5:def authenticate_user(")


def test_a_type_comes_before_its_constructor_and_data(program, tmp_path):
    folder = tmp_path / "parcels"
    folder.mkdir()
    (folder / "a.py").write_text("Parcel = 3\n")
    (folder / "b.ts").write_text("export class Parcel {\n  weight: number;\n  Parcel() { return this.weight; }\n}\n")
    (folder / "c.py").write_text("def use(parcels):\n    total = len(parcels)\n    count(parcels)\n    return total\n")
    program.ok("index", "-q", folder)
    found = program.ok("symbol", "Parcel", "-p", folder, "-o", "json").json()["symbols"]
    assert [(one["path"], one["kind"]) for one in found] == [("b.ts", "class"), ("b.ts", "method"), ("a.py", "variable")]
    assert "Nothing calls" in program.ok("refs", "len", "-p", folder).out
    assert "c.py" in program.ok("refs", "count", "-p", folder).out
    match = program.ok("search", "use parcels total", "-p", folder, "-l", "1", "-o", "json").json()["matches"][0]
    assert "count" in match["related_symbols"] and "len" not in match["related_symbols"]


def test_members_of_objects_are_found_by_what_holds_the_object(program, tmp_path):
    folder = tmp_path / "objects"
    folder.mkdir()
    (folder / "worker.js").write_text("function Worker(name) {\n  this.name = name;\n}\n\nWorker.prototype = {\n"
                                      "  pipe: function (next) {\n    return next;\n  },\n  pause() { return 1; },\n};\n\n"
                                      "module.exports = { startAll: () => 1 };\n")
    (folder / "other.js").write_text("const actions = {\n  pause(s) { return s; },\n  undo: (s) => s,\n};\napp.use = function use(f) {};\n")
    program.ok("index", "-q", folder)
    for name, path, line in (("Worker.prototype.pipe", "worker.js", 6), ("Worker.pipe", "worker.js", 6),
                             ("Worker#pause", "worker.js", 9), ("actions.pause", "other.js", 2), ("actions.undo", "other.js", 3),
                             ("startAll", "worker.js", 12), ("app.use", "other.js", 5), ("use", "other.js", 5)):
        found = program.ok("symbol", name, "-p", folder, "-o", "json").json()["symbols"]
        assert [(one["path"], one["lines"][0]) for one in found] == [(path, line)], name
        best = program.ok("search", name, "-p", folder, "-o", "json").json()["matches"][0]
        assert best["file"]["path"] == path and best["content"]["chunk_name"].endswith(name.split(".")[-1].split("#")[-1]), name
    assert program.ok("symbol", "Worker.undo", "-p", folder, "-o", "json").json()["total"] == 0


def test_a_name_that_is_none_suggests_what_begins_like_it(program, project):
    assert "ConnectionPool.acquire\n" in program.ok("symbol", "aquire", "-p", project).out
    shown = program.ok("symbol", "authentic", "-p", project).out
    assert shown.startswith("No definition is called authentic.\nDid you mean:\n") and "  authenticate_user\n" in shown


def test_refs_are_the_lines_that_use_a_name_and_not_those_that_define_it(program, project):
    found = program.ok("refs", "authenticate_user", "-p", project, "-o", "json").json()["references"]
    lines = {(one["path"], one["line"]) for one in found}
    used = {(str(file.relative_to(project)), number) for file in project.rglob("*.py")
            for number, text in enumerate(file.read_text().splitlines(), 1)
            if "authenticate_user" in text and "def " not in text and not text.strip().startswith("#")}
    assert lines == used and len(lines) > 3
    for one in found:
        text = (project / one["path"]).read_text().splitlines()[one["line"] - 1]
        assert one["text"] == text and text[one["column"] - 1:].startswith("authenticate_user")
    shown = program.ok("refs", "authenticate_user", "-p", project).out
    assert "tests/test_auth.py\n" in shown and "  in " in shown
    listed = program.ok("refs", "authenticate_user", "-p", project, "-o", "vimgrep", cwd=project).out.splitlines()
    assert len(listed) == len(found) and all(line.split(":")[0] in {one["path"] for one in found} for line in listed)
    assert "Nothing calls" in program.ok("refs", "nobody_calls_this", "-p", project).out


def test_similar_finds_the_copy_of_a_function_and_not_itself(program, project):
    code = (project / "src/billing/upload.py").read_text()
    (project / "src/billing/again.py").write_text(code.replace("upload_invoice", "send_receipt").replace("invoice", "receipt"))
    shown = program.ok("similar", "src/billing/upload.py:12", cwd=project).out
    assert shown.startswith("Similar to src/billing/upload.py:") and "\n1. src/billing/again.py:" in shown
    assert ". src/billing/upload.py" not in shown
    answer = program.ok("similar", project / "src/billing/upload.py", "-o", "json", "-l", "1").json()
    assert [match["file"]["path"] for match in answer["matches"]] == ["src/billing/again.py"]
    refused = program.run("similar", "src/billing/upload.py:9999", cwd=project)
    assert refused.code == 1 and "has" in refused.err and "9,999" in refused.err


GO = {"go.mod": "module example.com/shop\n",
      "shop.go": "package shop\n\ntype Shop struct{}\n\nfunc (s *Shop) Load() {}\n\nfunc Open() *Shop {\n  s := new(Shop)\n  s.Load()\n  return s\n}\n",
      "till.go": "package shop\n\nimport \"os\"\n\ntype Till struct{}\n\nfunc (t Till) Load() { os.Load() }\n\nfunc Start(t Till) {\n  t.Load()\n  Open()\n}\n",
      "old.rb": "shop.Load()\n"}


@pytest.fixture
def linked(program, tmp_path):
    folder = tmp_path / "linked"
    folder.mkdir()
    for path, text in GO.items():
        (folder / path).write_text(text)
    program.ok("index", "-q", folder)
    return folder


def test_refs_says_which_definition_each_line_means(program, linked):
    out = program.ok("refs", "Load", "-p", linked).out
    assert out.index("Uses of shop.go:5 (1)") < out.index("Uses of till.go:7 (1)") < out.index("Only the name is known (1)")
    assert "1 more line with this name" in out and "os.Load" not in out
    only = program.ok("refs", "Till.Load", "-p", linked).out
    assert "t.Load()" in only and "s.Load()" not in only and "2 more lines with this name" in only
    found = program.ok("refs", "Till.Load", "-p", linked, "-o", "json").json()["references"]
    assert [(one["path"], one["line"], one["kind"], one["link"], one["targets"]) for one in found][:2] == [
        ("till.go", 10, "call", "resolved", ["till.go:7"]), ("old.rb", 1, "", "by_name", [])]
    assert "os.Load" not in program.ok("refs", "Load", "-p", linked, "-o", "vimgrep").out
    assert program.ok("search", "ref:Load", "-p", linked, "-o", "json").json()["matches"]


def test_refs_counts_also_those_that_the_limit_cuts_off(program, linked):
    found = program.ok("refs", "Load", "-p", linked, "-l", "1", "-o", "json").json()
    assert len(found["references"]) == 1 and found["total"] == 4
    assert "the first 1 of 4" in program.ok("refs", "Load", "-p", linked, "-l", "1").out
    variant = program.ok("refs", "till.load", "-p", linked, "-o", "json").json()["references"]
    assert (variant[0]["path"], variant[0]["line"], variant[0]["link"]) == ("till.go", 10, "resolved")


def test_callees_and_the_path_between_two_functions(program, linked):
    out = program.ok("callees", "shop.Start", "-p", linked, "-d", "2").out
    assert out.index("shop.Till.Load, line 10") < out.index("shop.Open, line 11") < out.index("shop.Shop.Load, called by shop.Open, line 9")
    assert "Outside of the project: os.Load" in out
    way = program.ok("path", "Start", "Shop.Load", "-p", linked).out
    assert way.index("till.go:11  shop.Start calls shop.Open, shop.go:7") < way.index("shop.go:9  shop.Open calls shop.Shop.Load, shop.go:5")
    assert "No path of calls leads there" in program.ok("path", "Shop.Load", "Start", "-p", linked).out
    assert "No definition is called Nothing" in program.run("path", "Start", "Nothing", "-p", linked).err


def test_impact_and_tests_of_a_name_a_file_and_a_difference(program, linked):
    (linked / "till_test.go").write_text("package shop\n\nimport \"testing\"\n\nfunc TestStart(t *testing.T) { Start(Till{}) }\n")
    out = program.ok("impact", "Shop.Load", "-p", linked).out
    assert out.index("shop.Open, line 9") < out.index("shop.Start uses shop.Open") < out.index("shop.TestStart uses shop.Start")
    assert "TestStart" not in program.ok("impact", "Shop.Load", "-p", linked, "--exclude-tests").out
    assert "till_test.go:5  shop.TestStart uses shop.Start, line 5" in program.ok("tests", "shop.go", "-p", linked, cwd=linked).out
    assert program.ok("impact", "shop.go:8", "-p", linked, cwd=linked).out.startswith("shop.Open, function in shop.go:7\n")
    git = ["git", *IDENTITY, "-C", linked]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *command], check=True)
    assert program.ok("tests", "--diff", "-p", linked).out == "No definition is changed.\n"
    (linked / "shop.go").write_text(GO["shop.go"].replace("Load() {}", "Load() { println(1) }"))
    assert "shop.TestStart uses shop.Start" in program.ok("tests", "--diff", "-p", linked).out
    assert "shop.TestStart uses shop.Start" in program.ok("tests", "--diff", "HEAD", "-p", linked).out
    assert program.run("impact", "-p", linked).code == 2
    assert program.run("impact", "Start", "--diff", "HEAD", "-p", linked).code == 2


def test_implementations_are_also_called_overrides_and_subclasses(program, tmp_path):
    folder = tmp_path / "kept"
    folder.mkdir()
    (folder / "kept.py").write_text("class Store:\n    def save(self):\n        pass\n\n\nclass Disk(Store):\n    def save(self):\n        pass\n")
    out = program.ok("implementations", "Store", "-p", folder).out
    assert "kept.py:6  Disk\n" in out and program.ok("subclasses", "Store", "-p", folder).out == out
    assert "kept.py:7  Disk.save\n" in program.ok("overrides", "Store.save", "-p", folder).out
    listed = re.findall(r"(?m)^  ([a-z]+)  ", program.ok("--help").out)
    assert "implementations" in listed and not {"overrides", "subclasses"} & set(listed)


def test_callers_go_through_several_calls(program, linked):
    out = program.ok("callers", "Shop.Load", "-p", linked, "--depth", "2").out
    assert "shop.Shop.Load, method in shop.go:5" in out
    assert out.index("shop.Open, line 9") < out.index("shop.Start uses shop.Open, line 11") < out.index("old.rb:1")
    found = program.ok("callers", "Shop.Load", "-p", linked, "-d", "2", "-o", "json").json()
    assert [(one["symbol"]["qualified_name"], one["depth"], one["link"]) for one in found["matches"]] == [
        ("shop.Open", 1, "resolved"), ("shop.Start", 2, "resolved"), ("", 1, "by_name")]
    assert "No definition is called Shop.Nothing" in program.ok("callers", "Shop.Nothing", "-p", linked).out


def test_imports_importers_and_cycles(program, tmp_path):
    folder = tmp_path / "parts"
    (folder / "app").mkdir(parents=True)
    (folder / "app" / "main.py").write_text("import json\nfrom app.pool import Pool, close\nfrom app import late\n")
    (folder / "app" / "pool.py").write_text("class Pool:\n    pass\n\n\ndef close():\n    pass\n")
    (folder / "app" / "late.py").write_text("import app.main\n")
    program.ok("index", "-q", folder)
    out = program.ok("imports", "app/main.py", "-p", folder, cwd=folder).out
    assert out == ("app/main.py, file\n\nImports\n  app/pool.py  Pool, close, line 2\n  app/late.py  late, line 3\n"
                   "\nOutside of the project: json\n")
    assert program.ok("imports", "main.py", "-p", folder, cwd=folder / "app").out == out
    assert program.ok("importers", "app/pool.py", "-p", folder, "-d", "2", cwd=folder).out == (
        "app/pool.py, file\n\nImported by\n  app/main.py  Pool, close, line 2\n"
        "\nImported through 1 other file\n  app/late.py  of app/main.py: line 1\n")
    assert "json, library\n\nImported by\n  app/main.py  of json: line 1\n" == program.ok("importers", "json", "-p", folder).out
    cycles = program.ok("imports", "--cycles", "-p", folder, cwd=folder).out
    assert cycles.endswith("\n2 files\n  app/late.py:1 -> app/main.py\n  app/main.py:3 -> app/late.py  late\n")
    assert program.ok("imports", "--cycles", "app", "-p", folder, "-o", "json", cwd=folder).json()["cycles"][0]["files"] == ["app/late.py", "app/main.py"]
    assert program.run("imports", "-p", folder).code == 2
    assert "No indexed file, folder or imported library is called nothing" in program.run("importers", "nothing", "-p", folder).err


def test_the_preview_of_a_rename_is_a_diff_that_git_applies(program, linked):
    out = program.ok("rename", "Shop.Load", "Fill", "--preview", "-p", linked).out
    assert "-func (s *Shop) Load() {}\n+func (s *Shop) Fill() {}\n" in out and "+  s.Fill()\n" in out and "t.Fill" not in out
    assert "# Changes 2 names in 1 file. Nothing was written.\n" in out
    assert out.endswith("# Not in the diff, in comments, strings or languages that are not linked:\n#   old.rb:1  shop.Load()\n")
    (linked / "rename.patch").write_text(out)
    subprocess.run(["git", "apply", "--check", "rename.patch"], check=True, cwd=linked)
    several = program.ok("rename", "Load", "Fill", "--preview", "-p", linked).out
    assert several.startswith("# Load has several definitions. Give one of them as PATH:LINE:\n#   shop.go:5  method shop.Shop.Load\n")
    assert program.run("rename", "Shop.Load", "Fill", "-p", linked).code == 2
    assert "'func' is not a name in go" in program.run("rename", "Shop.Load", "func", "--preview", "-p", linked).err


def test_a_map_shows_what_others_use_most(program, tmp_path):
    folder = tmp_path / "mapped"
    folder.mkdir()
    (folder / "core.py").write_text("LIMIT = 3\n\n\nclass Pool:\n    def take(self, count: int) -> int:\n        return count\n\n\ndef unused():\n    pass\n")
    for name in "abc":
        (folder / f"{name}.py").write_text(f"from core import Pool\n\n\ndef {name}_main():\n    Pool().take(1)\n")
    (folder / "test_core.py").write_text("from core import unused\n\n\ndef test_it():\n    unused()\n")
    program.ok("index", "-q", folder)
    out = program.ok("map", "-p", folder, cwd=folder).out
    assert "LIMIT" not in out  # a variable that no other file uses
    assert out.startswith("core.py\n  4  class Pool\n  5  def take(self, count: int) -> int\n  9  def unused()\n")
    assert out.endswith("These are 4 of 4 files, by importance.\n")
    found = program.ok("map", "-p", folder, "--tokens", "100", "-o", "json", cwd=folder).json()
    assert found["tokens"] <= 100 and found["files"][0]["path"] == "core.py"
    assert {one["symbol"]["qualified_name"]: one["uses"] for one in found["files"][0]["definitions"]}["Pool.take"] == 3
    assert "test_core.py" in program.ok("map", "-p", folder, "--include-tests", cwd=folder).out
