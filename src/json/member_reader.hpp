// Reads the members of an object into the fields of a struct.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/edit_distance.hpp"
#include "json/integer.hpp"
#include "json/value_types.hpp"

namespace codeweaver::json {

/// The result of reading one value: nothing, or why it does not fit.
using Misfit = std::optional<std::string>;

inline Misfit expected(std::string_view what, const Value& value) {
  return "expected " + std::string(what) + ", found " + std::string(value.kind_name());
}

/// Copies the value unchanged, for custom readers.
inline Misfit read(const Value& value, Value& out) {
  out = value;
  return {};
}
inline Misfit read(const Value& value, bool& out) {
  const auto* claim = value.if_bool();
  if (claim == nullptr) return expected("true or false", value);
  out = *claim;
  return {};
}
inline Misfit read(const Value& value, double& out) {
  const auto number = value.if_number();
  if (!number) return expected("a number", value);
  out = *number;
  return {};
}
inline Misfit read(const Value& value, float& out) {
  double number = 0;
  if (auto misfit = read(value, number)) return misfit;
  out = static_cast<float>(number);
  return {};
}
inline Misfit read(const Value& value, std::string& out) {
  if (!value.is_string()) return expected("a text", value);
  out = *value.if_string();
  return {};
}
template <std::unsigned_integral T>
Misfit read(const Value& value, T& out) {
  const auto integer = as_integer(value);
  if (!integer) return expected("an integer from 0", value);
  if (!std::in_range<T>(*integer))
    return "expected an integer from 0 to " + std::to_string(std::numeric_limits<T>::max()) +
           ", found " + std::to_string(*integer);
  out = static_cast<T>(*integer);
  return {};
}
inline Misfit read(const Value& value, Uuid& out) {
  const auto id = value.is_string() ? Uuid::parse(*value.if_string()) : std::nullopt;
  if (!id) return expected("a UUID", value);
  out = *id;
  return {};
}
template <class T>
  requires std::same_as<T, std::string> || std::same_as<T, double>
Misfit read(const Value& value, std::map<std::string, T>& out) {
  if (!value.is_object()) return expected("an object", value);
  for (const Member& member : *value.if_object())
    if (auto misfit = read(member.value, out[member.key])) return misfit;
  return {};
}
/// Types with their own from_json.
template <class T>
  requires requires(const T& value) { to_json(value); } && (!std::convertible_to<T, Value>)
Misfit read(const Value& value, T& out) {
  auto read_value = from_json<T>(value);
  if (!read_value) return read_value.error().cause;
  out = *std::move(read_value);
  return {};
}
template <class T>
Misfit read(const Value& value, std::vector<T>& out) {
  if (!value.is_array()) return expected("a list", value);
  out.clear();
  for (const Value& item : *value.if_array())
    if (auto misfit = read(item, out.emplace_back())) return misfit;
  return {};
}

/// Fills a struct member by member. After the first misfit, the rest is skipped.
class MemberReader {
 public:
  /// `type` names the struct in messages. Both must outlive the reader.
  MemberReader(const Value& value, std::string_view type) : value_(&value), type_(type) {
    if (!value.is_object()) misfit_ = std::string(type) + ": " + *expected("an object", value);
  }

