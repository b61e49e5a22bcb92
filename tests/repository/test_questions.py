"""The labelled questions name known projects, keep to their splits, and have unique ids."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import collections
import json
import pathlib
import sys
import tomllib

QUALITY = pathlib.Path(__file__).resolve().parents[2] / "benchmarks/quality"
FILES = sorted([*QUALITY.glob("queries/*.jsonl"), *QUALITY.glob("a*.jsonl")])


def read_all():
    return [(path, json.loads(line)) for path in FILES for line in path.read_text(encoding="utf-8").splitlines()]


def test_each_question_has_the_split_of_its_project():
    pins = [tomllib.loads(path.read_text(encoding="utf-8")) for path in QUALITY.glob("projects/*.toml")]
    splits = {pin["name"]: pin["split"] for pin in pins}
    assert [question["query_id"] for _, question in read_all() if question["split"] != splits.get(question["repo"])] == []


def test_no_two_questions_have_one_id_or_ask_the_same():
    ids = collections.Counter(question["query_id"] for _, question in read_all())
    texts = collections.Counter((question["repo"], question["query"].lower()) for _, question in read_all())
    assert [one for one, count in (ids + texts).items() if count > 1] == []


def test_questions_of_split_test_are_in_files_of_their_own_beside_the_mixed_ones():
    for path, question in read_all():
        if path.parent == QUALITY:
            assert (question["split"] == "test") == path.stem.endswith("_test"), question["query_id"]


def test_questions_about_new_projects_name_their_place_and_are_kept_out_of_training():
    sys.path.insert(0, str(QUALITY.parents[1] / "training"))
    from held_out import HeldOut  # noqa: PLC0415
    rows = [line.split("\t") for line in (QUALITY / "new_projects.tsv").read_text(encoding="utf-8").splitlines()]
    projects = {row[0]: row[1] for row in rows}
    questions = [json.loads(line) for line in (QUALITY / "new_projects.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(projects) == 24 and {len(row) for row in rows} == {5}
    assert [name for name, source in projects.items() if not HeldOut().package(source.split("/")[1])] == []
    assert collections.Counter(question["repo"] for question in questions) == dict.fromkeys(projects, 10)
    assert len({question["query_id"] for question in questions}) == len(questions) == len({question["query"] for question in questions})
    for question in questions:
        assert question["query"] and question["rg"] and question["split"] in ("development", "test"), question["query_id"]
        assert (question["category"] == "absent") == (not question["targets"]), question["query_id"]
        for target in question["targets"]:
            assert 0 < target["start"] <= target["end"], question["query_id"]
