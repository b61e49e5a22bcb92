// Learned features: what the learned reranker sees of a query and its candidates.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "codeweaver/reranker.hpp"
#include "model/static_model.hpp"

namespace codeweaver::model {

/// Names of the features, in the order of a row.
std::span<const std::string_view> learned_feature_names() noexcept;

/// One row a candidate (all of them with signals). Values that only compare within a query are
/// given as shares of the list's largest. Cost: about 15 microseconds a candidate.
std::vector<float> learned_features(const StaticModel& model, std::string_view query,
                                    std::span<const RerankCandidate> candidates);

}  // namespace codeweaver::model
