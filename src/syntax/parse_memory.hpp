// ParseMemory: one region for all that tree-sitter allocates while it parses one text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace codeweaver::syntax {

/// A tree is thousands of small blocks that are needed and dropped together. They are cut from one
/// mapping here, found again by size when tree-sitter frees them, and dropped as a whole: taking a
/// tree apart node by node would cost a tenth of building it. One thread at a time.
class ParseMemory {
 public:
  /// Takes the mapping that this thread used last, else a new one. Where the system gives none,
  /// everything comes from malloc.
  ParseMemory();
  ParseMemory(const ParseMemory&) = delete;
  ParseMemory& operator=(const ParseMemory&) = delete;
  ~ParseMemory();

  /// While it lives, tree-sitter on this thread allocates from `memory`; elsewhere, and before any,
  /// it uses malloc. What was allocated under it must be freed under it, or dropped.
  class Use {
   public:
    explicit Use(ParseMemory& memory) noexcept;
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
    ~Use();

   private:
    ParseMemory* before_;
  };

  /// Whether all blocks lie in the region, so that their owners may forget them.
  bool holds_all() const noexcept { return holds_all_; }

  /// As malloc, realloc and free.
  void* allocate(std::size_t bytes);
  void* reallocate(void* block, std::size_t bytes);
  void free(void* block) noexcept;

 private:
  struct Region;
  static constexpr std::size_t kClasses = 64;

  bool owns(const void* block) const noexcept;

  std::unique_ptr<Region> region_;
  std::byte* next_ = nullptr;
  std::byte* end_ = nullptr;
  bool holds_all_ = true;
  std::array<void*, kClasses> free_{};  // lists of freed blocks, by size

  friend struct SpareRegion;
};

/// Makes tree-sitter ask ParseMemory. Called before anything of it is used; cheap when done.
void install_parse_memory();

}  // namespace codeweaver::syntax
