// Arguments: typed access to the arguments of a tool call.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/integer.hpp"
#include "json/members.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

/// Arguments that were checked against the tool's schema. null means not given. Borrows the value.
class Arguments {
 public:
  explicit Arguments(const json::Value& value) : value_(value) {}

  /// Empty if not given.
  std::string text(std::string_view key) const { return json::text_or_empty(value_, key); }
  std::optional<std::size_t> count(std::string_view key) const {
    const auto* found = value_.find(key);
    const auto number = found != nullptr ? json::as_integer(*found) : std::nullopt;
    if (!number || *number < 0) return std::nullopt;
    return static_cast<std::size_t>(*number);
  }
  std::optional<double> number(std::string_view key) const { return json::number_in(value_, key); }
  std::optional<bool> flag(std::string_view key) const {
    const auto* claim = json::flag_in(value_, key);
    return claim != nullptr ? std::optional(*claim) : std::nullopt;
  }
  std::vector<std::string> texts(std::string_view key) const {
    std::vector<std::string> out;
    const auto* items = json::list_in(value_, key);
    if (items == nullptr) return out;
    for (const auto& item : *items)
      if (const auto* text = item.if_string()) out.push_back(*text);
    return out;
  }

 private:
  const json::Value& value_;
};

}  // namespace codeweaver::service
