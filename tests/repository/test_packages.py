"""The list of real code is pinned, permissively licensed and diverse; its fetcher writes nothing outside its folder."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import io
import tarfile
import zipfile

import pytest

PERMISSIVE = {"MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "Artistic-2.0", "MIT OR Apache-2.0", "Unlicense OR MIT"}


@pytest.fixture(scope="module")
def packages(fetch, root):
    return fetch.load_packages(root / "tests/packages/packages.toml")


def test_every_package_is_pinned_permissive_and_named_once(packages, fetch):
    assert len({fetch.folder_name(p) for p in packages}) == len(packages)
    for package in packages:
        assert package["kind"] in fetch.CLIENTS and package["tier"] in ("core", "wide") and package["languages"]
        assert any(character.isdigit() for character in package["version"])
        assert package["license"] in PERMISSIVE, package["name"]


def test_the_core_alone_has_ten_packages_in_eight_languages(packages):
    core = [p for p in packages if p["tier"] == "core"]
    assert len(core) >= 10 and len({language for p in core for language in p["languages"]}) >= 8


def test_a_tar_member_that_would_escape_is_left_out(fetch, tmp_path):
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as tar:
        for name in ("top/good.py", "top/../../evil.py", "/top/evil.py"):
            member = tarfile.TarInfo(name)
            member.size = 1
            tar.addfile(member, io.BytesIO(b"x"))
        link = tarfile.TarInfo("top/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    (tmp_path / "out").mkdir()
    fetch.unpack_tar({}, tmp_path / "a.tar.gz", tmp_path / "out")
    assert sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file()) == ["a.tar.gz", "out/good.py"]


def test_only_what_is_kept_is_unpacked(fetch, tmp_path):
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as zipped:
        for name in ("src/a.py", "src/old/b.py", "docs/c.md"):
            zipped.writestr(name, "x")
    package = {"keep": ["src"], "drop": ["src/old"]}
    fetch.unpack_zip(package, tmp_path / "a.whl", tmp_path / "out")
    assert [p.relative_to(tmp_path).as_posix() for p in (tmp_path / "out").rglob("*") if p.is_file()] == ["out/src/a.py"]


def test_a_folder_name_has_no_awkward_characters(fetch):
    package = {"kind": "npm", "name": "@scope/name", "version": "1:2.0+x~y"}
    assert fetch.folder_name(package) == "npm-_scope_name-1_2.0+x_y"
