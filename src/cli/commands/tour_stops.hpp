// The stops of a tour: searches made from the project's texts, with checked results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/session/session.hpp"

namespace codeweaver::cli {

/// One search.
struct TourStop {
  enum class Kind { kSearch, kReferences };
  std::string why;  ///< one line for people
  Kind kind = Kind::kSearch;
  std::string query;               ///< the name, for kReferences
  std::vector<std::string> paths;  ///< see SearchFilter::paths
  std::size_t limit = 1;
};

/// Returns the stops: where the project starts, a statement of its README, its most used
/// definition, a message and a commit. Leaves out stops that the project does not have, and stops
/// whose result is not verifiably correct. Cost: some dozens of searches. Errors: the first failure
/// of a service or of the index, after which nothing more is tried.
Result<std::vector<TourStop>> tour_stops(const Session& session, CodeWeaver& workspace,
                                         const std::stop_token& stop);

}  // namespace codeweaver::cli
