"""Files of kinds that no language is known for: text is indexed, binary and bulk data are not; settings of a run last."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib

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


@pytest.fixture
def work(tmp_path) -> pathlib.Path:
    folder = tmp_path / "work/project"
    folder.mkdir(parents=True)
    return folder


def found(program, folder, query, *arguments) -> list:
    matches = program.ok("search", query, "-o", "json", *arguments, cwd=folder).json()["matches"]
    return [match["file"]["path"] for match in matches]


def test_text_is_indexed_whatever_its_kind_and_nothing_is_offered(program, lamps):
    said = program.ok("index", cwd=lamps).out
    assert "Skipped 5 files, binary or bulk data: " in said and ".kdbx 1" in said and ".odd3 1" in said
    assert "projects settings set" not in said
    assert found(program, lamps, "porch lamp label")[0] == "lamp.odd1"
    report = program.ok("index", "--force", "-o", "json", cwd=lamps).json()
    assert report["languages"] == {"c": 1, "other": 3}
    assert report["unknown_extensions"] == {"xcf": 1, "kdbx": 1, "odd3": 1, "odd4": 1, "pem": 1}


@pytest.mark.parametrize("files, query, first", [
    ({"boards/Kconfig": "config ACME_LAMP_FADE_MS\n\tint \"Milliseconds that a lamp takes to fade out\"\n\tdefault 400\n",
      "lamp.c": LAMP}, "milliseconds that a lamp takes to fade out", "boards/Kconfig"),
    ({"Kconfig.stm32": "config STM32_SPI_DMA\n\tbool \"Transfers of the SPI by DMA\"\n", "till.c": "int open_till(void) { return 1; }\n"},
     "transfers of the SPI by DMA", "Kconfig.stm32"),
    ({"configs/till_defconfig": "CONFIG_RECEIPT_PRINTER=y\n", "till.c": "int open_till(void) { return 0; }\n"}, "receipt printer", "configs/till_defconfig"),
    ({"left.keymap": "/ { keymap { base_layer { bindings = <&kp ESC &kp TAB>; }; }; };\n", "keys.c": "int key_scan(void) { return 0; }\n"},
     "bindings of the base layer", "left.keymap"),
    ({"deploy/Jenkinsfile": "pipeline {\n  stages {\n    stage('Publish the wheels') { steps { sh 'make wheels' } }\n  }\n}\n", "a.py": "print(1)\n"},
     "publish the wheels", "deploy/Jenkinsfile"),
    ({".clang-format": "BasedOnStyle: Google\nColumnLimit: 100\n", "a.cpp": "int main() {}\n"}, "column limit of the style", ".clang-format"),
])
def test_files_that_firmware_and_builds_have_are_found(program, work, files, query, first):
    for path, text in files.items():
        (work / path).parent.mkdir(parents=True, exist_ok=True)
        (work / path).write_text(text)
    assert found(program, work, query, "-p", work)[0] == first


@pytest.mark.parametrize("path", ["tests/last_wrong/chord.keys", "spec_tests/last_wrong.case", "test/sql/last_wrong.slt", "tests/__snapshots__/chord.snap"])
def test_text_below_a_test_folder_is_a_test_whatever_its_kind(program, work, path):
    (work / path).parent.mkdir(parents=True)
    (work / path).write_text("chord: press A, press B, press WRONG\nlast key is wrong\n")
    (work / "chord.c").write_text("int chord_press(int key) { return chord_wait(key); }\n")
    assert found(program, work, "test for a chord whose last key is wrong", "-p", work)[0] == path


def test_a_large_text_of_an_unknown_kind_has_few_chunks_by_meaning(program, work):
    (work / "a.py").write_text("print(1)\n")
    (work / "table.odd1").write_text("".join(f"row of the harvest with {chr(97 + i % 26) * 3} apples\n" for i in range(9000)))
    said = program.ok("index", "-p", work).out
    assert "Data: 1 large data file" in said


def test_a_setting_of_a_run_lasts(program, lamps):
    said = program.ok("index", "--set", 'indexing.exclude=["*.odd2"]', "--set", "search.limit=3", cwd=lamps).out
    assert "Kept for later runs of this project: indexing.exclude\n" in said
    for _ in range(2):
        answer = program.ok("search", "levels of the porch", "-o", "json", cwd=lamps).json()
        assert "garden.odd2" not in {match["file"]["path"] for match in answer["matches"]} and answer["warnings"] == []
    assert "garden" not in program.ok("index", cwd=lamps).out
    program.ok("index", "--set", "indexing.exclude=[]", cwd=lamps)
    assert "garden.odd2" in found(program, lamps, "levels of the porch")


def test_what_to_do_with_secrets_holds_for_one_run(program, lamps):
    assert "Kept for" not in program.ok("index", "--set", "indexing.secrets=keep", cwd=lamps).out


@pytest.mark.parametrize("left_out, is_said", [(1, False), (2, True)])
def test_an_answer_says_that_a_part_of_the_text_is_missing(program, work, left_out, is_said):
    for i in range(10):
        (work / f"lamp_{i}.py").write_text(f"def lamp_{i}():\n    return {i}\n")
    for i in range(left_out):
        (work / f"latin_{i}.py").write_bytes("# größer\n".encode("latin-1"))
    warnings = program.ok("search", "lamp", "-o", "json", "-p", work).json()["warnings"]
    said = [warning for warning in warnings if "text files are not in the index" in warning]
    assert (said == ["2 of 12 text files are not in the index, because they are too large or not in UTF-8"]) == is_said


@pytest.mark.parametrize("entry, file", [("Recipe", "Recipe"), ("recipe", "Recipe"), ("RECIPE", "sub/recipe"), (".Odd1", "lamp.odd1"),
                                         ("oDd1", "lamp.odd1"), ("odd1", "lamp.ODD1"), ("b.Odd1", "a.b.odd1")])
def test_an_entry_is_written_as_the_file_has_it_or_in_any_case(program, lamps, entry, file):
    (lamps / file).parent.mkdir(exist_ok=True)
    (lamps / file).write_text("config PORCH_FADE_MS\n")
    setting = ["--set", f'chunking.extra_extensions={{"{entry}"="ini"}}']
    assert "but no file" not in program.ok("index", *setting, cwd=lamps).out
    assert "but no file" not in program.ok("index", cwd=lamps).out  # files that are known count, too
    assert found(program, lamps, "PORCH_FADE_MS", "--language", "ini") == [file]


def test_an_entry_that_no_file_has_is_named(program, lamps):
    said = program.ok("index", "--set", 'chunking.extra_extensions={"odd1"="text", "nokind"="text"}', cwd=lamps).out
    assert "names nokind, but no file" in said