  template <class T>
  void required(std::string_view key, T& out) {
    know(key);
    if (misfit_) return;
    if (value_->find(key) == nullptr) {
      note(key, "is missing");
      missing_ = key;
    } else {
      optional(key, out);
    }
  }
  /// If absent, `out` keeps its value.
  template <class T>
  void optional(std::string_view key, T& out) {
    know(key);
    const Value* member = misfit_ ? nullptr : value_->find(key);
    if (member == nullptr) return;
    if (auto misfit = read(*member, out)) note(key, *misfit);
  }
  template <class T>
  void optional(std::string_view key, std::optional<T>& out) {
    know(key);
    if (!misfit_ && value_->find(key) != nullptr) optional(key, out.emplace());
  }
  /// Like optional(), but null also counts as absent.
  template <class T>
  void nullable(std::string_view key, T& out) {
    know(key);
    const Value* member = misfit_ ? nullptr : value_->find(key);
    if (member != nullptr && !member->is_null()) optional(key, out);
  }
  /// Reads a member under a name that is accepted, but neither documented nor suggested.
  template <class T>
  void old_name(std::string_view key, T& out) {
    assert(old_count_ < old_.size());
    old_[old_count_++] = key;
    const Value* member = misfit_ ? nullptr : value_->find(key);
    if (member == nullptr || member->is_null()) return;
    if (auto misfit = read(*member, out)) note(key, *misfit);
  }
  template <class T>
  void old_name(std::string_view key, std::optional<T>& out) {
    T value{};
    old_name(key, value);
    if (!misfit_ && has(key)) out = std::move(value);
  }
  /// A text with an enum's name, or null, or absent.
  template <class Enum, class Parse>
  void nullable_name(std::string_view key, std::optional<Enum>& out, Parse parse) {
    know(key);
    const Value* member = misfit_ ? nullptr : value_->find(key);
    if (member != nullptr && !member->is_null()) required_name(key, out.emplace(), parse);
  }
  /// A text with an enum's name.
  template <class Enum, class Parse>
  void required_name(std::string_view key, Enum& out, Parse parse) {
    std::string name;
    required(key, name);
    if (misfit_) return;
    const std::optional<Enum> found = parse(std::string_view(name));
    if (found)
      out = *found;
    else
      note(key, "unknown name '" + name + "'");
  }

  /// Call it last. Reports members that were not read, with the most similar known name. If a
  /// required member is missing, reports a member with a misspelt name of it.
  void no_others() {
    if (misfit_ && missing_.empty()) return;
    const std::span known(known_.data(), known_count_);
    for (const Member& member : *value_->if_object()) {
      if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
      if (std::find(old_.begin(), old_.begin() + old_count_, member.key) !=
          old_.begin() + old_count_)
        continue;
      const auto key = std::string_view(member.key).substr(0, kLongestName);
      const auto nearest = base::nearest_name(key, known);
      if (!missing_.empty() && nearest != missing_) continue;
      misfit_.reset();
      return note(key, nearest.empty()
                           ? "is not known"
                           : "is not known; did you mean " + std::string(nearest) + "?");
    }
  }

  /// Records a problem with a member.
  void note(std::string_view key, const std::string& what) {
    if (!misfit_) misfit_ = std::string(type_) + "." + std::string(key) + ": " + what;
  }

  /// Returns the filled struct, or the first misfit as an error.
  template <class T>
  Result<T> finish(T filled) const {
    if (!misfit_) return filled;
    return Error{ErrorCategory::kInvalidArgument, "INVALID_VALUE", *misfit_,
                 "reading " + std::string(type_) + " from JSON", "Correct that member."};
  }

 private:
  static constexpr std::size_t kMostMembers = 32, kLongestName = 100;

  bool has(std::string_view key) const {
    const Value* member = value_->find(key);
    return member != nullptr && !member->is_null();
  }

  void know(std::string_view key) {
    const auto end = known_.begin() + static_cast<std::ptrdiff_t>(known_count_);
    if (std::find(known_.begin(), end, key) != end) return;
    assert(known_count_ < kMostMembers);
    if (known_count_ < kMostMembers) known_[known_count_++] = key;
  }

  const Value* value_;
  std::string_view type_;
  std::array<std::string_view, kMostMembers> known_;  ///< read so far: the first known_count_
  std::size_t known_count_ = 0;
  std::array<std::string_view, 4> old_;  ///< read so far: the first old_count_
  std::size_t old_count_ = 0;
  std::string_view missing_;  ///< the missing member, if that is the first misfit
  Misfit misfit_;
};

}  // namespace codeweaver::json
