// Tests of contents in snapshots: packed without their text, restored only with the same text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/snapshot/content_pack.hpp"

#include <doctest/doctest.h>

#include <string>

#include "store/snapshot/packed_frame.hpp"

namespace codeweaver::store {
namespace {

/// Of several blocks: with names in the text, names that are not, and two chunks that overlap.
ContentRecord sample_content() {
  ContentRecord content;
  content.key = base::hash128("sample");
  content.language = "python";
  content.error_ratio = 0.25;
  for (std::uint32_t i = 0; i < 400; ++i) {
    const auto begin = static_cast<std::uint32_t>(content.text.size());
    const std::string name = "function_" + std::to_string(i);
    content.text += "def " + name + "(wert):  # größer\n    return wert + 1\n";
    ChunkRecord chunk;
    chunk.begin = i == 7 ? begin - 5 : begin;
    chunk.end = static_cast<std::uint32_t>(content.text.size());
    chunk.lines = {2 * i + 1, 2 * i + 2};
    chunk.symbol = "Sample." + name;
    chunk.kind = "function";
    chunk.doc = "Adds one, not written like this anywhere";
    chunk.tokens = i;
    chunk.defines = {name};
    chunk.references = {"wert", "absent_from_text"};
    content.chunks.push_back(chunk);
    content.symbols.push_back({name, chunk.symbol, "function", chunk.lines, i});
  }
  content.facts = std::string("\1facts\0", 7);
  return content;
}

TEST_CASE("content pack: what was packed comes back with its text") {
  const auto content = sample_content();
  const auto bytes = pack_content(content);
  CHECK(unpack_content(bytes, content.key, content.text) == content);
  CHECK(bytes.find("return wert") == std::string::npos);
  CHECK(bytes == pack_content(content));
  const ContentRecord empty{base::hash128("empty"), "text", "", 0, {}, {}, {}};
  CHECK(unpack_content(pack_content(empty), empty.key, "") == empty);
}

TEST_CASE(
    "content pack: bytes that are damaged, or of another text, give nothing or sound chunks") {
  const auto content = sample_content();
  const auto bytes = pack_content(content);
  CHECK_FALSE(unpack_content(bytes, content.key, content.text.substr(0, 500)));
  for (std::size_t size = 0; size < bytes.size(); size += 37)
    CHECK_FALSE(unpack_content(std::string_view(bytes).substr(0, size), content.key, content.text));
  for (std::size_t at = 0; at < bytes.size(); at += 97) {
    auto flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
    const auto read = unpack_content(flipped, content.key, content.text);
    if (!read) continue;
    for (const auto& chunk : read->chunks) CHECK(chunk.end <= content.text.size());
    for (const auto& symbol : read->symbols) CHECK(symbol.chunk < read->chunks.size());
  }
}

TEST_CASE("packed frame: it unpacks to the size that is known, and is refused otherwise") {
  const std::string bytes(10'000, 'x');
  const auto frame = pack_frame(bytes);
  REQUIRE(frame);
  CHECK(unpack_frame(*frame, bytes.size()).value() == bytes);
  CHECK(unpack_frame(*frame, bytes.size() - 1).error().code == "SNAPSHOT_CORRUPT");
  CHECK_FALSE(unpack_frame(frame->substr(1), bytes.size()));
  CHECK_FALSE(unpack_frame("", 0));
}

}  // namespace
}  // namespace codeweaver::store
