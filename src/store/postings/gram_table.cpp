// GramTable: one list of gaps per gram, found by an open-addressing hash table.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/postings/gram_table.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/bytes.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kLeastGramSlots = 1024;

std::size_t gram_slot(text::Gram gram, std::size_t slots) noexcept {
  return (gram * 0x9E3779B1U >> 5) & (slots - 1);
}

}  // namespace

void GramTable::grow() {
  slots_.assign(std::max(kLeastGramSlots, slots_.size() * 2), 0);
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    std::size_t at = gram_slot(entries_[i].gram, slots_.size());
    while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = std::uint64_t{entries_[i].gram} << 32 | (i + 1);
  }
}

std::uint32_t GramTable::entry_of(text::Gram gram) {
  if (entries_.size() * 2 >= slots_.size()) grow();
  std::size_t at = gram_slot(gram, slots_.size());
  for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1))
    if (slots_[at] >> 32 == gram) return static_cast<std::uint32_t>(slots_[at]) - 1;
  entries_.push_back({gram, 0, {}});
  slots_[at] = std::uint64_t{gram} << 32 | entries_.size();
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

/// Processes several grams at a time, to prefetch the memory of one while working on others.
void GramTable::add_block(std::span<const text::Gram> grams) {
  constexpr std::size_t kAtOnce = 16;
  std::array<std::uint32_t, kAtOnce> numbers{};
  std::string gap;
  while (!grams.empty()) {
    const auto some = grams.first(std::min(kAtOnce, grams.size()));
    grams = grams.subspan(some.size());
    if (!slots_.empty())
      for (const text::Gram gram : some)
        __builtin_prefetch(&slots_[gram_slot(gram, slots_.size())]);
    for (std::size_t i = 0; i < some.size(); ++i) {
      numbers[i] = entry_of(some[i]);
      __builtin_prefetch(&entries_[numbers[i]], 1);
    }
    for (std::size_t i = 0; i < some.size(); ++i) lists_.fetch_end(entries_[numbers[i]].list);
    for (std::size_t i = 0; i < some.size(); ++i) {
      Entry& entry = entries_[numbers[i]];
      gap.clear();
      base::put_varint(gap, blocks_ - entry.last);
      lists_.append(entry.list, gap);
      entry.last = blocks_;
    }
  }
  ++blocks_;
}

std::size_t GramTable::memory_bytes() const noexcept {
  return entries_.capacity() * sizeof(Entry) + slots_.capacity() * sizeof(std::uint64_t) +
         lists_.memory_bytes();
}

std::vector<std::uint32_t> GramTable::sorted() const {
  std::vector<std::uint32_t> order(entries_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [this](std::uint32_t entry) { return entries_[entry].gram; });
  return order;
}

void GramTable::read(std::uint32_t entry, std::vector<std::uint32_t>& numbers) const {
  numbers.clear();
  std::string bytes;
  lists_.for_each_piece(entries_[entry].list, [&](std::string_view piece) { bytes += piece; });
  std::uint32_t number = 0;
  for (base::ByteReader reader(bytes); !reader.at_end();)
    numbers.push_back(number += reader.varint32());
}

}  // namespace codeweaver::store
