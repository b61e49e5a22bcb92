"""BUILD_SHARED_LIBS: libcodeweaver.so works for external programs and exports only its interface."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import os
import re
import shutil
import subprocess

import pytest

from conftest import BUILD, GOLDEN, ROOT, UPDATE
from test_install import PACKAGES, flags, run

VERSION = "v" + "_".join(re.search(r"^project\(codeweaver VERSION (\d+)\.(\d+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE).groups())

# A program compiled with hidden symbols, whose classes and exceptions go through the library and back.
BORDER = r"""
#include <codeweaver/embedder.hpp>
#include <codeweaver/remote_models.hpp>
#include <codeweaver/sparse_encoder.hpp>
#include <codeweaver/workspace.hpp>
#include <atomic>
#include <iostream>
#include <stdexcept>

namespace cw = codeweaver;

namespace {

class LengthEmbedder final : public cw::Embedder {
 public:
  const cw::EmbedderInfo& info() const noexcept override { return info_; }
  cw::Result<void> embed_documents(std::span<const std::string_view> texts, std::span<float> out) const override {
    for (std::size_t i = 0; i < texts.size(); ++i) out[2 * i] = 1, out[2 * i + 1] = 0;
    ++calls;
    return {};
  }
  mutable std::atomic<int> calls = 0;

 private:
  cw::EmbedderInfo info_{"border", "length-1", 2};
};

struct OwnFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class ThrowingEncoder final : public cw::SparseEncoder {
 public:
  const cw::SparseEncoderInfo& info() const noexcept override { return info_; }
  cw::Result<void> encode_documents(std::span<const std::string_view>, std::span<std::vector<cw::WeightedTerm>>) const override {
    throw OwnFailure("the encoder of the program fails");
  }
  cw::Result<std::vector<cw::WeightedTerm>> encode_query(std::string_view) const override { return std::vector<cw::WeightedTerm>{}; }

 private:
  cw::SparseEncoderInfo info_{"border", "throwing-1"};
};

}  // namespace

