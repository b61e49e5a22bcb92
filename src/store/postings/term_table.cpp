// TermTable: hashing of terms and encoding of their postings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/postings/term_table.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/hash.hpp"

namespace codeweaver::store {
namespace {

template <class Word>
bool ends_equal(const char* a, const char* b, std::size_t size) noexcept {
  Word first_a, first_b, last_a, last_b;
  std::memcpy(&first_a, a, sizeof(Word));
  std::memcpy(&first_b, b, sizeof(Word));
  std::memcpy(&last_a, a + size - sizeof(Word), sizeof(Word));
  std::memcpy(&last_b, b + size - sizeof(Word), sizeof(Word));
  return first_a == first_b && last_a == last_b;
}

/// Compares the first and the last bytes, which overlap. For most terms, which are short, these are
/// all bytes.
bool is_equal(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  if (a.size() > 16) return a == b;
  if (a.size() >= 8) return ends_equal<std::uint64_t>(a.data(), b.data(), a.size());
  if (a.size() >= 4) return ends_equal<std::uint32_t>(a.data(), b.data(), a.size());
  if (a.size() >= 2) return ends_equal<std::uint16_t>(a.data(), b.data(), a.size());
  return a.empty() || a[0] == b[0];
}

}  // namespace

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

std::uint32_t TermTable::find_or_add(const Occurrence& occurrence) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = occurrence.hash & mask;
  for (; slots_[i].term != 0; i = (i + 1) & mask)
    if (slots_[i].hash == occurrence.hash && is_equal(text(slots_[i].term - 1), occurrence.term))
      return slots_[i].term - 1;
  const auto number = static_cast<std::uint32_t>(terms_.size());
  terms_.emplace_back().text_begin = texts_.size();
  texts_ += occurrence.term;
  slots_[i] = {occurrence.hash, number + 1};
  return number;
}

void TermTable::count(std::uint32_t term, std::size_t field) {
  std::uint32_t& counted = terms_[term].counted;
  if (counted == 0) {
    postings_.fetch_end(terms_[term].postings);
    counted_.push_back({term, {}});
    counted = static_cast<std::uint32_t>(counted_.size());
  }
  ++counted_[counted - 1].counts[field];
}

void TermTable::add_chunk(std::uint32_t chunk,
                          const std::array<const text::TermList*, rank::kFieldCount>& fields) {
  occurrences_.clear();
  for (std::uint32_t field = 0; field < fields.size(); ++field)
    for (std::size_t i = 0; fields[field] != nullptr && i < fields[field]->size(); ++i) {
      const std::string_view term = (*fields[field])[i];
      occurrences_.push_back({term, static_cast<std::uint32_t>(base::hash64(term)), field});
    }
  while (2 * (terms_.size() + occurrences_.size() + 1) > slots_.size()) grow();
  // The table is much larger than the caches, so prefetch the entries for a whole chunk.
  const std::size_t mask = slots_.size() - 1;
  for (const Occurrence& occurrence : occurrences_)
    __builtin_prefetch(&slots_[occurrence.hash & mask]);
  for (const Occurrence& occurrence : occurrences_)
    if (const std::uint32_t term = slots_[occurrence.hash & mask].term; term != 0)
      __builtin_prefetch(&terms_[term - 1]);
  for (const Occurrence& occurrence : occurrences_)
    if (const std::uint32_t term = slots_[occurrence.hash & mask].term; term != 0)
      __builtin_prefetch(texts_.data() + terms_[term - 1].text_begin);
  counted_.clear();
  for (const Occurrence& occurrence : occurrences_)
    count(find_or_add(occurrence), occurrence.field);
  for (const Counted& counted : counted_) {
    Term& term = terms_[counted.term];
    posting_.clear();
    put_posting(posting_, chunk - term.last_chunk, counted.counts);
    postings_.append(term.postings, posting_);
    term.last_chunk = chunk;
    term.counted = 0;
    ++term.document_frequency;
  }
}

namespace {

/// The first bytes of a term as a number with the same order.
std::uint64_t prefix_of(std::string_view term) noexcept {
  std::uint64_t prefix = 0;
  if (term.size() >= sizeof prefix) {
    std::memcpy(&prefix, term.data(), sizeof prefix);
    return __builtin_bswap64(prefix);
  }
  for (std::size_t i = 0; i < sizeof prefix; ++i)
    prefix = prefix << 8 | (i < term.size() ? static_cast<unsigned char>(term[i]) : 0U);
  return prefix;
}

}  // namespace

std::vector<std::uint32_t> TermTable::sorted() const {
  // Most terms differ in their first bytes. As keys, these are contiguous in memory, unlike the
  // texts.
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
