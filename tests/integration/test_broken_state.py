"""Searches with a broken disk, system call or state file: the committed state answers, with a warning."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from conftest import PROGRAM, ROOT, Program
from service_client import make_project

QUERY = "retry failed uploads"
EXPECTED = "src/billing/upload.py"
STALE = "results cover only the unchanged files"
CALLS = ["openat", "read", "pread64", "pwrite64", "write", "fsync", "fdatasync", "ftruncate", "rename", "unlink", "mkdir",
         "fcntl", "newfstatat", "getdents64", "fallocate"]
STEP = int(os.environ.get("CODEWEAVER_FAULT_STEP", "29"))  # every so many-th system call fails once; 1: each of them


@dataclasses.dataclass
class Shop:
    """The fixture project with a committed index and edits that no search has brought in."""

    program: Program
    root: pathlib.Path
    kept: pathlib.Path  # the state as it was committed

    def search(self, *prefix, query=QUERY, timeout=60) -> subprocess.CompletedProcess:
        command = [*prefix, str(PROGRAM), "search", query, "-p", str(self.root), "-o", "json"]
        return subprocess.run(command, cwd=self.program.home, env=self.program.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=timeout)

    def restore(self) -> None:
        shutil.rmtree(self.program.data)
        shutil.copytree(self.kept, self.program.data)


@pytest.fixture
def pending(tmp_path) -> Shop:
    home = tmp_path / "home"
    home.mkdir()
    program = Program(home)
    root = tmp_path / "shop"
    shutil.copytree(ROOT / "tests" / "data" / "shop", root)
    program.ok("index", root)
    shutil.copytree(program.data, tmp_path / "kept")
    (root / "src" / "late.py").write_text("def late_comer():\n    return 1\n")
    with (root / "src" / "database" / "pool.py").open("a") as file:  # left out until it is indexed
        file.write("\n\ndef one_more():\n    return 2\n")
    return Shop(program, root, tmp_path / "kept")


def check_answer(done: subprocess.CompletedProcess) -> list:
    """The committed state answers; what it warns of."""
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["matches"][0]["file"]["path"] == EXPECTED
    return answer["warnings"]


def in_namespace(script: str) -> list:
    """A command that runs in a mount namespace of its own after `script`, which mounts; skips where that is not allowed."""
    probe = ["unshare", "--mount", "--map-root-user", "sh", "-c", "mount -t tmpfs none /mnt"]
    if shutil.which("unshare") is None or subprocess.run(probe, capture_output=True).returncode != 0:
        pytest.skip("mounting is not allowed here")
    return ["unshare", "--mount", "--map-root-user", "sh", "-c", f'set -e; {script}; exec "$0" "$@"']


def test_a_read_only_disk_answers_from_the_committed_state(pending):
    data = pending.program.data
    prefix = in_namespace(f'mount --bind "{data}" "{data}" && mount -o remount,ro,bind "{data}"')
    warnings = check_answer(pending.search(*prefix))
    assert any(STALE in warning and "(IO_ERROR)" in warning for warning in warnings), warnings
    # Without edits there is nothing to warn of.
    pending.program.ok("index", pending.root)
    assert check_answer(pending.search(*prefix)) == []


def test_a_full_disk_answers_from_the_committed_state(pending):
    data = pending.program.data
    for spare in (0, 4096, 20_000, 60_000, 120_000):  # bytes that are left
        prefix = in_namespace(
            f'mount -t tmpfs -o size=64m none /mnt && cp -a "{pending.kept}/." /mnt && mount --move /mnt "{data}" && '
            f'head -c {spare} /dev/zero > "{data}/spare"; (cat /dev/zero > "{data}/filler") 2>/dev/null || rm "{data}/spare"')
        check_answer(pending.search(*prefix))


def test_a_user_who_may_not_write_the_state_is_answered(pending):
    setpriv = shutil.which("setpriv")
    if setpriv is None or os.geteuid() != 0:
        pytest.skip("takes root, and setpriv")
    for folder in [pending.root, pending.program.data]:
        subprocess.run(["chmod", "-R", "a+rX", folder], check=True)
    for folder in [*pending.root.parents, pending.program.home]:
        if os.stat(folder).st_uid == 0 and folder != pathlib.Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    warnings = check_answer(pending.search(setpriv, "--reuid=65534", "--regid=65534", "--clear-groups"))
    assert any(STALE in warning for warning in warnings), warnings


def calls_of(trace: str, begin: str) -> tuple:
    """How often each system call was made, the line of each by name and number, and the numbers when `begin` was met:
    what the loader and the C library do before is no matter of ours."""
    counts, names, first = {}, {}, {}
    for line in trace.splitlines():
        if not first and begin in line:
            first = dict(counts)
        found = re.match(r"(?:\[pid +\d+\] |\d+ +)?(\w+)\(", line)
        if found and found[1] in CALLS:
            counts[found[1]] = counts.get(found[1], 0) + 1
            names[found[1], counts[found[1]]] = line
    return counts, names, first


def outcome_of(done, line: str) -> str:
    """'answered', 'refused' (in words, for want of the index or the settings), or what is wrong."""
    if done.returncode == 0:
        return "answered" if EXPECTED in done.stdout else f"wrong answer: {line}"
    if done.returncode == 1 and done.stderr.startswith("Error: "):
        return "refused"
    return f"exit {done.returncode} {done.stderr[-300:]!r}: {line}"


def test_a_system_call_that_fails_once_leaves_an_answer(pending):
    strace = shutil.which("strace")
    if strace is None or pending.search(strace, "-f", "-o", "/dev/null", "-e", "trace=none").returncode != 0:
        pytest.skip("takes strace")
    log = pending.program.home / "trace"
    pending.restore()
    pending.search(strace, "-o", str(log), "-e", "trace=" + ",".join(CALLS))
    counts, names, first = calls_of(log.read_text(), str(pending.root.parent))
    outcomes, wrong = {}, []
    faults = [(call, n) for call in counts for n in range(first.get(call, 0) + 1, counts[call] + 1)
              if "F_UNLCK" not in names[call, n]]  # no kernel refuses to unlock; SQLite waits for itself for ever then
    listings = [fault for fault in faults if fault[0] == "getdents64"]  # a folder that is taken for empty loses its files
    for call, n in sorted({*faults[::STEP], *listings}):
        error = "ENOSPC" if call in ("pwrite64", "write", "fallocate", "ftruncate") else "EIO"
        pending.restore()
        inject = f"inject={call}:error={error}:when={n}"
        try:
            done = pending.search(strace, "-o", "/dev/null", "-e", f"trace={call}", "-e", inject)
            outcome = outcome_of(done, names[call, n])
        except subprocess.TimeoutExpired:
            outcome = f"no end: {names[call, n]}"
        outcomes[outcome.split(":")[0][:40]] = outcomes.get(outcome.split(":")[0][:40], 0) + 1
        if outcome not in ("answered", "refused"):
            wrong.append((call, n, outcome))
        elif outcome == "refused":
            print(call, n, names[call, n][:160], done.stderr.splitlines()[0])
    print(len(faults), outcomes)
    assert not wrong, wrong
    assert outcomes["answered"] > 20 * outcomes.get("refused", 0), outcomes


def test_a_damaged_project_list_is_restored_and_said(pending):
    listed = pending.program.data / "codeweaver" / "projects.json"
    whole = listed.read_bytes()
    for text in [b"", b"{", whole[:60], whole.replace(b"shop", b"shoq"), bytes(len(whole))]:
        listed.write_bytes(text)
        done = pending.search()
        check_answer(done)
        assert "restored from its copy" in done.stderr
        assert listed.read_bytes() == whole
        assert pending.search().stderr == ""


def test_a_settings_file_that_no_parser_survives_ends_no_other_project(server):
    good, bad = (make_project(server.home / name) for name in ("good", "bad"))
    server.ok("POST", "/api/v1/projects", {"root": str(good)}, status=201)
    (bad / "codeweaver.toml").write_text("a" + ".a" * 60_000 + " = 1\n")
    replies = [server.call("POST", "/api/v1/projects", {"root": str(bad)}), server.call("POST", "/api/v1/projects/bad/index", {})]
    assert "codeweaver.toml" in replies[-1].json()["error"]["message"] and 400 <= replies[-1].status < 500
    server.ok("POST", "/api/v1/projects/good/index", {}, status=202)
    server.wait_until_indexed("good")
