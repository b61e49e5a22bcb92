"""Fixtures of the suite that checks the rules of the repository."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import importlib.machinery
import importlib.util
import pathlib
import sys
import types

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def load_script(path: str) -> types.ModuleType:
    """A script without suffix, as a module."""
    name = path.replace("/", "_")
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module  # dataclasses look their module up
    loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def root() -> pathlib.Path:
    return ROOT


@pytest.fixture(scope="session")
def layers() -> types.ModuleType:
    return load_script("scripts/check_layers")


@pytest.fixture(scope="session")
def fetch() -> types.ModuleType:
    return load_script("tests/packages/fetch")


@pytest.fixture(scope="session")
def quality() -> types.ModuleType:
    return load_script("benchmarks/quality/fetch")


@pytest.fixture(scope="session")
def training() -> types.ModuleType:
    return load_script("training/train")
