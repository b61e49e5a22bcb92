"""Questions for a build option, a route, a table or a message show the file that declares it, before code that shares its noun."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pytest

READER = {"src/card_reader.c": "/* Build with card reader support. */\nint card_reader_open(struct reader *reader) { return reader->open(); }\n",
          "src/card_reader.h": "/** Support for the card reader of a till. */\nstruct reader { int (*open)(void); };\n"}
OPTIONS = {
    "cmake option": ("CMakeLists.txt", 'project(till)\noption(WITH_TESTS "Build the tests" ON)\noption(WITH_CARDREADER "Include card reader support" OFF)\n'),
    "meson option": ("meson_options.txt", "option('tests', type: 'boolean')\noption('cardreader', type: 'feature', description: 'Card reader support')\n"),
    "cargo feature": ("Cargo.toml", '[package]\nname = "till"\n\n[features]\n# Card reader support.\ncardreader = ["pcsc"]\n'),
    "make target": ("Makefile", "all: till\n\n# Builds with card reader support.\ncardreader:\n\tcc -DCARDREADER src/card_reader.c\n"),
}


def answer(program, tmp_path, files: dict[str, str], query: str) -> dict:
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return program.ok("search", query, "-o", "json", "-p", tmp_path).json()


@pytest.mark.parametrize("kind", OPTIONS)
def test_build_option(program, tmp_path, kind):
    path, text = OPTIONS[kind]
    found = answer(program, tmp_path, READER | {path: text}, f"{kind} to build with card reader support")
    assert found["matches"][0]["file"]["path"] == path
    assert "ard reader support" in found["matches"][0]["content"]["content"]


MESSAGES = {
    "reader.cpp": ('fail(tr("Invalid {0}block data length: field %1, %2 expected, %3 found").arg(id).arg(length).arg(size));', "bool {1}(Stream& in) {{"),
    "reader.php": ("fail(sprintf(__('Invalid {0}block data length: field %1$d, %2$d expected, %3$d found'), $id, $length, $size));", "<?php function {1}($in) {{"),
    "reader.m": ('[self fail:[NSString stringWithFormat:@"Invalid {0}block data length: field %@, %d expected, %d found", id, length, size]];',
                 "void {1}(Stream *in) {{"),
    "reader.py": ('raise Broken(f"Invalid {0}block data length: field {{id}}, {{length}} expected, {{size}} found")', "def {1}(in_):"),
}


@pytest.mark.parametrize("path", MESSAGES)
def test_message_among_near_twins_and_translations(program, tmp_path, path):
    message, head = MESSAGES[path]
    end = "" if path.endswith(".py") else "}\n"
    code = "\n".join(f"{head.format('', name)}\n    {message.format(twin, name)}\n{end}" for twin, name in (("inner ", "read_inner"), ("", "read_block")))
    translated = "".join(f"<message><source>{message.format(twin, '')}</source><translation>de</translation></message>\n" for twin in ("", "inner "))
    found = answer(program, tmp_path, {path: code, "i18n/app_de.ts": translated, "i18n/app_fr.ts": translated},
                   "Invalid block data length: field 7, 32 expected, 16 found")
    assert found["matches"][0]["file"]["path"] == path
    assert found["confidence"] > 0.9
    assert "Invalid block data" in found["matches"][0]["content"]["content"]


def test_devicetree_and_kconfig(program, tmp_path):
    files = {"lamp.dtsi": "/ {\n\tporch_lamp: lamp {\n\t\tcompatible = \"acme,lamp\";\n\t};\n};\n",
             "Kconfig": "config ACME_LAMP_FADE_MS\n\tint \"Milliseconds that a lamp takes to fade out\"\n\tdefault 400\n",
             "lamp.c": "/* Fades the porch lamp. */\nint lamp_fade(struct lamp *lamp) { return lamp_ramp(lamp, 0, CONFIG_ACME_LAMP_FADE_MS); }\n"}
    assert answer(program, tmp_path, files, "devicetree node of the porch lamp")["matches"][0]["file"]["path"] == "lamp.dtsi"
    assert program.ok("search", "default of ACME_LAMP_FADE_MS", "-o", "json", "-p", tmp_path).json()["matches"][0]["file"]["path"] == "Kconfig"
