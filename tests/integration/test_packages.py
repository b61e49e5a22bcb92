"""Packages of scripts/package: run in any folder, contain all libraries, and list their components."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest

from conftest import ROOT
from linked_module import check_older, needed

STARTED = {"jsonrpc": "2.0", "id": 1, "method": "initialize",
           "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
pytestmark = [pytest.mark.slow,
              pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="the libraries are those of Debian: no dpkg-query here")]


def run(*command, **options) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=900, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def package(out, kind) -> pathlib.Path:
    return pathlib.Path(run(ROOT / "scripts" / "package", "--out", out, kind).split()[0])


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Makes one kind of package, once; returns its file."""
    return functools.cache(lambda kind: package(tmp_path_factory.mktemp(kind), kind))


def answers(folder, *program) -> None:
    shop = shutil.copytree(ROOT / "tests" / "data" / "shop", folder / "shop")
    told = run(*program, "search", "retry failed uploads", "-p", shop, "-o", "json", env={"HOME": str(folder), "PATH": "/usr/bin:/bin"})
    assert json.loads(told)["matches"][0]["file"]["path"] == "src/billing/upload.py"


def test_the_archive_runs_wherever_it_is_put_with_a_c_library_of_its_own(made, tmp_path):
    archive = made("tarball")
    assert archive.stat().st_size < 100e6
    assert package(tmp_path / "again", "tarball").read_bytes() == archive.read_bytes()
    shutil.unpack_archive(archive, tmp_path)
    (tree,) = tmp_path.glob("codeweaver-*")
    tree = tree.rename(tmp_path / "moved elsewhere")
    started = tree / "bin" / "codeweaver"
    brought = {file.name: file for file in (tree / "lib" / "codeweaver").iterdir()}
    for file in [started, *brought.values()]:
        assert needed(file) <= set(brought), f"{file.name}: {needed(file) - set(brought)}"
    (loader,) = (file for name, file in brought.items() if name.startswith("ld-linux"))
    assert [path for path in re.findall(r"=> (/[^(]*) \(", run(loader, "--list", brought["codeweaver"])) if not path.startswith(str(tree))] == []
    assert not re.search("interpreter", run("readelf", "--program-headers", started))
    about = tree / "share" / "doc" / "codeweaver"
    listed = json.loads((about / "codeweaver.cdx.json").read_text())["components"]
    assert len({one["purl"] for one in listed}) == len(listed) > 80
    texts = {file.stem for file in (about / "third_party").iterdir()}
    assert {one["name"] for one in listed if one["purl"].startswith("pkg:deb/")} <= texts
    assert "libc6" in texts
    assert (tree / "share" / "man" / "man1" / "codeweaver.1").is_file()
    answers(tmp_path, started)
    (tmp_path / "link").symlink_to(started)
    told = run(tmp_path / "link", "install", "claude-code", "--print-config", env={"HOME": str(tmp_path), "PATH": "/nowhere"})
    assert f'"command": "{started}"' in told


def test_the_program_of_one_file_asks_for_an_older_glibc_alone(made, tmp_path):
    shutil.unpack_archive(made("single"), tmp_path)
    (tree,) = tmp_path.glob("codeweaver-*-glibc2.28")
    program = (tree / "bin" / "codeweaver").rename(tmp_path / "codeweaver")
    check_older(program)
    assert needed(program) <= {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}
    listed = json.loads((tree / "share" / "doc" / "codeweaver" / "codeweaver.cdx.json").read_text())["components"]
    assert {"curl", "libgit2-dev", "libstdc++-12-dev", "ziglang", "tree-sitter"} <= {one["name"] for one in listed}
    answers(tmp_path, program)


def test_the_archive_runs_where_there_is_nothing_else(made, tmp_path):
    """As on a system with an older C library or another one: in a root with no file but those of the archive."""
    if subprocess.run(["unshare", "--user", "--map-root-user", "chroot", "/", "/bin/true"], capture_output=True).returncode != 0:
        pytest.skip("this user may not change the root of a process")
    shutil.unpack_archive(made("tarball"), tmp_path)
    (tree,) = tmp_path.glob("codeweaver-*")
    shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")
    told = run("unshare", "--user", "--map-root-user", "chroot", tmp_path, f"/{tree.name}/bin/codeweaver", "search", "retry failed uploads",
               "-p", "/shop", "-o", "json", env={"HOME": "/", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    assert json.loads(told)["matches"][0]["file"]["path"] == "src/billing/upload.py"


def test_the_npm_package_starts_the_server_by_npx(made, tmp_path):
    if shutil.which("npm") is None:
        pytest.skip("no npm on PATH")
    app = tmp_path / "app"
    app.mkdir()
    run("npm", "install", "--no-audit", "--no-fund", "--offline", made("npm"), cwd=app)
    shop = shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")
    server = subprocess.Popen(["npx", "--offline", "codeweaver", "mcp", "-p", shop], cwd=app, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")})
    server.stdin.write(json.dumps(STARTED) + "\n")
    server.stdin.flush()
    assert json.loads(server.stdout.readline())["result"]["serverInfo"]["name"] == "codeweaver"
    server.stdin.close()
    assert server.wait(timeout=60) == 0


def test_the_debian_package_holds_the_program_and_asks_for_what_it_links(made, tmp_path):
    if shutil.which("dpkg-shlibdeps") is None:
        pytest.skip("no dpkg-shlibdeps on PATH")
    package = made("deb")
    control = run("dpkg-deb", "--field", package)
    assert "Package: codeweaver\n" in control and "libgit2-1.5 (>= " in control and "libc6 (>= " in control
    run("dpkg-deb", "--extract", package, tmp_path / "root")
    assert (tmp_path / "root/usr/share/bash-completion/completions/codeweaver").is_file()
    answers(tmp_path, tmp_path / "root/usr/bin/codeweaver")
