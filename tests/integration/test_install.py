"""CMake finds the installed library: in the examples and in the code of README.md."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import json
import os
import re
import shutil
import subprocess

import pytest

from conftest import BUILD, ROOT

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(snippet LANGUAGES C CXX)
find_package(codeweaver REQUIRED)
add_executable(snippet main.cpp)
target_link_libraries(snippet PRIVATE codeweaver::codeweaver)
"""
# What the engine is made with, as find_package() knows it.
PACKAGES = ("PkgConfig", "simdjson", "tomlplusplus", "faiss", "SQLite3", "OpenMP", "CURL", "zstd", "pugixml")


def run(*command, **options) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=600, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("install") / "prefix"
    run("cmake", "--install", BUILD, "--prefix", folder)
    return folder


@pytest.fixture
def build(prefix, tmp_path):
    """Builds a CMake project that lies outside the repository, so that only the prefix can serve it; returns its programs' folder."""
    def build(source):
        folder = tmp_path / "build"
        run("cmake", "-G", "Ninja", "-S", source, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release")
        run("cmake", "--build", folder)
        return folder

    return build


def test_the_example_builds_against_an_installed_library_and_answers(prefix, build, tmp_path):
    folder = build(shutil.copytree(ROOT / "examples" / "embed_cpp", tmp_path / "embed_cpp"))
    printed = run(folder / "embed_cpp", ROOT / "tests" / "data" / "shop", tmp_path / "state", "retry failed uploads")
    assert printed.splitlines()[0].split(":")[0] == "src/billing/upload.py"
    assert "codeweaver" in run(prefix / "bin" / "codeweaver", "--help")


def test_completions_and_the_manual_are_installed_where_shells_and_man_look(prefix):
    for file, start in {"bash-completion/completions/codeweaver": "# Completion of codeweaver for bash",
                        "zsh/site-functions/_codeweaver": "#compdef codeweaver",
                        "fish/vendor_completions.d/codeweaver.fish": "# Completion of codeweaver for fish",
                        "man/man1/codeweaver.1": ".\\\""}.items():
        assert (prefix / "share" / file).read_text().startswith(start), file


def test_the_editor_builds_against_an_installed_library_and_answers(build, tmp_path):
    folder = build(shutil.copytree(ROOT / "examples" / "ide_plugin", tmp_path / "ide_plugin"))
    shop = shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")
    printed = run(folder / "ide_plugin", shop, tmp_path / "state", input="edit src/lamp.py\ndef light_lantern():\n.\nsymbol light_lantern\n")
    assert printed == "src/lamp.py:1  function light_lantern\n"


def test_the_mcp_host_builds_against_an_installed_library_and_answers(build, tmp_path):
    folder = build(shutil.copytree(ROOT / "examples" / "mcp_host", tmp_path / "mcp_host"))
    shop = shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "shop")
    started = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    asked = [{"id": 1, "method": "initialize", "params": started}, {"method": "notifications/initialized"},
             {"id": 2, "method": "tools/list"}, {"id": 3, "method": "tools/call", "params": {"name": "get_conventions"}}]
    host = subprocess.Popen([folder / "mcp_host", shop], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                            env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")})
    for message in asked:
        host.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    host.stdin.flush()
    replies = {}
    while 3 not in replies:  # the end of the input would cut off calls that go on
        reply = json.loads(host.stdout.readline())
        replies[reply.get("id")] = reply.get("result")
    host.stdin.close()
    assert host.wait(timeout=60) == 0
    assert replies[1]["serverInfo"]["name"] == "mcp_host"
    assert [tool["name"] for tool in replies[2]["tools"]] == ["find_code", "get_conventions"]
    assert replies[3]["content"][0]["text"] == "Tests are in the same folder as the code that they test."


def flags(prefix, package: str) -> list[str]:
    """What pkg-config says of an installed package."""
    (folder,) = prefix.glob("lib/**/pkgconfig")
    return run("pkg-config", "--cflags", "--libs", package, env={**os.environ, "PKG_CONFIG_PATH": str(folder)}).split()


def test_pkg_config_serves_what_builds_without_cmake(prefix, tmp_path):
    source = ROOT / "examples" / "embed_cpp" / "main.cpp"
    run("g++", "-std=c++20", source, *flags(prefix, "codeweaver"), "-o", tmp_path / "embed_cpp")
    printed = run(tmp_path / "embed_cpp", ROOT / "tests" / "data" / "shop", tmp_path / "state", "retry failed uploads")
    assert printed.splitlines()[0].split(":")[0] == "src/billing/upload.py"


def test_the_archive_stays_hidden_in_a_shared_library_that_links_it(build, tmp_path):
    source = tmp_path / "plugin"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(PROJECT.replace("add_executable(snippet", "add_library(snippet MODULE")
                                           .replace("LANGUAGES C CXX", "LANGUAGES CXX"))
    (source / "main.cpp").write_text("#include <codeweaver/workspace.hpp>\nextern \"C\" bool is_there(const char* root) {\n"
                                     "  return codeweaver::CodeWeaver::open({.project_id = \"p\", .root = root, .state_dir = root}, {}).has_value();\n}\n")
    shown = run("nm", "-DC", "--defined-only", build(source) / "libsnippet.so")
    assert " T is_there" in shown
    assert " T codeweaver::" not in shown and " T faiss::" not in shown


def consumer(components: str, target: str) -> str:
    return PROJECT.replace("find_package(codeweaver REQUIRED)", f"find_package(codeweaver REQUIRED CONFIG COMPONENTS {components})").replace(
        "codeweaver::codeweaver", target)


def configured(prefix, source, text, *options) -> subprocess.CompletedProcess:
    """Configures a project of this text, outside the repository."""
    source.mkdir()
    (source / "CMakeLists.txt").write_text(text)
    (source / "main.cpp").write_text("#include <iostream>\n#include \"codeweaver/text/token_count.hpp\"\n"
                                     "int main() { std::cout << codeweaver::text::count_tokens(\"one two three\") << '\\n'; }\n")
    return subprocess.run([str(word) for word in ("cmake", "-G", "Ninja", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={prefix}", *options)],
                          capture_output=True, text=True, timeout=300)


def test_the_core_needs_no_other_package(prefix, tmp_path):
    without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in PACKAGES]
    done = configured(prefix, tmp_path / "snippet", consumer("core", "codeweaver::core"), *without)
    assert done.returncode == 0, done.stderr
    run("cmake", "--build", tmp_path / "snippet" / "build")
    assert run(tmp_path / "snippet" / "build" / "snippet") == "3\n"


def test_the_engine_and_the_service_are_targets_and_need_theirs(prefix, tmp_path):
    text = consumer("core engine service", "codeweaver::service codeweaver::engine codeweaver::core")
    done = configured(prefix, tmp_path / "snippet", text)
    assert done.returncode == 0, done.stderr
    refused = configured(prefix, tmp_path / "without", text, "-DCMAKE_DISABLE_FIND_PACKAGE_faiss=ON")
    assert refused.returncode != 0 and "faiss" in refused.stderr


def test_an_unknown_component_is_refused_by_its_name(prefix, tmp_path):
    done = configured(prefix, tmp_path / "snippet", consumer("core graphics", "codeweaver::core"))
    assert done.returncode != 0 and "graphics" in done.stderr


def built_snippet(document, build, tmp_path):
    """The folder of a program out of all C++ that a document shows, beside the folder of which it speaks."""
    lines = "\n".join(re.findall(r"```cpp\n(.*?)```", (ROOT / document).read_text(encoding="utf-8"), re.DOTALL)).splitlines()
    head, body = ("\n".join(line for line in lines if bool(re.match("#include|namespace", line)) == wanted) for wanted in (True, False))
    source = tmp_path / "snippet"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(PROJECT)
    (source / "main.cpp").write_text(f"{head}\nint main() {{\n{body}\n}}\n")
    shutil.copytree(ROOT / "tests" / "data" / "shop", tmp_path / "my" / "project")
    return build(source)


def test_what_the_embedding_guide_shows_builds_and_answers(build, tmp_path):
    folder = built_snippet("docs/guide/editors.md", build, tmp_path)
    printed = run(folder / "snippet", cwd=tmp_path)
    assert printed == "src/lantern.py\ndef light_lantern():\n    return 'lantern-17'\n"


def test_what_the_readme_shows_builds_and_answers(build, tmp_path):
    folder = built_snippet("README.md", build, tmp_path)
    printed = run(folder / "snippet", cwd=tmp_path)
    assert printed.splitlines()[0].split(":")[0] == "src/billing/upload.py"
    assert (tmp_path / "my" / "state").is_dir()
    broken = subprocess.run([folder / "snippet"], cwd=tmp_path / "my", capture_output=True, text=True, timeout=60)
    assert broken.returncode != 0 and "PATH_NOT_FOUND" in broken.stderr  # it says why, where there is no such folder


def test_what_the_guide_shows_builds_and_runs(build, tmp_path):
    folder = built_snippet("docs/guide/cpp.md", build, tmp_path)
    printed = run(folder / "snippet", cwd=tmp_path)
    assert "PATH_NOT_FOUND: " in printed and "10 of 10 files" in printed
    assert "src/billing/upload.py:10 upload_invoice" in printed or "src/billing/upload.py:1 " in printed
    assert "ConnectionPool.acquire src/database/pool.py" in printed and " matches\n" in printed


@pytest.mark.parametrize("shared", ["OFF", "ON"])
def test_a_project_takes_the_sources_in(tmp_path, shared):
    text = PROJECT.replace("find_package(codeweaver REQUIRED)", f"include(FetchContent)\nFetchContent_Declare(codeweaver SOURCE_DIR {ROOT})\n"
                           "FetchContent_MakeAvailable(codeweaver)")
    done = configured(tmp_path, tmp_path / "snippet", text, f"-DBUILD_SHARED_LIBS={shared}")  # to compile it takes minutes
    assert done.returncode == 0, done.stderr
    linked = run("ninja", "-C", tmp_path / "snippet" / "build", "-t", "query", "snippet")
    assert f"libcodeweaver.{'so' if shared == 'ON' else 'a'}" in linked


def test_what_is_missing_to_build_it_is_named_at_once_with_the_command_that_gets_it(tmp_path):
    without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("faiss", "zstd")]
    done = subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path / "build", *without], capture_output=True, text=True, timeout=300)
    assert done.returncode != 0
    assert "Missing Debian packages: libfaiss-dev libzstd-dev" in done.stderr
    assert "scripts/setup build (or apt-get install libfaiss-dev libzstd-dev)" in done.stderr


def test_a_machine_without_a_compiler_is_told_what_brings_one(tmp_path):
    (tmp_path / "bin").mkdir()
    for name in ("cmake", "ninja"):
        (tmp_path / "bin" / name).symlink_to(shutil.which(name))
    done = subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path / "build"], capture_output=True, text=True, timeout=300,
                          env={"PATH": str(tmp_path / "bin")})
    assert done.returncode != 0 and "No C++ compiler was found" in done.stderr and "apt-get install" in done.stderr


def test_a_language_that_there_is_no_grammar_for_is_refused_by_its_name(tmp_path):
    done = subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path / "build", "-DCODEWEAVER_LANGUAGES=python;pyhton", "-DCODEWEAVER_PAGE=OFF"],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode != 0 and "CODEWEAVER_LANGUAGES is 'python;pyhton'" in done.stderr
