// Overview: a function that is the best match, and a type that refers to it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/rank/overview.hpp"

#include <algorithm>
#include <string_view>

#include "codeweaver/detail/importance.hpp"
#include "engine/searching/text/naming_line.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kOverviewDepth = 3;
/// Minimum relevance of the type, as a share of the first match's relevance.
constexpr double kLeastOfFirst = 0.65;
/// Factor on the odds of the first match's relevance, for the type moved before it.
constexpr double kBeforeIt = 1.02;

bool shows_use_of(const Candidate& type, const Candidate& function) {
  if (type.semantic_class() != SemanticClass::kDefinitionType ||
      type.scores.relevance < kLeastOfFirst * function.scores.relevance)
    return false;
  const auto name = last_name(function.record().symbol);
  const auto has_name = [&](std::string_view other) { return last_name(other) == name; };
  return std::ranges::any_of(type.record().references, has_name) &&
         std::ranges::none_of(type.record().defines, has_name);
}

}  // namespace

void put_overview_first(std::vector<Candidate>& ordered) {
  if (ordered.empty()) return;
  const Candidate& first = ordered.front();
  if (first.is_exact() || first.semantic_class() != SemanticClass::kDefinitionCallable) return;
  const auto end =
      ordered.begin() + static_cast<std::ptrdiff_t>(std::min(kOverviewDepth, ordered.size()));
  const auto type = std::find_if(
      ordered.begin() + 1, end, [&](const Candidate& found) { return shows_use_of(found, first); });
  if (type == end) return;
  type->scores.relevance = rank::boosted(first.scores.relevance, kBeforeIt);
  std::rotate(ordered.begin(), type, type + 1);
}

}  // namespace codeweaver::engine
