// Edits JSON with comments in place, then parses the result and compares it with the expected
// values.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/clients/json_edit.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/json_text.hpp"
#include "base/try.hpp"
#include "cli/clients/json_members.hpp"
#include "cli/clients/line_ends.hpp"
#include "cli/clients/plain_json.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::string_view kUsualIndent = "  ";

Error not_editable(std::string cause) {
  return {ErrorCategory::kInvalidArgument, "INVALID_CONFIG", std::move(cause),
          "reading a settings file", ""};
}

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::size_t line_of(std::string_view text, std::size_t at) {
  return static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n')) + 1;
}

bool is_blank_json(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// Parses the text. Errors: INVALID_CONFIG, also for texts that the scanner accepts but JSON does
/// not, such as invalid UTF-8.
Result<json::Value> values_of(std::string_view text) {
  CODEWEAVER_TRY(read_json_root(text));
  auto values = parse_commented_json(text);
  if (!values) return not_editable("It is not JSON: " + values.error().cause);
  return values;
}

/// Finds a member; null: there is none. Errors: INVALID_CONFIG (the name occurs twice).
Result<const JsonMember*> find_member(const JsonObject& object, std::string_view key) {
  const auto is_it = [&](const JsonMember& member) { return member.key == key; };
  const auto found = std::ranges::find_if(object.members, is_it);
  if (std::ranges::count_if(object.members, is_it) > 1)
    return not_editable("It has \"" + std::string(key) +
                        "\" twice in one object; programs differ in which one they use");
  return found == object.members.end() ? nullptr : &*found;
}

/// A place for a member: the innermost existing object of the path, and its depth.
struct Place {
  JsonObject object;
  std::size_t depth = 0;
  std::optional<JsonMember> known;  ///< the member, if it exists
};
Result<Place> find_place(std::string_view text, const WantedMember& wanted) {
  CODEWEAVER_ASSIGN(auto root, read_json_root(text));
  Place place{std::move(root), 0, {}};
  for (const auto& name : wanted.path) {
    CODEWEAVER_ASSIGN(const auto* member, find_member(place.object, name));
    if (member == nullptr) return place;
    if (text[member->value] != '{')
      return not_editable("\"" + name + "\" is not an object (line " +
                          std::to_string(line_of(text, member->value)) + ")");
    CODEWEAVER_ASSIGN(place.object, read_json_object(text, member->value));
    ++place.depth;
  }
  CODEWEAVER_ASSIGN(const auto* known, find_member(place.object, wanted.key));
  if (known != nullptr) place.known = *known;
  return place;
}

/// Returns the indentation of a position; nullopt: other text is before it on the line.
std::optional<std::string> indent_of(std::string_view text, std::size_t at) {
  const auto line = text.rfind('\n', at == 0 ? 0 : at - 1);
  const auto begin = line == std::string_view::npos ? 0 : line + 1;
  const auto before = text.substr(begin, at - begin);
  if (before.find_first_not_of(" \t") != std::string_view::npos) return std::nullopt;
  return std::string(before);
}

/// Returns one level of indentation: that of the first member of the root.
std::string unit_of(std::string_view text, const JsonObject& root) {
  if (root.members.empty()) return std::string(kUsualIndent);
  const auto unit = indent_of(text, root.members.front().begin);
  return unit && !unit->empty() ? *unit : std::string(kUsualIndent);
}

/// Changes the indentation of JSON from two spaces to `unit`, and puts `outer` before each line
/// after the first.
std::string laid_out(std::string_view json, const std::string& unit, const std::string& outer) {
  std::string out;
  while (true) {
    const auto end = json.find('\n');
    auto line = json.substr(0, end);
    std::size_t levels = 0;
    while (line.starts_with(kUsualIndent)) {
      line.remove_prefix(kUsualIndent.size());
      ++levels;
    }
    for (std::size_t i = 0; i < levels; ++i) out += unit;
    out += line;
    if (end == std::string_view::npos) return out;
    json.remove_prefix(end + 1);
    out.append(1, '\n').append(outer);
  }
}

/// Returns the position after all comments that begin on the line of `at`.
std::size_t behind_comments(std::string_view text, std::size_t at) {
  while (true) {
    const auto next = std::min(text.find_first_not_of(" \t", at), text.size());
    const auto rest = text.substr(next);
    if (rest.starts_with("//")) {
      const auto end = std::min(text.find('\n', next), text.size());
      return text[end - 1] == '\r' ? end - 1 : end;
    }
    const auto end = rest.starts_with("/*") ? text.find("*/", next + 2) : std::string_view::npos;
    if (end == std::string_view::npos) return at;
    at = end + 2;
  }
}

/// Whether only comments follow on the line of `at`.
bool ends_line(std::string_view text, std::size_t at) {
  const auto next = text.find_first_not_of(" \t", behind_comments(text, at));
  return next == std::string_view::npos || text[next] == '\n' || text[next] == '\r';
}

std::string json_text(std::string_view key) {
  std::string out;
  base::append_json_string(out, key);
  return out;
}

/// Returns the member, wrapped in the objects of the path that do not exist yet.
std::string nested(const WantedMember& wanted, std::size_t present) {
  std::string value = wanted.value;
  std::string key = wanted.key;
  for (std::size_t i = wanted.path.size(); i > present; --i) {
    value = "{\n" + std::string(kUsualIndent) + json_text(key) + ": " +
            laid_out(value, std::string(kUsualIndent), std::string(kUsualIndent)) + "\n}";
    key = wanted.path[i - 1];
  }
  return json_text(key) + ": " + value;
}

std::string inserted(std::string_view text, const JsonObject& root, const Place& place,
                     const std::string& member) {
  const auto unit = unit_of(text, root);
  const auto& object = place.object;
  const auto closing = indent_of(text, object.close);
  std::string indent;
  std::string out(text);
  if (object.members.empty()) {
    for (std::size_t i = 0; i <= place.depth; ++i) indent += unit;
    std::string outer(indent.substr(0, indent.size() - unit.size()));
    if (closing) outer = *closing;
    const auto inner = closing ? outer + unit : indent;
    const auto whole = '\n' + inner + laid_out(member, unit, inner) + '\n' + outer;
    const auto between = text.substr(object.open + 1, object.close - object.open - 1);
    if (between.find_first_not_of(" \t\r\n") == std::string_view::npos)  // there are no comments
      return out.replace(object.open + 1, between.size(), in_line_ends_of(text, whole));
    const auto before = text.substr(0, object.close).find_last_not_of(" \t\r\n") + 1;
    return out.replace(before, object.close - before, in_line_ends_of(text, whole));
  }
  const auto& last = object.members.back();
  const auto own = indent_of(text, last.begin);
  if (!own) {  // the object is on one line
    const auto added = in_line_ends_of(text, laid_out(member, unit, ""));
    if (last.behind_comma > 0) return out.insert(last.behind_comma, ' ' + added + ',');
    return out.insert(last.value_end, ", " + added);
  }
  // Insert after the comma and the comments on the line of the last member.
  const auto added = in_line_ends_of(text, '\n' + *own + laid_out(member, unit, *own));
  if (last.behind_comma == 0) {
    out.insert(last.value_end, ",");
    return out.insert(behind_comments(out, last.value_end + 1), added);
  }
  return out.insert(behind_comments(text, last.behind_comma), added + ',');
}

/// Returns the text with the value of the member replaced, or the member added.
std::string edited_member(std::string_view text, const JsonObject& root, const Place& place,
                          const WantedMember& wanted) {
  if (!place.known) return inserted(text, root, place, nested(wanted, place.depth));
  const auto outer = indent_of(text, place.known->begin).value_or("");
  const auto value = in_line_ends_of(text, laid_out(wanted.value, unit_of(text, root), outer));
  return std::string(text).replace(place.known->value, place.known->value_end - place.known->value,
                                   value);
}

/// Returns the text without a member, its comma and its line.
std::string removed_member(std::string_view text, const Place& place) {
  const auto& members = place.object.members;
  const auto& known = *place.known;
  const auto number = static_cast<std::size_t>(
      std::ranges::find(members, known.begin, &JsonMember::begin) - members.begin());
  const bool is_last = number + 1 == members.size();
  std::size_t begin = known.begin;
  std::size_t end = known.behind_comma > 0 ? known.behind_comma : known.value_end;
  const bool is_own_line = indent_of(text, begin).has_value() && ends_line(text, end);
  if (is_own_line) {
    const auto line = text.rfind('\n', begin - 1);
    begin = line == std::string_view::npos ? 0 : line;
    if (begin > 0 && text[begin - 1] == '\r') --begin;
  } else if (!is_last) {
    end = std::min(text.find_first_not_of(' ', end), text.size());
  }
  std::string out(text);
  out.erase(begin, end - begin);
  if (!is_last || known.behind_comma > 0 || number == 0) return out;
  // Remove the comma before the last member, too, and the blanks between them.
  const auto comma = members[number - 1].behind_comma - 1;
  const auto between = text.substr(comma + 1, begin - comma - 1);
  const bool is_blank = between.find_first_not_of(' ') == std::string_view::npos;
  out.erase(comma, is_blank && !is_own_line ? begin - comma : 1);
  return out;
}

/// Returns `after` if it parses to `expected`.
Result<std::string> checked(std::string after, const json::Value& expected) {
  const auto values = values_of(after);
  if (values && *values == expected) return after;
  return not_editable("Its form cannot be changed safely");
}

}  // namespace

