// Arguments: typed access to the arguments of a tool call.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/integer.hpp"
#include "json/value.hpp"

namespace codeweaver::service {

/// Arguments that were checked against the tool's schema. null means not given. Borrows the value.
class Arguments {
 public:
  explicit Arguments(const json::Value& value) : value_(value) {}

  /// Empty if not given.
  std::string text(std::string_view key) const {
    const auto* found = find(key);
    const auto* text = found != nullptr ? found->if_string() : nullptr;
    return text != nullptr ? *text : std::string{};
  }
  std::optional<std::size_t> count(std::string_view key) const {
    const auto* found = find(key);
    const auto number = found != nullptr ? json::as_integer(*found) : std::nullopt;
    if (!number || *number < 0) return std::nullopt;
    return static_cast<std::size_t>(*number);
  }
  std::optional<double> number(std::string_view key) const {
    const auto* found = find(key);
    return found != nullptr ? found->if_number() : std::nullopt;
  }
  std::optional<bool> flag(std::string_view key) const {
    const auto* found = find(key);
    const auto* claim = found != nullptr ? found->if_bool() : nullptr;
    return claim != nullptr ? std::optional(*claim) : std::nullopt;
  }
  std::vector<std::string> texts(std::string_view key) const {
    std::vector<std::string> out;
    const auto* found = find(key);
    const auto* items = found != nullptr ? found->if_array() : nullptr;
    if (items == nullptr) return out;
    for (const auto& item : *items)
      if (const auto* text = item.if_string()) out.push_back(*text);
    return out;
  }

 private:
  const json::Value* find(std::string_view key) const { return value_.find(key); }

  const json::Value& value_;
};

}  // namespace codeweaver::service
