"""codeweaver snapshot: made in one clone, stored as plain files, used in others; damaged or foreign ones are rejected."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import functools
import http.server
import os
import shutil
import threading

import pytest

from conftest import ROOT, Program, check_error
from service_client import Server, wait_for
from test_refs import commit, git

# Test 1 of RFC 8032, section 7.1, and the public key of its test 2.
PRIVATE_KEY = """-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
-----END PRIVATE KEY-----
"""
PUBLIC_KEY = """-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
-----END PUBLIC KEY-----
"""
OTHER_KEY = """-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAPUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=
-----END PUBLIC KEY-----
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def origin(tmp_path):
    """A repository with one commit."""
    folder = tmp_path / "origin"
    shutil.copytree(ROOT / "tests" / "data" / "shop", folder)
    git(folder, "init", "-q")
    commit(folder, "first")
    return folder


@pytest.fixture
def clone(tmp_path, origin):
    """Clones the repository for somebody with a home of their own; returns both."""
    def clone(name):
        home = tmp_path / f"home-{name}"
        home.mkdir()
        git(tmp_path, "clone", "-q", origin, tmp_path / name)
        return Program(home), tmp_path / name

    return clone


@pytest.fixture
def keys(tmp_path):
    for name, text in {"private.pem": PRIVATE_KEY, "public.pem": PUBLIC_KEY, "other.pem": OTHER_KEY}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def answer(program, folder):
    found = program.ok("search", "where do we retry failed uploads", "-p", folder, "-o", "json").json()
    return [(match["file"]["path"], match["span"], round(match["relevance_score"], 6)) for match in found["matches"]]


def test_a_clone_answers_from_a_store_what_the_origin_answers_and_parses_nothing(program, origin, clone, tmp_path):
    store = tmp_path / "store"
    store.mkdir()
    made = program.ok("snapshot", "export", store, "-p", origin, "-o", "json").json()
    assert [file.name for file in store.iterdir()] == [os.path.basename(made["name"])]
    assert os.path.basename(made["name"]).startswith(git(origin, "rev-parse", "HEAD^{tree}").strip() + "-")
    handler = functools.partial(Quiet, directory=store)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for number, place in enumerate([f"http://127.0.0.1:{server.server_address[1]}/", str(store), store.as_uri() + "/"]):
            other, folder = clone(f"clone{number}")
            taken = other.ok("snapshot", "pull", place, "-p", folder, "-o", "json").json()
            assert taken["files_from_snapshot"] == taken["report"]["files_indexed"] == 10
            assert taken["snapshots"][0]["id"] == made["id"]
            assert answer(other, folder) == answer(program, origin)
            assert other.ok("index", folder, "-o", "json").json()["files_unchanged"] == 10
        server.shutdown()


def test_a_clone_that_is_ahead_takes_the_snapshot_of_a_commit_before_it(program, origin, clone, tmp_path):
    store = tmp_path / "store"
    store.mkdir()
    program.ok("snapshot", "export", store, "-p", origin)
    (origin / "extra.py").write_text("def brand_new_thing():\n    pass\n")
    check = program.run("snapshot", "export", store, "-p", origin)
    assert check.code == 0  # an untracked file is no difference of tracked ones, and the tree has its name already
    commit(origin, "second")
    other, folder = clone("ahead")
    taken = other.ok("snapshot", "pull", store, "-p", folder, "-o", "json").json()
    assert taken["report"]["files_indexed"] == 11
    assert taken["files_from_snapshot"] >= 10


def test_exports_of_two_clones_and_homes_are_the_same_bytes_without_their_places(program, origin, clone, tmp_path):
    other, folder = clone("elsewhere")
    program.ok("snapshot", "export", tmp_path / "one", "-p", origin)
    other.ok("snapshot", "export", tmp_path / "two", "-p", folder, "--set", "indexing.workers=1")
    one = (tmp_path / "one").read_bytes()
    assert one == (tmp_path / "two").read_bytes()
    head = one.partition(b"\x28\xb5\x2f\xfd")[0]  # before the first compressed frame, in which short names occur by chance
    for place in (str(tmp_path), "origin", "elsewhere", str(program.home), os.uname().nodename):
        assert place.encode() not in (one if len(place) > 5 else head)


def test_a_delta_and_its_base_are_taken_together(program, origin, clone, tmp_path):
    program.ok("snapshot", "export", tmp_path / "base", "-p", origin)
    (origin / "extra.py").write_text("def brand_new_thing():\n    pass\n")
    commit(origin, "second")
    made = program.ok("snapshot", "export", tmp_path / "delta", "--base", tmp_path / "base", "-p", origin, "-o", "json").json()
    assert made["contents"] == 1 and len(made["bases"]) == 1
    other, folder = clone("both")
    alone = other.ok("snapshot", "import", tmp_path / "delta", "-p", folder)
    assert "builds on " + made["bases"][0][:12] in alone.out and "1 file from the snapshot" in alone.out
    third, folder = clone("third")
    assert "11 files from the snapshot" in third.ok("snapshot", "import", tmp_path / "delta", "--base", tmp_path / "base",
                                                    "-p", folder).out


