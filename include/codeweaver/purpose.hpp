// Purpose: the use of the records in a namespace.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_PURPOSE_HPP_
#define CODEWEAVER_PURPOSE_HPP_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "codeweaver/export.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// The use of the records in a namespace.
enum class Purpose : std::uint8_t { kCodeSearch, kAtlasGraph, kDocsSearch };
inline constexpr std::size_t kPurposeCount = 3;

constexpr std::string_view to_string(Purpose purpose) noexcept {
  switch (purpose) {
    case Purpose::kCodeSearch:
      return "code_search";
    case Purpose::kAtlasGraph:
      return "atlas_graph";
    case Purpose::kDocsSearch:
      return "docs_search";
  }
  return "code_search";
}
constexpr std::optional<Purpose> parse_purpose(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kPurposeCount; ++i)
    if (to_string(static_cast<Purpose>(i)) == name) return static_cast<Purpose>(i);
  return std::nullopt;
}

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_PURPOSE_HPP_
