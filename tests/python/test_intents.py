"""IntentClassifier: cues, custom rules, and use in a search."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pytest
from codeweaver import HybridSearcher, IntentClassifier, IntentType


@pytest.mark.parametrize("query, intent", [
    ("how does authentication work", "understand"),
    ("add a retry to the upload", "implement"),
    ("fix the crash in the parser", "debug"),
    ("write unit tests for the pool", "test"),
])
def test_cue_words_give_the_intent(query, intent):
    found = IntentClassifier().classify(query)
    assert found is not None and found.intent_type == intent
    assert 0 < found.confidence <= 1 and intent in found.reasoning


def test_a_query_without_a_cue_has_no_intent():
    assert IntentClassifier().classify("JwtVerifier") is None


def test_rules_can_be_added_and_copies_stay_apart(shop_index):
    classifier = IntentClassifier()
    rules = classifier.rule_count
    classifier.add_rule("benchmark", IntentType.OPTIMIZE, "command")
    assert classifier.rule_count == rules + 1
    assert classifier.classify("benchmark pool acquire").intent_type is IntentType.OPTIMIZE
    assert IntentClassifier().rule_count == rules
    searcher = HybridSearcher(shop_index, intents=classifier)
    assert searcher.search("benchmark pool acquire").query_intent.intent_type == "optimize"


def test_a_named_intent_is_certain():
    intent = IntentClassifier().describe("connection pool", "configure")
    assert (intent.intent_type, intent.confidence) == ("configure", 1.0)
    assert intent.focus_areas == ["connection", "pool"]
    with pytest.raises(ValueError, match="'deploy' is not a valid IntentType"):
        IntentClassifier().describe("connection pool", "deploy")
