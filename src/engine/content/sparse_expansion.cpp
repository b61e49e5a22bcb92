// Adds the words of a SparseEncoder to chunks and queries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/sparse_expansion.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::engine {
namespace {

constexpr float kMostRepeats = 255;

std::string context_of(const SparseEncoderInfo& info) {
  return "calling sparse encoder '" + info.provider + '/' + info.model + '\'';
}

Error with_context(const SparseEncoder& encoder, Error error) {
  if (error.context.empty()) error.context = context_of(encoder.info());
  return error;
}

/// Keeps the allowed number of terms, heaviest first, ties by text. Errors: "INVALID_TERMS".
Result<void> keep_heaviest(const SparseEncoder& encoder, std::vector<WeightedTerm>& terms) {
  const auto invalid = [&](std::string cause) {
    return Error{ErrorCategory::kInvalidArgument, "INVALID_TERMS", std::move(cause),
                 context_of(encoder.info()), "Fix the encoder."};
  };
  for (const auto& [term, weight] : terms) {
    if (!std::isfinite(weight))
      return invalid("The encoder gave a term a weight that is not a number");
    if (term.size() > kMostTermBytes)
      return invalid("The encoder gave a term of " + std::to_string(term.size()) +
                     " bytes; the limit is " + std::to_string(kMostTermBytes));
  }
  std::erase_if(terms, [](const WeightedTerm& one) { return one.weight <= 0; });
  const auto taken = std::min(terms.size(), kMostSparseTerms);
  std::ranges::partial_sort(terms, terms.begin() + static_cast<std::ptrdiff_t>(taken),
                            [](const WeightedTerm& a, const WeightedTerm& b) {
                              return a.weight != b.weight ? a.weight > b.weight : a.term < b.term;
                            });
  terms.resize(taken);
  return {};
}

}  // namespace

Error sparse_encoder_failed(const SparseEncoderInfo& info, std::string_view what) {
  return {ErrorCategory::kUnavailable, "SPARSE_ENCODER_FAILED",
          "The sparse encoder threw: " + std::string(what), context_of(info),
          "Fix the encoder, or index without it."};
}

Result<void> expand_chunks(const SparseEncoder& encoder, std::span<const std::string_view> texts,
                           std::span<ChunkTerms* const> terms, const CallContext& context) {
  std::vector<std::vector<WeightedTerm>> encoded(texts.size());
  if (auto done =
          call_encoder(encoder, [&] { return encoder.encode_documents(texts, encoded, context); });
      !done)
    return with_context(encoder, done.error());
  for (auto& one : encoded)
    if (auto kept = keep_heaviest(encoder, one); !kept) return kept;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    auto& doc = terms[i]->fields[static_cast<std::size_t>(rank::Field::kDoc)];
    for (const auto& [term, weight] : encoded[i]) {
      const auto repeats = std::lround(std::min(weight, kMostRepeats));
      for (long n = 0; n < repeats; ++n) text::analyze_code(term, doc);
    }
  }
  return {};
}

Result<void> expand_query(const SparseEncoder& encoder, std::string_view query,
                          std::vector<rank::QueryTerm>& terms, const CallContext& context) {
  auto encoded = call_encoder(encoder, [&] { return encoder.encode_query(query, context); });
  if (!encoded) return with_context(encoder, encoded.error());
  if (auto kept = keep_heaviest(encoder, *encoded); !kept) return kept;
  for (const auto& [term, weight] : *encoded) {
    for (auto& one : text::analyze_query(term)) {
      const auto known = std::ranges::find(terms, one.text, &rank::QueryTerm::text);
      if (known != terms.end())
        known->weight += one.weight * weight;
      else
        terms.push_back({std::move(one.text), one.weight * weight, true});
    }
  }
  return {};
}

}  // namespace codeweaver::engine
