"""Snapshots from Python: made from one index, used in another."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pytest
from codeweaver import CodeWeaver
from codeweaver.errors import CorruptionError


def test_a_snapshot_spares_another_folder_with_the_same_files_parsing(shop, tmp_path):
    first = CodeWeaver(shop, tmp_path / "first")
    facts = first.make_snapshot(tmp_path / "shop.cwsnap")
    assert facts.name == str(tmp_path / "shop.cwsnap") and facts.bases == [] and facts.public_key == ""
    second = CodeWeaver(shop, tmp_path / "second")
    seen = []
    report = second.pull_snapshot(str(tmp_path / "shop.cwsnap"), progress=seen.append)
    assert report.files_from_snapshot == report.files_indexed == facts.files
    assert seen
    assert [hit.file_path for hit in second.search("retry failed uploads")] == [hit.file_path for hit in first.search("retry failed uploads")]
    (tmp_path / "cut").write_bytes((tmp_path / "shop.cwsnap").read_bytes()[:-1])
    with pytest.raises(CorruptionError, match="damaged"):
        second.pull_snapshot(str(tmp_path / "cut"))
    assert second.make_snapshot(tmp_path / "delta", bases=[tmp_path / "shop.cwsnap"]).contents == 0
