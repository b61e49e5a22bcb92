"""The Python example programs work as described."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


def run(program, *arguments):
    return subprocess.run([sys.executable, EXAMPLES / program / f"{program}.py", *arguments], capture_output=True, text=True, timeout=120)


def git(folder, *arguments):
    done = subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", folder, *arguments], check=True,
                          capture_output=True, text=True)
    return done.stdout.strip()


def commit(folder, message):
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)
    return git(folder, "rev-parse", "--short", "HEAD")


def test_the_custom_embedder_answers_beside_the_built_in_one(shop, tmp_path):
    done = run("custom_embedder", shop, "retry failed uploads", "--state", tmp_path / "states")
    assert done.returncode == 0, done.stderr
    own, built_in = done.stdout.split("built in:")
    assert own.startswith("trigrams-512:") and "src/billing/upload.py:1  upload_invoice" in own
    assert "src/billing/upload.py:1  upload_invoice" in built_in
    missing = run("custom_embedder", tmp_path / "none", "x", "--state", tmp_path / "states")
    assert missing.returncode == 1 and missing.stderr.startswith("custom_embedder: ") and "Traceback" not in missing.stderr


def test_bisecting_by_search_finds_the_commit_that_brought_the_answer(shop, tmp_path):
    upload = shop / "src" / "billing" / "upload.py"
    text = upload.read_text()
    upload.unlink()
    git(shop, "init", "-q")
    commit(shop, "shop")
    for number in range(5):
        (shop / "src" / f"other_{number}.py").write_text(f"def other_{number}():\n    return {number}\n")
        commit(shop, f"other {number}")
    (shop / "src" / "send.py").write_text(text)
    brought = commit(shop, "Retry uploads")
    (shop / "src" / "later.py").write_text("def later():\n    pass\n")
    commit(shop, "later")
    (shop / "src" / "send.py").rename(upload)
    commit(shop, "Move it")
    done = run("git_bisect_search", shop, "where are failed uploads retried", "--state", tmp_path / "state")
    assert done.returncode == 0, done.stderr
    head, place = done.stdout.splitlines()
    assert head.startswith(brought) and head.endswith("a: Retry uploads")
    assert place == "  upload_invoice: then src/send.py:1, now src/billing/upload.py:1"
    assert len(done.stderr.splitlines()) <= 4  # of nine commits
    outside = run("git_bisect_search", tmp_path / "none", "x")
    assert outside.returncode == 1 and outside.stderr.startswith("git_bisect_search: ") and "Traceback" not in outside.stderr
