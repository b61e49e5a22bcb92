// ParseMemory: a bump allocator with lists of freed blocks, behind tree-sitter's allocator.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/parse_memory.hpp"

#include <sys/mman.h>
#include <tree_sitter/api.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

namespace codeweaver::syntax {
namespace {

// Address space only; what a text needs of it is about 40 times its size.
constexpr std::size_t kRegionBytes = std::size_t{1} << 29;
// What stays resident between texts: enough for all but a few.
constexpr std::size_t kKeptBytes = std::size_t{4} << 20;

// A block is preceded by its class. Classes 1 to kSmall are multiples of 16 bytes (with that
// word), those above powers of two.
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

std::uint64_t& class_word(void* block) noexcept {
  return *reinterpret_cast<std::uint64_t*>(static_cast<std::byte*>(block) - kWord);
}

constinit thread_local ParseMemory* in_use = nullptr;

void* checked(void* block, std::size_t bytes) noexcept {
  if (block == nullptr && bytes > 0) std::abort();  // as tree-sitter does: it has no way to fail
  return block;
}

extern "C" {
void* parse_malloc(std::size_t bytes) {
  return in_use != nullptr ? in_use->allocate(bytes) : checked(std::malloc(bytes), bytes);
}
void* parse_calloc(std::size_t count, std::size_t size) {
  if (in_use == nullptr) return checked(std::calloc(count, size), count * size);
  return std::memset(in_use->allocate(count * size), 0, count * size);
}
void* parse_realloc(void* block, std::size_t bytes) {
  return in_use != nullptr ? in_use->reallocate(block, bytes)
                           : checked(std::realloc(block, bytes), bytes);
}
void parse_free(void* block) {
  if (in_use != nullptr)
    in_use->free(block);
  else
    std::free(block);
}
}

}  // namespace

struct ParseMemory::Region {
  Region()
      : base(::mmap(nullptr, kRegionBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
  ~Region() {
    if (base != MAP_FAILED) ::munmap(base, kRegionBytes);
  }
  std::byte* begin() const noexcept {
    return base == MAP_FAILED ? nullptr : static_cast<std::byte*>(base);
  }

  void* base;
};

struct SpareRegion {
  std::unique_ptr<ParseMemory::Region> region;
};

namespace {
thread_local SpareRegion spare;
}  // namespace

ParseMemory::ParseMemory()
    : region_(spare.region ? std::move(spare.region) : std::make_unique<Region>()) {
  if (region_->begin() == nullptr) return;
  next_ = region_->begin() + kWord;
  end_ = region_->begin() + kRegionBytes;
}

ParseMemory::~ParseMemory() {
  if (region_->begin() == nullptr || spare.region) return;
  if (next_ > region_->begin() + kKeptBytes)
    ::madvise(region_->begin() + kKeptBytes, kRegionBytes - kKeptBytes, MADV_DONTNEED);
  spare.region = std::move(region_);
}

ParseMemory::Use::Use(ParseMemory& memory) noexcept : before_(std::exchange(in_use, &memory)) {}
ParseMemory::Use::~Use() {
  in_use = before_;
}

bool ParseMemory::owns(const void* block) const noexcept {
  const auto* at = static_cast<const std::byte*>(block);
  return at >= region_->begin() && at < end_;
}

void* ParseMemory::allocate(std::size_t bytes) {
  const std::size_t index = class_of(bytes);
  if (index < kClasses) {
    if (void* block = free_[index]; block != nullptr) {
      std::memcpy(&free_[index], block, sizeof(void*));
      return block;
    }
    const std::size_t size = bytes_of_class(index);
    if (size <= static_cast<std::size_t>(end_ - next_)) {
      std::byte* const block = next_ + kWord;
      next_ += size;
      class_word(block) = index;
      return block;
    }
  }
  holds_all_ = false;
  return checked(std::malloc(bytes), bytes);
}

void* ParseMemory::reallocate(void* block, std::size_t bytes) {
  if (block == nullptr) return allocate(bytes);
  if (!owns(block)) return checked(std::realloc(block, bytes), bytes);
  const std::size_t capacity = bytes_of_class(class_word(block)) - kWord;
  if (bytes <= capacity) return block;
  void* const moved = allocate(bytes);
  std::memcpy(moved, block, capacity);
  free(block);
  return moved;
}

void ParseMemory::free(void* block) noexcept {
  if (block == nullptr) return;
  if (!owns(block)) {
    std::free(block);
    return;
  }
  void*& list = free_[class_word(block)];
  std::memcpy(block, &list, sizeof(void*));
  list = block;
}

void install_parse_memory() {
  static const bool is_done = [] {
    ts_set_allocator(parse_malloc, parse_calloc, parse_realloc, parse_free);
    return true;
  }();
  static_cast<void>(is_done);
}

}  // namespace codeweaver::syntax
