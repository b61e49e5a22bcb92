// Tuning: chooses settings on older queries, and judges them on newer ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "evaluate/evaluation.hpp"
#include "evaluate/query_set.hpp"
#include "evaluate/statistics.hpp"

namespace codeweaver::evaluate {

/// A difference with a larger p-value counts as chance.
inline constexpr double kSignificant = 0.05;

/// The value that tuning maximises: the mean of NDCG@10 at file and span level. So neither many
/// chunks of one file nor many files with wrong chunks get a high value.
double tuning_value(const QueryScore& score) noexcept;

/// For each of `ways`, the tuning_value() of each of `queries`.
using Measure = std::function<Result<std::vector<std::vector<double>>>(
    std::span<const Query> queries, std::span<const SearchOptions> ways)>;

struct Tuning {
  SearchOptions present{}, best{};  ///< best: on the older queries
  std::size_t tried = 0;  ///< number of options measured on the older queries, including `present`
  double older_present = 0, older_best = 0, newer_present = 0, newer_best = 0;
  Interval difference{};  ///< 95 % interval of the mean paired difference on the newer queries
  double p_value = 1;     ///< see sign_flip_p_value()

  bool is_better() const noexcept { return newer_best > newer_present && p_value < kSignificant; }
};

/// Tries weights, then the decay by file with the best weights, then fusion methods with the best
/// of those. Only improvements over the current options are adopted. Errors: of `measure`.
Result<Tuning> tune(const SearchOptions& present, std::span<const Query> older,
                    std::span<const Query> newer, const Measure& measure);

/// The tuned settings as a map from "search.key" to TOML: all of them, or those that differ in
/// `changed`.
std::map<std::string, std::string> tuned_settings(const SearchOptions& options);
std::map<std::string, std::string> changed_settings(const SearchOptions& present,
                                                    const SearchOptions& changed);

}  // namespace codeweaver::evaluate
