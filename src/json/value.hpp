// Value: any JSON value in memory, and its parser.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "codeweaver/result.hpp"

namespace codeweaver::json {

class Value;
struct Member;
using Array = std::vector<Value>;
/// In the order in which members were read or set.
using Object = std::vector<Member>;

/// A JSON value. Numbers without point and exponent are integers. Thread safety: that of a value
/// type.
class Value {
 public:
  // Implicit, so that values and lists of them can be written as literals.
  // NOLINTBEGIN(google-explicit-constructor)
  Value() noexcept;  ///< null
  Value(std::nullptr_t) noexcept;
  Value(bool value) noexcept;
  Value(double value) noexcept;
  Value(std::string text);
  Value(std::string_view text);
  Value(const char* text);
  Value(Array items);
  Value(Object members);
  /// Integers beyond int64 wrap.
  template <std::integral T>
  Value(T value) noexcept;
  // NOLINTEND(google-explicit-constructor)
  // Not inline: inlined, they are large, and GCC 12 warns about members that do not exist.
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();

  bool is_null() const noexcept { return std::holds_alternative<std::monostate>(data_); }
  bool is_string() const noexcept { return if_string() != nullptr; }
  bool is_array() const noexcept { return if_array() != nullptr; }
  bool is_object() const noexcept { return if_object() != nullptr; }

  /// Each returns null unless the value has that kind.
  const bool* if_bool() const noexcept { return std::get_if<bool>(&data_); }
  const std::int64_t* if_integer() const noexcept { return std::get_if<std::int64_t>(&data_); }
  const std::string* if_string() const noexcept { return std::get_if<std::string>(&data_); }
  const Array* if_array() const noexcept { return std::get_if<Array>(&data_); }
  const Object* if_object() const noexcept { return std::get_if<Object>(&data_); }
  Array* if_array() noexcept { return std::get_if<Array>(&data_); }
  Object* if_object() noexcept { return std::get_if<Object>(&data_); }
  /// For integers and floating-point numbers.
  std::optional<double> if_number() const noexcept;

  /// "null", "boolean", "integer", "number", "string", "array" or "object", for messages.
  std::string_view kind_name() const noexcept;

  /// The member of that name; if there are several, the last, as in browsers. Null: no such member,
  /// or not an object. Cost: linear in the members.
  const Value* find(std::string_view key) const noexcept;
  /// Adds or replaces a member. Null first becomes an object. Requires null or an object.
  Value& set(std::string_view key, Value value);
  /// Appends an item. Null first becomes an array. Requires null or an array.
  Value& push_back(Value item);

  friend bool operator==(const Value& a, const Value& b);

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> data_;
};

/// One entry of an object.
struct Member {
  std::string key;
  Value value;
  friend bool operator==(const Member&, const Member&) = default;
};

// Defined here because the vector of members needs a complete Member for its destructor.
inline Value::Value() noexcept = default;
inline Value::Value(std::nullptr_t) noexcept {}
inline Value::Value(bool value) noexcept : data_(value) {}
inline Value::Value(double value) noexcept : data_(value) {}
inline Value::Value(std::string text) : data_(std::move(text)) {}
inline Value::Value(std::string_view text) : data_(std::string(text)) {}
inline Value::Value(const char* text) : data_(std::string(text)) {}
template <std::integral T>
Value::Value(T value) noexcept : data_(static_cast<std::int64_t>(value)) {}

inline constexpr std::size_t kMaxDepth = 256;

/// Parses one JSON value (RFC 8259) with at most `max_depth` levels. Integers beyond int64 become
/// floating-point numbers. Cost: one copy of the text. Errors: kInvalidArgument "INVALID_JSON"; the
/// cause names problem, line and column.
Result<Value> parse(std::string_view text, std::size_t max_depth = kMaxDepth);

}  // namespace codeweaver::json
