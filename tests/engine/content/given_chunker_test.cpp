// Tests of the use of a given chunker: its pieces are checked, its name is the strategy.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/given_chunker.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/chunker.hpp"
#include "codeweaver/index_types.hpp"

namespace codeweaver::engine {
namespace {

/// Cuts as a function says.
class ToldChunker final : public Chunker {
 public:
  explicit ToldChunker(CutFile cut, std::string name = "told")
      : cut_(std::move(cut)), info_{std::move(name), "1"} {}
  const ChunkerInfo& info() const noexcept override { return info_; }
  Result<CutFile> cut(const FileText&) const override { return cut_; }

 private:
  CutFile cut_;
  ChunkerInfo info_;
};

std::string fault_of(CutFile cut, std::string_view text = "one\ntw\xC3\xB6\n") {
  const auto done = cut_with(ToldChunker(std::move(cut)), {"a.txt", "text", text}, 100);
  return done ? std::string() : done.error().code + ": " + done.error().cause;
}

}  // namespace

TEST_CASE(
    "given chunker: pieces outside the text, within a character or out of order are refused") {
  CHECK(fault_of({.pieces = {{0, 4}, {4, 9}}}).empty());
  CHECK(fault_of({.pieces = {{0, 99}}}).find("is outside the text") != std::string::npos);
  CHECK(fault_of({.pieces = {{4, 7}}}).find("splits a character") != std::string::npos);
  CHECK(fault_of({.pieces = {{4, 9}, {0, 4}}}).find("before the previous piece") !=
        std::string::npos);
  CHECK(fault_of({.symbols = {{"f", "f", "function", {3, 4}}}}).find("is outside") !=
        std::string::npos);
  const std::vector<FilePiece> many(20, {0, 9});
  CHECK(fault_of({.pieces = many}).find("more than 16 times") != std::string::npos);
}

TEST_CASE("given chunker: blank pieces go, and names of pieces are symbols where none are given") {
  CutFile cut{.pieces = {{.begin = 0, .end = 4, .symbol = "A.one"}, {.begin = 4, .end = 6}}};
  const auto done = cut_with(ToldChunker(cut), {"a", "text", "one\n \n"}, 100);
  REQUIRE(done);
  REQUIRE(done->pieces.size() == 1);
  REQUIRE(done->symbols.size() == 1);
  CHECK(done->symbols[0].name == "one");
  CHECK(done->symbols[0].qualified_name == "A.one");
}

TEST_CASE("given chunker: its name is the strategy, and neither a built-in one nor a path") {
  IndexOptions options;
  CHECK(chunk_strategy_of(options) == "ast");
  options.chunker = std::make_shared<ToldChunker>(CutFile{}, "by_hand");
  CHECK(chunk_strategy_of(options) == "by_hand");
  CHECK(check_chunker(options));
  for (const char* const name : {"ast", "simple_file_chunks", "a/b", ""}) {
    options.chunker = std::make_shared<ToldChunker>(CutFile{}, name);
    CHECK(check_chunker(options).error().code == "INVALID_CHUNKER");
  }
}

}  // namespace codeweaver::engine
