// Finds wrappers, attributes, doc comments and signatures around definitions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/docs.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "syntax/comment_text.hpp"

namespace codeweaver::syntax {

namespace {

bool is_blank_or_break(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool intersects(std::uint16_t flags, int mask) noexcept {
  return (flags & mask) != 0;
}

/// Whether only white space or semicolons follow `child` in `parent`. A brace would mean a body.
bool ends_with(TSNode parent, TSNode child, std::string_view text) {
  const std::uint32_t begin = ts_node_end_byte(child);
  const std::string_view rest = text.substr(begin, ts_node_end_byte(parent) - begin);
  const std::size_t at = rest.find_first_not_of(" \t\r\n");
  if (at == std::string_view::npos) return true;
  return rest[at] == ';' && rest.find_first_not_of(" \t\r\n;", at) == std::string_view::npos;
}

/// Whether `parent` contains only `child` and its attributes: export statements, decorated
/// definitions, templates, declarations of one variable.
bool wraps(TSNode parent, TSNode child, const Source& source) {
  constexpr std::uint32_t kMaxParts = 6;
  const std::uint16_t flags = source.flags_of(parent);
  if (intersects(flags, kDefines | kListLike)) return false;
  const std::uint32_t count = ts_node_named_child_count(parent);
  if (count > kMaxParts) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode other = ts_node_named_child(parent, i);
    if (!ts_node_eq(other, child) && !intersects(source.flags_of(other), kTransparent | kDecorator))
      return false;
  }
  return ends_with(parent, child, source.text);
}

/// The outermost wrapper of `node`, or `node`; never the root. Shortens `ancestors` to the
/// ancestors of the result.
TSNode lift(TSNode node, std::span<const TSNode>& ancestors, const Source& source) {
  constexpr int kMaxWrappers = 4;
  TSNode current = node;
  for (int i = 0; i < kMaxWrappers && ancestors.size() > 1; ++i) {
    if (!wraps(ancestors.back(), current, source) || ts_node_is_error(ancestors.back())) break;
    current = ancestors.back();
    ancestors = ancestors.first(ancestors.size() - 1);
  }
  return current;
}

std::ptrdiff_t lines_between(std::string_view text, std::uint32_t begin, std::uint32_t end) {
  const auto between = text.substr(begin, end - begin);
  return std::count(between.begin(), between.end(), '\n');
}

/// A comment after code on the same line belongs to that code.
bool trails_code(TSNode comment, std::string_view text) {
  std::uint32_t at = ts_node_start_byte(comment);
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  const bool is_at_mark = at == 3 && text.starts_with("\xEF\xBB\xBF");
  return at > 0 && !is_at_mark && text[at - 1] != '\n' && text[at - 1] != '\r';
}

bool is_doc_attribute(TSNode node, std::string_view text) {
  return is_type(node, "unary_operator") && text.starts_with('@');
}

std::string_view after_word(std::string_view text) {
  return text.substr(std::min(text.find_first_of(" \t\n("), text.size()));
}

/// The level (SiblingsBefore) at which to search for preceding nodes: before the first element of a
/// list, search before the list.
std::size_t before_list(TSNode node, std::size_t level, const TreeWalk& walk,
                        const Source& source) {
  const auto ancestors = walk.ancestors();
  while (level > 1 && ts_node_start_byte(ancestors[level - 1]) == ts_node_start_byte(node) &&
         !intersects(source.flags_of(ancestors[level - 1]), kDefines) &&
         ts_node_is_null(SiblingsBefore(walk, level).next()))
    node = ancestors[--level];
  return level;
}

/// Collects comments and attributes that directly precede a node.
class Preceding {
 public:
  explicit Preceding(const Source& source) : source_(source) {}

  void collect(SiblingsBefore& siblings, Surroundings& out) {
    constexpr int kMaxSiblings = 200;
    TSNode current = next(siblings, out.range.begin);
    for (int i = 0; i < kMaxSiblings && !ts_node_is_null(current); ++i) {
      const std::uint32_t end =
          trimmed_end({ts_node_start_byte(current), ts_node_end_byte(current)}, source_.text);
      if (end > out.range.begin || lines_between(source_.text, end, out.range.begin) > 1) break;
      if (is_type(current, "imports")) {  // Haskell: the last import contains the next comment
        siblings.enter();
        current = siblings.next();
      }
      if (ts_node_is_null(current) || !accept(current, out)) break;
      out.range.begin = ts_node_start_byte(current);
      current = next(siblings, out.range.begin);
    }
    std::string joined;
    for (auto it = comments_.rbegin(); it != comments_.rend(); ++it) {
      joined += *it;
      joined += '\n';
    }
    out.doc = clean_comment(joined);
  }

