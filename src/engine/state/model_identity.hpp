// The identity of an index's embedding model, and the refusal to mix two.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/sparse_encoder.hpp"

namespace codeweaver::engine {

/// "provider/model/dimension"; "none" without an embedder.
inline std::string model_identity(const Embedder* embedder) {
  if (embedder == nullptr) return "none";
  const auto& info = embedder->info();
  return info.provider + '/' + info.model + '/' + std::to_string(info.dimension);
}

/// The same with the sparse encoder, if there is one: what every index is built with.
inline std::string model_identity(const Embedder* embedder, const SparseEncoder* encoder) {
  auto identity = model_identity(embedder);
  if (encoder != nullptr) identity += '+' + encoder->info().provider + '/' + encoder->info().model;
  return identity;
}

inline Error model_mismatch(std::string_view stored, std::string_view given) {
  return Error{ErrorCategory::kInvalidArgument,
               error_code::kModelMismatch,
               "The index was built with embedder '" + std::string(stored) + "', but '" +
                   std::string(given) + "' is configured",
               "opening the index",
               "Vectors of different models cannot be mixed. Configure the former embedder, or "
               "rebuild the index",
               RemedyKind::kRebuild};
}

}  // namespace codeweaver::engine