def test_only_what_the_named_key_signed_is_taken(program, origin, clone, keys):
    program.ok("snapshot", "export", keys / "signed", "--sign", keys / "private.pem", "-p", origin)
    program.ok("snapshot", "export", keys / "unsigned", "-p", origin)
    other, folder = clone("careful")
    before = sorted(other.home.rglob("*.db"))
    for file, key, cause in [("signed", "other.pem", "signed by another key: d75a9801"), ("unsigned", "public.pem", "is not signed")]:
        check_error(other.run("snapshot", "import", keys / file, "--key", keys / key, "-p", folder), cause=cause,
                    context=file, action="Nothing was changed")
    check_error(other.run("snapshot", "import", keys / "signed", "--key", keys / "private.pem", "-p", folder),
                cause="not an unencrypted public Ed25519 key", action="openssl pkey")
    assert sorted(other.home.rglob("*.db")) == before
    assert "signed by d75a9801" in other.ok("snapshot", "import", keys / "signed", "--key", keys / "public.pem", "-p", folder).out


def test_damaged_foreign_and_absent_snapshots_are_refused_and_the_index_stays(program, origin, tmp_path):
    good = tmp_path / "good"
    program.ok("snapshot", "export", good, "-p", origin)
    state = program.state(origin)
    before = {file: file.read_bytes() for file in state.rglob("*") if file.is_file() and file.suffix != ".lock"}
    bytes_ = good.read_bytes()
    bad = tmp_path / "bad"
    middle = len(bytes_) // 2
    for content, cause in [(bytes_[:middle], "missing or was modified"), (b"", "does not start like a snapshot file"),
                           (bytes_[:middle] + bytes([bytes_[middle] ^ 4]) + bytes_[middle + 1:], "missing or was modified"),
                           (bytes_ + b"x", "has extra data"), (bytes_[:8] + b"\x07" + bytes_[9:], "has format 7")]:
        bad.write_bytes(content)
        check_error(program.run("snapshot", "import", bad, "-p", origin), cause=cause, context="bad", action="Nothing was changed")
    check_error(program.run("snapshot", "import", good, "-p", origin, "--set", "chunking.target_tokens=300"),
                cause="was made with the settings", action="same version and settings")
    check_error(program.run("snapshot", "import", tmp_path / "absent", "-p", origin), cause="absent", action="")
    (tmp_path / "empty").mkdir()
    check_error(program.run("snapshot", "pull", tmp_path / "empty", "-p", origin), cause="No suitable snapshot",
                action="Export one to this place")
    check_error(program.run("snapshot", "pull", "http://127.0.0.1:9/", "-p", origin), cause="127.0.0.1:9", action="Try again")
    for file, content in before.items():
        assert file.read_bytes() == content, file


def test_a_store_takes_no_snapshot_of_uncommitted_changes(program, origin, tmp_path):
    (origin / "src" / "billing" / "upload.py").write_text("changed = 1\n")
    check_error(program.run("snapshot", "export", tmp_path, "-p", origin), cause="differ from HEAD", action="Commit or stash")
    plain = shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "plain")
    check_error(program.run("snapshot", "export", tmp_path, "-p", plain), cause="", action="in a git repository")

def test_a_server_gives_and_takes_snapshots(program, origin, clone, tmp_path):
    program.ok("index", origin)
    with Server(program, "-p", origin) as server:
        server.wait_until_indexed("origin")
        given = server.call("GET", "/api/v1/projects/origin/snapshot")
        assert given.status == 200 and given.headers["Content-Type"] == "application/octet-stream"
        assert given.headers["Content-Disposition"] == 'attachment; filename="origin.cwsnap"'
    program.ok("snapshot", "export", tmp_path / "exported", "-p", origin)
    assert given.body == (tmp_path / "exported").read_bytes()
    assert not list(program.state(origin).glob("snapshot-*"))
    other, folder = clone("served")
    bytes_ = {"Content-Type": "application/octet-stream"}
    with Server(other, "-p", folder, "--set", "indexing.auto_index=false") as server:
        for body in (given.body[:-1], given.body[:300] + b"?" + given.body[301:], b""):
            for site in ("cross-site", "same-site"):
                server.refused("GET", "/api/v1/projects/served/snapshot", status=403, code="CROSS_SITE", headers={"Sec-Fetch-Site": site})
            server.refused("POST", "/api/v1/projects/served/snapshot", body, status=400, code="VALIDATION_ERROR", headers=bytes_)
        assert not server.ok("GET", "/api/v1/projects/served/status")["indexed"]
        server.ok("POST", "/api/v1/projects/served/snapshot", given.body, "indexing.json", status=202, headers=bytes_)
        done = wait_for(lambda: server.ok("GET", "/api/v1/projects/served/index").get("last"), "the run")
        assert done["files_indexed"] == 10
        found = server.ok("POST", "/api/v1/search", {"query": "where do we retry failed uploads"})
        assert found["matches"][0]["file"]["path"] == "src/billing/upload.py"
    with Server(other, "-p", folder, open_changes=False) as server:
        server.refused("POST", "/api/v1/projects/served/snapshot", given.body, status=403, code="TOKEN_REQUIRED", headers=bytes_)
