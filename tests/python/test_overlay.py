"""Overlays: unsaved texts replace those of files, for one search or one view of a project."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import re
import threading

import codeweaver
import pytest
from codeweaver import CodeWeaver

from conftest import tree_of

LANTERN = 'def light_lantern():\n    """Lights the lantern at the gate."""\n    return "lantern-17"\n'


def test_a_search_sees_texts_that_nobody_saved_and_writes_nothing(shop, state):
    engine = CodeWeaver(shop, state)
    engine.index()
    before = tree_of(shop)
    texts = {"src/auth/utils.py": LANTERN, pathlib.Path("src/new.py"): b"def fresh_name():\n    pass\n", str(shop / "web/cart.ts"): None}
    best = engine.search("lights the lantern", limit=1, overlay=texts)[0]
    assert (best.file_path, best.start_line) == ("src/auth/utils.py", 1) and "lantern-17" in best.content
    assert engine.find_code("/lantern-\\d+/", overlay=texts).matches[0].file.path == "src/auth/utils.py"
    assert [one.path for one in engine.find_symbol("fresh_name", overlay=texts)] == ["src/new.py"]
    assert [file.path for file in engine.search_text("lantern-17", fixed=True, overlay=texts).files] == ["src/auth/utils.py"]
    assert engine.find_symbol("Cart") and not engine.find_symbol("Cart", overlay=texts)
    assert not engine.find_symbol("light_lantern") and engine.find_symbol("authenticate_user")
    assert tree_of(shop) == before


def test_a_view_of_a_project_is_one_and_follows_the_files(shop, state):
    engine = CodeWeaver(shop, state)
    unsaved = engine.with_overlay({"src/auth/utils.py": LANTERN})
    assert unsaved.project_id == engine.project_id
    assert unsaved.find_symbol("light_lantern") and not unsaved.find_symbol("authenticate_user")
    (shop / "src" / "loyalty.py").write_text("def grant_loyalty_points():\n    return 10\n")
    assert unsaved.find_symbol("grant_loyalty_points")
    assert engine.with_overlay(None).find_symbol("authenticate_user")


def test_a_searcher_under_an_overlay_answers_as_after_saving(shop, shop_index):
    searcher = codeweaver.HybridSearcher(shop_index)
    unsaved = searcher.with_overlay({"src/auth/utils.py": LANTERN})
    answers = [unsaved.search(query, limit=5) for query in ("lights the lantern", "connection pool", "user password")]
    (shop / "src" / "auth" / "utils.py").write_text(LANTERN)
    codeweaver.Indexer(shop, shop_index).refresh()
    searcher.refresh()
    for query, answer in zip(("lights the lantern", "connection pool", "user password"), answers):
        saved = searcher.search(query, limit=5)
        assert [(m.file.path, m.span, m.relevance_score, m.content.content) for m in answer.matches] == [
            (m.file.path, m.span, m.relevance_score, m.content.content) for m in saved.matches]


def test_threads_have_overlays_of_their_own(shop, state):
    engine = CodeWeaver(shop, state)
    engine.index()
    found = {}

    def ask(name):
        found[name] = [len(engine.find_symbol(f"{name}_{n}", overlay={"src/mine.py": f"def {name}_{n}():\n    pass\n"})) for n in range(5)]

    threads = [threading.Thread(target=ask, args=(name,)) for name in ("alpha", "beta")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {"alpha": [1] * 5, "beta": [1] * 5}


def test_what_cannot_be_an_overlay_is_refused(shop, state):
    engine = CodeWeaver(shop, state)
    for texts, code in [({"../x.py": ""}, "PATH_OUTSIDE_PROJECT"), ({"a.py": b"\xff"}, "NOT_UTF8"),
                        ({"a.py": "x" * (10 * 2**20 + 1)}, "FILE_TOO_LARGE"), ({"/nowhere/a.py": ""}, "PATH_OUTSIDE_PROJECT")]:
        with pytest.raises(codeweaver.InvalidArgumentError) as refused:
            engine.search("anything", overlay=texts)
        assert refused.value.code == code
    for texts in (["a.py"], {"a.py": 7}, {7: "text"}):
        with pytest.raises(TypeError):
            engine.search("anything", overlay=texts)


def test_what_the_embedding_guide_shows_runs(shop, tmp_path, monkeypatch, capsys):
    (tmp_path / "my").mkdir()
    shop.rename(tmp_path / "my" / "project")
    monkeypatch.chdir(tmp_path)
    guide = pathlib.Path(__file__).resolve().parents[2] / "docs" / "guide" / "editors.md"
    (code,) = re.findall(r"```python\n(.*?)```", guide.read_text(), re.DOTALL)
    exec(compile(code, str(guide), "exec"), {})  # noqa: S102
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "src/lantern.py 1" and "light_lantern" in printed[-1]


def test_an_update_looks_at_the_given_paths_alone(shop, state):
    indexer = codeweaver.Indexer(shop, state)
    indexer.run()
    (shop / "src" / "told.py").write_text("def told_of():\n    pass\n")
    (shop / "src" / "untold.py").write_text("def not_told_of():\n    pass\n")
    assert indexer.update(["src/told.py", shop / "src" / "nothing.py"]) == 1
    searcher = codeweaver.HybridSearcher(state)
    assert searcher.find_symbol("told_of") and not searcher.find_symbol("not_told_of")
    assert CodeWeaver(shop, state).update([shop / "src" / "untold.py"]) == 1
