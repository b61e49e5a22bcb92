// Tests of model2vec folders: vectors of the reference library (tests/data/model2vec/make.py), and
// damage.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/temporary_folder.hpp"
#include "codeweaver/embedder.hpp"
#include "json/value.hpp"
#include "model/model2vec_embedder.hpp"
#include "model/tensor_file.hpp"

namespace codeweaver::model {
namespace {

const std::filesystem::path kFolders = std::filesystem::path(CODEWEAVER_TEST_DATA) / "model2vec";

std::shared_ptr<const Embedder> open_folder(const std::filesystem::path& folder) {
  auto made = make_static_embedder(folder);
  if (!made) FAIL(made.error().message());
  return *made;
}

/// A copy of the plain folder with one file changed.
Result<std::shared_ptr<const Embedder>> open_changed(
    const std::string& name, const std::function<std::string(std::string)>& change) {
  const codeweaver::test::TemporaryFolder folder;
  const auto copy = folder / "plain";
  std::filesystem::copy(kFolders / "plain", copy);
  const auto changed = change(*base::read_file(copy / name));
  std::ofstream(copy / name, std::ios::binary) << changed;
  return make_static_embedder(copy);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("model2vec: vectors are those of its own library, for every kind of folder") {
  for (const std::string name : {"plain", "weighted", "quantized"}) {
    CAPTURE(name);
    const auto embedder = open_folder(kFolders / name);
    CHECK(embedder->info().provider == "model2vec");
    CHECK(embedder->info().model.starts_with(name + "-"));
    CHECK(embedder->info().dimension == 16);
    const auto answers = json::parse(*base::read_file(kFolders / (name + ".json")));
    REQUIRE(answers);
    REQUIRE(answers->if_array()->size() > 20);
    for (const auto& answer : *answers->if_array()) {
      const std::string& text = *answer.find("text")->if_string();
      CAPTURE(text);
      std::vector<float> found(16);
      REQUIRE(embedder->embed_query(text, found));
      const auto& expected = *answer.find("vector")->if_array();
      for (std::size_t d = 0; d < found.size(); ++d) {
        const auto number = expected[d].if_number();
        REQUIRE(number);
        CHECK(static_cast<double>(found[d]) == doctest::Approx(*number).epsilon(0.002));
      }
    }
  }
}

TEST_CASE("model2vec: a folder that changed has another name, so no index mixes the two") {
  const auto before = open_folder(kFolders / "plain")->info();
  const auto same = open_changed("config.json", [](std::string text) { return text; });
  REQUIRE(same);
  CHECK((*same)->info() == before);
  const auto other = open_changed("model.safetensors", [](std::string bytes) {
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    return bytes;
  });
  REQUIRE(other);
  CHECK((*other)->info().model != before.model);
}

TEST_CASE("model2vec: what is damaged, missing or of another kind is refused with the reason") {
  const codeweaver::test::TemporaryFolder empty;
  CHECK(make_static_embedder(empty.path()).error().category == ErrorCategory::kNotFound);
  const auto refusal = [](const std::string& file, const auto& change) {
    const auto made = open_changed(file, change);
    REQUIRE_FALSE(made);
    return made.error();
  };
  CHECK(refusal("tokenizer.json", [](std::string) { return std::string("{"); }).code ==
        "MODEL_CORRUPT");
  const auto kind = refusal("tokenizer.json", [](std::string text) {
    return replaced(std::move(text), "\"WordPiece\"", "\"WordLevel\"");
  });
  CHECK(kind.code == "TOKENIZER_NOT_SUPPORTED");
  CHECK(kind.cause.find("WordLevel") != std::string::npos);
  const auto fewer = refusal("tokenizer.json", [](std::string text) {
    return replaced(std::move(text), "\"[PAD]\":0", "\"[PAD]\":99");
  });
  CHECK(fewer.cause.find("embeddings for 100 tokens") != std::string::npos);
  CHECK(refusal("model.safetensors", [](std::string bytes) {
          return replaced(std::move(bytes), "embeddings", "embroidery");
        }).cause.find("no embedding table") != std::string::npos);
}

TEST_CASE("model2vec: a tensor file cut off or changed anywhere is an error, never a crash") {
  const auto bytes = *base::read_file(kFolders / "quantized" / "model.safetensors");
  const codeweaver::test::TemporaryFolder folder;
  std::mt19937 random(3);
  const auto open = [&](const std::string& changed) {
    std::ofstream(folder / "t", std::ios::binary) << changed;
    const auto file = TensorFile::open(folder / "t");
    if (!file) return false;
    for (const auto* name : {"embeddings", "weights", "mapping"})
      if (const auto* tensor = file->find(name)) (void)file->floats(*tensor);
    return true;
  };
  CHECK(open(bytes));
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    CHECK_FALSE(open(bytes.substr(0, size)));
  for (int round = 0; round < 500; ++round) {
    auto changed = bytes;
    changed[random() % 300] = static_cast<char>(random());
    (void)open(changed);
  }
}

}  // namespace codeweaver::model
