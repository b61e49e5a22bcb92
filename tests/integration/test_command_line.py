"""The command line: accepted and rejected arguments, and output."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from conftest import PROGRAM, ROOT

SHOP = ROOT / "tests" / "data" / "shop"


@pytest.fixture
def project(program, tmp_path) -> pathlib.Path:
    """The shop, indexed."""
    folder = tmp_path / "shop"
    shutil.copytree(SHOP, folder)
    program.ok("index", folder)
    return folder


@pytest.mark.parametrize(("words", "nearest"), [
    (["serach", "x"], "codeweaver search"), (["statsu"], "codeweaver status"), (["projects", "lsit"], "codeweaver projects list"),
    (["bench", "slef"], "codeweaver bench self"),
    (["GREP", "x"], "codeweaver grep"), (["projects", "settings", "shwo", "x"], "codeweaver projects settings show")])
def test_an_unknown_command_names_the_nearest(program, words, nearest):
    outcome = program.run(*words)
    assert outcome.code == 2 and outcome.out == ""
    assert "Unknown command" in outcome.err and f"Did you mean '{nearest}'?" in outcome.err


@pytest.mark.parametrize(("words", "said"), [
    (["search", "x", "--top-k", "3"], "no option '--top-k'\n  Did you mean '--limit'?"), (["search", "x", "-k"], "Did you mean '--limit'?"),
    (["search", "x", "--json"], "Did you mean '--output-format json'?"), (["grep", "x", "--contxt", "2"], "Did you mean '--context'?"),
    (["search", "x", "--zzzzzzzz"], "no option '--zzzzzzzz'\n  See 'codeweaver search --help'."),
    (["projects", "list", "x"], "'codeweaver projects list' does not take the argument 'x'"), (["search"], "codeweaver search: query is required")])
def test_a_wrong_option_names_what_was_meant_and_where_all_are(program, words, said):
    outcome = program.run(*words)
    assert outcome.code == 2 and outcome.out == ""
    assert said in outcome.err and f"{' '.join(words[:2]) if words[0] == 'projects' else words[0]} --help'" in outcome.err


def test_words_after_two_hyphens_are_no_options(program, tmp_path):
    root = tmp_path / "tree"
    root.mkdir()
    (root / "run.sh").write_text("# parse the option --query\n./tool --query '[x]' -l\n")
    program.ok("index", root, "--id", "tree")
    found = program.ok("search", "parse", "--", "--query", "-l", cwd=root)
    assert "run.sh" in found.out
    nothing = program.ok("search", "file:none.c", "-l", "1", "--", "--", "-l", "--limit", cwd=root).out
    assert 'Searching for: "file:none.c -- -l --limit"' in nothing
    lines = "run.sh:# parse the option --query\nrun.sh:./tool --query '[x]' -l\n"
    assert program.ok("grep", "-H", "--", "--query", "run.sh", cwd=root).out == lines
    assert program.ok("grep", "-H", "query", "--", "run.sh", cwd=root).out == lines
    assert program.ok("grep", "-HF", "--", "[x]", "run.sh", cwd=root).out == lines.splitlines(keepends=True)[1]
    assert program.ok("grep", "-He", "--", "run.sh", cwd=root).out == lines  # the pattern is "--"
    for words in (["status", "--", "x"], ["status", "[a]"], ["projects", "list", "--", "-x"]):
        refused = program.run(*words)
        assert refused.code == 2 and f"does not take the argument '{words[-1]}'" in refused.err


def test_an_empty_wording_is_named(program, tmp_path):
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "a.py").write_text("def parse():\n    return 1\n")
    refused = program.run("search", "parse", "--query", "", "-p", tmp_path / "tree")
    assert refused.code == 1 and "One of the other wordings of the query is empty" in refused.err


@pytest.mark.parametrize(("words", "option"), [
    (["--set", "search.limit=3", "search", "x"], "--set"), (["-p", "shop", "search", "x"], "-p"), (["-pshop", "search", "x"], "-pshop"),
    (["--project=shop", "search", "x"], "--project=shop"), (["--debug", "search", "x"], "--debug")])
def test_an_option_before_the_command_is_told_where_it_belongs(program, words, option):
    outcome = program.run(*words)
    assert outcome.code == 2 and outcome.out == ""
    assert f"The option '{option}' must stand after the command\n  Write 'codeweaver search {option} ...'." in outcome.err
    assert "has no option" not in outcome.err
    assert "has no option '--zzzzzzzz'" in program.run("--zzzzzzzz", "search", "x").err


@pytest.mark.parametrize("command", ["index", "search", "symbol", "server", "mcp", "push", "reconcile", "bench self", "tour"])
def test_the_help_fits_a_page_and_shows_no_marks_of_the_parser(program, command):
    shown = program.ok(*command.split(), "--help").out
    described = [line for line in shown.splitlines() if line.startswith(" " * 30) or not line.startswith("  ")]
    assert all(len(line) <= 80 for line in described), max(described, key=len)
    assert not re.search(r"\{false\}|INT:|FLOAT:|TEXT:|Excludes:", shown)


@pytest.mark.parametrize("name", ["quality", "intents", "speed"])
def test_a_command_of_the_program_for_developers_names_that_program(program, name):
    outcome = program.run("bench", name, "--json", "x")
    assert outcome.code == 2 and outcome.out == ""
    assert outcome.err == f"Error: 'bench {name}' is a command of the program codeweaver-bench\n" \
        f"  Use 'codeweaver-bench {name}'. It is not in the packages; build it from the sources.\n"


def test_a_command_that_is_like_none_points_to_the_list(program):
    outcome = program.run("foo")
    assert outcome.code == 2
    assert outcome.err == "Error: Unknown command 'foo'\n  See 'codeweaver --help' for all commands.\n"


@pytest.mark.parametrize("setting", ["search.limt=5", "search.limit=many", "search.limit", "indexing.exclude=[*.har]",
                                     "chunking.extra_extensions={test: sql}"])
def test_a_wrong_setting_on_the_command_line_is_a_usage_error(program, project, setting):
    outcome = program.run("status", "-p", project, "--set", setting)
    assert outcome.code == 2 and outcome.out == ""
    assert outcome.err.startswith("Error: ") and setting.split("=")[0].split(".")[1] in outcome.err


@pytest.mark.parametrize("how", ["option", "environment"])
def test_settings_are_taken_in_the_form_that_config_shows(program, tmp_path, how):
    given = {"indexing.exclude": '["*.har", "a,b"]', "chunking.extra_extensions": '{"qqq" = "python"}'}
    words, environment = [], {}
    for key, value in given.items():
        if how == "option":
            words += ["--set", f"{key}={value}"]
        else:
            environment["CODEWEAVER_" + key.upper().replace(".", "_")] = value
    shown = {row["key"]: row["value"] for row in json.loads(program.run("config", "--show", "-o", "json", *words, env=environment).out)}
    assert {key: shown[key] for key in given} == given
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "x.har").write_text("{}")
    (folder / "x.qqq").write_text("def secret_word():\n    return 1\n")
    report = json.loads(program.run("index", folder, "-o", "json", *words, env=environment).out)
    assert report["languages"] == {"python": 1}


def test_a_long_query_is_cut_with_a_warning(program, project):
    answer = program.ok("search", "password " * 200, "-p", project, "-o", "json", "--set", "limits.query_bytes=100").json()
    assert answer["warnings"] == ["The query was cut to its first 100 bytes"]
    assert answer["matches"]


MARKDOWN_IS_REFUSED = [["index", "{}"], ["status", "-p", "{}"], ["config"], ["projects"], ["projects", "list"], ["namespaces", "-p", "{}"],
                       ["doctor"], ["watch", "{}"], ["push", "x"], ["reconcile", "-p", "{}"]]


@pytest.mark.parametrize("command", MARKDOWN_IS_REFUSED)
def test_markdown_is_refused_where_there_is_none(program, tmp_path, command):
    outcome = program.run(*(word.format(tmp_path) for word in command), "-o", "markdown")
    assert outcome.code == 2 and outcome.out == ""
    assert "markdown not in {table,json}" in outcome.err


def test_quiet_indexing_prints_errors_alone(program, tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    (tmp_path / "latin.py").write_bytes("# gr\u00f6\u00dfer\n".encode("latin-1"))
    quiet = program.ok("index", tmp_path, "-q")
    assert (quiet.out, quiet.err) == ("", "")
    refused = program.run("index", tmp_path / "nowhere", "-q")
    assert refused.code == 1 and refused.err.startswith("Error: ")


def test_options_of_a_command_may_follow_its_sub_command(program, project):
    made = program.ok("namespaces", "create", "-p", project, "docs_search/pages", "-o", "json").json()
    assert made["namespace"] == "shop/docs_search/pages"
    assert "docs_search/pages" in program.ok("namespaces", "list", "-p", project).out


def test_what_the_token_limit_cut_is_said_instead_of_no_results(program, project):
    outcome = program.ok("search", "user password", "-p", project, "--token-limit", "1")
    assert "token_limit 1 is too small for any of" in outcome.out
    assert "No results" not in outcome.out


def test_suggestions_do_not_repeat_the_query(program, tmp_path):
    (tmp_path / "a.py").write_text("def price():\n    return 1\n" + "total = 0\n" * 50)
    program.ok("index", tmp_path)
    outcome = program.ok("search", "price total", "-p", tmp_path, "--min-similarity", "1")
    assert "No results found" in outcome.out
    assert "Try broader terms" not in outcome.out
    assert "try a smaller min_similarity" in outcome.out


def test_doctor_sees_that_a_data_folder_cannot_be_made(program, tmp_path):
    (tmp_path / "file").write_text("")
    outcome = program.run("doctor", "--set", f"codeweaver.data_dir={tmp_path}/file/data", "-o", "json")
    assert outcome.code == 1
    check = {row["name"]: row for row in outcome.json()}["data directory"]
    assert not check["ok"] and f"{tmp_path}/file is not a folder" in check["finding"] and "data_dir" in check["advice"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_doctor_sees_that_a_data_folder_may_not_be_made(program, tmp_path):
    tmp_path.chmod(0o500)
    outcome = program.run("doctor", "--set", f"codeweaver.data_dir={tmp_path}/data")
    tmp_path.chmod(0o700)
    assert outcome.code == 1 and f"cannot write to {tmp_path}" in outcome.out


def test_folders_of_the_user_that_do_not_exist_are_made(program, project, tmp_path):
    deep = tmp_path / "no" / "such" / "folder"
    program.ok("index", project, env={"XDG_DATA_HOME": str(deep / "data"), "XDG_CONFIG_HOME": str(deep / "config")})
    assert (deep / "data" / "codeweaver" / "projects.json").is_file()
    assert not (deep / "config").exists()  # nothing is kept there without being asked for


def test_the_advice_after_damage_names_the_folder(program, tmp_path):
    folder = tmp_path / "my project"
    shutil.copytree(SHOP, folder)
    program.ok("index", folder)
    (program.state(folder) / "index.db").write_bytes(b"no database" * 1000)
    outcome = program.run("status", "-p", folder)
    assert outcome.code == 1 and f"codeweaver index --force '{folder}'" in outcome.err


def test_a_small_index_shows_no_ratio(program, tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_text("x = 1\n")
    program.ok("index", folder)
    disk = next(line for line in program.ok("status", "-p", folder).out.splitlines() if line.startswith("Disk:"))
    assert disk.endswith("for 0.0 kB of source")


def test_a_repository_of_sha256_names_is_searched_as_a_folder_and_says_so(program, tmp_path):
    made = subprocess.run(["git", "init", "-q", "--object-format=sha256", str(tmp_path)], capture_output=True, check=False)
    if made.returncode != 0:
        pytest.skip("this git knows no SHA-256")
    (tmp_path / "a.py").write_text("def retry_upload():\n    return 1\n")
    (tmp_path / ".gitignore").write_text("built/\n")
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / "b.py").write_text("def hidden():\n    return 1\n")
    report = program.ok("index", tmp_path, "-o", "json").json()
    assert report["languages"]["python"] == 1
    assert any("SHA-256" in warning and "ignore files" in warning for warning in report["warnings"])
    refused = program.run("search", "retry_upload", "-p", tmp_path, "--ref", "HEAD")
    assert refused.code == 1 and "SHA-256" in refused.err and "search the folder instead" in refused.err.lower()
    assert program.ok("search", "retry_upload", "-p", tmp_path, "-o", "json").json()["matches"][0]["file"]["path"] == "a.py"


def test_the_words_of_a_query_need_no_quotes_and_may_come_after_options(program, project):
    quoted = program.ok("search", "retry failed uploads", "-p", project, "--language", "python", "-o", "json").json()
    for words in (["--language", "python", "retry", "failed", "uploads"], ["retry", "failed", "--language", "python", "uploads"],
                  ["--language", "python", "retry failed uploads"]):
        assert program.ok("search", *words, "-p", project, "-o", "json").json()["matches"] == quoted["matches"]


def test_a_query_may_come_from_standard_input(program, project):
    def given(text: str):
        return subprocess.run([PROGRAM, "search", "-", "-p", project, "-o", "json"], input=text, capture_output=True, text=True,
                              cwd=program.home, env=program.environment, timeout=60)

    asked = program.ok("search", "retry failed uploads", "-p", project, "-o", "json").json()
    assert json.loads(given("retry failed uploads\n").stdout)["matches"] == asked["matches"]
    empty = given("\n")
    assert empty.returncode == 1 and "The query is empty" in empty.stderr


@pytest.mark.parametrize("words", [["[0-9]"], ["[x][1,2]"], ["-e", "[0-9]"], ["-F", "[x,1]"]])
def test_words_in_brackets_keep_them(program, words):
    """The parser of the command line took `[0-9]` for a list and searched for `0-9`."""
    (program.home / "numbers.txt").write_text("x1\n0-9\nx][1\n[x,1]\nab\n")
    found = program.ok("grep", "-o", *words, "numbers.txt").out.splitlines()
    assert found == {"[0-9]": ["1", "0", "9", "1", "1"], "[x][1,2]": ["x1", "x,"], "[x,1]": ["[x,1]"]}[words[-1]]


def help_pages(program, *command) -> dict:
    """The help of a command and of all below it, by its words."""
    page = program.ok(*command, "--help").out
    pages = {command: page}
    for line in re.split("\nArguments:\n|\nOptions:\n", page)[0].splitlines():
        if re.match(r"  [a-z]+ ", line):
            pages |= help_pages(program, *command, line.split()[0])
    return pages


def test_every_help_has_two_examples_exit_codes_and_its_own_options_before_shared_ones(program):
    pages = help_pages(program)
    assert {("search",), ("projects", "settings", "set"), ("bench", "self"), ("snapshot", "pull")} <= set(pages)
    for command, page in pages.items():
        assert all(len(line) <= 80 for line in page.splitlines() if "{" not in line), command
        examples = re.findall(r"^  codeweaver (.*)$", page.partition("\nExamples:\n")[2], re.MULTILINE)
        assert len(examples) == 2 and all(example.split()[:len(command)] == list(command) for example in examples), command
        assert "Exit codes: 0 " in page, command
        for option in re.findall(r" (--?[a-z][a-z-]*)", " ".join(examples) if command else ""):
            below = [other for words, other in pages.items() if words[:len(command)] == command]
            assert any(re.search(rf"[ ,]{option}\b", other) for other in below), (command, option)
        own, _, shared = page.partition("\nShared options:\n")
        assert ("--config" in own, "--debug" in own) == (False, False) or not shared, command
