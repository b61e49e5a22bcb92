"""`codeweaver grep` compared with ripgrep: the same bytes and exit codes, from an index and from live files."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import itertools
import json
import os
import subprocess

import pytest

import grep_cases
from conftest import PROGRAM, Program, damage, package_folder, segments_of
from ripgrep import RIPGREP, Pair, call, need_ripgrep

SEEDS = [1, 2, 3]
SOURCES = ["networkx", "twisted", "thrift", "flatbuffers", "golang-golang-x-tools", "commons-math3"]


@pytest.fixture(scope="module", params=SEEDS, ids=lambda seed: f"seed{seed}")
def awkward(request, tmp_path_factory):
    """A tree of all that is awkward, indexed; then one file was edited, and one added."""
    need_ripgrep()
    home = tmp_path_factory.mktemp("grep")
    program, tree = Program(home), home / "tree"
    tree.mkdir()
    grep_cases.make_tree(tree, request.param)
    subprocess.run(["git", "init", "-q"], cwd=tree, env=program.environment, check=True)
    for file in tree.rglob("*"):
        os.utime(file, (1_700_000_000, 1_700_000_000))
    program.ok("index", tree)
    with (tree / "src/part1/file1.go").open("ab") as file:
        file.write(b"retry edited foo\n")
    (tree / "src/new.py").write_text("foo new naive retry\n")
    return program, tree, request.param


def test_answers_are_those_of_ripgrep(awkward):
    program, tree, seed = awkward
    assert Pair(program, tree).compare(seed, 60, grep_cases.PATHS) > 10


@pytest.mark.slow
def test_answers_are_those_of_ripgrep_ten_thousand_times(awkward):
    program, tree, seed = awkward
    Pair(program, tree).compare(1000 + seed, 3400, grep_cases.PATHS)


def has_perl():
    return RIPGREP.exists() and subprocess.run([RIPGREP, "--pcre2-version"], capture_output=True).returncode == 0


def test_patterns_of_perl_are_answered_as_by_ripgrep(awkward):
    program, tree, seed = awkward
    if not has_perl():
        pytest.skip("this ripgrep is without PCRE2")
    assert Pair(program, tree).compare(2000 + seed, 60, grep_cases.PATHS, kind=grep_cases.PerlPatterns) > 10


@pytest.mark.slow
def test_patterns_of_perl_are_answered_as_by_ripgrep_a_thousand_times(awkward):
    program, tree, seed = awkward
    if not has_perl():
        pytest.skip("this ripgrep is without PCRE2")
    Pair(program, tree).compare(3000 + seed, 1000, grep_cases.PATHS, kind=grep_cases.PerlPatterns)


def test_a_pattern_of_perl_that_takes_too_much_work_is_said_and_ends(program, tmp_path):
    for i in range(12):
        (tmp_path / f"f{i:02}.txt").write_text("a" * 40 + "!\n")
    outcome = program.run("grep", "-P", "^(a|a?)+$", "f00.txt", "f01.txt", cwd=tmp_path, timeout=60)
    assert outcome.code == 2 and outcome.err.count("this pattern takes too long on a line") == 2
    outcome = program.run("grep", "-P", "^(a|a?)+$", cwd=tmp_path, timeout=60)
    assert outcome.code == 2 and "too costly for 10 files" in outcome.err


def git(tree, program, *arguments):
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments]
    return subprocess.run(command, cwd=tree, env=program.environment, check=True, capture_output=True).stdout


@pytest.fixture(scope="module")
def versioned(tmp_path_factory):
    """A tree of two commits, the second of which is checked out and edited; and each commit as files elsewhere."""
    need_ripgrep()
    home = tmp_path_factory.mktemp("versions")
    program, tree = Program(home), home / "tree"
    tree.mkdir()
    git(tree, program, "init", "-q")
    exported = {}
    for name, seed in (("first", 11), ("second", 12)):
        for file in tree.rglob("*"):
            if file.is_file() and ".git" not in file.parts:
                file.unlink()
        grep_cases.make_tree(tree, seed)
        git(tree, program, "add", "-A")
        git(tree, program, "commit", "-q", "-m", name)
        git(tree, program, "tag", name)
        exported[name] = home / name
        exported[name].mkdir()
        subprocess.run(["tar", "x", "-C", exported[name]], input=git(tree, program, "archive", name), check=True)
    program.ok("index", tree)
    (tree / "src/new.py").write_text("foo\n")
    return program, tree, exported


@pytest.mark.parametrize("name", ["first", "second"])
def test_a_commit_is_searched_as_ripgrep_searches_its_files(versioned, name):
    program, tree, exported = versioned
    paths = [[], ["src"], ["."], ["src/"], ["./src", "data"], ["odd"], ["data/large.py"], ["data/zero.bin"]]
    Pair(program, tree, ["--ref", name], exported[name], ["--no-ignore"]).compare(77, 50, paths)


def test_a_difference_is_searched_in_the_lines_that_it_adds(versioned):
    program, tree, _ = versioned
    for asked in ("first..second", "first", "second"):
        added, path = [], None
        lines = git(tree, program, "diff", "--no-renames", "-U0", *asked.split(".."), "--", "*.py", "*.go").decode("utf-8", "surrogateescape").split("\n")
        for line in lines:
            if line.startswith("+++ "):
                path = line[6:].strip('"').rstrip("\t")
            elif line.startswith("@@"):
                number = int(line.split("+")[1].split(",")[0].split(" ")[0])
            elif line.startswith("+") and path:
                if "foo" in line[1:]:
                    added.append(f"{path}:{number}")
                number += 1
        if asked in ("first", "second"):
            added.append("src/new.py:1")
        outcome = program.run("grep", "-n", "--no-ignore", "--hidden", "-g", "*.{py,go}", "--changed-in", asked, "foo", cwd=tree)
        ours = [":".join(line.split(":")[:2]) for line in outcome.out.splitlines()]
        assert set(ours) - {one for one in ours if "n\u00e4me" in one} == {one for one in added if "\\" not in one} and len(ours) > 0


PAIRED = [*[[switch] for switch in grep_cases.SWITCHES], *[[name, values[0]] for name, values in grep_cases.VALUES]]


@pytest.mark.slow
def test_any_two_options_together_answer_as_ripgrep(awkward):
    program, tree, seed = awkward
    for first, second in itertools.permutations(PAIRED, 2):
        for pattern, path in (("retry|^$", []), ("\\w+", ["data"]), ("foo", ["data/zero.bin"])):
            arguments = [*first, *second, "-e", pattern, *path]
            theirs = call(program, [RIPGREP, "--sort=path"], arguments, tree)
            assert call(program, [PROGRAM, "grep"], arguments, tree) == theirs, f"seed {seed}: {arguments}"


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
def test_answers_are_those_of_ripgrep_in_real_code(program, corpus, name):
    tree = package_folder(corpus, name)
    program.ok("index", tree)
    Pair(program, tree).compare(7, 300, [[], ["."]])


def test_without_an_index_all_is_scanned_and_said(program, tmp_path):
    (tmp_path / "a.py").write_text("retry\n")
    outcome = program.run("grep", "retry", cwd=tmp_path)
    assert (outcome.code, outcome.out) == (0, "a.py:retry\n")
    assert "There is no index" in outcome.err


def test_a_damaged_index_is_said_and_costs_no_line(program, tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    for name in ("a.py", "b.py"):
        (project / name).write_text(f"def retry_{name[0]}():\n    pass\n")
    program.ok("index", project)
    assert program.run("grep", "retry_b", cwd=project).err == ""
    for segment in segments_of(program, project):
        damage(segment)
    outcome = program.run("grep", "retry_b", cwd=project)
    assert (outcome.code, outcome.out) == (0, "b.py:def retry_b():\n")
    assert "every file was read" in outcome.err


def test_values_that_the_index_masks_are_found(program, tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    key = "AKIA" + "QZ3MTRVPD5YX7WKL"
    (project / "settings.py").write_text(f"aws_access_key_id = '{key}'\n")
    program.ok("index", project)
    assert program.run("grep", "-l", key, cwd=project).out == "settings.py\n"


def test_the_file_that_the_output_goes_to_is_not_searched(program, tmp_path):
    (tmp_path / "a.py").write_text("retry\n" * 100_000)
    with (tmp_path / "found.txt").open("wb") as out:
        code = subprocess.run([PROGRAM, "grep", "retry"], cwd=tmp_path, stdout=out, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, env=program.environment, timeout=120).returncode
    assert code == 0 and (tmp_path / "found.txt").read_text() == "a.py:retry\n" * 100_000


def test_a_commit_has_the_lines_of_the_file_that_the_output_goes_to(program, tmp_path):
    (tmp_path / "found.txt").write_text("retry\n")
    for arguments in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, env=program.environment, check=True)
    with (tmp_path / "found.txt").open("wb") as out:
        subprocess.run([PROGRAM, "grep", "retry", "--ref", "HEAD"], cwd=tmp_path, stdout=out, stdin=subprocess.DEVNULL,
                       env=program.environment, timeout=120, check=True)
    assert (tmp_path / "found.txt").read_text() == "found.txt:retry\n"


def test_a_file_that_grows_while_it_is_searched_ends(program, tmp_path):
    (tmp_path / "log.txt").write_text("retry\n" * 100_000)
    with (tmp_path / "log.txt").open("ab") as log:
        process = subprocess.Popen([PROGRAM, "grep", "retry"], cwd=tmp_path, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, env=program.environment)
        for _ in process.stdout:
            log.write(b"retry again\n" * 10)
            log.flush()
        assert process.wait(120) == 0


def test_a_named_project_is_searched_from_any_folder(program, tmp_path):
    shop, other = tmp_path / "shop", tmp_path / "other"
    (shop / "src").mkdir(parents=True)
    other.mkdir()
    (shop / "a.py").write_text("retry = 1\n")
    (shop / "src/b.py").write_text("retry = 2\n")
    (other / "c.py").write_text("retry = 3\n")
    program.ok("index", shop)
    both = f"{shop}/a.py:retry = 1\n{shop}/src/b.py:retry = 2\n"
    assert program.ok("grep", "retry", "--project", "shop", cwd=other).out == both
    assert program.ok("grep", "retry", "--project", shop, cwd=other).out == both
    assert program.ok("grep", "retry", "--project", "../shop/src", cwd=other).out == f"{shop}/src/b.py:retry = 2\n"
    assert program.ok("grep", "retry", "--project", "shop", cwd=shop).out == "a.py:retry = 1\nsrc/b.py:retry = 2\n"
    assert program.ok("grep", "retry", "c.py", "--project", "shop", cwd=other).out == "retry = 3\n"
    assert program.ok("grep", "--files", "--project", "shop", cwd=other).out == f"{shop}/a.py\n{shop}/src/b.py\n"
    unknown = program.run("grep", "retry", "--project", "nowhere", cwd=other)
    assert unknown.code == 2 and "Project not found: nowhere" in unknown.err


def messages(outcome):
    """The exit code and the messages of --json, without how long things took and how much of them the index spared."""
    code, out = outcome
    kept = []
    for line in out.splitlines():
        one = json.loads(line)
        one["data"].pop("elapsed_total", None)
        if stats := one["data"].get("stats"):
            stats.pop("elapsed")
            stats.pop("bytes_printed")
            if one["type"] == "summary":
                stats.pop("bytes_searched")
        kept.append(one)
    return code, kept


def test_messages_of_json_are_those_of_ripgrep(awkward):
    program, tree, seed = awkward

    def options(rand):
        return [*rand.choice([[], ["-C", "1"], ["-m", "2"], ["-v", "-A", "1"], ["-N"], ["-w"], ["--hidden"]]), "--json"]
    Pair(program, tree, read=messages).compare(5000 + seed, 60, grep_cases.PATHS, options)


def test_what_is_piped_in_is_searched_without_a_path(program, tmp_path):
    (tmp_path / "a.py").write_text("retry in a file\n")
    for arguments, text in ((["retry"], b"one\nretry two\n"), (["-n", "retry", "-"], b"one\nretry two\n"), (["-c", "e", "-", "a.py"], b"e\ne\n")):
        need_ripgrep()
        done = [subprocess.run([*command, *arguments], cwd=tmp_path, env=program.environment, input=text, capture_output=True)
                for command in ([RIPGREP, "--sort=path"], [PROGRAM, "grep"])]
        assert (done[0].returncode, done[0].stdout) == (done[1].returncode, done[1].stdout), arguments


def test_rules_of_the_repository_hold_in_its_linked_worktrees(program, tmp_path):
    need_ripgrep()
    main, linked = tmp_path / "main", tmp_path / "linked"
    main.mkdir()
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.example"]
    subprocess.run([*git, "init", "-q"], cwd=main, check=True, env=program.environment)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "one"], cwd=main, check=True, env=program.environment)
    subprocess.run([*git, "worktree", "add", "-q", str(linked)], cwd=main, check=True, env=program.environment)
    (main / ".git/info").mkdir(exist_ok=True)
    (main / ".git/info/exclude").write_text("left_out.py\n")
    for name in ("left_out.py", "kept.py"):
        (linked / name).write_text("retry\n")
    theirs = call(program, [RIPGREP, "--sort=path"], ["retry"], linked)
    assert call(program, [PROGRAM, "grep"], ["retry"], linked) == theirs == (0, b"kept.py:retry\n")


def test_types_are_those_of_ripgrep(program):
    need_ripgrep()
    theirs = call(program, [RIPGREP], ["--type-list"], program.home)[1].splitlines()
    ours = call(program, [PROGRAM, "grep"], ["--type-list"], program.home)[1].splitlines()
    assert len(ours) > 50 and set(ours) <= set(theirs)


@pytest.mark.parametrize("pattern, place", [("ab(c", "byte 3"), ("x{2,1}", "byte 2"), ("a(?=b)", "byte 2"), ("\\1", "byte 1"), ("(" * 100_000, "byte")])
def test_what_cannot_be_read_is_refused_with_its_place(program, tmp_path, pattern, place):
    outcome = program.run("grep", "-e", pattern, cwd=tmp_path)
    assert (outcome.code, outcome.out) == (2, "") and place in outcome.err


def test_catastrophic_patterns_and_long_lines_take_linear_time(program, tmp_path):
    (tmp_path / "a.txt").write_bytes(b"a" * 2_000_000 + b"\n" + "é".encode() * 100_000)
    assert program.run("grep", "-c", "(a+)+$", cwd=tmp_path, timeout=60).out == "a.txt:1\n"
    assert program.run("grep", "-c", "(?:é?){30}\\bx", cwd=tmp_path, timeout=60).code == 1
    assert program.run("grep", "-c", "-F", "b" * 100_000, cwd=tmp_path, timeout=60).code == 1
