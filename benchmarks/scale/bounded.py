"""Runs programs with limits on time and memory."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import resource
import signal
import subprocess


class Failed(Exception):
    """A program failed. The message says how."""


def run(command: list, timeout_s: float, memory_gib: float = 0, log=None) -> None:
    """Runs a program to its end. After `timeout_s` seconds, ends it and its child processes. `memory_gib` limits its address
    space (0: no limit). Raises Failed."""
    def limit() -> None:
        if memory_gib:
            size = int(memory_gib * (1 << 30))
            resource.setrlimit(resource.RLIMIT_AS, (size, size))

    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=log or subprocess.DEVNULL,
                               stderr=subprocess.PIPE, start_new_session=True, preexec_fn=limit)
    try:
        _, errors = process.communicate(timeout=timeout_s)
    except BaseException as stop:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        if isinstance(stop, subprocess.TimeoutExpired):
            raise Failed(f"not finished after {timeout_s:.0f} s") from stop
        raise
    if process.returncode != 0:
        lines = errors.decode(errors="replace").strip().splitlines()
        said = lines[-1][-200:] if lines else ""
        if "MemoryError" in said or "bad_alloc" in said:
            said = f"needs more than {memory_gib:.0f} GiB"
        raise Failed(f"failed with status {process.returncode}: {said}")
