"""Completions in real shells, the manual in man, and --version; all are generated from the commands."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pty
import re
import select
import shutil
import subprocess
import time

import pytest

from conftest import PROGRAM

# What is typed, where '\t' is the Tab key, and the arguments that the shell makes of it.
TYPED = {
    "codeweaver sea\t": "search",
    "codeweaver projects li\t": "projects list",
    "codeweaver search --output-f\t": "search --output-format",
    "codeweaver search -o vim\t": "search -o vimgrep",
    "codeweaver completion zs\t": "completion zsh",
    "codeweaver index one_fi\t": "index one_file.txt",
    "codeweaver search projects --include-te\t": "search projects --include-tests",  # a word of the query is no command
}
STARTS = {
    "bash": ["bash", "--noprofile", "--norc", "-i"],
    "zsh": ["zsh", "-f", "-i"],
}
READY = {
    "bash": "bind 'set enable-bracketed-paste off'; source {file}; codeweaver() {{ printf '<%s>\\n' \"$*\"; }}; printf 'rea%s\\n' dy\n",
    "zsh": "unsetopt zle_bracketed_paste 2>/dev/null; fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; "
           "codeweaver() {{ print -r -- \"<$*>\" }}; print rea''dy\n",
}


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    """The completions, each in a file of the name that its shell expects."""
    folder = tmp_path_factory.mktemp("completions")
    for shell, name in {"bash": "codeweaver.bash", "zsh": "_codeweaver", "fish": "codeweaver.fish"}.items():
        (folder / name).write_bytes(subprocess.run([PROGRAM, "completion", shell], check=True, capture_output=True).stdout)
    return folder


class Shell:
    """An interactive shell at a terminal of its own."""

    def __init__(self, command, folder):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, {"PATH": "/usr/bin:/bin", "TERM": "dumb", "HOME": str(folder), "PS1": "$ ", "LC_ALL": "C.UTF-8"})
        self.seen = ""

    def type(self, keys, until):
        """Types `keys`; returns what was shown since, once `until` is in it."""
        os.write(self.terminal, keys.encode())
        end, start = time.monotonic() + 60, len(self.seen)
        while until not in self.seen[start:]:
            assert select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0], f"{keys!r}: {self.seen[start:]!r}"
            self.seen += os.read(self.terminal, 65536).decode(errors="replace")
        return self.seen[start:]

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


@pytest.mark.parametrize("shell", STARTS)
def test_an_interactive_shell_completes_commands_options_values_and_files(shell, scripts, tmp_path):
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} on PATH")
    (tmp_path / "one_file.txt").touch()
    at = Shell(STARTS[shell], tmp_path)
    try:
        at.type(READY[shell].format(file=scripts / "codeweaver.bash", folder=scripts), "ready")
        for keys, wanted in TYPED.items():
            shown = at.type(keys, "")
            shown += at.type("\n", ">")
            assert f"<{wanted}" in shown.replace("\r", ""), f"{keys!r}: {shown!r}"
    finally:
        at.close()


def test_fish_completes_commands_options_and_values_with_what_they_are(scripts, tmp_path):
    if shutil.which("fish") is None:
        pytest.skip("no fish on PATH")

    def offered(line):
        told = subprocess.run(["fish", "--no-config", "-c", f"source {scripts / 'codeweaver.fish'}; complete -C '{line}'"], check=True,
                              capture_output=True, text=True, timeout=60, env={**os.environ, "HOME": str(tmp_path)})
        assert told.stderr == ""
        return dict(row.partition("\t")[::2] for row in told.stdout.splitlines())

    assert offered("codeweaver sea")["search"] == "Find code by meaning, name or snippet"
    assert "list" in offered("codeweaver projects ") and "search" not in offered("codeweaver projects ")
    assert set(offered("codeweaver search -o ")) == {"table", "markdown", "json", "ndjson", "vimgrep"}
    assert "--include-tests" in offered("codeweaver search projects --incl")
    assert "--output-format" not in offered("codeweaver mcp --output")


def test_every_command_and_option_of_the_help_is_in_the_completions_and_in_the_manual(scripts, program):
    bash, manual = (scripts / "codeweaver.bash").read_text(), program.ok("manual").out.replace("\\-", "-")
    commands = [line.split()[0] for line in program.ok("--help").out.partition("\nOptions:\n")[0].splitlines()
                if line.startswith("  ") and not line.startswith("   ")]
    assert {"search", "grep", "install", "completion"} <= set(commands)
    for command in commands:
        assert f".SS \\fBcodeweaver {command}\\fR" in manual
        (row,) = [line for line in bash.splitlines() if line.strip().startswith(f"'codeweaver {command}') options=")]
        for line in program.ok(command, "--help").out.splitlines():
            for name in line.strip().split()[0].split(",") if line.startswith("  -") else []:
                assert name in row.replace("'", " ").split("=", 1)[1].split() + ["-h", "--help"], (command, name)
                assert name in manual


def test_man_reads_the_manual_without_a_warning(program, tmp_path):
    if shutil.which("groff") is None:
        pytest.skip("no groff on PATH")
    page = tmp_path / "codeweaver.1"
    page.write_text(program.ok("manual").out)
    shown = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-P-c", page], check=True, capture_output=True, text=True, timeout=60)
    assert shown.stderr == ""
    plain = re.sub(r".\x08", "", shown.stdout)  # how a terminal of paper makes bold and underlined
    assert "find code by meaning, offline" in plain and "codeweaver search [OPTIONS] query" in plain


def test_the_version_is_one_line_and_its_facts_are_those_of_the_build(program):
    short = program.ok("--version").out.strip()
    facts = program.ok("--version", "-o", "json").json()
    assert facts["version"] == short and "\n" not in short
    assert facts["compiler"] and facts["system"].startswith("Linux") and facts["build_type"]
    assert facts["grammars"]["tree-sitter"] and len(facts["grammars"]) > 40
    assert {"faiss", "sqlite", "libgit2", "simdjson"} <= set(facts["libraries"])
    assert "static-code-3.bin" in facts["models"]
    shown = program.ok("--version", "--verbose").out
    assert shown.startswith(f"codeweaver {short}\n") and f"faiss {facts['libraries']['faiss']}" in shown
    assert all(len(line) <= 110 for line in shown.splitlines())
