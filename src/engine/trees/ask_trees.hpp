// Asks several trees one query, one after the other, and merges their answers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "engine/searching/open/shared_deadline.hpp"

namespace codeweaver::engine {

/// Something that can be asked a query: a folder, a commit, a namespace, a collection of a store,
/// or a whole project.
struct Tree {
  std::string name{};  ///< in warnings
  std::function<Result<FindCodeResponseSummary>(const SearchOptions& within)> ask{};
  /// The main tree of the query: its errors end the query, and it gets enough time to answer
  /// without services.
  bool is_main = false;
};

/// How several trees make one answer.
struct AskRules {
  /// True if the answer may do without a tree that has this error.
  std::function<bool(const Error& error)> survives{};
  /// The warning about such a tree.
  std::function<std::string(const Tree& tree, const Error& error)> warning{};
  std::vector<std::string> warnings{};  ///< about trees that could not be asked
  /// If true, projects with less evidence than the most likely one are ranked lower
  /// (route_answers()).
  bool is_routed = false;
  /// If true, the answer of a single tree is returned as it is.
  bool keeps_single = true;
};

struct TreesAnswer {
  std::optional<FindCodeResponseSummary> answer{};  ///< nullopt: no tree could answer
  std::vector<Error> failures{};                    ///< of trees that the answer lacks, in order
};

/// Asks the trees with `options`, but within the time that `deadline` leaves. Warnings about trees
/// follow those of the first answer. Errors: those that a tree has and the rules do not accept.
Result<TreesAnswer> ask_trees(std::span<const Tree> trees, const SearchOptions& options,
                              const SharedDeadline& deadline, const AskRules& rules);

}  // namespace codeweaver::engine
