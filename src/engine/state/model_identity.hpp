// Identity of an index's models, and the error for a mix of two.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
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

/// The same plus the sparse encoder, if there is one: identifies the models of an index.
inline std::string model_identity(const Embedder* embedder, const SparseEncoder* encoder) {
  auto identity = model_identity(embedder);
  if (encoder != nullptr) identity += '+' + encoder->info().provider + '/' + encoder->info().model;
  return identity;
}

/// True if vectors are stored by content and computed from texts without paths: those of remote and
/// of slow embedders.
inline bool keeps_vectors(const Embedder* embedder) noexcept {
  return embedder != nullptr && (embedder->info().is_remote || embedder->info().is_costly);
}

/// True if both identities are the built-in model of different releases, with the same sparse
/// encoder: the user did not choose the older one.
inline bool are_built_in(std::string_view stored, std::string_view given) {
  constexpr std::string_view kBuiltInModel = "codeweaver/static-code-";
  const auto encoder_of = [](std::string_view identity) {
    return identity.substr(std::min(identity.find('+'), identity.size()));
  };
  return stored.starts_with(kBuiltInModel) && given.starts_with(kBuiltInModel) &&
         encoder_of(stored) == encoder_of(given);
}

/// The note for an index that was rebuilt for that reason.
inline constexpr std::string_view kRebuiltForModel =
    "The index was built with the built-in model of another release, so it was rebuilt";

/// FORMER_MODEL (the index is rebuilt) or MODEL_MISMATCH.
inline Error model_mismatch(std::string_view stored, std::string_view given) {
  if (are_built_in(stored, given))
    return Error{ErrorCategory::kInvalidArgument,
                 error_code::kFormerModel,
                 "The index was built with '" + std::string(stored) +
                     "', the built-in model of another " + "release; this release has '" +
                     std::string(given) + "'",
                 "opening the index",
                 "Index the project again",
                 RemedyKind::kIndex};
  return Error{ErrorCategory::kInvalidArgument,
               error_code::kModelMismatch,
               "The index was built with embedder '" + std::string(stored) + "', but '" +
                   std::string(given) + "' is configured",
               "opening the index",
               "Vectors of different models cannot be mixed. Configure the previous embedder, or "
               "rebuild the index",
               RemedyKind::kRebuild};
}

}  // namespace codeweaver::engine
