// Generated settings files: JSON with comments, in many layouts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::test {

/// Makes one file per seed. Some have a duplicate key, or a value of another type in the section.
class SettingsTexts {
 public:
  explicit SettingsTexts(std::uint64_t seed) : random_(seed) {}

  /// Returns an object that may have the object `section`, which may have the member `ours`.
  std::string json(std::string_view section, std::string_view ours) {
    section_ = section;
    ours_ = ours;
    constexpr std::string_view kUnits[] = {"  ", "    ", "\t"};
    unit_ = kUnits[below(3)];
    auto text = (chance(20) ? "// of mine\n" : "") + object(0) + comment();
    if (chance(20)) text.insert(0, "\xEF\xBB\xBF");
    if (chance(70)) text += '\n';
    return chance(20) ? with_returns(text) : text;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool chance(int percent) { return below(100) < static_cast<std::size_t>(percent); }

  static std::string with_returns(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
    return out;
  }

  std::string comment() {
    constexpr std::string_view kComments[] = {" // a \"note\", {\n", " /* two\n lines */",
                                              "/* } */ "};
    return chance(15) ? std::string(kComments[below(3)]) : "";
  }

  std::string key(std::size_t depth, bool is_section, std::size_t index) {
    if (depth == 0 && index == 0 && chance(80)) return std::string(section_);
    if (is_section && chance(30)) return std::string(ours_);
    if (depth == 0 && chance(2)) return std::string(section_);  // twice
    return "k" + std::to_string(index) + (chance(10) ? " \\\"\\u00e9" : "");
  }

  std::string value(std::size_t depth, bool is_section) {
    if (is_section ? chance(97) : depth < 4 && chance(30)) return object(depth, is_section);
    constexpr std::string_view kValues[] = {
        "1",    "-0.5e3",          "true", "null", "\"// no } comment, \\\" /* \"", "[]",
        "[{}]", "[1, \"],\", {}]", "{}",   "\"\""};
    return std::string(kValues[below(std::size(kValues))]);
  }

  std::string object(std::size_t depth, bool is_section = false) {
    const bool is_wide = chance(70);
    std::string indent = is_wide ? "\n" : " ", outer = is_wide ? "\n" : "";
    for (std::size_t i = 0; is_wide && i <= depth; ++i) indent += unit_;
    for (std::size_t i = 0; is_wide && i < depth; ++i) outer += unit_;
    const auto count = below(4);
    auto out = '{' + comment();
    for (std::size_t i = 0; i < count; ++i) {
      const auto name = key(depth, is_section, i);
      out += (is_wide && chance(10) ? " " : indent) + '"' + name + '"' + comment() + ':' +
             comment() + ' ' + value(depth + 1, depth == 0 && name == section_) + comment();
      if (i + 1 < count || chance(20)) out += ',' + comment();
    }
    return out + outer + '}';
  }

  std::mt19937_64 random_;
  std::string_view section_, ours_, unit_;
};

/// Returns the comments of a JSON text, in order.
inline std::vector<std::string> comments_of(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const auto rest = text.substr(at);
    std::size_t size = 1;
    if (rest.starts_with('"')) {
      while (size < rest.size() && rest[size] != '"') size += rest[size] == '\\' ? 2 : 1;
      ++size;
    } else if (rest.starts_with("//") || rest.starts_with("/*")) {
      const std::string_view end = rest.starts_with("//") ? "\n" : "*/";
      const auto found = rest.find(end, 2);
      size = found == std::string_view::npos ? rest.size() : found + end.size();
      auto comment = std::string(rest.substr(0, size));
      while (comment.ends_with('\n') || comment.ends_with('\r')) comment.pop_back();
      out.push_back(comment);
    }
    at += size;
  }
  return out;
}

/// Returns the bytes of a text that are not white space.
inline std::string solid_bytes(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (std::string_view(" \t\r\n").find(c) == std::string_view::npos) out += c;
  return out;
}

}  // namespace codeweaver::test
