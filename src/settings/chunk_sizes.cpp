// Makes the chunk sizes consistent.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "settings/chunk_sizes.hpp"

#include <algorithm>
#include <array>

namespace codeweaver::settings {
namespace {

struct Size {
  std::string_view key;
  std::uint64_t* tokens;
  bool is_set;
};

}  // namespace

Result<void> fit_chunk_sizes(EffectiveSettings& effective) {
  auto& chunking = effective.settings.chunking;
  const auto size = [&](std::string_view key, std::uint64_t& tokens) {
    return Size{key, &tokens, effective.origins.find(key)->second != "default"};
  };
  // Each size must not exceed the next one.
  const std::array sizes = {size("chunking.min_tokens", chunking.min_tokens),
                            size("chunking.target_tokens", chunking.target_tokens),
                            size("chunking.max_tokens", chunking.max_tokens),
                            size("chunking.hard_limit", chunking.hard_limit)};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!sizes[i].is_set) continue;
    for (std::size_t j = 0; j < sizes.size(); ++j) {
      const bool fits = j < i   ? *sizes[j].tokens <= *sizes[i].tokens
                        : i < j ? *sizes[i].tokens <= *sizes[j].tokens
                                : true;
      if (fits) continue;
      if (!sizes[j].is_set) {
        *sizes[j].tokens = *sizes[i].tokens;
        continue;
      }
      const Size& low = sizes[std::min(i, j)];
      const Size& high = sizes[std::max(i, j)];
      return Error{ErrorCategory::kInvalidArgument, "INVALID_SETTING",
                   std::string(low.key) + " is " + std::to_string(*low.tokens) + " and " +
                       std::string(high.key) + " is " + std::to_string(*high.tokens),
                   "reading settings (from " + effective.origins.find(low.key)->second + " and " +
                       effective.origins.find(high.key)->second + ")",
                   "Choose min_tokens <= target_tokens <= max_tokens <= hard_limit."};
    }
  }
  return {};
}

}  // namespace codeweaver::settings
