"""Compiled-in models reveal nothing about their training data: no addresses, no long excerpts of code."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODELS = sorted((ROOT / "models").iterdir())
WORD = re.compile(rb"[A-Za-z]{2,}")
sys.path.insert(0, str(ROOT / "training"))

from addresses import ADDRESS  # noqa: E402
from shared_phrases import MOST_WORDS, Texts, chosen_phrases, shared_phrases  # noqa: E402


def readable(model):
    """Its runs of readable bytes; numbers hold short ones by chance. No address is so short."""
    holds_numbers = model.name.startswith(("static-code", "query-map"))
    least = 20 if holds_numbers else 6
    return re.findall(rb"[\t\n\r\x20-\x7e]{%d,}" % least, model.read_bytes())


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_a_model_holds_no_address(model):
    assert [run[:80] for run in readable(model) if ADDRESS.search(run)] == []


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_no_run_of_readable_text_is_longer_than_a_phrase(model):
    assert [run[:80] for run in readable(model) if len(WORD.findall(run)) > MOST_WORDS and b" " in run] == []


@pytest.mark.parametrize("text", [b"see https://example", b"git@example", b"docs.example.org", b"www.example", b"127.0.0.1",
                                  b"at API.Example.IO/v1"])
def test_an_address_is_told(text):
    assert ADDRESS.search(text)


@pytest.mark.parametrize("text", [b"a :// b", b"std::string", b"@Override", b"self.common", b"x.commit()", b"1.2.3", b"e.g."])
def test_code_is_no_address(text):
    assert not ADDRESS.search(text)


def test_only_phrases_of_six_projects_are_taken_and_none_with_an_address():
    common, rare, address = b"return the number of ", b"our private algorithm", b"from example.org now"
    projects = [[common + address + b" %d\n" % i, rare if i < 5 else b""] for i in range(6)]
    texts = Texts(projects)
    phrases = chosen_phrases(texts, shared_phrases(texts), 1000)
    assert common.strip() in phrases
    assert phrases.endswith(b"\0")
    for part in (b"private", b"algorithm", b"example.org"):
        assert part not in phrases


def test_a_dictionary_that_is_full_holds_what_saves_most():
    projects = [[b"often repeated words\n"] * 9 + [b"seldom seen things\n"] for _ in range(6)]
    texts = Texts(projects)
    assert chosen_phrases(texts, shared_phrases(texts), 24) == b"often repeated words\n\0"
