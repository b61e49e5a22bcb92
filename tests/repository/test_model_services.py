"""Each service of the table in src/providers is named wherever CONTRIBUTING.md says."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import re

import pytest
from conftest import ROOT

TABLE = (ROOT / "src" / "providers" / "model_services.cpp").read_text()
ROLES = {"embedding": "EMBED", "rerank": "RERANK", "answer": "ANSWER"}  # section of the settings -> table of the doubles


def services():
    """(role, name) for each role of each service."""
    rows = re.findall(r'\{"(\w+)",[^{}]*(true|false),\s+(true|false),\s+(true|false)\}', TABLE)
    return [(role, name) for name, *flags in rows for role, flag in zip(ROLES, flags) if flag == "true"]


def test_the_table_is_read():
    assert len(services()) >= 12 and {role for role, _ in services()} == set(ROLES)


@pytest.mark.parametrize(("role", "name"), services())
def test_a_service_is_named_everywhere(role, name, root):
    def text(path):
        return (root / path).read_text()

    setting = f"{role}.provider"
    assert re.search(rf'\{{"{setting}", "[\w ]+", "{name}"', text("src/settings/providers.cpp"))
    described = re.search(rf'Key\{{"{setting}",(.*?)\n        at<', text("src/settings/key_table.cpp"), re.DOTALL)
    assert re.search(rf"\b{name}\b", described[1])
    structure = re.search(rf"struct {role.capitalize()} \{{.*?provider = (.*?)$", text("include/codeweaver/settings.hpp"), re.DOTALL | re.MULTILINE)
    assert re.search(rf"\b{name}\b", structure[1])
    assert f'"{name}"' in re.search(r"struct RemoteModel \{(.*?)provider\{\}", text("include/codeweaver/remote_models.hpp"), re.DOTALL)[1]
    assert re.search(rf"^\| `{name}` \|", text("docs/guide/providers.md"), re.MULTILINE)
    assert re.search(rf"^\| `{setting}` .*`{name}`", text("docs/guide/plugins.md"), re.MULTILINE)
    doubles = text("tests/integration/provider_doubles.py")
    assert re.search(rf'^{ROLES[role]} = \{{.*?^    "{name}":.*?^\}}', doubles, re.DOTALL | re.MULTILINE)
    if role != "answer":  # the names that a Python plug-in cannot have
        assert re.search(rf'chosen\(given\.{role.removesuffix("ding")}\w*,[^;]*?\{{[^}}]*"{name}"', text("bindings/python/named_plugins.cpp"))
