"""Code in an answer: whole definitions, marks for omitted lines, and the requested line."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import itertools
import re

import pytest

from conftest import ROOT
from mcp_lines import LineClient

LINE = re.compile(r"^ (?P<mark>[ >]) +(?P<number>\d+)(?:  (?P<text>.*))?$")
GAP = re.compile(r"^ +\.\.\.$")
MOST_SHOWN = 40  # lines of a first match
START = """\
#!/bin/sh
set -e
mkdir -p /run/door
sudo /usr/sbin/doord || echo "WARN: doord failed to start; use the side entrance"
for room in ${ROOMS}; do
    dest="/rooms/${room##*/}"
    if [ -d "$dest" ]; then
        echo "room ${room} is there"
        continue
    fi
    if furnish "$room" "$dest"; then
        echo "furnished ${room}"
    else
        echo "WARN: furnish ${room} failed"
    fi
done
echo "furnishing complete"
exec sleep infinity
"""


def function(name: str, lines: int, first: int = 0) -> str:
    body = "".join(f"    total += weigh(parcels[{first + i}])\n" for i in range(lines - 3))
    return f"def {name}(parcels):\n    total = 0\n{body}    return total\n"


@pytest.fixture
def project(program, tmp_path):
    """Makes a project of files, indexed."""
    root = tmp_path / "project"

    def make(**files: str):
        for name, text in files.items():
            path = root / name.replace("__", "/").replace("_dot_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        program.ok("index", "-q", root)
        return root

    return make


def blocks(out: str) -> list[list[str]]:
    """The lines below the heading of each match."""
    found: list[list[str]] = []
    for line in out.splitlines():
        if re.match(r"^\d+\. ", line):
            found.append([])
        elif found and line.strip():
            found[-1].append(line)
    return found


def numbered(block: list[str]) -> dict[int, str]:
    return {int(match["number"]): match["text"] or "" for match in map(LINE.match, block) if match}


def marked(block: list[str]) -> list[int]:
    return [int(match["number"]) for match in map(LINE.match, block) if match and match["mark"] == ">"]


def is_marked_wherever_cut(block: list[str], first: int, last: int, lines: list[str]) -> bool:
    """Whether each place of [first, last] where lines with text are missing has its mark."""
    at = first
    has_gap = False
    for line in [*block, None]:
        if line is not None and GAP.match(line):
            has_gap = True
            continue
        match = LINE.match(line) if line is not None else None
        if line is not None and match is None:
            continue
        number = int(match["number"]) if match else last + 1
        missing = any(text.strip() for text in lines[at - 1:number - 1])
        if missing != has_gap:
            return False
        at, has_gap = number + 1, False
    return True


def test_a_first_match_of_up_to_forty_lines_is_whole_and_a_longer_one_is_marked_where_it_is_cut(program, project):
    sizes = {"weigh_nine": 9, "weigh_thirty": 30, "weigh_forty": 40, "weigh_sixty": 60}
    root = project(**{f"{name}_dot_py": function(name, lines) for name, lines in sizes.items()})
    for name, size in sizes.items():
        block = blocks(program.ok("search", name, "-l", "1", cwd=root).out)[0]
        text = (root / f"{name}.py").read_text().splitlines()
        assert is_marked_wherever_cut(block, 1, size, text), (name, block)
        shown = numbered(block)
        assert shown[1] == f"def {name}(parcels):"
        assert (sorted(shown) == list(range(1, size + 1))) == (size <= MOST_SHOWN), (name, block)


def test_later_matches_are_shorter_and_marked(program, project):
    root = project(**{f"part_{i}_dot_py": function(f"weigh_part_{i}", 30, 100 * i) for i in range(4)})
    found = blocks(program.ok("search", "weigh all the parcels of a part", cwd=root).out)
    assert len(found) >= 3
    assert len(numbered(found[0])) == 30
    for block in found[1:]:
        assert len(numbered(block)) <= 12 and any(map(GAP.match, block))


def test_no_search_of_real_code_leaves_lines_out_without_a_mark(program, tmp_path):
    root = tmp_path / "sources"
    for file in sorted([*(ROOT / "src" / "engine" / "searching").glob("*.?pp"), *(ROOT / "src" / "cli").glob("*.?pp")]):
        copy = root / file.relative_to(ROOT / "src")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    program.ok("index", "-q", root)
    head = re.compile(r"^\d+\. (.+?):(\d+)-(\d+) \(relevance")
    seen = 0
    for question in ("how are lines of a snippet chosen", "read_place", "SourcePlace", "print an answer as a table", "focus_on",
                     "where does a cut line get its mark", "class Focuser", "excerpt.cpp:40", "matches that are named where none is good"):
        out = program.ok("search", question, "--detail", "snippet", "--min-similarity", "0", cwd=root).out
        heads = [match for match in map(head.match, out.splitlines()) if match]
        for match, block in zip(heads, blocks(out)):
            lines = (root / match[1]).read_text().splitlines()
            inside = [line for line in block if not line.lstrip().startswith("|")]
            if inside and not LINE.match(inside[0]) and not GAP.match(inside[0]):  # the head of the function around a part of it
                inside = list(itertools.dropwhile(lambda line: not LINE.match(line), inside))
            assert is_marked_wherever_cut(inside, int(match[2]), int(match[3]), lines), (question, match[0], block)
            seen += 1
    assert seen > 40


def test_a_place_is_marked_in_its_definition(program, project):
    root = project(app_dot_py=function("weigh_all", 90), other_dot_py=function("weigh_other", 20))
    for query, line in (("app.py:47", 47), ("app.py:90", 90), ("other.py:12", 12)):
        block = blocks(program.ok("search", query, "-l", "1", cwd=root).out)[0]
        assert marked(block) == [line], (query, block)
        answer = program.ok("search", query, "-l", "1", "-o", "json", cwd=root).json()
        assert answer["matches"][0]["content"]["metadata"]["asked_line"] == str(line)
        places = program.ok("search", query, "-l", "1", "-o", "vimgrep", cwd=root).out
        assert f"{query}:" in places


TRACE = '''\
Traceback (most recent call last):
  File "/srv/app.py", line 61, in weigh_all
    total += weigh(parcels[58])
  File "/srv/other.py", line 14, in weigh_other
    total += weigh(parcels[11])
IndexError: list index out of range
'''
PANIC = '''\
panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.weighAll({0xc000012345, 0x3, 0x3})
\t/srv/scales.go:44 +0x1d
main.main()
\t/srv/main.go:5 +0x2a
'''
RUST_PANIC = "thread 'main' panicked at src/scales.rs:44:9:\nindex out of bounds: the len is 3 but the index is 5"


def test_traces_and_panics_mark_their_lines(program, project):
    body = "".join(f"\ttotal += weigh(parcels[{i}])\n" for i in range(70))
    root = project(app_dot_py=function("weigh_all", 90), other_dot_py=function("weigh_other", 60),
                   scales_dot_go=f"package main\n\nfunc weighAll(parcels []int) int {{\n\ttotal := 0\n{body}\treturn total\n}}\n",
                   main_dot_go="package main\n\nfunc main() {\n\tparcels := []int{1}\n\tweighAll(parcels)\n}\n",
                   src__scales_dot_rs=f"pub fn weigh_all(parcels: &[u32]) -> u32 {{\n{body}\ttotal\n}}\n")
    for query, wanted in ((TRACE, {61, 14}), (PANIC, {44, 5}), (RUST_PANIC, {44})):
        found = blocks(program.ok("search", query, cwd=root).out)
        lines = {line for block in found for line in marked(block)}
        assert wanted <= lines, (query, found)


def test_a_line_that_holds_the_query_word_for_word_is_shown_and_marked(program, project):
    root = project(start_dot_sh=START, other_dot_sh="#!/bin/sh\nfurnish door || echo \"WARN: furnish failed\"\n")
    wanted = "WARN: doord failed to start; use the side entrance"
    for query in (wanted, wanted.lower(), f'"{wanted}"'):
        block = blocks(program.ok("search", query, "-l", "1", "--detail", "snippet", cwd=root).out)[0]
        assert marked(block) == [4], (query, block)
    with LineClient(program, "--project", root) as client:
        client.wait_indexed()
        for limit in (300, 500, 2000):
            text = client.ok("find_code", query=wanted, token_limit=limit, detail="snippet")["matches"][0]["content"]["content"]
            assert wanted in text, (limit, text)


@pytest.mark.parametrize(("query", "held"), [("MAX_RETRY", "#define MAX_RETRY 5"), ('"MAX_RETRY"', "#define MAX_RETRY 5"),
                                             ('"crane_base.h"', '#include "crane_base.h"'), ("CRANE_LIMIT", "#define CRANE_LIMIT 9")])
def test_a_directive_right_above_a_definition_is_shown(program, project, query, held):
    members = "".join(f"  int add_{i}(int a) {{ return a + {i}; }}\n" for i in range(60))
    root = project(a_dot_cpp="#define MAX_RETRY 5\nclass Util { int add_one(int a) { return a + 1; } };\n",
                   b_dot_c="#define MAX_RETRY 5\nint add_one(int a)\n{\n    return a + 1;\n}\n",
                   c_dot_cpp='#include "crane_base.h"\nclass Winch { int add_two(int a) { return a + 2; } };\n',
                   d_dot_cpp=f"#define CRANE_LIMIT 9\nclass Crane {{\n{members}}};\n")
    found = blocks(program.ok("search", query, cwd=root).out)
    holding = {path.name for path in root.iterdir() if path.is_file() and held in path.read_text()}
    assert len([block for block in found if held in "\n".join(block)]) == len(holding), found
    answer = program.ok("search", query, "-o", "json", cwd=root).json()
    if held.startswith("#define"):
        assert {match["content"]["chunk_name"].partition(":")[2] for match in answer["matches"][:len(holding)]} == {query.strip('"')}
    with LineClient(program, "--project", root) as client:
        client.wait_indexed()
        for match in client.ok("find_code", query=query, detail="snippet")["matches"][:len(holding)]:
            assert held in match["content"]["content"], match


ABSENT = '''\
def upload(path, target):
    """Upload a file to the target with the command that its settings name."""
    run(target.command, path)


def download(target, path):
    """Download a file from the target."""
    run(target.fetch, path)


def list_files(target):
    """List the files of the target."""
    return run(target.list)


def delete(target, path):
    """Delete a file of the target."""
    run(target.delete, path)
'''


def test_where_nothing_matches_well_the_first_line_says_so_on_every_surface(program, project):
    root = project(remote_dot_py=ABSENT, **{f"part_{i}_dot_py": function(f"weigh_part_{i}", 30, 100 * i) for i in range(6)})
    query = ("render volumetric clouds with a ray-marching shader", "--min-similarity", "0")
    answer = program.ok("search", *query, "-o", "json", cwd=root).json()
    assert answer["confidence"] < 0.26 and answer["summary"].startswith("Nothing matches well (confidence 0.")
    lines = program.ok("search", *query, cwd=root).out.splitlines()
    assert lines[0].startswith("Nothing matches well (confidence 0.")
    assert [line[:3] for line in lines if re.match(r"\d", line)] == ["1. ", "2. ", "3. "]
    assert not any(LINE.match(line) for line in lines) and len(lines) < 10
    shown = program.ok("search", *query, "--detail", "snippet", cwd=root).out
    assert shown.startswith("Nothing matches well (confidence 0.") and len(blocks(shown)) == len(answer["matches"])
    assert program.ok("search", *query, "-o", "markdown", cwd=root).out.startswith("Nothing matches well (confidence 0.")
    assert "Nothing matches well" in program.ok("search", *query, "-o", "vimgrep", cwd=root).err
    with LineClient(program, "--project", root) as client:
        client.wait_indexed()
        asked = {"query": query[0], "min_similarity": 0}
        result = client.call("find_code", **asked)
        text, structured = result["content"][0]["text"], result["structuredContent"]
        assert text.startswith("Nothing matches well (confidence 0.") and "def " not in text
        assert structured["summary"].startswith("Nothing matches well (confidence 0.")
        assert len(structured["matches"]) == 3
        rest = client.ok("find_code", **asked, cursor=structured["next_cursor"])
        assert len(rest["matches"]) > 0 and "def " in rest["matches"][0]["content"]["content"]
        assert client.call("search_code", query=query[0])["structuredContent"]["message"].startswith(("Nothing matches well", "No results"))


def test_the_summary_for_agents_says_what_was_found(program, project):
    root = project(remote_dot_py=ABSENT)
    found = program.ok("search", "upload a file", "-o", "json", "--no-include-tests", cwd=root).json()
    with LineClient(program, "--project", root) as client:
        client.wait_indexed()
        for detail in ("summary", "snippet", "full"):
            answer = client.ok("find_code", query="upload a file", detail=detail)
            assert answer["summary"].startswith("Found ") and "remote.py" in answer["summary"]
            assert answer["summary"] == found["summary"] or len(found["matches"]) != len(answer["matches"])
            assert any(match.get("related_symbols") for match in answer["matches"]), detail
