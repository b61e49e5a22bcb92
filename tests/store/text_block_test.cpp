// Tests of text blocks: strings that refer to the text, and blocks of older databases.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/database/text_block.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "store/database/compressor.hpp"
#include "store/sample_records.hpp"

using namespace codeweaver;
using namespace codeweaver::store;
using namespace codeweaver::store::test;

namespace {

ContentRecord content_with_names() {
  ContentRecord content = sample_content("int later(); int early(); void late() { later(); }\n");
  auto& chunk = content.chunks[0];
  chunk.end = static_cast<std::uint32_t>(content.text.size());
  chunk.symbol = "late";  // stands there, but so do names that begin with it
  chunk.defines = {"later", "early", "late", "x", "", "absent"};
  chunk.references = {"later", std::string(200, 'z'), "int", "later"};
  content.chunks.resize(1);
  content.symbols = {{"later", "later", "function", {1, 1}, 0},
                     {"early", "a.early", "function", {1, 1}, 0},
                     {"odd", "early", "function", {1, 1}, 0}};
  return content;
}

}  // namespace

TEST_CASE("text block: strings come back, wherever in the text or not they stand") {
  const ContentRecord content = content_with_names();
  const auto cuts = cut_blocks(content);
  REQUIRE(cuts.size() == 1);
  const std::string bytes = pack_block(content, cuts[0]);
  const auto block = open_block(bytes);
  REQUIRE(block);
  CHECK(block->text == content.text);
  const auto chunk = read_chunk(*block, 0);
  REQUIRE(chunk);
  CHECK(chunk->symbol == content.chunks[0].symbol);
  CHECK(chunk->doc == content.chunks[0].doc);
  CHECK(chunk->defines == content.chunks[0].defines);
  CHECK(chunk->references == content.chunks[0].references);
  const auto symbols = read_symbols(*block);
  REQUIRE(symbols);
  REQUIRE(symbols->size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK((*symbols)[i].symbol.name == content.symbols[i].name);
    CHECK((*symbols)[i].symbol.qualified_name == content.symbols[i].qualified_name);
  }
}

TEST_CASE("text block: names in the text cost no bytes of their own") {
  ContentRecord content = sample_content(read_source("src/store/database/text_block.cpp"));
  content.chunks.resize(1);
  content.chunks[0].end = static_cast<std::uint32_t>(content.text.size());
  const auto size = [&](std::vector<std::string> names) {
    content.chunks[0].references = std::move(names);
    return pack_block(content, cut_blocks(content)[0]).size();
  };
  const std::size_t none = size({});
  CHECK(size({"share_out_symbols", "put_difference"}) <= none + 12);
  CHECK(size({"share_out_symbolz", "put_differenze"}) > none + 30);
}

TEST_CASE("text block: places beyond the text are damage") {
  const std::string good = [] {
    const ContentRecord content = content_with_names();
    return pack_block(content, cut_blocks(content)[0]);
  }();
  for (std::size_t at = 0; at < good.size(); ++at)
    for (const int change : {1, 0x40, 0x80, 0xff}) {
      std::string bytes = good;
      bytes[at] = static_cast<char>(bytes[at] ^ change);
      const auto block = open_block(bytes);
      if (!block) continue;
      (void)read_symbols(*block);
      (void)read_chunks(*block);
    }
}

TEST_CASE("text block: version 1 is read, which had the bytes of all strings") {
  std::string bytes("\x01\x00", 2);
  base::put_text(bytes, "int f();\n");
  base::put_varint(bytes, 4);
  bytes += std::string("\x01\x08\x00\x03", 4);
  bytes += "ffunctionint";
  bytes += std::string("\x01\x01", 2);                      // a symbol, a chunk
  bytes += std::string("\x00\x00\x02\x01\x02\x00\x00", 7);  // f: its own end, "function", line 1
  bytes += std::string("\x00\x09\x02\x00\x00\x00\x00\x04", 8);
  bytes += std::string("\x00\x01\x02\x02", 4);  // symbol, kind, no doc, no context
  bytes += std::string("\x01\x00\x01\x03", 4);  // defines f, uses int
  const auto block = open_block(bytes);
  REQUIRE(block);
  const auto symbols = read_symbols(*block);
  REQUIRE(symbols);
  CHECK(symbols->at(0).symbol.name == "f");
  CHECK(symbols->at(0).symbol.kind == "function");
  const auto chunk = read_chunk(*block, 0);
  REQUIRE(chunk);
  CHECK(chunk->symbol == "f");
  CHECK(chunk->kind == "function");
  CHECK(chunk->doc.empty());
  CHECK(chunk->tokens == 4);
  CHECK(chunk->defines == std::vector<std::string>{"f"});
  CHECK(chunk->references == std::vector<std::string>{"int"});
}

TEST_CASE("compressor: the dictionary serves short texts, and frames without one are read") {
  Compressor compressor;
  const std::string_view text =
      "// SPDX-License-Identifier: MIT\n#include <stdint.h>\n#include <stdlib.h>\n";
  const auto packed = compressor.compress(text);
  REQUIRE(packed);
  CHECK(packed->size() < 60);
  const std::string frame(*packed);
  CHECK(*compressor.decompress(frame) == text);
  // What `zstd -3` makes of the text.
  const std::string_view plain(
      "\x28\xb5\x2f\xfd\x24\x0e\x71\x00\x00\x69\x6e\x74\x20\x6d\x61\x69\x6e\x28\x29\x20\x7b\x7d\x0a"
      "\x1a\xd4\x0f\xcd",
      27);
  CHECK(*compressor.decompress(plain) == "int main() {}\n");
}

TEST_CASE("compressor: a frame of another dictionary is refused by its number") {
  Compressor compressor;
  std::string frame(*compressor.compress("int main() {}\n"));
  REQUIRE(frame.substr(5, 2) == "\x02\x80");  // 32770, as RFC 8878 has it
  frame[5] = '\x01';
  const auto refused = compressor.decompress(frame);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "STATE_CORRUPT");
  CHECK(refused.error().cause ==
        "The index database was written by another version, with texts that this one cannot read "
        "(dictionary 32769)");
}
