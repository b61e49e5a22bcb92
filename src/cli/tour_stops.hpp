// The stops of a tour: questions that a project itself gives, with answers that were looked at.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/session.hpp"

namespace codeweaver::cli {

/// One question.
struct TourStop {
  enum class Kind { kSearch, kReferences };
  std::string why;  ///< one line for people
  Kind kind = Kind::kSearch;
  std::string query;               ///< the name, for kReferences
  std::vector<std::string> paths;  ///< as SearchFilter::paths
  std::size_t limit = 1;
};

/// Where the project starts, what its README claims, which definition is used most, a message in it
/// and what a commit says that it did: those that the project has, and whose answer is right as far
/// as that can be told. Cost: some dozens of searches.
std::vector<TourStop> tour_stops(const Session& session, CodeWeaver& workspace,
                                 const std::stop_token& stop);

}  // namespace codeweaver::cli
