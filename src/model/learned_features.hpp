// Learned features: the inputs of the learned reranker for a query and its candidates.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/reranker.hpp"
#include "model/static_model.hpp"

namespace codeweaver::model {

/// Names of the features, in the order of a row.
std::span<const std::string_view> learned_feature_names() noexcept;

/// The columns of a row whose distances to the best of the list are its last columns.
std::span<const std::size_t> relative_features() noexcept;

/// The features of the candidates of one query, one row for each; all candidates must have signals.
/// Values that are comparable only within a query are given as shares of the list's maximum.
/// `pooler` must belong to `model`. Cost: about 15 microseconds per candidate.
std::vector<float> learned_features(const StaticModel& model, TextPooler& pooler,
                                    std::string_view query,
                                    std::span<const RerankCandidate> candidates);

}  // namespace codeweaver::model
