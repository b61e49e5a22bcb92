"""The tour: questions made from the project, each with a reason, an equivalent command and a right answer."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import re
import shlex
import subprocess

import pytest

from conftest import PROGRAM

README = """# Weather station

[![badge](https://example.org/badge.svg)](https://example.org)

Install it with pip before anything else.

- Collects temperature readings from remote sensors
"""
CLI = '''def main():
    """Reads the options."""
    return collect_readings("north")


def stop_station():
    raise SystemExit("the station was stopped by its owner")
'''
SENSORS = '''def collect_readings(sensor):
    """Collects the temperature readings of a remote sensor."""
    return [convert_reading(raw) for raw in fetch_raw(sensor)]


def convert_reading(raw):
    """Kelvin to degrees."""
    return raw - 273.15


def fetch_raw(sensor):
    return [280.0]
'''
LOWEST = '''from sensors import collect_readings


def lowest_reading():
    return min(collect_readings("south"))


def highest_reading():
    return max(collect_readings("west"))
'''


@pytest.fixture
def station(program, tmp_path):
    """A small project with a README, a program, and a history of two commits."""
    root = tmp_path / "station"
    root.mkdir()
    for name, text in {"README.md": README, "main.py": CLI, "sensors.py": SENSORS}.items():
        (root / name).write_text(text)
    git = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    for message in ("Begin", "Find lowest and highest readings of a day"):
        if message != "Begin":
            (root / "extremes.py").write_text(LOWEST)
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-qm", message], check=True, env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull})
    return root


def test_the_tour_is_made_of_the_project_and_its_commands_answer_the_same(program, station):
    shown = program.ok("tour", cwd=station).out
    stops = re.findall(r"^(\d)/(\d)  (.+)\n\$ (.+)\n\n((?:.*\n)+?)(?=\n\d/|\nNext)", shown, re.M)
    assert len(stops) == int(stops[0][1]) == 5
    wanted = ["main.py", "sensors.py", "sensors.py", "main.py", "extremes.py"]  # start, README, most used, message, commit
    for (_, _, why, command, answer), path in zip(stops, wanted):
        words = shlex.split(command)
        assert words[0] == "codeweaver" and len(why) < 100
        again = program.ok(*words[1:], cwd=station).out
        assert re.sub(r" in \d+ms", "", again).startswith(re.sub(r" in \d+ms", "", answer)), command
        assert re.search(rf"^(1\. )?{path}\b", answer, re.M) or path in why, (why, answer)
    commands = "\n".join(stop[3] for stop in stops)
    assert "search 'Collects temperature readings from remote sensors'" in commands
    assert "refs collect_readings" in commands and "'the station was stopped by its owner'" in commands
    assert "'Find lowest and highest readings of a day'" in commands


def test_the_tour_ends_with_the_next_step_and_how_to_call_the_program(program, station):
    shown = program.ok("tour", station).out
    *_, end = shown.split("\nNext\n")
    assert "codeweaver search where is" in end and f"cd {station}" in end and "codeweaver mcp" in end
    assert f"export PATH={PROGRAM.resolve().parent}:" in end
    found = program.ok("tour", station, env={"PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}).out
    assert "export PATH" not in found


GO_README = """# gauge

    go get example.org/gauge

Gauges measure the pressure of remote boilers.

```sh
measure(install)
```

```go
// openGauge(before)
reading, err := gauge.OpenGauge("north").Measure(fmt.Sprint(7))
```
"""
GO_FILES = {
    "README.md": GO_README, "go.mod": "module example.org/gauge\n",
    "alarm.go": "package gauge\n\nfunc soundAlarm(level int) bool {\n\treturn level > 9\n}\n",
    "gauge.go": "package gauge\n\n// OpenGauge begins to measure pressure.\nfunc OpenGauge(name string) *Gauge {\n\treturn &Gauge{name}\n}\n\n"
                "type Gauge struct{ name string }\n",
}


def test_of_a_library_the_tour_shows_what_its_readme_calls_first(program, tmp_path):
    root = tmp_path / "boilers"
    root.mkdir()
    for name, text in GO_FILES.items():
        (root / name).write_text(text)
    shown = program.ok("tour", cwd=root).out
    assert re.search(r"The first call in the README of this library\n\$ codeweaver search gauge.OpenGauge -l 1\n\n(.*\n)+?1\. gauge\.go:", shown)
    (root / "README.md").write_text("# gauge\n")
    (root / "doc.go").write_text("// Package gauge measures the pressure of boilers.\npackage gauge\n")
    program.ok("index", cwd=root)
    assert re.search(r"The main file of the library\n.*doc\.go", program.ok("tour", cwd=root).out)


def test_of_a_go_library_the_tour_begins_where_the_package_says_what_it_is(program, tmp_path):
    root = tmp_path / "boilers"
    root.mkdir()
    for name, text in GO_FILES.items():
        (root / name).write_text(text.replace("package gauge", "// Package gauge measures.\npackage gauge") if name == "gauge.go" else text)
    (root / "README.md").write_text("# gauge\n")
    assert re.search(r"The main file of the library\n.*gauge\.go", program.ok("tour", cwd=root).out)


def test_of_a_package_the_tour_begins_where_its_package_json_says_and_shows_no_comments(program, tmp_path):
    root = tmp_path / "ponds"
    root.mkdir()
    (root / "package.json").write_text('{"name": "ponds", "main": "./lib/pond"}')
    (root / "Readme.md").write_text("# ponds\n\nCounts the fish of every\npond by their shadows. Counts the fish of a pond by the\n")
    (root / "lib").mkdir()
    (root / "lib" / "frog.js").write_text("/*\n say('the first words are a comment');\n*/\n// 'these words are one too'\n"
                                          "exports.jump = function () {\n  throw new Error('no frog can jump that far');\n};\n")
    (root / "lib" / "pond.js").write_text("/** Counts the fish of a pond by their shadows. */\n"
                                          "function countFish(pond) {\n  return pond.shadows.length;\n}\nmodule.exports = { countFish };\n")
    shown = program.ok("tour", cwd=root).out
    assert re.search(r"The main file of the library\n.*lib/pond\.js", shown), shown
    assert "search 'no frog can jump that far'" in shown
    assert "search 'Counts the fish of every pond by their shadows'" in shown  # the other one is half a sentence


def test_a_project_with_nothing_in_it_has_no_tour(program, tmp_path):
    (tmp_path / "empty").mkdir()
    assert "too little code for a tour" in program.ok("tour", tmp_path / "empty").out
