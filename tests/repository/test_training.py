"""The training pipeline: stages run once, again after a change, and not without the pinned projects."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import subprocess
import sys
import tomllib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANIFEST = 'project = [\n  {kind = "github", name = "someone/demo", version = "0123abc", license = "MIT"},\n]\n'


def run(work: pathlib.Path, *words) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, ROOT / "training/train", work, "--python", sys.executable, *map(str, words)],
                          capture_output=True, text=True, check=False)


@pytest.fixture
def manifest(tmp_path):
    path = tmp_path / "demo.toml"
    path.write_text(MANIFEST)
    return path


def test_the_stages_before_mining_run_on_a_tree_that_is_there(tmp_path, manifest):
    (tmp_path / "sources/someone/demo@0123abc").mkdir(parents=True)
    outcome = run(tmp_path / "work", "--manifest", manifest, "--sources", tmp_path / "sources", "--until", "pins")
    assert outcome.returncode == 0, outcome.stderr
    assert [line.split()[1] for line in outcome.stdout.splitlines() if line.startswith("==")] == [
        "environment", "manifest", "fetch", "pins"]
    assert "missing" not in outcome.stdout


def test_a_missing_project_ends_the_run_unless_it_may_be_partial(tmp_path, manifest):
    outcome = run(tmp_path / "work", "--manifest", manifest, "--until", "pins")
    assert outcome.returncode == 1
    assert "missing: github someone/demo: no folder SOURCES/someone/demo@0123abc" in outcome.stdout
    assert "Error: 1 projects are missing" in outcome.stderr
    assert run(tmp_path / "work", "--manifest", manifest, "--until", "pins", "--partial").returncode == 0


def test_an_unknown_stage_is_named_with_those_there_are(tmp_path):
    outcome = run(tmp_path / "work", "--until", "mining")
    assert outcome.returncode == 2
    assert "manifest, fetch, pins, mine" in outcome.stderr


def test_a_stage_runs_once_and_anew_after_a_change_of_itself_or_before_it(training, tmp_path):
    log, output = tmp_path / "log", tmp_path / "output"

    def stage(name, word):
        return training.Stage(name, [[sys.executable, "-c", f"open({str(log)!r}, 'a').write('{word} ')"]], [output])

    def run_all(*stages):
        pipeline = training.Pipeline(tmp_path / "work")
        for one in stages:
            pipeline.run(one)

    run_all(stage("first", "a"), stage("second", "b"))
    run_all(stage("first", "a"), stage("second", "b"))
    assert log.read_text() == "a b "
    output.write_text("old")
    run_all(stage("first", "a"), stage("second", "c"))
    assert log.read_text() == "a b c "
    assert not output.exists()  # what the stage made before is gone
    run_all(stage("first", "d"), stage("second", "c"))
    assert log.read_text() == "a b c d c "


def test_a_stage_that_failed_is_not_done(training, tmp_path):
    output = tmp_path / "output"
    words = [sys.executable, "-c", f"import os; os.mkdir({str(output)!r}); raise SystemExit(3)"]
    for _ in range(2):  # what is left of the first does not stand in the way of the second
        with pytest.raises(training.TrainError, match="exit code 3. Fix the problem"):
            training.Pipeline(tmp_path).run(training.Stage("only", [words], [output]))
    assert output.exists()
    with pytest.raises(training.TrainError, match="exit code 1"):
        training.Pipeline(tmp_path).run(training.Stage("only", [words], [output], resumes=True))


def test_the_small_run_takes_what_the_manifest_and_the_questions_have(training):
    with open(ROOT / "training/corpus.toml", "rb") as file:
        packages = {(project["kind"], project["name"]) for project in tomllib.load(file)["project"]}
    assert training.SMALL_PACKAGES <= packages
    for name in training.SMALL_PROJECTS:
        pin = tomllib.loads((ROOT / f"benchmarks/quality/projects/{name}.toml").read_text())
        assert pin["kind"] != "github" and pin["split"] in training.SPLITS
