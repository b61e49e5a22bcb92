"""scripts/check_layers finds violations, and this repository passes it."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re
import shutil
import subprocess

import pytest

HEAD = "// A file of this test.\n// SPDX-License-Identifier: MIT OR Apache-2.0\n"


def check(layers, tmp_path, files: dict[str, str]) -> list[str]:
    """The texts of all broken rules in a repository that holds `files`."""
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return [str(finding) for finding in layers.check(tmp_path) if not finding.remark]


def test_this_repository_keeps_its_rules(layers, root):
    assert [str(f) for f in layers.check(root) if not f.remark] == []


def test_every_module_lists_only_modules_above_it(layers):
    order = list(layers.MODULES)
    for module, others in layers.MODULES.items():
        assert all(order.index(other) < order.index(module) for other in others), module


def test_the_lists_name_what_is_there(layers, root):
    assert sorted(layers.MODULES) == sorted(f.name for f in (root / "src").iterdir() if f.is_dir())
    assert all((root / folder).is_dir() for folder in layers.BESIDE)
    for module, rules in layers.INNER.items():
        assert {name for name in rules if name} == {
            f.relative_to(root / "src" / module).as_posix() for f in (root / "src" / module).rglob("*") if f.is_dir()
        }
    for folder in set(sum(layers.OWNERS.values(), [])) - set(layers.MODULES):
        assert (root / folder).is_dir(), folder


def test_every_inner_module_lists_only_inner_modules_above_it(layers):
    for module, rules in layers.INNER.items():
        order = list(rules)
        for inner, others in rules.items():
            named = [name for other in others for name in order if name == other or (other.endswith("/") and name.startswith(other))]
            assert len(named) >= len(others) and all(order.index(name) < order.index(inner) for name in named), f"{module}/{inner}"


def test_the_build_links_no_module_that_the_list_forbids(layers, root):
    text = (root / "cmake/Modules.cmake").read_text()
    calls = re.findall(r"(?m)^ *codeweaver_module\((\w+)([^)]*)\)", text)
    assert calls
    for module, rest in calls:
        linked = re.search(r"MODULES ([\w\s]*?)(?:LIBRARIES|$)", rest)
        for other in linked.group(1).split() if linked else []:
            assert other in layers.MODULES[module], f"{module} links {other}"


def test_the_architecture_page_shows_every_module_in_the_same_order(layers, root):
    page = root / "docs/internals/architecture.md"
    if not page.exists():
        pytest.skip("docs/internals/architecture.md is not there yet")
    text = page.read_text()
    for module in (folder.name for folder in (root / "src").iterdir() if any(folder.rglob("*.cpp"))):
        assert re.search(rf"`{module}/?`|\b{module}/", text), f"{module} is not on the page"
    for module, rules in layers.INNER.items():
        for inner in filter(None, rules):
            assert f"`{module}/{inner}`" in text, f"{module}/{inner} is not on the page"


def test_the_drawing_has_every_module(layers, root):
    drawn = re.findall(r'font-weight="bold">(\w+)<', (root / "docs/internals/architecture.svg").read_text())
    assert sorted(drawn) == sorted([*layers.MODULES, "bindings", "examples"])


def test_an_include_of_a_module_that_is_not_listed_is_found(layers, tmp_path):
    found = check(layers, tmp_path, {
        "src/store/a.hpp": HEAD, "src/base/b.cpp": HEAD + '#include "store/a.hpp"\n'})
    assert len(found) == 1 and "src/base/b.cpp:3" in found[0] and "module store" in found[0]


def test_a_listed_module_and_the_own_module_may_be_included(layers, tmp_path):
    assert check(layers, tmp_path, {
        "src/base/a.hpp": HEAD, "src/store/a.hpp": HEAD,
        "src/store/b.cpp": HEAD + '#include "base/a.hpp"\n#include "store/a.hpp"\n'}) == []


def test_an_include_of_an_inner_module_that_is_not_listed_is_found(layers, tmp_path):
    files = {"src/engine/state/a.hpp": HEAD, "src/engine/searching/b.hpp": HEAD + '#include "engine/state/a.hpp"\n',
             "src/service/hosting/c.hpp": HEAD, "src/engine/nowhere/d.hpp": HEAD, "src/base/inner/e.hpp": HEAD}
    assert len(check(layers, tmp_path, files)) == 2  # the last two
    found = check(layers, tmp_path, {
        "src/engine/state/f.cpp": HEAD + '#include "engine/searching/b.hpp"\n',
        "src/service/api/g.cpp": HEAD + '#include "engine/searching/b.hpp"\n#include "service/hosting/c.hpp"\n'})
    assert len(found) == 3 and any("engine/state may include no other" in line for line in found)


def test_a_stage_of_a_query_includes_earlier_stages_only_and_other_modules_all_of_them(layers, tmp_path):
    rank = '#include "engine/searching/rank/a.hpp"\n'
    found = check(layers, tmp_path, {
        "src/engine/searching/rank/a.hpp": HEAD, "src/engine/searching/answer/b.cpp": HEAD + rank, "src/engine/stores/c.cpp": HEAD + rank,
        "src/engine/searching/d.cpp": HEAD + rank, "src/engine/searching/fuse/e.cpp": HEAD + rank, "src/engine/indexing/f.cpp": HEAD + rank})
    assert [line.split(":")[0] for line in found] == ["src/engine/indexing/f.cpp", "src/engine/searching/fuse/e.cpp"]


@pytest.mark.parametrize("header, good, bad", [
    ("sqlite3.h", "store", "model"), ("faiss/IndexFlat.h", "store", "model"), ("tree_sitter/api.h", "syntax", "chunk"),
    ("git2.h", "corpus", "store"), ("toml++/toml.h", "settings", "cli"), ("simdjson.h", "json", "settings")])
def test_a_library_may_be_included_by_its_owner_only(layers, tmp_path, header, good, bad):
    found = check(layers, tmp_path, {f"src/{module}/a.cpp": HEAD + f"#include <{header}>\n" for module in (good, bad)})
    assert len(found) == 1 and f"src/{bad}/a.cpp:3" in found[0]


@pytest.mark.parametrize("header", ["unistd.h", "sys/stat.h", "linux/magic.h", "semaphore.h", "time.h"])
def test_a_header_of_the_system_lies_behind_the_port(layers, tmp_path, header):
    text = HEAD + f"#include <{header}>\n"
    found = check(layers, tmp_path, {
        "src/base/os/linux/a.cpp": text, "tests/base/a_test.cpp": text, "src/base/os/a.hpp": text, "src/store/a.cpp": text,
        "src/model/a.cpp": HEAD + "#include <immintrin.h>\n#include <ctime>\n"})
    assert [line.split(":")[0] for line in found] == ["src/base/os/a.hpp", "src/store/a.cpp"]


def test_only_a_system_s_own_folder_includes_what_is_in_it(layers, tmp_path):
    text = HEAD + '#include "base/os/linux/a.hpp"\n'
    found = check(layers, tmp_path, {
        "src/base/os/linux/a.hpp": HEAD, "src/base/os/linux/b.cpp": text, "src/base/os/b.hpp": text, "src/store/b.cpp": text,
        "tests/base/linux_os_test.cpp": text, "tests/base/os_test.cpp": text})
    assert [line.split(":")[0] for line in found] == ["src/base/os/b.hpp", "src/store/b.cpp", "tests/base/os_test.cpp"]


def test_what_posix_systems_have_in_common_is_theirs_alone(layers, tmp_path):
    text = HEAD + '#include "base/os/posix/a.hpp"\n'
    found = check(layers, tmp_path, {"src/base/os/posix/a.hpp": HEAD, **{f"src/base/os/{name}/b.cpp": text for name in (
        "posix", "linux", "darwin", "windows")}})
    assert len(found) == 1 and found[0].startswith("src/base/os/windows/b.cpp") and "base/os/windows may include os" in found[0]


def test_a_public_header_includes_only_the_standard_library_and_its_like(layers, tmp_path):
    found = check(layers, tmp_path, {
        "include/codeweaver/a.hpp": HEAD + "#include <vector>\n#include <sys/stat.h>\n",
        "include/codeweaver/b.hpp": HEAD + '#include "codeweaver/a.hpp"\n#include "base/c.hpp"\n', "src/base/c.hpp": HEAD})
    assert len(found) == 2 and "sys/stat.h" in found[0] and "module base" in found[1]


def test_a_circle_of_includes_is_found_once(layers, tmp_path):
    found = check(layers, tmp_path, {
        "src/base/a.hpp": HEAD + '#include "base/b.hpp"\n', "src/base/b.hpp": HEAD + '#include "base/c.hpp"\n',
        "src/base/c.hpp": HEAD + '#include "base/a.hpp"\n'})
    assert len(found) == 1 and "src/base/a.hpp -> src/base/b.hpp -> src/base/c.hpp -> src/base/a.hpp" in found[0]


def test_an_include_of_nothing_is_found(layers, tmp_path):
    assert "no file below" in check(layers, tmp_path, {"src/base/a.cpp": HEAD + '#include "base/gone.hpp"\n'})[0]


@pytest.mark.parametrize("path, lines, broken", [
    ("src/base/a.cpp", 400, False), ("src/base/a.cpp", 401, True),
    ("include/codeweaver/a.hpp", 250, False), ("include/codeweaver/a.hpp", 251, True)])
def test_a_file_past_its_length_limit_is_found(layers, tmp_path, path, lines, broken):
    found = check(layers, tmp_path, {path: HEAD + "int x;\n" * (lines - 2)})
    assert bool(found) == broken


def test_a_generated_file_may_be_long(layers, tmp_path):
    text = HEAD.replace("A file of this test", "Generated by a script") + "int x;\n" * 1000
    assert check(layers, tmp_path, {"src/base/a.cpp": text}) == []


def test_a_file_without_a_first_line_or_licence_is_found(layers, tmp_path):
    found = check(layers, tmp_path, {"src/base/a.cpp": "#pragma once\n", "src/base/b.cpp": "int x;\n"})
    assert sum("first line" in line for line in found) == 1
    assert sum("SPDX" in line for line in found) == 2


def test_a_licence_glued_into_prose_is_found(layers, tmp_path):
    glued = "// A file with a long first line, of which\n// a part came down here. SPDX-License-Identifier: MIT OR Apache-2.0\n"
    found = check(layers, tmp_path, {"src/base/a.cpp": glued, "src/base/b.cpp": "// What it is,\n// in two lines." + HEAD[HEAD.index("\n"):]})
    assert len(found) == 1 and "src/base/a.cpp:1" in found[0] and "nothing else" in found[0]


def test_the_formatter_leaves_the_licence_alone(root):
    if shutil.which("clang-format-16") is None:
        pytest.skip("clang-format-16 is not installed")
    text = f"// {'word ' * 30}\n// SPDX-License-Identifier: MIT OR Apache-2.0\n"
    told = subprocess.run(["clang-format-16", f"--style=file:{root}/.clang-format"], input=text, capture_output=True, text=True)
    assert told.stdout.endswith("\n// SPDX-License-Identifier: MIT OR Apache-2.0\n")


def test_a_banned_word_is_found_in_shipped_code_only(layers, tmp_path):
    text = HEAD + "// TO" + "DO: later\n"
    found = check(layers, tmp_path, {"src/base/a.cpp": text, "tests/base/a_test.cpp": text})
    assert len(found) == 1 and "src/base/a.cpp:3" in found[0]


def test_every_header_of_the_engine_is_included_by_a_test(root):
    """But for the inside of CodeWeaver, which its suites go through."""
    included = set()
    for file in (root / "tests").rglob("*.[ch]pp"):
        included.update(re.findall(r'#include "(engine/[^"]+)"', file.read_text()))
    there = {f.relative_to(root / "src").as_posix() for f in (root / "src" / "engine").rglob("*.hpp")}
    assert there - included == {"engine/workspace/workspace_impl.hpp", "engine/workspace/query_run.hpp"}
