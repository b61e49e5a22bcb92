// Reads single members of objects whose other members do not matter.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "json/value.hpp"

namespace codeweaver::json {

/// A value, or null for none. Any value that is not an object has no members.
class MemberSource {
 public:
  // NOLINTBEGIN(google-explicit-constructor): arguments of the functions below
  MemberSource(const Value& value) noexcept : value_(&value) {}
  MemberSource(const Value* value) noexcept : value_(value) {}
  // NOLINTEND(google-explicit-constructor)

  /// Null: no such member.
  const Value* find(std::string_view key) const noexcept {
    return value_ == nullptr ? nullptr : value_->find(key);
  }

 private:
  const Value* value_;
};

// Each returns null (number_in: nullopt) if the member is missing or has another kind. The result
// points into the object.
inline const std::string* text_in(MemberSource object, std::string_view key) noexcept {
  const auto* found = object.find(key);
  return found == nullptr ? nullptr : found->if_string();
}
inline const bool* flag_in(MemberSource object, std::string_view key) noexcept {
  const auto* found = object.find(key);
  return found == nullptr ? nullptr : found->if_bool();
}
inline const std::int64_t* integer_in(MemberSource object, std::string_view key) noexcept {
  const auto* found = object.find(key);
  return found == nullptr ? nullptr : found->if_integer();
}
inline const Array* list_in(MemberSource object, std::string_view key) noexcept {
  const auto* found = object.find(key);
  return found == nullptr ? nullptr : found->if_array();
}
/// Empty if the member is missing or not a text.
inline const std::string& text_or_empty(MemberSource object, std::string_view key) noexcept {
  static const std::string kNone;
  const auto* text = text_in(object, key);
  return text == nullptr ? kNone : *text;
}
inline std::int64_t integer_or(MemberSource object, std::string_view key,
                               std::int64_t otherwise) noexcept {
  const auto* integer = integer_in(object, key);
  return integer == nullptr ? otherwise : *integer;
}
/// Integers and floating-point numbers.
inline std::optional<double> number_in(MemberSource object, std::string_view key) noexcept {
  const auto* found = object.find(key);
  return found == nullptr ? std::nullopt : found->if_number();
}

}  // namespace codeweaver::json
