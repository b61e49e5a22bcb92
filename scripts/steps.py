"""Runs a command, however long it takes, and ends it with all it started once it stands still."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import pathlib
import signal
import subprocess
import time

STILL_S = 15 * 60  # longer than the longest silence of a suite that works: ctest gives one executable as long
LOOK_S = 5.0
WORKING = 0.01  # of a processor: less is somebody's polling
TICKS = os.sysconf("SC_CLK_TCK")


class Stillness:
    """Tells from what a command has written and computed so far how long it has done neither."""

    def __init__(self, limit_s: float, now: float) -> None:
        self.limit_s = limit_s
        self.since, self.output, self.cpu_s = now, 0, 0.0

    def reached(self, now: float, output: int, cpu_s: float) -> bool:
        """True when for the whole limit nothing was written and next to nothing computed."""
        # Processes that end unseen take their time with them, so the sum may shrink: that is a change, too.
        if output != self.output or abs(cpu_s - self.cpu_s) > WORKING * self.limit_s:
            self.since, self.output, self.cpu_s = now, output, cpu_s
        return now - self.since >= self.limit_s


def processes(session: int) -> dict[int, list[str]]:
    """The living processes of a session, each with the fields of its /proc/PID/stat from its state on."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if int(fields[3]) == session and fields[0] not in "ZX":
            found[int(stat.parent.name)] = fields
    return found


def cpu_seconds(session: int) -> float:
    """What the processes of a session, and those they have waited for, computed."""
    return sum(sum(map(int, fields[11:15])) for fields in processes(session).values()) / TICKS


def end_session(session: int) -> None:
    """Kills every process of a session, whatever groups they have made."""
    while alive := processes(session):
        for process in alive:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue


def run(command: list, log: pathlib.Path, folder: pathlib.Path, env: dict | None = None, still_s: float = STILL_S,
        look_s: float = LOOK_S) -> int:
    """Runs a command in `folder` with its output in `log`; 124 when it stood still for `still_s`."""
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
                        out.write(f"\nended: nothing was written or computed for {still_s:.0f} s\n".encode())
                        return 124
        finally:
            if process.poll() is None:
                end_session(process.pid)
                process.wait()
