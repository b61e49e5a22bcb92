"""Terminal output of a match: numbered lines, the named definition, and the requested line."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re

import pytest

from conftest import ROOT

HEAD = re.compile(r"^\d+\. (?P<path>.+?):(?P<first>\d+)-(?P<last>\d+) \(relevance")
LINE = re.compile(r"^ +(?P<number>\d+)  ?(?P<text>.*)$")
QUESTIONS = ["where are texts cut into chunks", "merge segments when there are many", "NamespaceKey", "read a posting list",
             "who holds the lock of an index", "parse_range", "watch a folder for changes", "score candidates by trees",
             "compressed blocks of the database", "mask secrets before they are stored", "retry after the index was locked",
             "definition of WorkspaceOpener", "vectors by their bit codes", "how is an error shown to a client",
             "escape control characters of a terminal", "fuse two ranked lists"]


@pytest.fixture
def own_sources(program, tmp_path):
    root = tmp_path / "codeweaver"
    for file in sorted([*(ROOT / "src").rglob("*.?pp"), *(ROOT / "include").rglob("*.hpp")]):
        copy = root / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(file.read_bytes())
    program.ok("index", "-q", root)
    return root


def shown(text: str):
    """(path, first, last, {number: text}, all lines) of each match."""
    found = []
    for line in text.splitlines():
        if head := HEAD.match(line):
            found.append((head["path"], int(head["first"]), int(head["last"]), {}, []))
        elif found:
            found[-1][4].append(line)
            if numbered := LINE.match(line):
                found[-1][3][int(numbered["number"])] = numbered["text"]
    return found


def test_the_lines_shown_are_those_of_the_file_and_hold_what_the_match_names(program, own_sources):
    seen = 0
    for question in QUESTIONS:
        matches = shown(program.ok("search", question, "-p", own_sources, "--detail", "snippet").out)
        answers = program.ok("search", question, "-p", own_sources, "-o", "json").json()["matches"]
        assert matches and len(matches) == len(answers)
        for (path, first, last, lines, block), answer in zip(matches, answers):
            file = (own_sources / path).read_text().splitlines()
            assert [path, first, last] == [answer["file"]["path"], *answer["span"]]
            assert lines and first <= min(lines) and max(lines) <= last
            for number, text in lines.items():
                assert text.strip(". ") in file[number - 1], (path, number)
            name = re.split(r"::|[./ ]", answer["content"].get("chunk_name", "").partition(":")[2])[-1]
            assert any(name in text for text in block), (question, path, first, name)
            seen += 1
    assert seen > 5 * len(QUESTIONS)


def test_the_lines_that_answer_are_shown_below_the_definition(program, own_sources):
    (own_sources / "late.py").write_text("def handle(parcel):\n" + "".join(f"    step_{i}(parcel)\n" for i in range(40))
                                         + "    notify_the_owner(parcel, 'your parcel was lost at sea')\n    return parcel\n")
    lines = shown(program.ok("search", "parcel lost at sea", "-p", own_sources, "-l", "1").out)[0][3]
    assert lines[1] == "def handle(parcel):"
    assert lines[42] == "    notify_the_owner(parcel, 'your parcel was lost at sea')"


def test_two_definitions_of_a_chunk_that_both_answer_are_two_matches_with_their_own_lines(program, tmp_path):
    bodies = {30: "return event.size", 31: "notify_owner(event, parcel=True)", 32: "return event.size + 32",
              33: "queue.append((owner(event), event.parcel))"}
    root = tmp_path / "handlers"
    root.mkdir()
    (root / "handlers.py").write_text("\n\n".join(f"def handler_{i}(event):\n    {body}\n" for i, body in bodies.items()))
    program.ok("index", "-q", root)
    answer = program.ok("search", "the owner of a parcel", "-p", root, "-o", "json").json()
    assert len({match["content"]["chunk_id"] for match in answer["matches"]}) == 1
    found = shown(program.ok("search", "the owner of a parcel", "-p", root).out)
    assert [(first, last) for _, first, last, _, _ in found] == [(5, 6), (13, 14)]
    for number, (_, first, _, lines, _) in zip((31, 33), found):
        assert lines[first] == f"def handler_{number}(event):"
        assert lines[first + 1].strip() == bodies[number]
    one = shown(program.ok("search", "handler_32", "-p", root).out)
    assert [(first, last) for _, first, last, _, _ in one] == [(9, 10)]
