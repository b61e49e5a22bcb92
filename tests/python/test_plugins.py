"""Plug-ins of an installed package, by their names."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import pathlib
import shutil
import subprocess
import sys

import codeweaver
import pytest
from codeweaver import plugins

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "plugins" / "python"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The example package, installed where its entry points are found."""
    folder = tmp_path_factory.mktemp("package")
    shutil.copytree(EXAMPLE, folder / "source")
    subprocess.run([sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--no-index", "--no-deps",
                    "--no-build-isolation", "--target", folder / "site", folder / "source"], check=True, timeout=120)
    sys.path.insert(0, str(folder / "site"))
    yield folder
    sys.path.remove(str(folder / "site"))
    sys.modules.pop("team_plugins", None)


def test_names_of_an_installed_package_are_known_before_it_is_imported(installed):
    assert plugins.embedders() == ["letters"]
    assert plugins.rerankers() == ["shallow_first"]
    assert "team_plugins" not in sys.modules


def test_what_they_name_indexes_and_searches(installed, shop, state):
    (shop / "handler.py").write_text("def handle(request):\n    return request.body\n")
    letters = plugins.embedder("letters", {"dimension": 64})
    codeweaver.Indexer(shop, state, embedder=letters).run()
    found = codeweaver.HybridSearcher(state, embedder=letters, reranker=plugins.reranker("shallow_first")).search("handle request")
    assert found.matches[0].file.path == "handler.py"
    assert found.matches[0].audit.embedder_model == "letters-64"
    plain = codeweaver.HybridSearcher(state, embedder=plugins.embedder("letters", {"dimension": 64}))
    assert plain.search("retry failed uploads").matches  # the same settings make the same model
    with pytest.raises(codeweaver.InvalidArgumentError, match="team/letters-64"):
        codeweaver.HybridSearcher(state, embedder=plugins.embedder("letters"))


def test_a_name_that_nobody_offers_and_a_package_that_fails_are_errors(installed, monkeypatch):
    with pytest.raises(codeweaver.UnsupportedError, match="offers 'nobody'.*Offered: letters") as caught:
        plugins.embedder("nobody")
    assert caught.value.code == "PROVIDER_NOT_AVAILABLE"
    import team_plugins
    monkeypatch.setattr(team_plugins, "LetterEmbedder", lambda config: 1 / 0)
    with pytest.raises(codeweaver.UnavailableError, match="ZeroDivisionError.*team_plugins:LetterEmbedder") as caught:
        plugins.embedder("letters")
    assert caught.value.code == "PROVIDER_FAILED"
    monkeypatch.setattr(team_plugins, "LetterEmbedder", lambda config: "letters")
    with pytest.raises(TypeError, match="'letters' made str, expected a codeweaver.Embedder"):
        plugins.embedder("letters")
