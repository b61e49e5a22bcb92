"""codeweaver install: adds one entry to settings files, changes nothing else, and restores them exactly."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import re
import threading
import tomllib

import pytest
import yaml

from client_files import JSON_FILES, Files, comments, entry_of, load, put, put_toml, stays


@pytest.mark.parametrize("seed", range(25))
def test_a_file_keeps_all_the_rest_and_comes_back_to_the_byte(program, seed):
    before = {}
    for number, (client, (_, path)) in enumerate(JSON_FILES.items()):
        before[client] = Files(1000 * seed + number).make(path)
        load(before[client])  # the generator writes what can be read
        put(program, client, before[client])
    program.ok("install")
    for client, (file, path) in JSON_FILES.items():
        text = (program.home / file).read_text(encoding="utf-8")
        after, expected = load(text), load(before[client])
        entry = entry_of(after, path)
        assert entry.get("args") == ["mcp"] or entry["command"][1:] == ["mcp"]
        expected.setdefault(path[0], {})["codeweaver"] = entry
        assert after == expected, (client, before[client], text)
        assert comments(text) == comments(before[client])
    again = program.ok("install").out
    assert again.count("is up to date") == len(JSON_FILES), again
    program.ok("uninstall")
    for client, (file, _) in JSON_FILES.items():
        assert (program.home / file).read_bytes() == before[client].encode(), client


@pytest.mark.parametrize("seed", range(10))
def test_what_somebody_changed_meanwhile_stays_when_the_entry_goes(program, seed):
    client, path = "zed", ["context_servers"]
    made = Files(77_000 + seed).make(path)
    if "codeweaver" in made:
        made = "{}"
    file = put(program, client, made)
    program.ok("install", client)
    text = file.read_text(encoding="utf-8")
    file.write_text(text + "\n// theirs\n", encoding="utf-8")
    program.ok("uninstall", client)
    left = file.read_text(encoding="utf-8")
    assert left.endswith("\n// theirs\n")
    expected = load(made)
    expected.setdefault("context_servers", {})
    assert load(left) == expected


def test_files_that_are_not_there_are_made_and_removed_again(program):
    clients = [*JSON_FILES, "codex", "continue"]
    program.ok("install", *clients)
    for client, (file, path) in JSON_FILES.items():
        assert entry_of(load((program.home / file).read_text()), path)
    codex = tomllib.loads((program.home / ".codex/config.toml").read_text())
    assert codex["mcp_servers"]["codeweaver"]["args"] == ["mcp"]
    own = yaml.safe_load((program.home / ".continue/mcpServers/codeweaver.yaml").read_text())
    assert own["mcpServers"][0]["args"] == ["mcp"]
    program.ok("uninstall")
    for file in [*(file for file, _ in JSON_FILES.values()), ".codex/config.toml", ".continue/mcpServers/codeweaver.yaml"]:
        assert not (program.home / file).exists(), file


def test_what_is_no_json_is_left_alone_and_told_and_the_others_are_done(program):
    bad = put(program, "cursor", '{"mcpServers": {\n  "a" 1}}')
    put(program, "gemini", "{}")
    told = program.run("install")
    assert told.code == 1 and "Line 2" in told.err and "~/.cursor/mcp.json" in told.err and "nothing was changed" in told.err
    assert bad.read_text() == '{"mcpServers": {\n  "a" 1}}'
    assert "codeweaver" in (program.home / ".gemini/settings.json").read_text()
    odd = put(program, "cursor", '{"mcpServers": []}')
    assert program.run("install", "cursor").code == 1
    assert odd.read_text() == '{"mcpServers": []}'


def test_nothing_is_changed_where_what_was_there_cannot_be_kept(program):
    file = put(program, "cursor", "{}")
    (program.home / "data").write_text("a file, where the folder of data would be")
    told = program.run("install", "cursor", env={"XDG_DATA_HOME": str(program.home / "data")})
    assert told.code == 1 and str(program.home / "data") in told.err and "nothing was changed" in told.err
    assert file.read_text() == "{}"


def test_a_dry_run_changes_nothing_and_print_config_shows_what_to_paste(program):
    file = put(program, "cursor", "{}")
    assert "would be changed" in program.ok("install", "--dry-run").out
    assert file.read_text() == "{}"
    assert not (program.home / ".codex").exists()
    shown = program.ok("install", "codex", "vscode", "--print-config").out
    assert "[mcp_servers.codeweaver]" in shown and '"servers"' in shown
    assert not (program.home / ".codex").exists()
    assert program.run("install", "emacs").code == 1


def test_no_client_is_no_error_and_says_so(program):
    assert "No client was found" in program.ok("install").out


def test_a_link_stays_a_link_and_the_mode_what_it_was(program):
    real = program.home / "dotfiles.json"
    real.write_text("{}")
    os.chmod(real, 0o640)
    (program.home / ".cursor").mkdir()
    (program.home / ".cursor/mcp.json").symlink_to(real)
    program.ok("install")
    assert (program.home / ".cursor/mcp.json").is_symlink()
    assert "codeweaver" in real.read_text() and real.stat().st_mode & 0o777 == 0o640
    program.ok("uninstall")
    assert real.read_text() == "{}"


def test_instructions_are_a_block_that_comes_and_goes(program):
    file = program.home / "AGENTS.md"
    file.write_text("# Rules\n\nBe kind.")
    program.ok("install", "--instructions", "AGENTS.md")
    assert "find_code" in file.read_text() and file.read_text().startswith("# Rules\n\nBe kind.\n")
    assert "is up to date" in program.ok("install", "--instructions", "AGENTS.md").out
    program.ok("uninstall", "--instructions", "AGENTS.md")
    assert file.read_text() == "# Rules\n\nBe kind."


OTHER_ENTRIES = [  # of the user: what starts them, and why they stay
    ({"command": "/opt/mine", "env": {"K": "1"}}, "another program: '/opt/mine'"), ({"command": "npx", "args": ["codeweaver", "mcp"]}, "'npx'"),
    ({"command": "codeweaver", "args": "mcp"}, '"args"'), ({"env": {"K": "1"}}, "starts no program"), ({"url": "https://example.org/mcp"}, '"url"'),
    ({"command": "codeweaver", "args": ["mcp"], "env": {"K": "1"}}, "did not write: env"),
    ({"command": "/usr/bin/codeweaver", "args": ["mcp", "-p", "/p"], "startup_timeout_sec": 60}, "did not write: args, startup_timeout_sec")]


@pytest.mark.parametrize(("entry", "cause"), OTHER_ENTRIES)
def test_uninstall_leaves_an_entry_that_the_user_wrote(program, entry, cause):
    stays(program, "cursor", put(program, "cursor", json.dumps({"mcpServers": {"codeweaver": entry}})), cause)
    lines = [f"{key} = {json.dumps(value)}\n".replace('"K": ', "K = ") for key, value in entry.items()]
    stays(program, "codex", put_toml(program, "[mcp_servers.codeweaver]\n" + "".join(lines)), cause)


@pytest.mark.parametrize("command", [["/opt/mine", "mcp"], ["codeweaver", "mcp", "-p", "/p"]])
def test_uninstall_leaves_an_entry_of_words_that_the_user_wrote(program, command):
    entry = {"type": "local", "command": command, "enabled": True}
    stays(program, "opencode", put(program, "opencode", json.dumps({"mcp": {"codeweaver": entry}})), "The entry")


def test_uninstall_removes_our_entry_without_a_record_and_keeps_the_file(program):
    entry = {"command": "/usr/local/bin/codeweaver", "args": ["mcp"], "env": {}, "disabled": True}
    file = put(program, "cursor", json.dumps({"mcpServers": {"codeweaver": entry}}))
    toml = put_toml(program, '[mcp_servers.codeweaver]\ncommand = "codeweaver"\nargs = ["mcp"]\n')
    program.ok("uninstall", "cursor", "codex")
    assert load(file.read_text()) == {"mcpServers": {}}
    assert toml.read_text() == ""  # the user's file, although nothing is left in it
    instructions = program.home / "AGENTS.md"
    program.ok("install", "--instructions", "AGENTS.md")
    (program.home / "BLOCK.md").write_text(instructions.read_text())
    program.ok("uninstall", "--instructions", "AGENTS.md", "--instructions", "BLOCK.md")
    assert not instructions.exists() and (program.home / "BLOCK.md").read_text() == ""


def test_a_file_that_install_created_goes_when_nothing_else_is_in_it(program):
    file = program.home / ".codex" / "config.toml"
    program.ok("install", "codex")
    file.write_text(re.sub(r'command = ".*"', 'command = "/usr/bin/codeweaver"', file.read_text()))
    program.ok("uninstall", "codex")
    assert not file.exists()


def test_uninstall_leaves_what_the_user_wrote_into_our_entry(program):
    toml = put_toml(program, 'model = "o3"\n')
    file = put(program, "zed", "{}")
    merged = put(program, "cursor", '{"mcpServers": {"codeweaver": {"command": "old"}}}')
    program.ok("install", "codex", "zed", "cursor")
    with toml.open("a") as out:
        out.write('\n[mcp_servers.codeweaver.env]\nA = "1"\n# note of mine\n')
    stays(program, "codex", toml, "did not write: env")
    file.write_text(file.read_text().replace('"env": {}', '"env": {"A": "1"}'))
    stays(program, "zed", file, "did not write: env")
    written = merged.read_text()
    merged.write_text(written.replace('["mcp"]', '["mcp", "-p", "/p"]'))
    stays(program, "cursor", merged, "did not write: args")
    merged.write_text(written.replace('/codeweaver"', '/mine"'))
    stays(program, "cursor", merged, "another program")
    merged.write_text(written + "\n")
    program.ok("uninstall", "cursor")
    assert load(merged.read_text()) == {"mcpServers": {"codeweaver": {"command": "old"}}}


def test_an_entry_that_a_person_wrote_is_merged_and_restored(program):
    own = {"command": "/opt/cw", "args": ["mcp", "--project", "/p"], "env": {"KEY": "1"}}
    file = put(program, "cursor", json.dumps({"mcpServers": {"codeweaver": own}, "x": 1}))
    program.ok("install", "cursor")
    entry = load(file.read_text())["mcpServers"]["codeweaver"]
    assert entry.pop("command") != "/opt/cw" and entry == {"args": own["args"], "env": own["env"]}
    file.write_text(file.read_text().replace('"x": 1', '"x": 2'))  # another program writes
    program.ok("install", "cursor")
    program.ok("uninstall", "cursor")
    assert load(file.read_text()) == {"mcpServers": {"codeweaver": own}, "x": 2}


def test_an_entry_is_removed_after_another_program_wrote_and_install_ran_again(program):
    file = put(program, "cursor", '{"x": 1}')
    program.ok("install", "cursor")
    file.write_text(file.read_text().replace('"x": 1', '"x": 2').replace("/codeweaver", "/old"))
    program.ok("install", "cursor")
    program.ok("uninstall", "cursor")
    assert load(file.read_text()) == {"mcpServers": {}, "x": 2}


def test_a_comment_over_two_lines_stays_a_comment(program):
    file = put(program, "cursor", '{\r\n  "a": 1 /* note\r\n two */ // end\r\n}\r\n')
    program.ok("install", "cursor")
    text = file.read_bytes().decode()
    assert load(text)["mcpServers"]["codeweaver"]["args"] == ["mcp"] and "/* note\r\n two */ // end\r\n" in text
    assert text.count("\n") == text.count("\r\n")


@pytest.mark.parametrize("before", [
    b'{"a": "caf\xe9"}\n', b"\xef\xbf", b'{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}', b'{"mcpServers": {"codeweaver": {}, "codeweaver": {}}}',
    b'{"mcpServers": {"codeweaver": {"type": "http", "url": "https://example.org"}}}', b'{"mcp\\u0053ervers": {}, "mcpServers": {}}',
    b'{"mcp\\u0053ervers": 1}', b'{"mcpServers": {"codeweaver": {"command": {"path": "x"}}}}', b'{"a": 1 /* open'])
def test_json_that_cannot_be_edited_safely_is_left_alone(program, before):
    file = put(program, "cursor", "")
    file.write_bytes(before)
    told = program.run("install", "cursor")
    assert told.code == 1 and "nothing was changed" in told.err and '"args": ["mcp"]' in told.err, told.err
    assert file.read_bytes() == before


def test_a_name_with_escapes_is_that_name(program):
    file = put(program, "cursor", '{"mcp\\u0053ervers": {"a": {}}}')
    program.ok("install", "cursor")
    assert list(load(file.read_text())["mcpServers"]) == ["a", "codeweaver"] and "\\u0053" in file.read_text()


def test_the_byte_order_mark_of_an_empty_file_stays(program):
    file = put(program, "cursor", "\ufeff")
    program.ok("install", "cursor")
    assert file.read_bytes().startswith(b"\xef\xbb\xbf{")
    program.ok("uninstall", "cursor")
    assert file.read_bytes() == b"\xef\xbb\xbf"


def test_a_link_to_a_file_that_is_not_there_makes_that_file(program):
    (program.home / ".cursor").mkdir()
    (program.home / ".cursor/mcp.json").symlink_to("../dot/m.json")
    program.ok("install", "cursor")
    assert (program.home / ".cursor/mcp.json").is_symlink() and "codeweaver" in (program.home / "dot/m.json").read_text()
    program.ok("uninstall", "cursor")
    assert not (program.home / "dot/m.json").exists()


def test_a_read_only_file_is_left_alone(program):
    file = put(program, "cursor", "{}")
    file.chmod(0o444)
    told = program.run("install", "cursor")
    assert told.code == 1 and "read-only" in told.err and file.read_text() == "{}"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may give a file away")
def test_the_owner_of_a_file_stays(program):
    file = put(program, "cursor", "{}")
    os.chown(file, 65534, 65534)
    program.ok("install", "cursor")
    assert (file.stat().st_uid, file.stat().st_gid) == (65534, 65534)


def test_no_write_of_another_program_is_lost(program):
    file = program.home / ".claude.json"
    (program.home / ".claude").mkdir()
    file.write_text('{"n": 0}')
    counts = {"writes": 0, "lost": 0}
    ends = threading.Event()

    def write():
        while not ends.is_set():
            value = json.loads(file.read_text())
            counts["lost"] += value["n"] != counts["writes"]
            counts["writes"] += 1
            (program.home / "other.tmp").write_text(json.dumps({**value, "n": counts["writes"]}))
            os.replace(program.home / "other.tmp", file)

    other = threading.Thread(target=write)
    other.start()
    for _ in range(6):
        for command in ["install", "uninstall"]:
            told = program.run(command, "claude-code")
            assert told.code == 0 or "Another program keeps writing" in told.err, told.err
    ends.set()
    other.join()
    assert counts["writes"] > 12 and counts["lost"] == 0
    assert not (program.home / ".claude.json.lock").exists()


def test_the_lock_of_a_client_is_respected(program):
    (program.home / ".claude.json").write_text("{}")
    lock = program.home / ".claude.json.lock"
    lock.mkdir()
    os.utime(lock, (0, 0))  # left by a program that died
    program.ok("install", "claude-code")
    assert lock.exists()


def test_the_record_keeps_no_more_of_a_file_than_was_replaced(program):
    put(program, "cursor", '{"secret": "s3cr3t", "mcpServers": {}}')
    program.ok("install", "cursor")
    record = next(program.home.rglob("installed.json")).read_text()
    assert "s3cr3t" not in record and "c2VjcmV0" not in record


def test_a_damaged_record_does_not_damage_the_files_of_clients(program):
    text = '{"mine": [1, 2, 3], "mcpServers": {}}'
    put(program, "cursor", text)
    program.ok("install", "cursor")
    settings = program.home / ".cursor/mcp.json"
    installed = settings.read_bytes()
    record = next(program.home.rglob("installed.json"))
    whole = json.loads(record.read_text())
    for key, value in (("length", 0), ("at", 3), ("is_new", True), ("bytes", "AAAA")):
        damaged = json.loads(json.dumps(whole))
        damaged[str(settings)][key] = value
        record.write_text(json.dumps(damaged))
        refused = program.run("uninstall", "cursor")
        assert refused.code == 1 and "is damaged" in refused.err and "nothing was changed" in refused.err, key
        assert settings.read_bytes() == installed
    record.write_text(json.dumps(whole))
    program.ok("uninstall", "cursor")
    assert settings.read_text() == text


def test_the_entry_starts_the_program(program):
    put(program, "cursor", "{}")
    program.ok("install")
    entry = load((program.home / ".cursor/mcp.json").read_text())["mcpServers"]["codeweaver"]
    assert os.access(entry["command"], os.X_OK)