 private:
  /// Null also if no text ends directly before `begin`: then no sibling precedes it directly.
  TSNode next(SiblingsBefore& siblings, std::uint32_t begin) const {
    const std::uint32_t end = trimmed_end({0, begin}, source_.text);
    if (end == 0 || lines_between(source_.text, end, begin) > 1) return {};
    return siblings.next();
  }

  bool accept(TSNode node, Surroundings& out) {
    const std::uint16_t flags = source_.flags_of(node);
    const std::string_view text = source_.text_of(node);
    if (intersects(flags, kComment)) {
      if (trails_code(node, source_.text)) return false;
      comments_.push_back(text);
      return true;
    }
    if (source_.rules->has_doc_attributes && is_doc_attribute(node, text)) {
      if (text.starts_with("@doc") || text.starts_with("@typedoc"))
        comments_.push_back(after_word(text));
      return !text.starts_with("@moduledoc");
    }
    if (source_.rules->has_strings_before && is_type(node, "string_literal")) {
      comments_.push_back(text);
      return true;
    }
    if (!intersects(flags, kDecorator)) return false;
    out.attributes += text;
    return true;
  }

  const Source& source_;
  std::vector<std::string_view> comments_;  // last first
};

TSNode body_of(TSNode node, const Source& source) {
  const Rules& rules = *source.rules;
  const TSNode body = source.field(node, rules.body);
  if (!ts_node_is_null(body)) return body;
  for (const TSFieldId id : {rules.value, rules.right, rules.rhs}) {
    const TSNode value = source.field(node, id);
    if (ts_node_is_null(value) || !intersects(source.flags_of(value), kFunctionValue)) continue;
    const TSNode inner = source.field(value, rules.body);
    if (!ts_node_is_null(inner)) return inner;
  }
  const std::uint32_t count = std::min(ts_node_named_child_count(node), 32U);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(node, i);
    if (intersects(source.flags_of(child), kBody)) return child;
  }
  return {};
}

/// GraphQL: a leading description. Python: a string that is the first statement of the body.
/// Elixir: @moduledoc as the first statement.
std::string inner_doc(TSNode node, const Source& source) {
  const TSNode description = ts_node_named_child(node, 0);
  if (is_type(description, "description")) return clean_comment(source.text_of(description));
  if (!source.rules->has_docstrings && !source.rules->has_doc_attributes) return {};
  const TSNode body = body_of(node, source);
  if (ts_node_is_null(body)) return {};
  TSNode first = ts_node_named_child(body, 0);
  if (source.rules->has_doc_attributes && is_type(first, "unary_operator")) {
    const std::string_view text = source.text_of(first);
    return text.starts_with("@moduledoc") ? clean_comment(after_word(text)) : std::string{};
  }
  if (!source.rules->has_docstrings) return {};
  if (is_type(first, "expression_statement")) first = ts_node_named_child(first, 0);
  if (!is_type(first, "string")) return {};
  std::string_view text = source.text_of(first);
  text.remove_prefix(std::min(text.find_first_of("\"'"), text.size()));  // r"", u""
  return clean_comment(text);
}

}  // namespace

Surroundings surroundings_of(const TreeWalk& walk, const Source& source) {
  std::span<const TSNode> ancestors = walk.ancestors();
  const TSNode outer = lift(walk.node(), ancestors, source);
  Surroundings out;
  out.range = {ts_node_start_byte(outer), ts_node_end_byte(outer)};
  out.range.end = trimmed_end(out.range, source.text);
  SiblingsBefore siblings(walk, before_list(outer, ancestors.size(), walk, source));
  Preceding(source).collect(siblings, out);
  if (out.doc.empty()) out.doc = inner_doc(walk.node(), source);
  return out;
}

std::uint32_t trimmed_end(ByteRange range, std::string_view text) noexcept {
  while (range.end > range.begin && is_blank_or_break(text[range.end - 1])) --range.end;
  return range.end;
}

ByteRange signature_of(TSNode node, const Source& source, BracketLines& lines) {
  const std::uint32_t begin = ts_node_start_byte(node);
  const TSNode body = body_of(node, source);
  std::uint32_t end = ts_node_is_null(body) ? lines.end_of(begin, ts_node_end_byte(node))
                                            : std::max(begin, ts_node_start_byte(body));
  while (end > begin &&
         std::string_view(" \t\r\n{").find(source.text[end - 1]) != std::string_view::npos)
    --end;
  return {begin, end};
}

}  // namespace codeweaver::syntax
