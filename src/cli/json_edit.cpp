// Editing JSON with comments: a scanner that remembers where things stand.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/json_edit.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/json_text.hpp"
#include "base/try.hpp"

namespace codeweaver::cli {
namespace {

constexpr std::size_t kMaxDepth = 200;
constexpr std::string_view kUsualIndent = "  ";

/// Byte positions of a member: of its key's quote, of its value, behind both, behind its comma.
struct Member {
  std::string key;
  std::size_t begin = 0, value = 0, end = 0;
  std::size_t behind_comma = 0;  // 0: there is none
};

/// Of an object: its braces and members.
struct Object {
  std::size_t open = 0, close = 0;
  std::vector<Member> members;
};

/// Walks over one text. Members of objects are collected where they are asked for.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  /// Past white space and comments.
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
    if (depth > kMaxDepth) return fail("less nesting");
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

  Result<Object> read_object(std::size_t depth) {
    Object object;
    if (next() != '{') return fail("an object");
    object.open = at_++;
    while (true) {
      skip_blank();
      if (next() == '}') break;
      if (!object.members.empty() && object.members.back().behind_comma == 0)
        return fail("a comma");
      Member member;
      member.begin = at_;
      CODEWEAVER_ASSIGN(member.key, read_string());
      skip_blank();
      if (next() != ':') return fail("a colon");
      ++at_;
      skip_blank();
      member.value = at_;
      CODEWEAVER_TRY(skip_value(depth));
      member.end = at_;
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
            "Line " + std::to_string(line) + ": " + wanted + " was expected",
            "reading a file of settings", "Mend the file; nothing was changed."};
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

/// The root object; the text holds nothing beside it.
Result<Object> read_root(std::string_view text) {
  Scanner scanner(text);
  scanner.skip_blank();
  CODEWEAVER_ASSIGN(auto root, scanner.read_object(0));
  scanner.skip_blank();
  if (!scanner.is_end()) return scanner.fail("the end");
  return root;
}

const Member* find(const Object& object, std::string_view key) {
  const auto found =
      std::ranges::find_if(object.members, [&](const auto& member) { return member.key == key; });
  return found == object.members.end() ? nullptr : &*found;
}

Result<Object> object_at(std::string_view text, const Member& member) {
  Scanner scanner(text);
  scanner.go_to(member.value);
  return scanner.read_object(0);
}

/// The white space before what is first on its line; nullopt: something else stands before it.
std::optional<std::string> indent_of(std::string_view text, std::size_t at) {
  const auto line = text.rfind('\n', at == 0 ? 0 : at - 1);
  const auto begin = line == std::string_view::npos ? 0 : line + 1;
  const auto before = text.substr(begin, at - begin);
  if (before.find_first_not_of(" \t") != std::string_view::npos) return std::nullopt;
  return std::string(before);
}

/// One level of the text: what the first member of the root has.
std::string unit_of(std::string_view text, const Object& root) {
  if (root.members.empty()) return std::string(kUsualIndent);
  const auto unit = indent_of(text, root.members.front().begin);
  return unit && !unit->empty() ? *unit : std::string(kUsualIndent);
}

/// JSON with two blanks an indent, in another unit, its further lines behind `outer`.
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

/// Where a member can be put in: the innermost object of the path that is there, and its depth.
struct Place {
  Object object;
  std::size_t depth = 0;
};
Result<Place> find_place(std::string_view text, const Object& root,
                         const std::vector<std::string>& path) {
  Place place{root, 0};
  for (const auto& name : path) {
    const auto* member = find(place.object, name);
    if (member == nullptr) break;
    CODEWEAVER_ASSIGN(place.object, object_at(text, *member));
    ++place.depth;
  }
  return place;
}

std::string json_text(std::string_view key) {
  std::string out;
  base::append_json_string(out, key);
  return out;
}

/// The member with the objects around it that are not there yet.
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

std::string inserted(std::string_view text, const Object& root, const Place& place,
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
    const auto between = text.substr(object.open + 1, object.close - object.open - 1);
    if (between.find_first_not_of(" \t\r\n") == std::string_view::npos)  // else it has comments
      return out.replace(object.open + 1, between.size(),
                         '\n' + inner + laid_out(member, unit, inner) + '\n' + outer);
    const auto before = text.substr(0, object.close).find_last_not_of(" \t\r\n") + 1;
    return out.replace(before, object.close - before,
                       '\n' + inner + laid_out(member, unit, inner) + '\n' + outer);
  }
  const auto& last = object.members.back();
  const auto own = indent_of(text, last.begin);
  if (!own) {  // all on one line
    const bool has_comma = last.behind_comma > 0;
    return out.insert(has_comma ? last.behind_comma : last.end,
                      (has_comma ? " " : ", ") + laid_out(member, unit, ""));
  }
  // Behind a comma, and a comment that is on the line of the last member.
  const std::string added = '\n' + *own + laid_out(member, unit, *own);
  if (last.behind_comma == 0) {
    out.insert(last.end, ",");
    auto at = out.find('\n', last.end);
    const auto close = object.close + 1;
    if (at == std::string::npos || at > close) at = last.end + 1;
    return out.insert(at, added);
  }
  auto at = text.find('\n', last.behind_comma);
  if (at == std::string_view::npos || at > object.close) at = last.behind_comma;
  return out.insert(at, added + ',');
}

}  // namespace

Result<std::string> with_member(std::string_view text, const WantedMember& wanted) {
  if (text.find_first_not_of(" \t\r\n\xEF\xBB\xBF") == std::string_view::npos)
    return "{\n" + std::string(kUsualIndent) +
           laid_out(nested(wanted, 0), std::string(kUsualIndent), std::string(kUsualIndent)) +
           "\n}\n";
  CODEWEAVER_ASSIGN(const auto root, read_root(text));
  CODEWEAVER_ASSIGN(const auto place, find_place(text, root, wanted.path));
  const auto* known = place.depth == wanted.path.size() ? find(place.object, wanted.key) : nullptr;
  if (known == nullptr) return inserted(text, root, place, nested(wanted, place.depth));
  std::string out(text);
  const auto outer = indent_of(text, known->begin).value_or("");
  return out.replace(known->value, known->end - known->value,
                     laid_out(wanted.value, unit_of(text, root), outer));
}

Result<std::optional<std::string>> without_member(std::string_view text,
                                                  const WantedMember& wanted) {
  if (text.find_first_not_of(" \t\r\n\xEF\xBB\xBF") == std::string_view::npos)
    return std::optional<std::string>();
  CODEWEAVER_ASSIGN(const auto root, read_root(text));
  CODEWEAVER_ASSIGN(const auto place, find_place(text, root, wanted.path));
  const auto* known = place.depth == wanted.path.size() ? find(place.object, wanted.key) : nullptr;
  if (known == nullptr) return std::optional<std::string>();
  const auto& members = place.object.members;
  const auto number = static_cast<std::size_t>(known - members.data());
  const bool is_last = number + 1 == members.size();
  std::size_t begin = known->begin, end = known->end;
  if (known->behind_comma > 0) end = known->behind_comma;
  const bool is_own_line = indent_of(text, begin).has_value();
  if (is_own_line) begin = text.rfind('\n', begin);
  if (!is_own_line && !is_last) end = text.find_first_not_of(' ', end);
  std::string out(text);
  out.erase(begin, end - begin);
  // The comma that was there for its sake.
  if (is_last && known->behind_comma == 0 && number > 0)
    out.erase(members[number - 1].behind_comma - 1, 1);
  return std::optional(std::move(out));
}

}  // namespace codeweaver::cli
