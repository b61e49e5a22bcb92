"""A query of one word that nothing defines shows the places where it occurs, without doubt."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pytest

FILES = {
    "src/commits.py": "def commit_all(repository):\n    '''Commits all changed files.'''\n    return repository.commit('all')\n",
    "src/author.py": "def commit_author(commit):\n    '''The author of a commit.'''\n    return commit.author\n",
    "tests/test_log.py": "def test_log_filters(repository):\n    repository.commit('commitzzz')\n    assert log(repository) == []\n",
    "src/sign.py": "def sign(path):\n    run('gpg', '--pinentry-mode', 'loopback', path)\n",
    "docs/faq.md": "# Questions\n\nThe ribbonpicker is gone; use the toolbar.\n",
}


@pytest.fixture
def project(tmp_path):
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("word, path", [("commitzzz", "tests/test_log.py"), ("pinentry", "src/sign.py"), ("ribbonpicker", "docs/faq.md")])
def test_the_only_place_of_a_word_comes_first(program, project, word, path):
    found = program.ok("search", word, "-o", "json", "-p", project).json()
    assert found["matches"][0]["file"]["path"] == path
    assert word in found["matches"][0]["content"]["content"]
    assert found["confidence"] >= 0.75
    assert "Nothing matches well" not in program.ok("search", word, "-p", project).out


def test_a_word_that_occurs_nowhere_is_still_doubtful(program, project):
    found = program.ok("search", "kubernetes", "-o", "json", "-p", project).json()
    assert found["confidence"] < 0.26
