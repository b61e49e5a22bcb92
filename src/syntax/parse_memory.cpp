// ParseMemory: a bump allocator with lists of freed blocks, behind tree-sitter's allocator.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/parse_memory.hpp"

#include <tree_sitter/api.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/os/memory.hpp"
#include "syntax/parse_exit.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) (static_cast<void>(address))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) (static_cast<void>(address))
#endif

namespace codeweaver::syntax {
namespace {

// Memory that stays resident between texts; enough for most of them.
constexpr std::size_t kKeptBytes = std::size_t{4} << 20;
// Memory is taken from the budget in steps of this size.
constexpr std::size_t kGrowth = std::size_t{1} << 20;

// A block is preceded by its class. Classes 1 to kSmall are multiples of 16 bytes (including that
// word); higher classes are powers of two.
constexpr std::size_t kWord = sizeof(std::uint64_t);
constexpr std::size_t kStep = 16;
constexpr std::size_t kSmall = 32;

std::size_t class_of(std::size_t bytes) noexcept {
  const std::size_t whole = bytes + kWord;
  const std::size_t steps = (whole + kStep - 1) / kStep;
  if (steps <= kSmall) return steps;
  return kSmall + static_cast<std::size_t>(std::bit_width(steps - 1) - std::bit_width(kSmall - 1));
}

constexpr std::size_t bytes_of_class(std::size_t index) noexcept {
  return index <= kSmall ? index * kStep : (kSmall * kStep) << (index - kSmall);
}

std::uint64_t* class_word(void* block) noexcept {
  return reinterpret_cast<std::uint64_t*>(static_cast<std::byte*>(block) - kWord);
}

std::size_t class_at(void* block) noexcept {
  std::uint64_t* const word = class_word(block);
  ASAN_UNPOISON_MEMORY_REGION(word, kWord);
  const std::uint64_t index = *word;
  ASAN_POISON_MEMORY_REGION(word, kWord);
  return index;
}

constinit thread_local ParseMemory* in_use = nullptr;

extern "C" {
void* parse_malloc(std::size_t bytes) {
  return in_use != nullptr ? in_use->allocate(bytes) : std::malloc(bytes);
}
void* parse_calloc(std::size_t count, std::size_t size) {
  if (in_use == nullptr) return std::calloc(count, size);
  if (size > 0 && count > SIZE_MAX / size) leave_parse(ParseEnd::kBudget);
  return std::memset(in_use->allocate(count * size), 0, count * size);
}
void* parse_realloc(void* block, std::size_t bytes) {
  return in_use != nullptr ? in_use->reallocate(block, bytes) : std::realloc(block, bytes);
}
void parse_free(void* block) {
  if (in_use != nullptr)
    in_use->free(block);
  else
    std::free(block);
}
}

}  // namespace

/// A mapping of address space. The system provides memory only for written parts.
struct ParseMemory::Region {
  /// Maps less if `bytes` are not available.
  explicit Region(std::size_t bytes) : wanted(bytes), size(bytes) {
    for (; size >= kGrowth; size /= 2) {
      void* const mapped = os::reserve_memory(size);
      if (mapped == nullptr) continue;
      base = static_cast<std::byte*>(mapped);
      return;
    }
    size = 0;
  }
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
  ~Region() {
    if (base == nullptr) return;
    ASAN_UNPOISON_MEMORY_REGION(base, size);
    os::unmap(base, size);
  }
  std::byte* end() const noexcept { return base + size; }

