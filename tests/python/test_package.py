"""The installed package: its version, its files, and the exported symbols of its library."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import importlib.metadata
import pathlib
import re
import shutil
import subprocess
import sys

import codeweaver
import pytest
from codeweaver import _core

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def test_the_version_is_that_of_the_library():
    declared = re.search(r"project\(\s*codeweaver VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
    assert codeweaver.__version__ == importlib.metadata.version("codeweaver") == declared


def test_the_wheel_holds_the_package_and_nothing_else():
    files = {str(path) for path in importlib.metadata.files("codeweaver") if "dist-info" not in str(path)}
    module = pathlib.PurePath(_core.__file__).name
    assert {path for path in files if "__pycache__" not in path} == {"../../../bin/codeweaver"} | {
        f"codeweaver/{name}" for name in [
            "__init__.py", "__main__.py", "_core.pyi", "_progress.py", "_retrieval.py", "aio.py", "documents.py", "errors.py", "langchain.py",
            "llama_index.py", "notebook.py", "plugins.py", "py.typed", module]}


@pytest.mark.parametrize(("module", "extra"), [("langchain", "langchain"), ("llama_index", "llama-index")])
def test_a_retriever_without_its_framework_says_what_to_install(module, extra):
    done = subprocess.run([sys.executable, "-c", f"import codeweaver.{module}"], capture_output=True, text=True)
    assert done.returncode == 1 and f"pip install 'codeweaver[{extra}]'" in done.stderr


def test_the_package_under_test_is_the_installed_one():
    assert ROOT / "bindings" not in pathlib.Path(codeweaver.__file__).resolve().parents


def test_the_module_exports_its_entry_point_only():
    """Two extensions in one process, each with its own SQLite or tree-sitter, must not mix."""
    if shutil.which("nm") is None:
        pytest.skip("no nm on PATH")
    table = subprocess.run(["nm", "-D", "--defined-only", _core.__file__], check=True, capture_output=True, text=True).stdout
    names = {line.split()[-1].split("@")[0] for line in table.splitlines()}
    unique = {name for name in names if name.startswith("_ZZ") or name.startswith("_ZGV")}  # inline statics of the C++ library
    assert {name for name in names - unique if not name.startswith("_Z")} == {"PyInit__core"}
    assert not [name for name in names if "codeweaver" in name]


def test_importing_reads_no_files_of_the_working_directory(tmp_path):
    (tmp_path / "codeweaver.toml").write_text("not [ toml")
    done = subprocess.run([sys.executable, "-c", "import codeweaver; print(codeweaver.IntentClassifier().rule_count)"],
                          cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and int(done.stdout) > 10
