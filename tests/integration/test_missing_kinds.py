"""Skipped kinds of files: the hint after indexing, and that following it has a lasting effect."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import shlex

import pytest

LAMP = "int lamp_fade(struct lamp *lamp) { return lamp_ramp(lamp, 0, CONFIG_ACME_LAMP_FADE_MS); }\n"
TREE = 'porch: porch_lamp {\n    compatible = "acme,dimmable-lamp";\n    label = "Porch";\n};\n'


@pytest.fixture
def lamps(tmp_path) -> pathlib.Path:
    """A program with files of two kinds of text and two of bytes that no language is known for."""
    folder = tmp_path / "work/lamps"
    folder.mkdir(parents=True)
    (folder / "lamp.c").write_text(LAMP)
    (folder / "lamp.odd1").write_text(TREE)
    (folder / "garden.odd2").write_text("&porch {\n    levels = <4>;\n};\n")
    (folder / "logo.xcf").write_bytes(b"gimp xcf v011\0\0\0\1\0\0\0\2")
    (folder / "vault.kdbx").write_bytes(bytes([3, 217, 162, 154, 103, 251, 75, 181, 0, 1]))
    (folder / "mixed.odd3").write_text("text\n")
    (folder / "binary.odd3").write_bytes(b"\0\1\2\3")
    (folder / "empty.odd4").write_text("")
    (folder / "signing.pem").write_text("-----BEGIN CERTIFICATE-----\n")
    return folder


def hint_of(said: str) -> list:
    """The command that the hint offers."""
    lines = [line for line in said.splitlines() if "To index the text files" in line]
    assert len(lines) == 1, said
    return shlex.split(lines[0].split(": ", 1)[1])


def test_the_hint_offers_all_kinds_of_text_and_no_others(program, lamps):
    said = program.ok("index", cwd=lamps).out
    assert ".xcf 1" in said and ".odd3 2" in said
    command = hint_of(said)
    assert command == ["codeweaver", "projects", "settings", "set", "lamps",
                       'chunking.extra_extensions={"odd1"="text", "odd2"="text"}']
    report = program.ok("index", "--force", "-o", "json", cwd=lamps).json()
    assert report["text_extensions"] == ["odd1", "odd2"] and report["unknown_extensions"]["kdbx"] == 1


def test_following_the_hint_lasts(program, lamps):
    command = hint_of(program.ok("search", "porch lamp", cwd=lamps).err)
    program.ok(*command[1:], cwd=lamps)
    for _ in range(2):
        answer = program.ok("search", "porch lamp label", "-o", "json", cwd=lamps).json()
        assert "lamp.odd1" in {match["file"]["path"] for match in answer["matches"]} and answer["warnings"] == []
    assert "To index the text files" not in program.ok("index", "--force", cwd=lamps).out


def test_the_hint_keeps_what_the_settings_take_in_already(program, lamps):
    (lamps / "codeweaver.toml").write_text('[chunking]\nextra_extensions = {"odd1" = "c"}\n')
    assert hint_of(program.ok("index", cwd=lamps).out)[-1] == 'chunking.extra_extensions={"odd1"="c", "odd2"="text"}'


def test_only_bytes_give_no_hint(program, lamps):
    for file in lamps.glob("*.odd[12]"):
        file.unlink()
    said = program.ok("index", cwd=lamps).out
    assert "unknown extensions" in said and "To index the text files" not in said


@pytest.mark.parametrize("entry, file", [("Recipe", "Recipe"), ("recipe", "Recipe"), ("RECIPE", "sub/recipe"), (".Odd1", "lamp.odd1"),
                                         ("oDd1", "lamp.odd1"), ("odd1", "lamp.ODD1"), ("b.Odd1", "a.b.odd1")])
def test_an_entry_is_written_as_the_file_has_it_or_in_any_case(program, lamps, entry, file):
    (lamps / file).parent.mkdir(exist_ok=True)
    (lamps / file).write_text("config PORCH_FADE_MS\n")
    setting = ["--set", f'chunking.extra_extensions={{"{entry}"="text"}}']
    assert "but no file" not in program.ok("index", *setting, cwd=lamps).out
    assert "but no file" not in program.ok("index", *setting, cwd=lamps).out  # files that are known count, too
    matches = program.ok("search", "PORCH_FADE_MS", "-o", "json", *setting, cwd=lamps).json()["matches"]
    assert file in {match["file"]["path"] for match in matches}


def test_an_entry_that_no_file_has_is_named(program, lamps):
    said = program.ok("index", "--set", 'chunking.extra_extensions={"odd1"="text", "nokind"="text"}', cwd=lamps).out
    assert "names nokind, but no file" in said
