// TermTable: hashing of terms and encoding of their postings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/term_table.hpp"

#include <algorithm>
#include <utility>

#include "base/hash.hpp"

namespace codeweaver::store {

void TermTable::grow() {
  std::vector<Slot> old(std::max<std::size_t>(1024, slots_.size() * 2));
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.term == 0) continue;
    std::size_t i = slot.hash & mask;
    while (slots_[i].term != 0) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

std::uint32_t TermTable::find_or_add(std::string_view term) {
  if (2 * (terms_.size() + 1) > slots_.size()) grow();
  const auto hash = static_cast<std::uint32_t>(base::hash64(term));
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash & mask;
  for (; slots_[i].term != 0; i = (i + 1) & mask)
    if (slots_[i].hash == hash && text(slots_[i].term - 1) == term) return slots_[i].term - 1;
  const auto number = static_cast<std::uint32_t>(terms_.size());
  Term& added = terms_.emplace_back();
  added.text_offset = texts_.size();
  added.text_bytes = static_cast<std::uint32_t>(term.size());
  texts_ += term;
  slots_[i] = {hash, number + 1};
  return number;
}

void TermTable::count(std::string_view term, std::size_t field) {
  const std::uint32_t number = find_or_add(term);
  Term& counted = terms_[number];
  if (!counted.is_counted) {
    counted.is_counted = true;
    counted_.push_back(number);
  }
  ++counted.counts[field];
}

void TermTable::finish_chunk(std::uint32_t chunk) {
  for (const std::uint32_t number : counted_) {
    Term& term = terms_[number];
    const std::size_t before = term.postings.size();
    put_posting(term.postings, chunk - term.last_chunk, term.counts);
    posting_bytes_ += term.postings.size() - before;
    term.counts = {};
    term.last_chunk = chunk;
    term.is_counted = false;
    ++term.document_frequency;
  }
  counted_.clear();
}

namespace {

/// The first bytes of a term as a number that sorts as they do.
std::uint64_t prefix_of(std::string_view term) noexcept {
  std::uint64_t prefix = 0;
  for (std::size_t i = 0; i < sizeof prefix; ++i)
    prefix = prefix << 8 | (i < term.size() ? static_cast<unsigned char>(term[i]) : 0U);
  return prefix;
}

}  // namespace

std::vector<std::uint32_t> TermTable::sorted() const {
  // Most terms differ in their first bytes: these lie side by side, unlike the texts.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
  keys.reserve(terms_.size());
  for (std::uint32_t term = 0; term < terms_.size(); ++term)
    keys.emplace_back(prefix_of(text(term)), term);
  std::sort(keys.begin(), keys.end(), [&](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : text(a.second) < text(b.second);
  });
  std::vector<std::uint32_t> order;
  order.reserve(keys.size());
  for (const auto& key : keys) order.push_back(key.second);
  return order;
}

}  // namespace codeweaver::store
