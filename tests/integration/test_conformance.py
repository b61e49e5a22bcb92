"""The official MCP conformance suite passes, in both eras, on our MCP library."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pytest

import mcp_suites
from mcp_servers import FIXTURE, discover, serving
from mcp_suites import PAGE, REVISIONS, page, run_suite

# Checks that the scored scenarios make; fewer would mean that some went untested.
SCORED_CHECKS = {"2025-11-25": 69, "2026-07-28": 120}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Each revision against a server of its own, which has to live before and after."""
    found = {}
    for revision in REVISIONS:
        with serving(FIXTURE) as url:
            assert revision in discover(url)["supportedVersions"]
            found[revision] = run_suite(url, revision, tmp_path_factory.mktemp(revision))
            assert revision in discover(url)["supportedVersions"]
    return found


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_scored_scenario_passes(results, revision):
    scored = [one for one in results[revision] if one.is_scored]
    assert scored
    assert [] == [(one.name, one.complaints) for one in scored if one.failed or one.warned or not one.passed]
    assert sum(one.passed for one in scored) == SCORED_CHECKS[revision]


def test_the_page_tells_what_the_suite_says(results):
    assert PAGE.read_text() == page(results), f"run {mcp_suites.__file__}"
