// Value: any JSON value in memory.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/value.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace codeweaver::json {

Value::Value(Array items) : data_(std::move(items)) {}
Value::Value(Object members) : data_(std::move(members)) {}
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

std::optional<double> Value::if_number() const noexcept {
  if (const auto* number = std::get_if<double>(&data_)) return *number;
  if (const auto* integer = if_integer()) return static_cast<double>(*integer);
  return std::nullopt;
}

std::string_view Value::kind_name() const noexcept {
  static constexpr std::array<std::string_view, 7> kNames = {
      "null", "boolean", "integer", "number", "string", "array", "object"};
  return kNames[data_.index()];
}

const Value* Value::find(std::string_view key) const noexcept {
  const Object* members = if_object();
  if (members == nullptr) return nullptr;
  const auto found = std::find_if(members->rbegin(), members->rend(),
                                  [&](const Member& member) { return member.key == key; });
  return found == members->rend() ? nullptr : &found->value;
}

Value& Value::set(std::string_view key, Value value) {
  if (is_null()) data_ = Object();
  Object* members = if_object();
  assert(members != nullptr);
  const auto found = std::find_if(members->begin(), members->end(),
                                  [&](const Member& member) { return member.key == key; });
  if (found != members->end())
    found->value = std::move(value);
  else
    members->push_back({std::string(key), std::move(value)});
  return *this;
}

Value& Value::push_back(Value item) {
  if (is_null()) data_ = Array();
  Array* items = if_array();
  assert(items != nullptr);
  items->push_back(std::move(item));
  return *this;
}

bool operator==(const Value& a, const Value& b) {
  return a.data_ == b.data_;
}

}  // namespace codeweaver::json
