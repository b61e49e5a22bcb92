"""The training pipeline from the registries to pairs, small."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_the_small_run_fetches_packages_and_mines_pairs_once(tmp_path):
    command = [sys.executable, ROOT / "training/train", tmp_path / "work", "--small", "--until", "mine"]
    first = subprocess.run(command, capture_output=True, text=True, check=False)
    assert first.returncode == 0, first.stderr
    records = (tmp_path / "work/pairs/training/pypi+itsdangerous.pairs").read_bytes().split(b"\0")
    assert len(records) > 8 * 50
    assert list((tmp_path / "work/pairs/development").iterdir()) != []
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "== mine: done before" in again.stdout
