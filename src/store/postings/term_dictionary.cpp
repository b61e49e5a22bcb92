// Term dictionary: front coding and lookup.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/postings/term_dictionary.hpp"

#include <algorithm>
#include <utility>

namespace codeweaver::store {

// Format of a term: number of bytes shared with the previous term (0 for the first of a block),
// size of the rest, the rest, document frequency, size of its postings. All numbers are varints.
void TermDictionaryWriter::add(std::string_view term, std::uint32_t document_frequency,
                               std::uint64_t postings_bytes) {
  std::size_t shared = 0;
  if (count_ % kTermsPerBlock == 0) {
    base::put_raw(blocks_,
                  TermBlock{postings_offset_, static_cast<std::uint32_t>(data_.size()), 0});
  } else {
    const auto pair = std::mismatch(term.begin(), term.end(), previous_.begin(), previous_.end());
    shared = static_cast<std::size_t>(pair.first - term.begin());
  }
  base::put_varint(data_, shared);
  base::put_text(data_, term.substr(shared));
  base::put_varint(data_, document_frequency);
  base::put_varint(data_, postings_bytes);
  previous_ = term;
  postings_offset_ += postings_bytes;
  ++count_;
}

std::string_view TermDictionary::block_data(std::size_t block) const noexcept {
  const std::size_t first = std::min<std::size_t>(blocks_[block].data_offset, data_.size());
  const std::size_t end =
      block + 1 < blocks_.size()
          ? std::clamp<std::size_t>(blocks_[block + 1].data_offset, first, data_.size())
          : data_.size();
  const auto data = data_.substr(first, end - first);
  return checks_ == nullptr || checks_->are_intact(data) ? data : std::string_view();
}

std::string_view TermDictionary::first_term(std::size_t block) const noexcept {
  base::ByteReader in(block_data(block));
  (void)in.varint();
  return in.text();
}

/// The number of blocks with a first term that is not above `term`.
std::size_t TermDictionary::blocks_not_above(std::string_view term) const noexcept {
  std::size_t low = 0, high = blocks_.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (first_term(middle) <= term)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

std::optional<TermInfo> TermDictionary::find(std::string_view term) const {
  const std::size_t below = blocks_not_above(term);
  if (below == 0) return std::nullopt;
  const std::size_t block = below - 1;
  const std::size_t count = std::min(kTermsPerBlock, terms_ - block * kTermsPerBlock);

  base::ByteReader in(block_data(block));
  TermInfo info{0, blocks_[block].postings_offset, 0};
  std::size_t matched = 0;  // bytes shared by `term` and the last term below it
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t shared = in.varint();
    const std::string_view rest = in.text();
    info.document_frequency = in.varint32();
    info.postings_bytes = in.varint();
    if (!in.ok()) return std::nullopt;
    if (shared < matched) return std::nullopt;  // it differs earlier, so it is above `term`
    if (shared == matched) {
      const std::string_view wanted = term.substr(matched);
      const auto pair = std::mismatch(rest.begin(), rest.end(), wanted.begin(), wanted.end());
      if (pair.second == wanted.end() && pair.first == rest.end()) return info;
      const bool is_below =
          pair.first == rest.end() ||
          (pair.second != wanted.end() &&
           static_cast<unsigned char>(*pair.first) < static_cast<unsigned char>(*pair.second));
      if (!is_below) return std::nullopt;
      matched += static_cast<std::size_t>(pair.second - wanted.begin());
    }
    info.postings_offset += info.postings_bytes;
  }
  return std::nullopt;
}

TermCursor::TermCursor(const TermDictionary& dictionary, std::string_view from) noexcept
    : TermCursor(dictionary) {
  const std::size_t below = dictionary.blocks_not_above(from);
  if (below == 0) return;
  const auto& block = dictionary.blocks_[below - 1];
  in_ = base::ByteReader(
      dictionary.data_.substr(std::min<std::size_t>(block.data_offset, dictionary.data_.size())));
  left_ = dictionary.terms_ - static_cast<std::uint32_t>((below - 1) * kTermsPerBlock);
}

bool TermCursor::next() {
  if (left_ == 0) return false;
  --left_;
  const std::uint64_t shared = in_.varint();
  const std::string_view rest = in_.text();
  info_.postings_offset += info_.postings_bytes;
  info_.document_frequency = in_.varint32();
  info_.postings_bytes = in_.varint();
  before_ = term_;
  if (in_.ok() && shared <= term_.size()) {
    term_.resize(static_cast<std::size_t>(shared));
    term_ += rest;
    if (std::exchange(is_first_, false) || before_ < term_) return true;
  }
  is_damaged_ = true;
  left_ = 0;
  return false;
}

}  // namespace codeweaver::store
