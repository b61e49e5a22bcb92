// Converts JSON with comments to plain JSON, and changes values. Edits are checked against it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/clients/plain_json.hpp"

#include <algorithm>
#include <utility>

namespace codeweaver::cli {
namespace {

/// Returns the position after the string at `at`.
std::size_t behind_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

/// Returns the position after the comment at `at`; `at` itself: no comment, or it does not end.
std::size_t behind_comment(std::string_view text, std::size_t at) {
  const auto rest = text.substr(at);
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (!rest.starts_with("/*")) return at;
  const auto end = text.find("*/", at + 2);
  return end == std::string_view::npos ? at : end + 2;
}

}  // namespace

std::string plain_json(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string out;
  std::size_t comma = std::string::npos;  // position of a comma with only blanks after it in `out`
  for (std::size_t at = 0; at < text.size();) {
    if (const auto end = behind_comment(text, at); end > at) {
      out += ' ';
      at = end;
      continue;
    }
    const auto end = text[at] == '"' ? behind_string(text, at) : at + 1;
    if (text[at] == ',') {
      comma = out.size();
    } else if (std::string_view(" \t\r\n").find(text[at]) == std::string_view::npos) {
      if (comma != std::string::npos && (text[at] == '}' || text[at] == ']')) out[comma] = ' ';
      comma = std::string::npos;
    }
    out += text.substr(at, end - at);
    at = end;
  }
  return out;
}

Result<json::Value> parse_commented_json(std::string_view text) {
  return json::parse(plain_json(text));
}

json::Value with_member_value(json::Value root, const std::vector<std::string>& path,
                              const std::string& key, std::optional<json::Value> value,
                              std::size_t depth) {
  if (!root.is_object()) return root;
  if (depth < path.size()) {
    const auto* const inner = root.find(path[depth]);
    auto object = inner != nullptr ? *inner : json::Value(json::Object{});
    root.set(path[depth],
             with_member_value(std::move(object), path, key, std::move(value), depth + 1));
  } else if (value) {
    root.set(key, *std::move(value));
  } else {
    auto* const members = root.if_object();
    std::erase_if(*members, [&](const json::Member& member) { return member.key == key; });
  }
  return root;
}

}  // namespace codeweaver::cli
