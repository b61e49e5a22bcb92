"""Runs the official MCP conformance suite on a server; as a program, writes docs/mcp_conformance.md."""
# SPDX-License-Identifier: MIT OR Apache-2.0
#   python tests/integration/mcp_suites.py    after a build; needs PyYAML

import dataclasses
import json
import pathlib
import re
import sys
import tempfile

import yaml

from conftest import ROOT
from mcp_servers import FIXTURE, serving
from node_tools import CONFORMANCE, MODULES, install, run_node

PAGE = ROOT / "docs" / "mcp_conformance.md"
REVISIONS = ["2025-11-25", "2026-07-28"]
# What the official suite asks of every server, by revision; the rest needs tools, resources and prompts of its own.
PRODUCT_SCENARIOS = {
    "2025-11-25": ["server-initialize", "ping", "logging-set-level", "tools-list", "resources-list", "prompts-list",
                   "dns-rebinding-protection", "server-sse-multiple-streams", "server-session-lifecycle"],
    "2026-07-28": ["tools-list", "resources-list", "prompts-list", "caching", "sep-2164-resource-not-found",
                   "dns-rebinding-protection", "server-sse-multiple-streams", "http-header-validation",
                   "input-required-result-unsupported-methods"],
}
COUNTED = {"SUCCESS": "passed", "FAILURE": "failed", "WARNING": "warned"}


@dataclasses.dataclass
class Scenario:
    """What one scenario came to. Checks that only inform or were skipped are not counted."""

    name: str
    is_scored: bool
    passed: int = 0
    failed: int = 0
    warned: int = 0
    complaints: list = dataclasses.field(default_factory=list)

    def __str__(self) -> str:
        parts = [f"{self.passed} passed"] + [f"{self.failed} failed"] * bool(self.failed)
        return ", ".join(parts + [f"{self.warned} warned"] * bool(self.warned))


def requirements(revision) -> dict:
    """The scenarios of a revision for servers, in their order, each with whether it is scored."""
    install()
    listed = yaml.safe_load((MODULES / "@modelcontextprotocol" / "conformance" / "requirements" / f"{revision}.yaml").read_text())
    others = [one["scenario"] for one in listed["not_scored"] if one["leg"] == "server"]
    return {name: True for name in listed["server"]} | {name: False for name in others}


def read_scenario(name, is_scored, folder: pathlib.Path) -> Scenario:
    scenario = Scenario(name, is_scored)
    found = [path for path in folder.glob(f"server-{name}-*/checks.json")
             if re.fullmatch(rf"server-{re.escape(name)}-\d{{4}}-\d\d-\d\dT[\d-]+Z", path.parent.name)]
    assert len(found) == 1, f"{name}: {len(found)} results"
    for check in json.loads(found[0].read_text()):
        kind = COUNTED.get(check["status"])
        if kind:
            setattr(scenario, kind, getattr(scenario, kind) + 1)
        if kind in ("failed", "warned"):
            scenario.complaints.append(f"{check['id']}: {check.get('errorMessage', '')}")
    return scenario


def run_suite(url, revision, folder: pathlib.Path) -> list[Scenario]:
    """All scenarios of a revision. The suite's own verdict has to agree with what its files say."""
    listed = requirements(revision)
    done = run_node(CONFORMANCE, "server", "--url", url, "--requirements", revision, "-o", folder)
    scenarios = [read_scenario(name, is_scored, folder) for name, is_scored in listed.items()]
    failed = any(one.failed for one in scenarios if one.is_scored)
    assert done.returncode == int(failed), done.stdout[-4000:] + done.stderr
    return scenarios


def run_scenario(url, revision, name, folder: pathlib.Path) -> Scenario:
    done = run_node(CONFORMANCE, "server", "--url", url, "--scenario", name, "--spec-version", revision, "-o", folder)
    assert done.returncode in (0, 1), done.stdout[-4000:] + done.stderr
    return read_scenario(name, True, folder)


def table(title, scenarios) -> str:
    rows = "".join(f"| `{one.name}` | {one} |\n" for one in scenarios)
    total = f"{sum(not one.failed for one in scenarios)} of {len(scenarios)} scenarios pass, " \
            f"{sum(one.passed for one in scenarios)} checks"
    return f"### {title}: {total}\n\n| Scenario | Checks |\n|---|---|\n{rows}"


def page(results: dict) -> str:
    """The page of the documentation, of the scenarios by revision."""
    package = json.loads((ROOT / "tests" / "conformance" / "package.json").read_text())["dependencies"]
    text = f"""# MCP conformance

What `@modelcontextprotocol/conformance` {package["@modelcontextprotocol/conformance"]}, the official suite, says of our MCP library. It calls tools, resources and
prompts with fixed names; `tests/mcp/conformance_server.cpp` offers them on our library and serves them over streamable HTTP.
CI runs all of this again (`tests/integration/test_conformance.py`) and fails where a scored scenario fails, or where this page
is no longer true. `tests/integration/mcp_suites.py` writes it.

"Scored" is what the suite requires of a server of that revision. The others are extensions, or came later than the revision.
"""
    for revision, scenarios in results.items():
        text += f"\n## Revision {revision}\n\n{table('Scored', [one for one in scenarios if one.is_scored])}"
        text += f"\n{table('Not scored', [one for one in scenarios if not one.is_scored])}"
        complaints = [f"- `{one.name}`: {line}\n" for one in scenarios for line in one.complaints]
        text += "\n" + "".join(complaints) if complaints else ""
    text += "\n## The product\n\n`codeweaver server` passes each scenario that needs no fixture " \
            "(`tests/integration/test_mcp_product_clients.py`):\n"
    for revision, names in PRODUCT_SCENARIOS.items():
        text += f"- {revision}: {', '.join(f'`{name}`' for name in names)}.\n"
    return text


def main() -> int:
    results = {}
    for revision in REVISIONS:
        with serving(FIXTURE) as url, tempfile.TemporaryDirectory() as folder:
            results[revision] = run_suite(url, revision, pathlib.Path(folder))
    PAGE.write_text(page(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
