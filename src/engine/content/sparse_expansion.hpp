// Adds the words of a SparseEncoder to the terms of chunks and queries.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <exception>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/sparse_encoder.hpp"
#include "engine/content/features.hpp"

namespace codeweaver::engine {

/// Adds the encoder's words for `texts[i]` to the doc field of chunk i. `terms` are those of the
/// chunks, in the same order; unchanged after an error. Errors: those of the encoder; kUnavailable
/// "SPARSE_ENCODER_FAILED" (it threw), kInvalidArgument "INVALID_TERMS".
Result<void> expand_chunks(const SparseEncoder& encoder, std::span<const std::string_view> texts,
                           std::span<ChunkTerms* const> terms, const CallContext& context);

/// Adds the encoder's words for a query; existing terms get more weight. Errors: as for
/// expand_chunks().
Result<void> expand_query(const SparseEncoder& encoder, std::string_view query,
                          std::vector<rank::QueryTerm>& terms, const CallContext& context);

/// "SPARSE_ENCODER_FAILED" with the text of the exception.
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
