// What a SparseEncoder adds: words to the terms of chunks, and to those of a query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <exception>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/rank/bm25f.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "engine/content/features.hpp"

namespace codeweaver::engine {

/// Adds to the doc field of chunk i what the encoder says of `texts[i]`. `terms` are those of the
/// chunks, in the same order; on an error they are as they were. Errors: those of the encoder;
/// kUnavailable "SPARSE_ENCODER_FAILED" (it threw), kInvalidArgument "INVALID_TERMS".
Result<void> expand_chunks(const SparseEncoder& encoder, std::span<const std::string_view> texts,
                           std::span<ChunkTerms* const> terms);

/// Adds what the encoder says of a query; terms that are there already weigh more. Errors: as
/// expand_chunks().
Result<void> expand_query(const SparseEncoder& encoder, std::string_view query,
                          std::vector<rank::QueryTerm>& terms);

/// "SPARSE_ENCODER_FAILED" with what was thrown.
Error sparse_encoder_failed(const SparseEncoderInfo& info, std::string_view what);

/// Runs `call` of an encoder. Errors: its own; "SPARSE_ENCODER_FAILED" (it threw).
template <class Call>
auto call_encoder(const SparseEncoder& encoder, Call call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::exception& thrown) {
    return sparse_encoder_failed(encoder.info(), thrown.what());
  } catch (...) {
    return sparse_encoder_failed(encoder.info(), "an exception that is not a std::exception");
  }
}

}  // namespace codeweaver::engine
