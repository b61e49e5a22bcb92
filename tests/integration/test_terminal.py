"""The terminal: colours, links, widths, the pager, escape sequences in files, and output formats for other programs."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import termios

import pytest

from conftest import ROOT

SHOP = ROOT / "tests" / "data" / "shop"
COLOUR = re.compile(r"\x1b\[[\d;]*m")
LINK = re.compile(r"\x1b\]8;;(?P<address>[^\x1b]*)\x1b\\")


@pytest.fixture
def project(program, tmp_path):
    """The shop, indexed."""
    folder = tmp_path / "shop"
    shutil.copytree(SHOP, folder)
    program.ok("index", folder)
    return folder


def on_terminal(program, *arguments, columns=80, rows=500, env=None, cwd=None, watch=None, code=0) -> str:
    """What a terminal of that size is sent; `watch` is told what has come so far."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    process = program.start(*arguments, cwd=cwd, env={"TERM": "xterm", "PAGER": "cat", **(env or {})}, stdout=follower, stderr=follower)
    os.close(follower)
    written = b""
    try:
        while part := os.read(leader, 65536):
            written += part
            if watch:
                watch(written.decode(errors="replace"))
    except OSError:  # the other side has closed
        pass
    os.close(leader)
    assert process.wait(60) == code
    return written.decode().replace("\r\n", "\n")


def plain(text: str) -> str:
    return LINK.sub("", COLOUR.sub("", text))


@pytest.mark.parametrize(("words", "env", "is_coloured"), [
    ([], {}, True), ([], {"NO_COLOR": "1"}, False), ([], {"TERM": "dumb"}, False), (["--color", "never"], {}, False),
    (["--color", "always"], {"NO_COLOR": "1"}, True), (["--color", "always"], {"TERM": "dumb"}, True)])
def test_colours_are_for_terminals_and_users_that_want_them(program, project, words, env, is_coloured):
    shown = on_terminal(program, "search", "authenticate user", "-p", project, *words, env=env)
    assert bool(COLOUR.search(shown)) == is_coloured
    assert "def authenticate_user(" in plain(shown)


def test_a_pipe_gets_colours_where_they_are_asked_for(program, project):
    assert not COLOUR.search(program.ok("search", "user", "-p", project).out)
    assert COLOUR.search(program.ok("search", "user", "-p", project, "--color", "always").out)
    refused = program.run("search", "user", "-p", project, "--color", "blue")
    assert refused.code == 2 and "blue" in refused.err


