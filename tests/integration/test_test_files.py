"""Questions for tests: CI files, programs that run tests and their helpers are no tests."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pytest

RUNNER = ".github/workflows/test.yml", "name: Test\njobs:\n  chord-test:\n    steps:\n      - name: Test a chord whose last key is wrong\n        run: ./run-test.sh\n"


@pytest.mark.parametrize("test, text, helper, help_text", [
    ("tests/last_wrong/chord.keys", "press A\npress B\npress WRONG\nrelease A\n",
     "run-test.sh", "#!/bin/sh\n# Runs a test of a chord, or all tests.\nfor test in $(find tests -name chord.keys); do ./run \"$test\"; done\n"),
    ("chord_test.go", "package chord\nfunc TestLastKeyWrong(t *testing.T) {\n  press(t, \"A\", \"WRONG\")\n}\n",
     "tools/run_tests.go", "package main\n// Runs the tests of a chord.\nfunc main() { runAll(\"chord\") }\n"),
    ("spec/chord_spec.rb", "describe Chord do\n  it 'refuses a wrong last key' do\n    expect(press('A', 'WRONG')).to be_nil\n  end\nend\n",
     "spec/spec_helper.rb", "# Helps the tests of a chord.\ndef press(*keys)\n  Chord.new.press(keys)\nend\n"),
    ("src/chord.test.ts", "test('a chord whose last key is wrong', () => {\n  expect(press('A', 'WRONG')).toBe(null)\n})\n",
     "scripts/test.sh", "#!/bin/sh\n# Tests the chord.\nnpx vitest\n"),
])
def test_a_question_for_a_test_finds_the_test_and_no_runner(program, tmp_path, test, text, helper, help_text):
    files = {test: text, helper: help_text, RUNNER[0]: RUNNER[1], "src/press.c": "int chord_press(int key) { return chord_wait(key); }\n"}
    for path, content in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content)
    matches = program.ok("search", "test for a chord whose last key is wrong", "-o", "json", "-p", tmp_path).json()["matches"]
    assert matches[0]["file"]["path"] == test
    by_path = {match["file"]["path"]: match for match in matches}
    for path in (RUNNER[0], helper):
        if path in by_path and path != "spec/spec_helper.rb":  # a file of tests, but none that is asked for
            assert not by_path[path]["file"]["is_test"] and by_path[path]["content"]["semantic_class"] != "DEFINITION_TEST"
