"""The product server of the MCP tests: the shop, indexed, in each era."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import shutil

import pytest

from conftest import ROOT, Program
from mcp_lines import MODERN, LineClient

ERAS = [MODERN, "2025-11-25", "2025-06-18", "2025-03-26"]


def copy_shop(home: pathlib.Path, name="shop") -> pathlib.Path:
    return pathlib.Path(shutil.copytree(ROOT / "tests" / "data" / "shop", home / name))


@pytest.fixture(scope="module")
def shop_home(tmp_path_factory):
    """A program with two indexed projects: shop and store."""
    program = Program(tmp_path_factory.mktemp("product"))
    for name in ("shop", "store"):
        copy_shop(program.home, name)
    (program.home / "store" / "src" / "only_in_store.py").write_text("def only_in_store():\n    return 'store'\n")
    for name in ("shop", "store"):
        program.ok("index", program.home / name)
    return program


@pytest.fixture(params=ERAS)
def client(request, shop_home):
    """A server on the shop, in each era."""
    with LineClient(shop_home, "--project", shop_home.home / "shop", era=request.param) as connected:
        yield connected


@pytest.fixture(scope="module")
def modern(shop_home):
    with LineClient(shop_home, "--project", shop_home.home / "shop") as connected:
        yield connected


def error_text(result) -> str:
    assert result["isError"], result
    return result["content"][0]["text"]
