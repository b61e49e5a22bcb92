"""Source trees of the quality queries: pins are validated, archives unpack inside their folder, other folders are not replaced."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import io
import pathlib
import tarfile
import zipfile

import pytest

PIN = {"name": "demo", "kind": "github", "source": "someone/demo", "version": "0123abc", "license": "MIT", "language": "c"}


def write_pin(folder: pathlib.Path, **changes) -> None:
    folder.mkdir(exist_ok=True)
    fields = {name: value for name, value in {**PIN, **changes}.items() if value is not None}
    (folder / f"{fields.get('name', 'x').replace('/', '_')}.toml").write_text(
        "".join(f'{name} = "{value}"\n' for name, value in fields.items()))


def files_below(folder: pathlib.Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("changes, message", [
    ({"version": None}, "version missing"), ({"kind": "gem"}, "kind 'gem' is not one of"), ({"name": "../x"}, "not a folder name")])
def test_a_bad_pin_is_named_with_its_file(quality, tmp_path, changes, message):
    write_pin(tmp_path / "projects", **changes)
    with pytest.raises(quality.FetchError, match=message) as caught:
        quality.read_projects(tmp_path / "projects")
    assert ".toml: " in str(caught.value)


def test_a_folder_without_pins_is_an_error(quality, tmp_path):
    with pytest.raises(quality.FetchError, match="no .*toml file"):
        quality.read_projects(tmp_path)


def test_a_checkout_is_copied_without_its_history_and_missing_ones_are_told(quality, tmp_path):
    place = tmp_path / "sources" / "someone" / "demo@0123abc"
    (place / ".git").mkdir(parents=True)
    (place / ".git" / "HEAD").write_text("x")
    (place / "main.c").write_text("int main;")
    folder = tmp_path / "trees"
    folder.mkdir()
    assert quality.fetch_one(PIN, folder, tmp_path, tmp_path / "sources") == "brought"
    assert files_below(folder / "demo") == ["main.c"]
    assert quality.fetch_one(PIN, folder, tmp_path, tmp_path / "sources") == "there already"
    with pytest.raises(quality.FetchError, match="someone/demo@9"):
        quality.fetch_one({**PIN, "version": "9"}, folder, tmp_path, tmp_path / "sources")
    assert files_below(folder / "demo") == ["main.c"]  # what was there stays until the new tree is whole


def test_a_folder_of_somebody_else_is_left_alone(quality, tmp_path):
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "own.c").touch()
    assert "left as it is" in quality.fetch_one(PIN, tmp_path, tmp_path, None)
    assert files_below(tmp_path) == ["demo/own.c"]


def test_a_tar_unpacks_without_its_top_folder_and_not_outside(quality, tmp_path):
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as tar:
        for name in ("./top/src/good.c", "top/../../evil.c", "/top/evil.c", "top/deep/../../../evil.c"):
            member = tarfile.TarInfo(name)
            member.size = 1
            tar.addfile(member, io.BytesIO(b"x"))
        link = tarfile.TarInfo("top/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    quality.package_archives.unpack(str(tmp_path / "a.tar.gz"), str(tmp_path / "out" / "tree"))
    # A leading '/' is a top folder without a name: what is below it stays inside, too.
    assert files_below(tmp_path) == ["a.tar.gz", "out/tree/src/good.c", "out/tree/top/evil.c"]


@pytest.mark.parametrize("archive, member, path", [
    ("a.zip", "host.org/group/module/v2@v2.1.0/pkg/a.go", "pkg/a.go"), ("a.jar", "org/a/A.java", "org/a/A.java"),
    ("a.whl", "pkg/a.py", "pkg/a.py")])
def test_zips_unpack_as_their_ecosystem_wraps_them(quality, tmp_path, archive, member, path):
    with zipfile.ZipFile(tmp_path / archive, "w") as zipped:
        zipped.writestr(member, "x")
        zipped.writestr("../evil", "x")
    quality.package_archives.unpack(str(tmp_path / archive), str(tmp_path / "out"))
    assert files_below(tmp_path / "out") == [path]
