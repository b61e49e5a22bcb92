// TermTable: hashing of terms and encoding of their postings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/term_table.hpp"

#include <algorithm>
#include <numeric>

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

std::vector<std::uint32_t> TermTable::sorted() const {
  std::vector<std::uint32_t> order(terms_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return text(a) < text(b); });
  return order;
}

}  // namespace codeweaver::store
