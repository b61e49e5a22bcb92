// Tests of ParseMemory with random use: comparison with malloc.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/parse_memory.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <random>
#include <vector>

#include "syntax/parse_exit.hpp"

using namespace codeweaver::syntax;

namespace {

struct Block {
  unsigned char* data;
  std::size_t size;
  unsigned char mark;
};

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

Budget make_budget(std::size_t bytes) {
  return {std::chrono::seconds(100), bytes};
}

/// How it ends to allocate blocks of that size.
ParseEnd left(ParseMemory& memory, std::size_t size) {
  struct Task {
    ParseMemory& memory;
    std::size_t size;
  } task{memory, size};
  return run_leavable(
      [](void* context) {
        const auto& [from, bytes] = *static_cast<Task*>(context);
        while (true) static_cast<void>(from.allocate(bytes));
      },
      &task);
}

bool is_intact(const Block& block) {
  return std::all_of(block.data, block.data + block.size,
                     [&](unsigned char byte) { return byte == block.mark; });
}

}  // namespace

TEST_CASE("parse memory: blocks never overlap, and keep their bytes when they grow") {
  std::mt19937 random(7);
  for (int round = 0; round < 3; ++round) {  // later ones reuse what the first left behind
    Budget budget = make_budget(kMegabyte << 8);
    ParseMemory memory(budget);
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
    CHECK(budget.end() == Budget::End::kNone);
  }
}

TEST_CASE("parse memory: what does not fit the budget leaves the parse, and blocks stay") {
  Budget budget = make_budget(8 * kMegabyte);
  ParseMemory memory(budget);
  auto* const first = static_cast<unsigned char*>(memory.allocate(1000));
  std::memset(first, 7, 1000);
  for (const std::size_t size : {std::size_t{100}, std::size_t{600} << 20, SIZE_MAX - 100}) {
    CAPTURE(size);
    CHECK(left(memory, size) == ParseEnd::kBudget);
    CHECK(budget.end() == Budget::End::kMemory);
  }
  CHECK(memory.used() <= 8 * kMegabyte);
  CHECK(is_intact({first, 1000, 7}));
  memory.free(first);
  CHECK(memory.allocate(1000) == first);  // a block that was freed costs nothing
}

TEST_CASE("parse memory: many small steps end with the time") {
  Budget budget(std::chrono::milliseconds(0), 8 * kMegabyte);
  ParseMemory memory(budget);
  void* block = nullptr;
  const auto work = [&] {
    while (true) {
      block = memory.allocate(10);
      memory.free(block);
    }
  };
  CHECK(run_leavable([](void* work_) { (*static_cast<decltype(work)*>(work_))(); },
                     const_cast<void*>(static_cast<const void*>(&work))) == ParseEnd::kBudget);
  CHECK(budget.end() == Budget::End::kTime);
}
