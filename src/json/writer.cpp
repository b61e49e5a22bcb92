// Writer: builds JSON text step by step.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/writer.hpp"

#include <cassert>
#include <utility>

#include "base/json_text.hpp"

namespace codeweaver::json {

Writer& Writer::key(std::string_view name) {
  assert(!levels_.empty() && levels_.back().bracket == '{' && !has_key_);
  separate();
  base::append_json_string(text_, name);
  text_ += layout_ == Layout::kCompact ? ":" : ": ";
  has_key_ = true;
  return *this;
}

Writer& Writer::value(std::string_view text) {
  begin_value();
  base::append_json_string(text_, text);
  return *this;
}

Writer& Writer::value(bool claim) {
  return raw(claim ? "true" : "false");
}
Writer& Writer::null() {
  return raw("null");
}

Writer& Writer::value(double number) {
  begin_value();
  base::append_json_number(text_, number);
  return *this;
}

Writer& Writer::raw(std::string_view json) {
  begin_value();
  text_ += json;
  return *this;
}

Writer& Writer::value(const Value& content) {
  if (const auto* members = content.if_object()) {
    begin_object();
    for (const Member& entry : *members) key(entry.key).value(entry.value);
    return end_object();
  }
  if (const auto* items = content.if_array()) {
    begin_array();
    for (const Value& item : *items) value(item);
    return end_array();
  }
  if (const auto* text = content.if_string()) return value(*text);
  if (const auto* claim = content.if_bool()) return value(*claim);
  if (const auto* integer = content.if_integer()) return value(*integer);
  if (const auto number = content.if_number()) return value(*number);
  return null();
}

std::string Writer::take() {
  levels_.clear();
  has_key_ = false;
  return std::exchange(text_, {});
}

Writer& Writer::open(char bracket) {
  begin_value();
  text_ += bracket;
  levels_.push_back({bracket, true});
  return *this;
}

Writer& Writer::close(char bracket) {
  assert(!levels_.empty() && !has_key_);
  assert(levels_.back().bracket == (bracket == '}' ? '{' : '['));
  const bool is_empty = levels_.back().is_empty;
  levels_.pop_back();
  if (!is_empty) break_line();
  text_ += bracket;
  return *this;
}

/// Writes the separator before a value. After a key, it is already written.
void Writer::begin_value() {
  if (std::exchange(has_key_, false) || levels_.empty()) return;
  assert(levels_.back().bracket == '[');
  separate();
}

void Writer::separate() {
  if (!std::exchange(levels_.back().is_empty, false)) text_ += ',';
  break_line();
}

void Writer::break_line() {
  if (layout_ == Layout::kCompact) return;
  text_ += '\n';
  text_.append(2 * levels_.size(), ' ');
}

std::string dump(const Value& value, Layout layout) {
  Writer writer(layout);
  writer.value(value);
  return writer.take();
}

}  // namespace codeweaver::json
