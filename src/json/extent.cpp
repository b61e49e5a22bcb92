// Extents: counts brackets and skips strings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/extent.hpp"

#include <algorithm>
#include <cstddef>

namespace codeweaver::json {
namespace {

/// Reads through a text. Stops at its end if something is missing.
class ExtentReader {
 public:
  explicit ExtentReader(std::string_view text) : text_(text) {}

  void skip_space() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  /// The text between the quotes of the string that begins here. `is_whole`: the string is
  /// complete.
  std::string_view string(bool& is_whole) {
    const std::size_t begin = at_ + 1;
    is_whole = take('"') && skip_string();
    return is_whole ? text_.substr(begin, at_ - 1 - begin) : std::string_view();
  }
  /// The value that begins here; may be empty. `is_whole`: the value is complete.
  std::string_view value(bool& is_whole) {
    const std::size_t begin = at_;
    is_whole = skip_value();
    return text_.substr(begin, at_ - begin);
  }

 private:
  /// Skips to the end of a string after its opening quote.
  bool skip_string() {
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"') return true;
      at_ += c == '\\';
    }
    at_ = text_.size();
    return false;
  }
  bool skip_value() {
    std::size_t depth = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (depth == 0 && (c == ',' || c == ']' || c == '}')) return true;
      ++at_;
      if (c == '"' && !skip_string()) return false;
      if (c == '[' || c == '{') ++depth;
      if (c == ']' || c == '}') --depth;
      if (depth == 0 && (c == '"' || c == ']' || c == '}')) return true;
    }
    return false;
  }

  const std::string_view text_;
  std::size_t at_ = 0;
};

std::string_view without_space_at_end(std::string_view text) {
  const auto last = text.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

}  // namespace

bool for_each_member(std::string_view text, const VisitMember& visit) {
  ExtentReader reader(text);
  reader.skip_space();
  if (!reader.take('{')) return false;
  reader.skip_space();
  if (reader.take('}')) return true;
  bool is_whole = true;
  do {
    reader.skip_space();
    const auto name = reader.string(is_whole);
    reader.skip_space();
    if (!is_whole || !reader.take(':')) return false;
    reader.skip_space();
    const auto value = without_space_at_end(reader.value(is_whole));
    if (!is_whole) return false;
    if (!visit(name, value)) return true;
    reader.skip_space();
  } while (reader.take(','));
  return reader.take('}');
}

bool for_each_item(std::string_view text, const VisitItem& visit) {
  ExtentReader reader(text);
  reader.skip_space();
  if (!reader.take('[')) return false;
  reader.skip_space();
  if (reader.take(']')) return true;
  bool is_whole = true;
  do {
    reader.skip_space();
    const auto value = without_space_at_end(reader.value(is_whole));
    if (!is_whole) return false;
    if (!visit(value)) return true;
    reader.skip_space();
  } while (reader.take(','));
  return reader.take(']');
}

}  // namespace codeweaver::json
