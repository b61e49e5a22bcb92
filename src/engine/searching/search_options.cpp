// SearchOptions: checks the ranges of the options.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cstdint>
#include <string>

#include "codeweaver/search_types.hpp"
#include "json/search_option.hpp"

namespace codeweaver::inline v0_1 {
namespace {

Result<void> check_number(const json::SearchOption& option, double value) {
  constexpr double kTooLarge = 1e18;  // for a count, and below the largest one
  auto checked = json::OptionValue(value);
  if (option.type == json::OptionType::kCount)
    checked = value < kTooLarge ? static_cast<std::uint64_t>(value) : UINT64_MAX;
  if (const auto misfit = json::check_option(option, checked))
    return json::option_error(option, option.member.empty() ? option.name : option.member, *misfit);
  return {};
}

}  // namespace

Result<void> SearchOptions::validate() const {
  for (const auto& option : json::search_option_table())
    if (option.number != nullptr)
      if (auto checked = check_number(option, option.number(*this)); !checked) return checked;
  if (auto checked = check_number(*json::find_search_option("min_similarity"), min_similarity);
      !checked)
    return checked;
  if (deadline.count() < 0)
    return Error{ErrorCategory::kInvalidArgument, "INVALID_OPTION",
                 "deadline is " + std::to_string(deadline.count()) + " ms, which is negative",
                 "checking the search options", "Give a positive time, or 0 for no limit."};
  return weights.validate();
}

}  // namespace codeweaver::inline v0_1