def test_code_is_coloured_and_the_words_of_the_query_are_marked(program, tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text('def weigh(parcel):\n    # of the parcel\n    return "heavy" if parcel else 0\n')
    program.ok("index", folder)
    shown = on_terminal(program, "search", "parcel", "-p", folder)
    for part in ("\x1b[35mdef\x1b[0m weigh(\x1b[1;31mparcel\x1b[0m)", "\x1b[90m# of the \x1b[0m\x1b[1;31mparcel\x1b[0m",
                 '\x1b[35mreturn\x1b[0m \x1b[32m"heavy"\x1b[0m'):
        assert part in shown


@pytest.mark.parametrize(("words", "env", "is_linked"), [
    ([], {}, True), ([], {"NO_COLOR": "1"}, False), ([], {"TERM": "dumb"}, False), ([], {"TERM": "linux"}, False),
    (["--hyperlinks", "never"], {}, False), (["--hyperlinks", "always"], {"TERM": "dumb"}, True)])
def test_paths_are_links_where_the_terminal_opens_them(program, tmp_path, words, env, is_linked):
    folder = tmp_path / "my project"
    shutil.copytree(SHOP, folder)
    program.ok("index", folder)
    shown = on_terminal(program, "search", "authenticate_user", "-p", folder, "-l", "1", *words, env=env)
    addresses = [match["address"] for match in LINK.finditer(shown)]
    assert addresses == ([f"file://{folder}/src/auth/utils.py".replace(" ", "%20"), ""] if is_linked else [])


def test_lines_are_cut_to_the_width_of_the_terminal(program, tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text("def weigh(parcel):\n\treturn [" + ", ".join(f"item_{i}" for i in range(100)) + ", parcel]\n")
    program.ok("index", folder)
    for columns in (40, 80, 132):
        lines = [line for line in plain(on_terminal(program, "search", "parcel", "-p", folder, columns=columns)).splitlines()
                 if line.startswith("   ")]
        assert max(map(len, lines)) <= columns
        cut = next(line for line in lines if "..." in line)
        assert "parcel]" in cut and len(cut) > columns - 16


def test_what_files_hold_never_reaches_the_terminal_as_commands(program, tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    bad = "\x1b]0;owned\x07\x1b[2J \u009b31m \u202enuf\u2066"
    (folder / "a.py").write_text(f"def parcel():\n    # parcel {bad}\n    return 1\n")
    (folder / "b\x1b[31m.py").write_text("def parcel_too():\n    return 2\n")
    program.ok("index", folder)
    for form in ("table", "vimgrep"):
        shown = on_terminal(program, "search", "parcel", "-p", folder, "-o", form, "--color", "never")
        assert "parcel" in shown and not set(shown) & set("\x1b\x07\u009b\u202e\u2066"), form
    assert "\u241b]0;owned\u2407" in shown  # the control characters' pictures


def test_a_long_answer_is_shown_by_the_pager(program, project, tmp_path):
    pager = {"PAGER": f"cat > '{tmp_path}/paged'; echo $LESS"}
    search = ["search", "user", "-p", project]
    shown = on_terminal(program, *search, rows=10, env=pager)
    assert shown == "FRX\n" and "1. src/" in plain((tmp_path / "paged").read_text())
    (tmp_path / "paged").unlink()
    for words, rows, more in [(search, 500, {}), ([*search, "--no-pager"], 10, {}), (search, 10, {"TERM": "dumb"}),
                              (search, 10, {"CODEWEAVER_PAGER": ""}), ([*search, "-o", "json"], 10, {})]:
        assert "src/" in on_terminal(program, *words, rows=rows, env={**pager, **more})
    assert "src/" in program.ok(*search, env=pager).out
    assert not (tmp_path / "paged").exists()
    for none in ("/nowhere/pager", "exit 0"):  # not there; left before the end
        shown = on_terminal(program, *search, rows=10, env={"PAGER": none})
        assert ("1. src/" in plain(shown)) == (none != "exit 0")


def test_vimgrep_gives_the_lines_that_answer_with_their_columns(program, project):
    lines = program.ok("search", "authenticate_user", "-p", project, "-o", "vimgrep", "-l", "2", cwd=project / "src").out.splitlines()
    assert lines
    for line in lines:
        path, number, column, text = line.split(":", 3)
        assert text == (project / "src" / path).read_text().splitlines()[int(number) - 1]
        assert 1 <= int(column) <= len(text) and text[int(column) - 1] != " "
    assert lines[0].startswith("auth/utils.py:13:5:def authenticate_user(")
    away = program.ok("search", "authenticate_user", "-p", project, "-o", "vimgrep").out
    assert away.startswith(f"{project}/src/auth/utils.py:13:5:")


def test_json_lines_are_the_matches_of_json(program, project):
    search = ["search", "user", "-p", project]
    lines = [json.loads(line) for line in program.ok(*search, "-o", "ndjson").out.splitlines()]
    assert lines == program.ok(*search, "-o", "json").json()["matches"]


def test_files_alone_are_listed_once(program, project):
    search = ["search", "user", "-p", project]
    paths = [match["file"]["path"] for match in program.ok(*search, "-o", "json").json()["matches"]]
    for words in (["--files"], ["-l"], ["-l", "--language", "python"]):
        listed = program.ok(*search, *words, cwd=project).out.splitlines()
        assert listed == list(dict.fromkeys(paths))
    assert len(program.ok("search", "-l", "user", "-p", project, cwd=project).out.splitlines()) == len(listed)
    assert len(program.ok(*search, "-l", "2", "-o", "ndjson").out.splitlines()) == 2  # with a number it is the limit
    warned = program.ok(*search, "-l", "--set", "limits.query_bytes=3", cwd=project)
    assert "cut" in warned.err and "cut" not in warned.out


def numbers(shown: str) -> list:
    return [int(number) for number in re.findall(r"^ +(\d+)\b", shown, re.M)]


def test_lines_around_are_shown_when_asked_for(program, project):
    search = ["search", "authenticate_user", "-p", project, "-l", "1"]
    assert numbers(program.ok(*search).out) == list(range(13, 25))
    assert numbers(program.ok(*search, "-A", "2").out) == list(range(13, 27))
    assert numbers(program.ok(*search, "-B", "2").out) == list(range(11, 25))
    assert numbers(program.ok(*search, "-C", "10").out) == list(range(3, 35))
    assert numbers(program.ok(*search, "--detail", "full").out) == list(range(13, 25))
    assert numbers(program.ok(*search, "--detail", "summary").out) == [13]
    file = (project / "src/auth/utils.py").read_text().splitlines()
    for line in program.ok(*search, "-C", "10").out.splitlines():
        if shown := re.match(r"^ +(\d+)  ?(.*)$", line):
            assert file[int(shown[1]) - 1].strip() == shown[2].strip()
    long = ["search", "AuthMiddleware", "-p", project, "-l", "1"]  # 79 lines, shown in runs
    runs = numbers(program.ok(*long).out)
    assert numbers(program.ok(*long, "-A", "1").out) == sorted({*runs, *(number + 1 for number in runs)})


def test_a_first_search_shows_how_its_index_goes(program, tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    for i in range(400):
        (folder / f"module_{i}.py").write_text("".join(f"def parcel_{i}_{j}():\n    return {j}\n\n\n" for j in range(60)))
    shown = on_terminal(program, "search", "parcel_7_7", "-p", folder, columns=100)
    first, bars = shown.split("\n", 1)
    assert first == f"Indexing {folder} for the first time; later searches do not wait for this"
    drawn = [bar for bar in re.findall(r"\r\x1b\[K([^\r\x1b\n]*)", bars) if bar.startswith("Indexing [")]
    assert drawn and all(len(bar) < 100 for bar in drawn)
    assert any(re.search(r"\] \d+/400 files \(\d+ %\), [\d,]+ chunks.*module_\d+\.py$", bar) for bar in drawn)
    assert "1. module_7.py:" in plain(shown)


def test_the_summary_tells_what_was_left_out_and_groups_what_is_alike(program, tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    (project / "good.py").write_text("x = 1\n")
    for i in range(30):
        (project / f"query_{i}.test").write_text("1 2 3\n")
        (project / f"binary_{i}.py").write_bytes(b"\x00\x01\x02" * 50)
        (project / f"latin_{i}.py").write_bytes(f"# gr\u00f6\u00dfer {i}\n".encode("latin-1"))
    (project / "photo.png").write_bytes(b"\x89PNG")
    shown = program.ok("index", project, env={"TERM": "dumb"}).out
    assert "Skipped 31 files, binary or bulk data: .test 30, .png 1\n" in shown
    assert re.search(r"^Skipped \d+ files: 30 binary \(binary_0\.py, binary_1\.py, binary_10\.py and 27 more\)", shown, re.M)
    warned = [line for line in shown.splitlines() if line.startswith("Warning: ")]
    assert len(warned) == 1 and "not UTF-8" in warned[0] and warned[0].endswith("(and 29 similar)")


def test_pages_are_shown_as_they_are_read_unless_the_tags_answer(program, tmp_path):
    folder = tmp_path / "guide"
    folder.mkdir()
    (folder / "returns.html").write_text(
        "<html><body>\n<div class='intro'>\n<h1>Returns</h1>\n<p>An invoice that was <em>refunded</em> keeps\nits number &amp; date.</p>\n</div>\n"
        "<form id='cancellation'><p>Tell us in a few words what went wrong.</p></form>\n</body></html>\n")
    program.ok("index", folder)
    shown = program.ok("search", "what happens to a refunded invoice", "-p", folder).out
    assert "<p>" not in shown and "4  An invoice that was refunded keeps" in shown and "5  its number & date." in shown
    assert "<form id='cancellation'>" in program.ok("search", "cancellation", "-p", folder).out
    answer = json.loads(program.ok("search", "what happens to a refunded invoice", "-p", folder, "-o", "json").out)
    assert "<em>refunded</em>" in answer["matches"][0]["content"]["content"]


CLEAR = "\033[2J"  # a terminal would obey it


def test_escapes_of_arguments_and_names_are_shown_in_every_text_form(program):
    folder = program.home / "named"
    folder.mkdir()
    (folder / f"e{CLEAR}.py").write_text("def needle():\n    return 1\n")
    (folder / "plain.py").write_text("import e\n")
    program.ok("index", folder)
    for words, code in (([f"--no-such{CLEAR}"], 2), (["search", "--project", f"/nope{CLEAR}", "x"], 1), ([f"sear{CLEAR}"], 2),
                        (["extract", f"nope{CLEAR}.pdf"], 1), (["grep", "needle"], 0), (["grep", f"({CLEAR}"], 2), (["index", "."], 0),
                        (["status", f"nope{CLEAR}"], None), (["projects", "rename", f"no{CLEAR}", "x"], 1),
                        *((["search", "needle", "-o", form], 0) for form in ("table", "markdown", "vimgrep")),
                        (["search", "needle", "--files"], 0), (["symbol", "needle", "-o", "vimgrep"], 0), (["symbol", f"no{CLEAR}"], None)):
        if code is None:
            code = program.run(*words, cwd=folder).code
        shown = on_terminal(program, *words, cwd=folder, code=code)
        assert CLEAR not in shown, (words, shown)
    for form in ("markdown", "vimgrep"):  # also where another program reads them
        assert "\033" not in program.ok("search", "needle", "-o", form, cwd=folder).out
    # A pipe gets the very names of files, to open them.
    assert f"e{CLEAR}.py" in program.ok("search", "needle", "--files", cwd=folder).out
