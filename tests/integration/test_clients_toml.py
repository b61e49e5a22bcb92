"""codeweaver install in files that are not JSON: TOML tables, and files of our own."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import random
import re
import tomllib

import pytest

from client_files import put_toml, stays


@pytest.mark.parametrize("before", [
    "", "model = \"x\"", "# mine\n[mcp_servers.other]\ncommand = \"y\"\n\n[profiles.a]\nx = 1\n",
    "[mcp_servers.codeweaver]\ncommand = \"old\"\nargs = []\n\n[tui]\nx = [1, 2]\n"])
def test_toml_gets_a_table_of_its_own(program, before):
    file = program.home / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_text(before)
    program.ok("install", "codex")
    after = tomllib.loads(file.read_text())
    assert after["mcp_servers"].pop("codeweaver")["args"] == ["mcp"]
    expected = tomllib.loads(before)
    expected.setdefault("mcp_servers", {}).pop("codeweaver", None)
    assert after == expected
    program.ok("uninstall", "codex")
    assert file.read_text() == before


def test_what_is_no_toml_is_left_alone_and_told(program):
    file = program.home / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_text("model = \"x\"\n[broken\n")
    told = program.run("install", "codex")
    assert told.code == 1 and "line 2" in told.err and "~/.codex/config.toml" in told.err and "nothing was changed" in told.err
    assert file.read_text() == "model = \"x\"\n[broken\n"


TOML_FORMS = {  # as people write it: what the entry holds besides our keys, or None where it cannot be edited
    '[mcp_servers."codeweaver"]\ncommand="old"\n': {},
    "[ mcp_servers . codeweaver ]\ncommand='old'\n": {},
    '[mcp_servers]\ncodeweaver = { command = "old" }\n': {},
    '[mcp_servers]\ncodeweaver.command = "old" # mine\n': {},
    'mcp_servers.codeweaver.command = "old"\n': {},
    'mcp_servers   = { other = { command = "x" } }\n': {},
    '  mcp_servers = { other = { command = "x" } }\n': {},
    '"mcp_servers" = { other = { command = "x" } }\n': {},
    '[[mcp_servers]]\nname="x"\n': None,
    '[mcp_servers.codeweaver]\ncommand = "old"\nx = [\n  [1],\n  [2],\n]\n': {"x": [[1], [2]]},
    'notes = """\n[mcp_servers.codeweaver]\nthis is prose\n"""\nmodel = "o3"\n': {},
    '[mcp_servers.codeweaver]\ncommand = "old"\nargs = ["mcp"]\n\n# keep this note\n[mcp_servers.other]\ncommand = "x"\n': {},
    '[mcp_servers.codeweaver]\r\ncommand = "old"\r\nstartup_timeout_sec = 60 # needed\r\nenv = { A = "1" }\r\n':
        {"startup_timeout_sec": 60, "env": {"A": "1"}},
    '\ufeff[mcp_servers.codeweaver.env] # only that\nA = "\u00e9"\n': {"env": {"A": "\u00e9"}},
    '[mcp_servers.codeweaver]\nurl = "https://example.org/mcp"\n': None,
}


@pytest.mark.parametrize("before", TOML_FORMS)
def test_every_form_of_toml_is_edited_or_left_alone_with_the_lines_to_add(program, before):
    file = put_toml(program, before)
    told = program.run("install", "codex")
    if TOML_FORMS[before] is None:
        assert told.code == 1 and "nothing was changed" in told.err and "[mcp_servers.codeweaver]" in told.err
        assert file.read_bytes() == before.encode()
        return
    assert told.code == 0, told.err
    text = file.read_bytes().decode()
    after, expected = tomllib.loads(text.removeprefix("\ufeff")), tomllib.loads(before.removeprefix("\ufeff"))
    entry = after["mcp_servers"].pop("codeweaver")
    assert entry.pop("command").endswith("codeweaver") and entry.pop("args") == ["mcp"] and entry == TOML_FORMS[before]
    expected.setdefault("mcp_servers", {}).pop("codeweaver", None)
    assert after == expected
    assert all(line in text for line in before.splitlines() if "old" not in line and "{ other" not in line)
    assert text.count("\r\n") == (text.count("\n") if "\r\n" in before else 0)
    assert "# mine" in text or "# mine" not in before
    assert "is up to date" in program.ok("install", "codex").out
    program.ok("uninstall", "codex")
    assert file.read_bytes() == before.encode()


def test_uninstall_keeps_what_was_added_to_toml_after_install(program):
    file = put_toml(program, 'model = "o3"\n')
    program.ok("install", "codex")
    with file.open("a") as out:
        out.write("\n# note of mine\n[profile]\na = 1\n")
    program.ok("uninstall", "codex")
    assert tomllib.loads(file.read_text()) == {"model": "o3", "profile": {"a": 1}}
    assert "# note of mine" in file.read_text()


def some_toml(chance: random.Random) -> str:
    """Sections by chance, with comments, in any order; the entry at times, in one of its forms."""
    sections = ['[tui]\nx = [1, 2] # two\n', '# servers\n[mcp_servers.other]\ncommand = "x"\n', "[a.b]\nd = 1979-05-27\nf = nan\n",
                '[[list]]\ntext = """\n[mcp_servers.codeweaver]\n"""\n', '[profiles."\u00e9"]\n"k k" = { a = 1, b = [{}] }\n']
    entries = ['[mcp_servers.codeweaver]\ncommand = "old"\n\n', '[mcp_servers."codeweaver"]\n  args = ["mcp", "--x"]\n  env.A = "1" # key\n',
               '[mcp_servers.codeweaver.env]\nA = "1"\n', '[mcp_servers]\ncodeweaver = {}\n', "[mcp_servers]\ncodeweaver.args = []\n# behind\n"]
    chosen = chance.sample(sections, chance.randrange(len(sections) + 1))
    chosen += chance.sample(entries, chance.randrange(2))
    chance.shuffle(chosen)
    text = chance.choice(["", "model = 'o3'\n", "# top\n\n"]) + chance.choice(["", "\n"]).join(chosen)
    return text.replace("\n", chance.choice(["\n", "\n", "\r\n"])).rstrip(chance.choice(["", "\r\n"]))


@pytest.mark.parametrize("seed", range(30))
def test_toml_keeps_all_the_rest_and_comes_back_to_the_byte(program, seed):
    before = some_toml(random.Random(seed))
    file = put_toml(program, before)
    program.ok("install", "codex")
    text = file.read_bytes().decode()
    entry = tomllib.loads(text)["mcp_servers"]["codeweaver"]
    assert entry["args"][0] == "mcp" and entry["command"].endswith("codeweaver")
    assert [line for line in before.splitlines() if "#" in line and line not in text] == []
    rest = lambda toml: repr({key: value for key, value in tomllib.loads(toml).items() if key != "mcp_servers"})
    assert rest(text) == rest(before)
    assert tomllib.loads(text)["mcp_servers"].get("other") == tomllib.loads(before).get("mcp_servers", {}).get("other")
    program.ok("uninstall", "codex")
    assert file.read_bytes() == before.encode()


OWN_YAML = "# mine\nname: codeweaver\nmcpServers:\n  - name: other\n    command: x\n"


def test_a_file_of_its_own_is_neither_replaced_nor_removed_where_it_holds_more(program):
    file = program.home / ".continue/mcpServers/codeweaver.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(OWN_YAML)
    for command in ["install", "uninstall"]:
        told = program.run(command, "continue")
        assert told.code == 1 and "nothing was changed" in told.err
        assert file.read_text() == OWN_YAML
    file.unlink()
    program.ok("install", "continue")
    file.write_text(re.sub(r'command: ".*"', 'command: "/opt/mine"', file.read_text()))
    stays(program, "continue", file, "another program: '/opt/mine'")
    program.ok("install", "continue")
    text = file.read_text() + "  - name: mine\n    command: x\n"
    file.write_text(text)
    assert program.run("uninstall", "continue").code == 1
    assert file.read_text() == text
