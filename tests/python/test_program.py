"""The command of the package, as `codeweaver` and as `python -m codeweaver`."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import pathlib
import signal
import subprocess
import sys

import codeweaver
import pytest

COMMAND = pathlib.Path(sys.executable).parent / "codeweaver"
WAYS = {"script": [str(COMMAND)], "module": [sys.executable, "-m", "codeweaver"]}


def run(way, *arguments, **options):
    return subprocess.run([*WAYS[way], *map(str, arguments)], capture_output=True, text=True, timeout=120, **options)


@pytest.mark.parametrize("way", WAYS)
def test_the_command_of_the_package_indexes_and_answers(way, shop):
    done = run(way, "search", "retry failed uploads", "-p", shop, "-o", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["matches"][0]["file"]["path"] == "src/billing/upload.py"


@pytest.mark.parametrize("way", WAYS)
def test_exit_codes_and_words_that_are_no_text_pass_unchanged(way, tmp_path):
    assert run(way, "--version").stdout == codeweaver.__version__ + "\n"
    assert run(way, "serach").returncode == 2
    name = os.fsdecode(b"\xff")
    refused = subprocess.run([*WAYS[way], "status", "-p", str(tmp_path / name)], capture_output=True, timeout=120)
    assert refused.returncode == 1 and b"Traceback" not in refused.stderr


def test_an_interrupt_ends_the_program_and_not_python():
    server = subprocess.Popen([*WAYS["module"], "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    started = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": started}) + "\n")
    server.stdin.flush()
    assert json.loads(server.stdout.readline())["result"]["serverInfo"]["name"] == "codeweaver"
    server.send_signal(signal.SIGINT)
    _, errors = server.communicate(timeout=60)
    assert server.returncode >= 0 and "KeyboardInterrupt" not in errors and "Traceback" not in errors


@pytest.mark.parametrize("way", WAYS)
def test_what_agents_are_told_to_start_is_the_installed_command(way):
    shown = run(way, "install", "--print-config", "cursor", env={**os.environ, "PATH": "/usr/bin:/bin"}).stdout
    assert json.loads(shown[shown.index("{"):])["mcpServers"]["codeweaver"]["command"] == str(COMMAND)


def test_the_command_reads_pdfs_with_the_pdfium_of_the_extra(tmp_path):
    pytest.importorskip("pypdfium2_raw")
    canvas = pytest.importorskip("reportlab.pdfgen.canvas").Canvas(str(tmp_path / "page.pdf"))
    canvas.drawString(72, 720, "Uploads are retried four times.")
    canvas.save()
    (tmp_path / "read.py").write_text("print()\n")
    assert "Uploads are retried" in run("script", "extract", tmp_path / "page.pdf").stdout
    found = run("script", "search", "how often are uploads retried", "-p", tmp_path, "-o", "json")
    assert json.loads(found.stdout)["matches"][0]["file"]["path"] == "page.pdf", found.stderr