  std::byte* base = nullptr;
  std::size_t wanted, size;
};

struct SpareRegion {
  std::unique_ptr<ParseMemory::Region> region;
};

namespace {
thread_local SpareRegion spare;
}  // namespace

ParseMemory::ParseMemory(Budget& budget) : budget_(budget) {
  const std::size_t bytes = std::max(budget.bytes(), kGrowth);
  if (spare.region && spare.region->wanted == bytes)
    region_ = std::move(spare.region);
  else
    region_ = std::make_unique<Region>(bytes);
  next_ = taken_end_ = highest_ = region_->base;
}

ParseMemory::~ParseMemory() {
  if (region_->size < region_->wanted || spare.region) return;
  if (static_cast<std::size_t>(highest_ - region_->base) > kKeptBytes)
    os::forget_pages(region_->base + kKeptBytes, region_->size - kKeptBytes);
  spare.region = std::move(region_);
}

std::size_t ParseMemory::used() const noexcept {
  return static_cast<std::size_t>(taken_end_ - region_->base);
}

ParseMemory::Use::Use(ParseMemory& memory) noexcept : before_(std::exchange(in_use, &memory)) {}
ParseMemory::Use::~Use() {
  in_use = before_;
}

/// Makes `bytes` available after next_.
void ParseMemory::grow(std::size_t bytes) {
  const auto there = static_cast<std::size_t>(taken_end_ - next_);
  const std::size_t missing = (bytes - there + kGrowth - 1) / kGrowth * kGrowth;
  const auto left = static_cast<std::size_t>(region_->end() - taken_end_);
  if (missing > left || !budget_.take(missing)) {
    static_cast<void>(budget_.take(SIZE_MAX));  // also if the mapping is the smaller limit
    leave_parse(ParseEnd::kBudget);
  }
  ASAN_POISON_MEMORY_REGION(taken_end_, missing);
  taken_end_ += missing;
  highest_ = std::max(highest_, taken_end_);
}

void ParseMemory::rewind(const Mark& mark) noexcept {
  budget_.give_back(static_cast<std::size_t>(taken_end_ - mark.taken_end));
  next_ = mark.next;
  taken_end_ = mark.taken_end;
  free_.fill(nullptr);  // blocks freed before are lost; they are few
  if (taken_end_ > next_ + 2 * kWord)
    ASAN_POISON_MEMORY_REGION(next_ + 2 * kWord,
                              static_cast<std::size_t>(taken_end_ - next_) - 2 * kWord);
}

void* ParseMemory::allocate(std::size_t bytes) {
  if (--until_look_ == 0) {
    until_look_ = kBlocksPerLook;
    if (budget_.look()) leave_parse(ParseEnd::kBudget);
  }
  if (bytes > budget_.bytes()) {
    static_cast<void>(budget_.take(SIZE_MAX));
    leave_parse(ParseEnd::kBudget);
  }
  const std::size_t index = class_of(bytes);
  if (void* block = free_[index]; block != nullptr) {
    ASAN_UNPOISON_MEMORY_REGION(block, std::max(bytes, sizeof(void*)));
    std::memcpy(&free_[index], block, sizeof(void*));
    return block;
  }
  // The class word of the next block lies between blocks, so each block begins at a multiple of 16.
  const std::size_t size = bytes_of_class(index);
  if (size + kWord > static_cast<std::size_t>(taken_end_ - next_)) grow(size + kWord);
  std::byte* const block = next_ + 2 * kWord;
  next_ += size;
  ASAN_UNPOISON_MEMORY_REGION(class_word(block), kWord);
  *class_word(block) = index;
  ASAN_POISON_MEMORY_REGION(class_word(block), kWord);
  ASAN_UNPOISON_MEMORY_REGION(block, bytes);
  return block;
}

void* ParseMemory::reallocate(void* block, std::size_t bytes) {
  if (block == nullptr) return allocate(bytes);
  const std::size_t capacity = bytes_of_class(class_at(block)) - kWord;
  if (bytes <= capacity) {
    ASAN_UNPOISON_MEMORY_REGION(block, bytes);
    return block;
  }
  void* const moved = allocate(bytes);
  ASAN_UNPOISON_MEMORY_REGION(block, capacity);
  std::memcpy(moved, block, capacity);
  free(block);
  return moved;
}

void ParseMemory::free(void* block) noexcept {
  if (block == nullptr) return;
  const std::size_t index = class_at(block);
  ASAN_UNPOISON_MEMORY_REGION(block, sizeof(void*));
  std::memcpy(block, &free_[index], sizeof(void*));
  free_[index] = block;
  ASAN_POISON_MEMORY_REGION(block, bytes_of_class(index) - kWord);
}

void install_parse_memory() {
  static const bool is_done = [] {
    ts_set_allocator(parse_malloc, parse_calloc, parse_realloc, parse_free);
    return true;
  }();
  static_cast<void>(is_done);
}

}  // namespace codeweaver::syntax