int main(int, char** argv) {
  const auto mine = std::make_shared<const LengthEmbedder>();
  cw::WorkspaceOptions options;
  options.embedder = mine;
  options.index.sparse_encoder = std::make_shared<const ThrowingEncoder>();
  auto engine = cw::CodeWeaver::open({.project_id = "shop", .root = argv[1], .state_dir = argv[2]}, options).value();
  const auto report = engine.index().value();
  const auto answer = engine.search("retry failed uploads").value();
  std::cout << (mine->calls > 0) << ' ' << answer.matches.front().file.path << '\n';
  for (const auto& warning : report.warnings) std::cout << warning << '\n';
  for (const auto& failure : report.failures) std::cout << failure.detail << '\n';

  const std::shared_ptr<const cw::Embedder> remote =
      cw::make_remote_embedder({.provider = "ollama", .model = "m", .url = "http://127.0.0.1:9", .expected_dimension = 3}).value();
  std::cout << dynamic_cast<const cw::RemoteService*>(remote.get())->status().address << '\n';
  std::cout << (dynamic_cast<const LengthEmbedder*>(remote.get()) == nullptr) << '\n';
  try {
    cw::make_static_embedder("no/such/model").value();
  } catch (const cw::BadResult& bad) {
    std::cout << cw::to_string(bad.error().category) << '\n';
  }
}
"""


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """An installed shared library, linked of what the build under test has compiled."""
    folder = tmp_path_factory.mktemp("shared")
    off = [f"-DCODEWEAVER_{part}=OFF" for part in ("TESTS", "CLI", "EXAMPLES", "BENCHMARKS", "C")]
    run("cmake", "--preset", "release", "-S", ROOT, "-B", folder / "build", "-DBUILD_SHARED_LIBS=ON", "-DCODEWEAVER_SERVICE=ON",
        f"-DCODEWEAVER_BUILT_IN={BUILD}", *off, cwd=ROOT)
    run("cmake", "--build", folder / "build")
    run("cmake", "--install", folder / "build", "--prefix", folder / "prefix")
    return folder / "prefix"


@pytest.fixture(scope="module")
def library(prefix):
    (file,) = prefix.glob("lib/**/libcodeweaver.so.*.*.*")
    return file


def test_the_examples_are_built_on_a_machine_without_what_it_is_made_with(prefix, tmp_path):
    source = shutil.copytree(ROOT / "examples" / "embed_cpp", tmp_path / "source")
    without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in PACKAGES]
    run("cmake", "-G", "Ninja", "-S", source, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release", *without)
    run("cmake", "--build", tmp_path / "build")
    printed = run(tmp_path / "build" / "embed_cpp", ROOT / "tests" / "data" / "shop", tmp_path / "state", "retry failed uploads")
    assert printed.splitlines()[0].split(":")[0] == "src/billing/upload.py"
    needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", tmp_path / "build" / "embed_cpp"))
    assert any(re.fullmatch(r"libcodeweaver\.so\.\d+\.\d+", name) for name in needed)
    assert not any(name.startswith(("libsqlite", "libgit2", "libre2")) for name in needed)


def test_classes_and_exceptions_of_a_program_go_through_it_and_back(prefix, library, tmp_path):
    env = {**os.environ, "LD_LIBRARY_PATH": str(library.parent)}
    (tmp_path / "border.cpp").write_text(BORDER)
    run("g++", "-std=c++20", "-fvisibility=hidden", "-fvisibility-inlines-hidden", "border.cpp", *flags(prefix, "codeweaver"), "-o", "border", cwd=tmp_path)
    printed = run(tmp_path / "border", ROOT / "tests" / "data" / "shop", tmp_path / "state", env=env)
    assert printed.startswith("1 src/")
    assert "the encoder of the program fails" in printed
    assert printed.splitlines()[-3:] == ["http://127.0.0.1:9", "1", "not_found"]


def shown_by(library) -> dict[str, str]:
    """Demangled names with the letter that nm gives each."""
    lines = run("nm", "-DC", "--defined-only", library).splitlines()
    return {line.split(" ", 2)[2]: line.split(" ", 2)[1] for line in lines}


def test_it_shows_what_public_headers_declare_and_nothing_else(prefix, library):
    version = re.search(r"project\(codeweaver VERSION (\d+\.\d+)\.", (ROOT / "CMakeLists.txt").read_text()).group(1)
    assert f"Library soname: [libcodeweaver.so.{version}]" in run("readelf", "-d", library)
    assert not list(prefix.rglob("libcodeweaver.a"))
    shown = shown_by(library)
    assert [name for name in shown if "codeweaver::" not in name] == []
    assert [name for name in shown if f"codeweaver::{VERSION}::" not in name] == []  # so that versions do not mix
    modules = "|".join(sorted(folder.name for folder in (ROOT / "src").iterdir()))
    assert [name for name in shown if re.match(rf"(?:\w+ )*codeweaver::(?:{modules})::", name)] == []


def test_names_that_it_shows_are_those_of_its_version(library):
    """Removing or changing one breaks programs that were linked: before 1.0 that wants another minor version."""
    shown = shown_by(library)
    found = "\n".join(sorted(name for name, kind in shown.items() if kind in "TBDR" or name.startswith("typeinfo for "))) + "\n"
    golden = GOLDEN / "cpp_abi.txt"
    if UPDATE:
        golden.write_text(found)
    assert found == golden.read_text()


def test_all_that_public_headers_declare_is_shown(library):
    shown = shown_by(library)
    text = "\n".join(file.read_text() for file in (ROOT / "include" / "codeweaver").glob("*.hpp"))
    declared = set(re.findall(r"\b(\w+)\(", text))
    missed = []
    for line in run("nm", "-C", "--defined-only", BUILD / "libcodeweaver.a").splitlines():
        kind, name = (line.split(" ", 2) + ["", ""])[1:3]
        own = re.match(rf"codeweaver::{VERSION}::(?:([A-Z]\w*)::)?(\w+)[(\[]", name)
        if kind == "T" and own and own.group(2) in declared and name not in shown and "[clone" not in name:
            if not own.group(1) or re.search(rf"\b(?:class|struct) {own.group(1)}\b[^;]*\{{", text):
                missed.append(name)
    # What a program derives from, or catches: one typeinfo on both sides.
    bases = re.findall(r"^class (\w+) (?:final )?(?:: public [\w:]+ )?\{(?=(?:(?!^\};).)*\bvirtual\b)", text, re.DOTALL | re.MULTILINE)
    assert {"Embedder", "VectorStore", "Logger", "RemoteService"} <= set(bases)
    missed += [base for base in [*bases, "BadResult"] if f"typeinfo for codeweaver::{VERSION}::{base}" not in shown]
    assert missed == []
