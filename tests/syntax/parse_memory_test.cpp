// ParseMemory under random use, beside malloc.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/parse_memory.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

using codeweaver::syntax::ParseMemory;

namespace {

struct Block {
  unsigned char* data;
  std::size_t size;
  unsigned char mark;
};

bool is_intact(const Block& block) {
  return std::all_of(block.data, block.data + block.size,
                     [&](unsigned char byte) { return byte == block.mark; });
}

}  // namespace

TEST_CASE("parse memory: blocks never overlap, and keep their bytes when they grow") {
  std::mt19937 random(7);
  for (int round = 0; round < 3; ++round) {  // later ones reuse what the first left behind
    ParseMemory memory;
    std::vector<Block> blocks;
    for (int i = 0; i < 20'000; ++i) {
      const std::size_t size = 1 + random() % (i % 100 == 0 ? 20'000 : 200);
      if (blocks.empty() || random() % 3 != 0) {
        blocks.push_back({static_cast<unsigned char*>(memory.allocate(size)), size,
                          static_cast<unsigned char>(random())});
        CHECK(reinterpret_cast<std::uintptr_t>(blocks.back().data) % 16 == 0);
        std::memset(blocks.back().data, blocks.back().mark, size);
        continue;
      }
      Block& block = blocks[random() % blocks.size()];
      REQUIRE(is_intact(block));
      if (random() % 2 == 0) {
        memory.free(block.data);
        block = blocks.back();
        blocks.pop_back();
        continue;
      }
      block.data = static_cast<unsigned char*>(memory.reallocate(block.data, size));
      block.size = std::min(size, block.size);
      REQUIRE(is_intact(block));
      block.size = size;
      std::memset(block.data, block.mark, size);
    }
    for (const Block& block : blocks) REQUIRE(is_intact(block));
    CHECK(memory.holds_all());
  }
}

TEST_CASE("parse memory: what does not fit comes from malloc, and says so") {
  ParseMemory memory;
  void* const large = memory.allocate(std::size_t{600} << 20);
  CHECK_FALSE(memory.holds_all());
  memory.free(large);
  void* block = memory.reallocate(nullptr, 10);
  block = memory.reallocate(block, 1000);
  memory.free(block);
}
