"""Fixtures of the Python tests: a small shop in several languages, real code of the standard library, and their indexes."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import email
import importlib.util
import pathlib
import shutil

import codeweaver
import pytest

collect_ignore = [] if importlib.util.find_spec("langchain_core") else ["frameworks"]  # it has an environment of its own
SHOP = pathlib.Path(__file__).resolve().parent.parent / "data" / "shop"


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory, monkeypatch):
    """No test reads the settings or writes the data of whoever runs it."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))


@pytest.fixture
def shop(tmp_path):
    """A copy of the shop, to be changed at will."""
    return pathlib.Path(shutil.copytree(SHOP, tmp_path / "shop"))


@pytest.fixture
def state(tmp_path):
    """Where an index may be written."""
    return tmp_path / "state"


@pytest.fixture
def shop_index(shop, state):
    """State directory of the shop's index."""
    codeweaver.Indexer(shop, state).run()
    return state


@pytest.fixture(scope="session")
def package():
    """Real code: the package `email` of the standard library."""
    return pathlib.Path(email.__file__).parent


@pytest.fixture(scope="session")
def package_index(package, tmp_path_factory):
    """State directory of the index of `package`."""
    folder = tmp_path_factory.mktemp("package") / "state"
    codeweaver.Indexer(package, folder).run()
    return folder


def tree_of(folder):
    """Every file below a folder with its bytes and time, to prove that nothing was written."""
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(folder.rglob("*")) if path.is_file()}
