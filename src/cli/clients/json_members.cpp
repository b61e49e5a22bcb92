// A scanner for JSON with comments that records positions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/clients/json_members.hpp"

#include <algorithm>
#include <utility>

#include "base/try.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kDeepestJson = 200;

/// Returns the decoded string, or the raw string if its escapes are invalid.
std::string without_escapes(std::string text) {
  if (text.find('\\') == std::string::npos) return text;
  const auto value = json::parse('"' + text + '"');
  return value && value->is_string() ? *value->if_string() : text;
}

/// Scans one text and can collect the members of an object.
class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  /// Skips white space and comments.
  void skip_blank() {
    while (at_ < text_.size()) {
      const auto rest = text_.substr(at_);
      if (rest.starts_with("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest.starts_with("/*")) {
        const auto end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else if (std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) {
        ++at_;
      } else {
        return;
      }
    }
  }

  std::size_t at() const noexcept { return at_; }
  void go_to(std::size_t at) noexcept { at_ = at; }
  bool is_end() const noexcept { return at_ >= text_.size(); }
  char next() const noexcept { return is_end() ? '\0' : text_[at_]; }

  Result<std::string> read_string() {
    const auto begin = at_;
    if (next() != '"') return fail("a name in quotes");
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    if (next() != '"') return fail("the end of a string");
    ++at_;
    return std::string(text_.substr(begin + 1, at_ - begin - 2));
  }

  Result<void> skip_value(std::size_t depth) {
    skip_blank();
    if (depth > kDeepestJson) return fail("less nesting");
    if (next() == '"') {
      auto done = read_string();
      return done ? Result<void>() : done.error();
    }
    if (next() == '{') {
      auto done = read_object(depth + 1);
      return done ? Result<void>() : done.error();
    }
    if (next() == '[') return skip_array(depth + 1);
    const auto begin = at_;
    while (!is_end() && std::string_view(",]} \t\r\n/").find(next()) == std::string_view::npos)
      ++at_;
    return at_ > begin ? Result<void>() : fail("a value");
  }

  Result<JsonObject> read_object(std::size_t depth) {
    JsonObject object;
    if (next() != '{') return fail("an object");
    object.open = at_++;
    while (true) {
      skip_blank();
      if (next() == '}') break;
      if (!object.members.empty() && object.members.back().behind_comma == 0)
        return fail("a comma");
      JsonMember member;
      member.begin = at_;
      CODEWEAVER_ASSIGN(member.key, read_string());
      member.key = without_escapes(std::move(member.key));
      skip_blank();
      if (next() != ':') return fail("a colon");
      ++at_;
      skip_blank();
      member.value = at_;
      CODEWEAVER_TRY(skip_value(depth));
      member.value_end = at_;
      skip_blank();
      if (next() == ',') member.behind_comma = ++at_;
      object.members.push_back(std::move(member));
    }
    object.close = at_++;
    return object;
  }

  Error fail(const std::string& wanted) const {
    const auto line = 1 + std::ranges::count(text_.substr(0, std::min(at_, text_.size())), '\n');
    return {ErrorCategory::kInvalidArgument, "INVALID_CONFIG",
            "Line " + std::to_string(line) + ": expected " + wanted, "reading a settings file", ""};
  }

 private:
  Result<void> skip_array(std::size_t depth) {
    ++at_;
    bool needs_comma = false;
    while (true) {
      skip_blank();
      if (next() == ']') break;
      if (needs_comma) return fail("a comma");
      CODEWEAVER_TRY(skip_value(depth));
      skip_blank();
      needs_comma = next() != ',';
      if (!needs_comma) ++at_;
    }
    ++at_;
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Result<JsonObject> read_json_root(std::string_view text) {
  JsonScanner scanner(text);
  scanner.skip_blank();
  CODEWEAVER_ASSIGN(auto root, scanner.read_object(0));
  scanner.skip_blank();
  if (!scanner.is_end()) return scanner.fail("the end");
  return root;
}

Result<JsonObject> read_json_object(std::string_view text, std::size_t begin) {
  JsonScanner scanner(text);
  scanner.go_to(begin);
  return scanner.read_object(0);
}

}  // namespace codeweaver::cli
