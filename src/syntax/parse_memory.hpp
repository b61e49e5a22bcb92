// ParseMemory: one memory region for all allocations while parsing a text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "syntax/budget.hpp"

namespace codeweaver::syntax {

/// A tree consists of thousands of small blocks that are needed and dropped together. ParseMemory
/// cuts them from one mapping, reuses blocks that tree-sitter frees (by size), and drops everything
/// at once. Freeing a tree node by node would cost a tenth of building it. A parse that was left
/// half way leaks nothing. Scanners of grammars also allocate here. Not thread-safe.
class ParseMemory {
 public:
  /// Takes the mapping that this thread used last, or a new one of the budget's size.
  explicit ParseMemory(Budget& budget);
  ParseMemory(const ParseMemory&) = delete;
  ParseMemory& operator=(const ParseMemory&) = delete;
  ~ParseMemory();

  /// While it lives, tree-sitter and its scanners on this thread allocate from `memory`.
  class Use {
   public:
    explicit Use(ParseMemory& memory) noexcept;
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use();

   private:
    ParseMemory* before_;
  };

  /// Like malloc, realloc and free, but never return null: if the budget ends (memory or time),
  /// they leave the parse (leave_parse). Blocks are aligned to 16 bytes.
  void* allocate(std::size_t bytes);
  void* reallocate(void* block, std::size_t bytes);
  void free(void* block) noexcept;

  /// Bytes taken from the budget.
  std::size_t used() const noexcept;

  /// A state to which rewind() returns.
  struct Mark {
    std::byte* next;
    std::byte* taken_end;
  };
  Mark mark() const noexcept { return {next_, taken_end_}; }
  /// Drops all blocks allocated since `mark` and returns their memory to the budget. Older blocks
  /// that are still needed must not have been freed since.
  void rewind(const Mark& mark) noexcept;

 private:
  struct Region;
  static constexpr std::size_t kClasses = 64;
  static constexpr std::uint32_t kBlocksPerLook = 1U << 14;

  void grow(std::size_t bytes);

  Budget& budget_;
  std::unique_ptr<Region> region_;
  std::byte* next_ = nullptr;
  std::byte* highest_ = nullptr;    // highest value of taken_end_
  std::byte* taken_end_ = nullptr;  // end of the part of the region that the budget has paid for
  std::uint32_t until_look_ = kBlocksPerLook;  // blocks until the next clock check
  std::array<void*, kClasses> free_{};         // lists of freed blocks, by size

  friend struct SpareRegion;
};

/// Makes tree-sitter allocate from ParseMemory. Call it before any use of tree-sitter. Later calls
/// are cheap.
void install_parse_memory();

}  // namespace codeweaver::syntax
