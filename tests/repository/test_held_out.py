# Held-out projects stay out of the training corpus, by name, and common words hit no other project.
# SPDX-License-Identifier: MIT OR Apache-2.0
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TRAINING = ROOT / "training"
# The dictionary was trained on these before they left the corpus; it packs texts and ranks nothing.
ONLY_IN_DICTIONARY = {("debian", "xxhash"), ("npm", "graphql")}
sys.path.insert(0, str(TRAINING))

from held_out import HeldOut  # noqa: E402


def test_no_project_of_the_corpus_is_held_out():
    held_out = HeldOut()
    with open(TRAINING / "corpus.toml", "rb") as file:
        projects = tomllib.load(file)["project"]
    assert [project["name"] for project in projects if held_out.package(project["name"])] == []


def test_the_dictionary_is_trained_on_packages_of_the_corpus():
    named = []
    for manifest in ("dictionary_corpus.toml", "corpus.toml"):
        with open(TRAINING / manifest, "rb") as file:
            named.append({(project["kind"], project["name"]) for project in tomllib.load(file)["project"]})
    assert named[0] - ONLY_IN_DICTIONARY < named[1]
    assert {(kind, name) for kind, name in named[0] if HeldOut().package(name)} == ONLY_IN_DICTIONARY


@pytest.mark.parametrize("name", ["jqlang/jq", "lit/lit", "commercialhaskell/stack", "haskell-servant",
                                  "io.insert-koin:koin-core-jvm", "TanStack/query", "elixir-lang/elixir",
                                  "org.jsoup:jsoup", "somebody/redis-fork", "ziglang/zig"])
def test_a_held_out_project_is_refused_under_its_names(name):
    assert HeldOut().package(name)


@pytest.mark.parametrize("name", ["someone/stack-allocator", "json-lit", "TanStack/table", "jqueue",
                                  "elixir-mint/mint"])
def test_a_common_word_holds_out_no_other_project(name):
    assert not HeldOut().package(name)


@pytest.mark.parametrize("pin", sorted((ROOT / "benchmarks/quality/projects").glob("*.toml")), ids=lambda pin: pin.stem)
def test_a_labelled_project_is_held_out(pin):
    assert HeldOut().package(tomllib.loads(pin.read_text())["source"])
