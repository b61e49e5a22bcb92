// ParseMemory: one region for all that is allocated while one text is parsed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "syntax/budget.hpp"

namespace codeweaver::syntax {

/// A tree is thousands of small blocks that are needed and dropped together. They are cut from one
/// mapping here, found again by size when tree-sitter frees them, and dropped as a whole: taking a
/// tree apart node by node would cost a tenth of building it, and a parse that was left half way
/// leaves nothing behind. Scanners of grammars allocate here as well. One thread at a time.
class ParseMemory {
 public:
  /// Takes the mapping that this thread used last, else a new one, of as much as the budget has.
  explicit ParseMemory(Budget& budget);
  ParseMemory(const ParseMemory&) = delete;
  ParseMemory& operator=(const ParseMemory&) = delete;
  ~ParseMemory();

  /// While it lives, tree-sitter and its scanners allocate from `memory` on this thread.
  class Use {
   public:
    explicit Use(ParseMemory& memory) noexcept;
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use();

   private:
    ParseMemory* before_;
  };

  /// As malloc, realloc and free; but they never return null: where the budget ends, also that of
  /// time, they leave the parse (leave_parse). Blocks are aligned to 16 bytes.
  void* allocate(std::size_t bytes);
  void* reallocate(void* block, std::size_t bytes);
  void free(void* block) noexcept;

  /// Bytes taken of the budget.
  std::size_t used() const noexcept;

  /// A moment to which rewind() goes back.
  struct Mark {
    std::byte* next;
    std::byte* taken_end;
  };
  Mark mark() const noexcept { return {next_, taken_end_}; }
  /// Drops all blocks that were allocated since, and gives the budget back what they took. Blocks
  /// from before must not have been given back since by anybody who may still need them.
  void rewind(const Mark& mark) noexcept;

 private:
  struct Region;
  static constexpr std::size_t kClasses = 64;
  static constexpr std::uint32_t kBlocksPerLook = 1U << 14;

  void grow(std::size_t bytes);

  Budget& budget_;
  std::unique_ptr<Region> region_;
  std::byte* next_ = nullptr;
  std::byte* highest_ = nullptr;               // that taken_end_ was
  std::byte* taken_end_ = nullptr;             // what of the region the budget has paid for
  std::uint32_t until_look_ = kBlocksPerLook;  // at the clock
  std::array<void*, kClasses> free_{};         // lists of freed blocks, by size

  friend struct SpareRegion;
};

/// Makes tree-sitter ask ParseMemory. Called before anything of it is used; cheap when done.
void install_parse_memory();

}  // namespace codeweaver::syntax
