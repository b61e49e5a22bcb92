"""Headings and lines of matches: the line that answers is shown, under the definition that has it."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pytest

SCRIPT = ('#!/bin/sh\nset -e\nmkdir -p /run/door\nsudo doord || echo "WARN: doord failed to start; use the side entrance"\n'
          'for room in ${ROOMS}; do\n    dest="/rooms/${room##*/}"\n    furnish "$room" "$dest"\ndone\n')
PINS = '#include "board/porch_pins.h"\n\nint spi_open(int bus) {\n  return bus_claim(bus);\n}\n'
TASKS = 'CACHE = {}\n\nprint("the night shift of the bakery begins")\nfor oven in OVENS:\n    heat = oven.warm()\n'


def best(program, folder, query):
    return program.ok("search", query, "-o", "json", "-p", folder).json()["matches"][0]


@pytest.mark.parametrize("file, text, query, line", [
    ("start.sh", SCRIPT, "doord failed to start", "use the side entrance"),
    ("spi.c", PINS, "include of the porch pins of the board", "porch_pins.h"),
    ("night.py", TASKS, "night shift of the bakery", "night shift of the bakery"),
    ("start.rb", 'puts "the night shift of the bakery begins"\novens.each do |oven|\n  heat = oven.warm\nend\n', "night shift of the bakery", "night shift"),
])
def test_a_heading_is_no_definition_beside_the_line_that_answers(program, tmp_path, file, text, query, line):
    (tmp_path / file).write_text(text)
    match = best(program, tmp_path, query)
    assert line in match["content"]["content"] and not match["content"].get("chunk_name")


def function_of(lines: list, head: str, foot: str, tab: str) -> str:
    """A long function with the line that answers in the middle."""
    half = len(lines) // 2
    middle = [tab + 'fail("porch lamp socket bulb refused");'] if "{" in head else [tab + 'raise Refused("porch lamp socket bulb refused")']
    return "\n".join([head, *lines[:half], *middle, *lines[half:], foot]) + "\n"


@pytest.mark.parametrize("file, head, foot", [("call.py", "def call(url):", "    return url"), ("call.js", "function call(url) {", "}"),
                                              ("call.c", "int call(int url) {", "}"), ("call.go", "package a\nfunc call(url int) {", "}")])
def test_the_line_with_the_words_of_the_query_is_shown_of_a_long_function(program, tmp_path, file, head, foot):
    end = ";" if "{" in head else ""
    other = [f"    set_{i}(lamp, garden_{i}){end}" for i in range(70)]
    other[10], other[11], other[12] = (f"    porch(lamp){end}", f"    socket(night){end}", f"    morning(bulb){end}")
    other[60], other[61] = f"    night(porch){end}", f"    morning(refuse){end}"
    (tmp_path / file).write_text(function_of(other, head, foot, "    "))
    shown = program.ok("search", "why is the porch lamp socket bulb in the night or morning refused", "-p", tmp_path).out
    assert "porch lamp socket bulb refused" in shown


@pytest.mark.parametrize("file, text, query, line", [
    ("fade.c", '#include "lamp.h"\n\n#define FADE_LIMIT_MS 400\nint lamp_fade(int ms) {\n  if (ms > FADE_LIMIT_MS) ms = FADE_LIMIT_MS;\n'
               '  return lamp_ramp(ms);\n}\n\nint lamp_on(void) {\n  return 1;\n}\n', "how is the limit of lamp fade ms applied", "#define FADE_LIMIT_MS 400"),
    ("views.py", 'import web\n\n\n@web.route("/orders/<id>/refund", methods=["POST"])\ndef refund(id):\n    return load(id).refund()\n\n\n'
                 '@web.route("/orders/<id>")\ndef show(id):\n    return load(id)\n', "route of a refund by post", "/orders/<id>/refund"),
    ("Orders.java", 'class Orders {\n  @Retryable(maxAttempts = 5)\n  void charge(Order order) {\n    gateway.charge(order);\n  }\n\n'
                    '  void cancel(Order order) {\n    gateway.cancel(order);\n  }\n}\n', "retryable max attempts", "@Retryable(maxAttempts = 5)"),
    ("lamp.rs", '#[derive(Debug, Serialize)]\npub struct Lamp {\n    level: u8,\n}\n\npub struct Porch {\n    lamps: Vec<Lamp>,\n}\n',
     "serialize of the lamp", "#[derive(Debug, Serialize)]"),
])
def test_what_is_written_above_a_definition_is_shown_if_it_matched(program, tmp_path, file, text, query, line):
    (tmp_path / file).write_text(text)
    assert line in best(program, tmp_path, query)["content"]["content"]