Result<std::optional<json::Value>> member_value(std::string_view text,
                                                const std::vector<std::string>& path,
                                                const std::string& key) {
  if (is_blank_json(text)) return std::optional<json::Value>();
  CODEWEAVER_ASSIGN(const auto values, values_of(text));
  CODEWEAVER_ASSIGN(const auto place, find_place(text, {path, key, {}}));
  if (!place.known) return std::optional<json::Value>();
  const json::Value* value = &values;
  for (const auto& name : path)
    if (value != nullptr) value = value->find(name);
  if (value != nullptr) value = value->find(key);
  if (value == nullptr) return not_editable("Its form cannot be read safely");
  return std::optional(*value);
}

Result<std::string> with_member(std::string_view text, const WantedMember& wanted) {
  if (is_blank_json(text)) {
    const std::string unit(kUsualIndent);
    return std::string(text.starts_with(kByteOrderMark) ? kByteOrderMark : "") + "{\n" + unit +
           laid_out(nested(wanted, 0), unit, unit) + "\n}\n";
  }
  CODEWEAVER_ASSIGN(const auto before, values_of(text));
  CODEWEAVER_ASSIGN(const auto root, read_json_root(text));
  CODEWEAVER_ASSIGN(const auto place, find_place(text, wanted));
  CODEWEAVER_ASSIGN(auto value, json::parse(wanted.value));
  return checked(edited_member(text, root, place, wanted),
                 with_member_value(before, wanted.path, wanted.key, std::move(value)));
}

Result<std::optional<std::string>> without_member(std::string_view text,
                                                  const WantedMember& wanted) {
  if (is_blank_json(text)) return std::optional<std::string>();
  CODEWEAVER_ASSIGN(const auto before, values_of(text));
  CODEWEAVER_ASSIGN(const auto place, find_place(text, wanted));
  if (!place.known) return std::optional<std::string>();
  CODEWEAVER_ASSIGN(auto after,
                    checked(removed_member(text, place),
                            with_member_value(before, wanted.path, wanted.key, std::nullopt)));
  return std::optional(std::move(after));
}

}  // namespace codeweaver::cli
