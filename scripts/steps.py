"""Runs a command without a time limit, but ends it and its child processes if it makes no progress."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import signal
import subprocess
import time

STILL_S = 15 * 60  # seconds; as long as ctest's timeout for one executable, so longer than any pause of a working suite
LOOK_S = 5.0
WORKING = 0.01  # share of one CPU; less than this is polling
TICKS = os.sysconf("SC_CLK_TCK")


class Stillness:
    """Measures how long a command has neither written output nor used the CPU."""

    def __init__(self, limit_s: float, now: float) -> None:
        self.limit_s = limit_s
        self.since, self.output, self.cpu_s = now, 0, 0.0

    def reached(self, now: float, output: int, cpu_s: float) -> bool:
        """True if the command wrote nothing and used almost no CPU time during the whole limit."""
        # The sum can shrink, because processes that have ended are no longer counted. That counts as progress, too.
        if output != self.output or abs(cpu_s - self.cpu_s) > WORKING * self.limit_s:
            self.since, self.output, self.cpu_s = now, output, cpu_s
        return now - self.since >= self.limit_s


def processes(session: int) -> dict[int, list[str]]:
    """Running processes of a session, by id, with the fields of /proc/PID/stat from the state on."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:  # the process has ended
            continue
        if int(fields[3]) == session and fields[0] not in "ZX":
            found[int(stat.parent.name)] = fields
    return found


def cpu_seconds(session: int) -> float:
    """CPU seconds of the processes of a session and of the children they have waited for."""
    return sum(sum(map(int, fields[11:15])) for fields in processes(session).values()) / TICKS


def end_session(session: int) -> None:
    """Kills all processes of a session, in all process groups."""
    while alive := processes(session):
        for process in alive:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue


def run(command: list, log: pathlib.Path, folder: pathlib.Path, env: dict | None = None, still_s: float = STILL_S,
        look_s: float = LOOK_S) -> int:
    """Runs a command in `folder` with its output in `log`. Returns its status, or 124 if it made no progress for `still_s` seconds."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as out:
        process = subprocess.Popen([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=out,
                                   stderr=subprocess.STDOUT, env={**os.environ, **(env or {})}, start_new_session=True)
        stillness = Stillness(still_s, time.monotonic())
        try:
            while True:
                try:
                    return process.wait(look_s)
                except subprocess.TimeoutExpired:
                    if stillness.reached(time.monotonic(), log.stat().st_size, cpu_seconds(process.pid)):
                        out.write(f"\nended: no output and no CPU use for {still_s:.0f} s\n".encode())
                        return 124
        finally:
            if process.poll() is None:
                end_session(process.pid)
                process.wait()
