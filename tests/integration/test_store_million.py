"""A million chunks in three OpenSearch nodes; one is killed during writes and searches."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

pytestmark = pytest.mark.slow  # an hour of two cores
CHUNKS = int(os.environ.get("CODEWEAVER_CLUSTER_CHUNKS", "1000000"))
STEPS = 10
BYTES_A_CHUNK = 40_000  # on the disk, the generated code included


def test_a_growing_project_outlives_the_loss_of_a_node(tmp_path):
    if shutil.disk_usage(tmp_path).free < CHUNKS * BYTES_A_CHUNK:
        pytest.skip(f"{CHUNKS} chunks need {CHUNKS * BYTES_A_CHUNK >> 30} GiB; CODEWEAVER_CLUSTER_CHUNKS makes fewer of them")
    found = tmp_path / "found.json"
    subprocess.run([sys.executable, ROOT / "benchmarks" / "stores" / "cluster.py", tmp_path / "tree", "--chunks", str(CHUNKS), "--step",
                    str(CHUNKS // STEPS), "--minutes", "240", "--heap", "1g", "--queries", "40", "--json", found], check=True)
    shutil.rmtree(tmp_path / "tree")
    told = json.loads(found.read_text())
    assert "killed_after_s" in told["steps"][2]
    assert told["steps"][-1]["chunks"] > 0.9 * CHUNKS  # sizes of generated code are aimed at
    assert told["verified"] == {"records": told["steps"][-1]["chunks"], "written": 0, "seconds": told["verified"]["seconds"]}
    assert told["three nodes, exact"]["overlap_at_10"] > 0.98
    for name in ("three nodes", "one node down"):
        assert told[name]["questions"] == 40 and told[name]["overlap_at_10_filtered"] > 0.9
