// BM25F as an inner product: terms of chunks and queries as sparse vectors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/sparse_terms.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "base/hash.hpp"
#include "base/try.hpp"
#include "store/segments/manifest.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::engine {
namespace {

constexpr float kFar = 0.02F;
// A merge may remove segments between reading the manifest and opening them.
constexpr int kAttempts = 5;

/// Adds the live chunks of a segment.
void add_lengths(const store::Segment& segment, const store::Manifest::Entry& entry,
                 rank::Bm25fCollection& out) {
  out.documents += segment.size();
  const auto all = segment.field_lengths();
  for (std::size_t f = 0; f < rank::kFieldCount; ++f) out.field_lengths[f] += all[f];
  for (const std::uint32_t file : entry.deleted_files) {
    const auto [first, last] = segment.file_chunks(file);
    out.documents -= last - first;
    for (auto chunk = first; chunk < last; ++chunk) {
      const auto lengths = segment.chunk_lengths(chunk);
      for (std::size_t f = 0; f < rank::kFieldCount; ++f) out.field_lengths[f] -= lengths[f];
    }
  }
}

Result<rank::Bm25fCollection> live_lengths(const StatePaths& paths) {
  rank::Bm25fCollection out;
  const auto manifest = store::read_manifest(paths.segments(), paths.manifest());
  if (!manifest && manifest.error().category == ErrorCategory::kNotFound) return out;
  if (!manifest) return manifest.error();
  for (const auto& entry : manifest->segments) {
    CODEWEAVER_ASSIGN(const auto segment,
                      store::Segment::open(paths.segments() / entry.file, entry.verified));
    add_lengths(*segment, entry, out);
  }
  return out;
}

}  // namespace

std::uint32_t term_number(std::string_view term) noexcept {
  return static_cast<std::uint32_t>(base::hash64(term));
}

std::string LengthProfile::text() const {
  std::string out;
  for (const float value : average) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(out.empty() ? "" : " ").append(digits.data(), end);
  }
  return out;
}

std::optional<LengthProfile> LengthProfile::parse(std::string_view text) {
  LengthProfile out;
  for (float& value : out.average) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || !(value > 0)) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
  return text.empty() ? std::optional(out) : std::nullopt;
}

bool LengthProfile::is_far_from(const LengthProfile& now) const noexcept {
  for (std::size_t f = 0; f < average.size(); ++f)
    if (std::fabs(average[f] / now.average[f] - 1) > kFar) return true;
  return false;
}

Result<LengthProfile> current_lengths(const StatePaths& paths) {
  auto collection = live_lengths(paths);
  for (int attempt = 1; !collection && attempt < kAttempts; ++attempt)
    collection = live_lengths(paths);
  if (!collection) return collection.error();
  LengthProfile out;
  for (std::size_t f = 0; f < rank::kFieldCount; ++f)
    out.average[f] = collection->average_length(f);
  return out;
}

SparseVector document_weights(const ChunkTerms& terms, const LengthProfile& lengths) {
  const rank::Bm25fOptions options;
  std::map<std::uint32_t, std::array<std::uint32_t, rank::kFieldCount>> counts;
  std::array<float, rank::kFieldCount> factor{};
  for (std::size_t f = 0; f < rank::kFieldCount; ++f) {
    const auto& list = terms.fields[f];
    for (std::size_t i = 0; i < list.size(); ++i) ++counts[term_number(list[i])][f];
    const auto length = static_cast<float>(std::min<std::size_t>(list.size(), UINT16_MAX));
    factor[f] = rank::field_factor(options, f, length, lengths.average[f]);
  }
  SparseVector out;
  for (const auto& [term, by_field] : counts) {
    float combined = 0;
    for (std::size_t f = 0; f < rank::kFieldCount; ++f)
      if (by_field[f] != 0) combined += static_cast<float>(by_field[f]) * factor[f];
    out.ids.push_back(term);
    out.weights.push_back(rank::saturate(options, combined));
  }
  return out;
}

SparseVector query_weights(const store::TermCoverage& query) {
  SparseVector out;
  for (std::size_t i = 0; i < query.terms().size(); ++i) {
    if (query.weights()[i] == 0) continue;
    const auto term = term_number(query.terms()[i].text);
    const auto known = std::ranges::find(out.ids, term);
    if (known != out.ids.end()) {
      out.weights[static_cast<std::size_t>(known - out.ids.begin())] += query.weights()[i];
    } else {
      out.ids.push_back(term);
      out.weights.push_back(query.weights()[i]);
    }
  }
  return out;
}

}  // namespace codeweaver::engine
