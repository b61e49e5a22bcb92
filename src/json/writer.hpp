// Writer: builds JSON text step by step.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.hpp"

namespace codeweaver::json {

enum class Layout : std::uint8_t {
  kCompact,   ///< no white space
  kIndented,  ///< one member or item per line, two spaces per level
};

/// Builds one JSON text. Escapes strings and replaces invalid UTF-8 with U+FFFD. Floating-point
/// numbers get the fewest digits that read back equal; NaN and infinities become null. Keys and
/// values must come in a valid order (asserted). Not thread-safe.
class Writer {
 public:
  explicit Writer(Layout layout = Layout::kCompact) noexcept : layout_(layout) {}

  Writer& begin_object() { return open('{'); }
  Writer& end_object() { return close('}'); }
  Writer& begin_array() { return open('['); }
  Writer& end_array() { return close(']'); }
  Writer& key(std::string_view name);

  Writer& value(std::string_view text);
  Writer& value(const std::string& text) { return value(std::string_view(text)); }
  Writer& value(const char* text) { return value(std::string_view(text)); }
  Writer& value(bool claim);
  Writer& value(double number);
  Writer& value(const Value& content);
  template <std::integral T>
  Writer& value(T number) {
    return raw(std::to_string(number));
  }
  Writer& null();
  /// Inserts text that is already one JSON value.
  Writer& raw(std::string_view json);

  template <class T>
  Writer& member(std::string_view name, const T& content) {
    return key(name).value(content);
  }

  /// The text written so far. Complete once every begun object and array has ended.
  const std::string& text() const noexcept { return text_; }
  /// Returns the text and starts again.
  std::string take();

 private:
  struct Level {
    char bracket;
    bool is_empty;
  };
  Writer& open(char bracket);
  Writer& close(char bracket);
  void begin_value();
  void separate();
  void break_line();

  Layout layout_;
  std::string text_;
  std::vector<Level> levels_;
  bool has_key_ = false;
};

/// The whole value as text.
std::string dump(const Value& value, Layout layout = Layout::kCompact);

}  // namespace codeweaver::json
