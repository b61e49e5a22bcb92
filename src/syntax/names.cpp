// Follows name paths through a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/names.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "base/utf8.hpp"
#include "syntax/call_hooks.hpp"
#include "syntax/tree_walk.hpp"

namespace codeweaver::syntax {

namespace {

bool is_white_space(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// `a::inline v1::b` -> `a::v1::b`.
std::string without_inline(std::string name) {
  constexpr std::string_view kInline = "::inline ";
  for (std::size_t at = 0; (at = name.find(kInline, at)) != std::string::npos;)
    name.erase(at += 2, kInline.size() - 2);
  return name;
}

/// The name in `node`. For a whole head, the text before its parameters. Titles and selectors are
/// cut; names of code are not.
std::string name_at(TSNode node, const Kind* kind, const Source& source) {
  std::string_view text = source.text_of(node);
  const std::string_view type = ts_node_type(node);
  if (type.ends_with("signature") || type.ends_with("type_head") || type == "call_expression" ||
      type == "operator_cast") {
    const std::size_t end = text.find_first_of("({<");
    if (end != std::string_view::npos && end > 0) text = text.substr(0, end);
  }
  constexpr std::size_t kMaxNameBytes = 1000;
  if (type == "nested_namespace_specifier") return without_inline(one_line(text, kMaxNameBytes));
  return kind != nullptr && has_parts(*kind) ? one_line(text, kMaxNameBytes) : one_line(text);
}

/// Follows C declarators (pointer, array, function, parenthesised) from `current` to the name.
/// `depth` of them were followed already.
TSNode follow(TSFieldId field, TSNode current, int depth, const Source& source,
              bool& saw_function) {
  constexpr int kMaxDeclarators = 20;
  for (int i = depth; i < kMaxDeclarators; ++i) {
    if (i > 0) {
      if ((source.flags_of(current) & kFunctionDeclarator) != 0) saw_function = true;
      // `int (*callback)(int)` declares a pointer.
      if (saw_function && is_type(current, "pointer_declarator")) saw_function = false;
    }
    if (is_type(current, "operator_cast")) {  // operator bool()
      saw_function = true;
      return current;
    }
    TSNode next = source.field(current, field);
    if (ts_node_is_null(next) && i > 0 && ts_node_named_child_count(current) > 0 &&
        std::string_view(ts_node_type(current)).ends_with("declarator"))
      next = ts_node_named_child(current, 0);
    if (ts_node_is_null(next)) {
      const bool is_name = i > 0 || std::string_view(ts_node_type(current)).ends_with("identifier");
      return is_name ? current : next;
    }
    current = next;
  }
  return current;
}

/// Follows a path to all nodes that it reaches.
class Collector {
 public:
  Collector(const DefinitionRule& rule, const Source& source) : rule_(rule), source_(source) {}

  std::vector<Found> run(TSNode node) && {
    descend(node, 0, false);
    return std::move(out_);
  }

 private:
  void descend(TSNode node, std::size_t index, bool saw_function) {
    if (index == rule_.path.size()) {
      Found found{.kind = rule_.kind, .name_node = node, .saw_function = saw_function};
      found.name = name_at(node, rule_.kind, source_);
      out_.push_back(std::move(found));
      return;
    }
    const Step& step = rule_.path[index];
    if (step.kind == Step::Kind::kFirst) {
      const TSNode first = ts_node_named_child(node, 0);
      if (!ts_node_is_null(first)) descend(first, index + 1, saw_function);
      return;
    }
    const bool follows = step.kind == Step::Kind::kFollow;
    if (follows && std::string_view(ts_node_type(node)).ends_with("identifier"))
      return descend(node, index + 1, saw_function);
    if (step.kind == Step::Kind::kChild) {
      std::vector<TSNode> children;
      append_children(node, children);
      for (const TSNode child : children)
        if (std::find(step.symbols.begin(), step.symbols.end(), ts_node_symbol(child)) !=
            step.symbols.end())
          descend(child, index + 1, saw_function);
      return;
    }
    constexpr std::uint32_t kMostChildren = 256;  // tree-sitter counts to each child from the first
    const char* field = ts_language_field_name_for_id(source_.rules->grammar, step.field);
    const std::uint32_t count = std::min(ts_node_child_count(node), kMostChildren);
    for (std::uint32_t i = 0; i < count; ++i) {
      const char* name = ts_node_field_name_for_child(node, i);
      if (name == nullptr || field == nullptr || std::strcmp(name, field) != 0) continue;
      const TSNode child = ts_node_child(node, i);
      if (!ts_node_is_named(child)) continue;
      bool saw = saw_function;
      descend(follows ? follow(step.field, child, 1, source_, saw) : child, index + 1, saw);
    }
  }

  const DefinitionRule& rule_;
  const Source& source_;
  std::vector<Found> out_;
};

}  // namespace

std::string_view Source::text_of(TSNode node) const noexcept {
  const std::uint32_t begin = ts_node_start_byte(node);
  return text.substr(begin, ts_node_end_byte(node) - begin);
}

TSNode Source::field(TSNode node, TSFieldId id) const noexcept {
  return id == 0 ? TSNode{} : ts_node_child_by_field_id(node, id);
}

TSNode child_of(TSNode node, const Symbols& symbols) noexcept {
  const std::uint32_t count = std::min(ts_node_named_child_count(node), 64U);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(node, i);
    if (std::find(symbols.begin(), symbols.end(), ts_node_symbol(child)) != symbols.end())
      return child;
  }
  return {};
}

TSNode child_of_type(TSNode node, const char* type) noexcept {
  const std::uint32_t count = std::min(ts_node_named_child_count(node), 64U);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(node, i);
    if (is_type(child, type)) return child;
  }
  return {};
}

bool is_type(TSNode node, const char* type) noexcept {
  return !ts_node_is_null(node) && std::strcmp(ts_node_type(node), type) == 0;
}

std::string one_line(std::string_view text, std::size_t max_bytes) {
  std::string out;
  bool gap = false;
  for (const char c : text) {
    if (is_white_space(c)) {
      gap = true;
      continue;
    }
    if (gap && !out.empty()) out += ' ';
    gap = false;
    out += c;
    if (out.size() > max_bytes + 4) break;
  }
  out.resize(base::utf8_prefix(out, max_bytes).size());
  return out;
}

TSNode field_named(TSNode node, std::string_view name) noexcept {
  return ts_node_child_by_field_name(node, name.data(), static_cast<std::uint32_t>(name.size()));
}

std::string without_quotes(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != '"' && c != '\'' && c != '`') out += c;
  return one_line(out);
}

Found named(TSNode node, const Source& source) {
  Found found;
  if (ts_node_is_null(node)) return found;
  found.name = one_line(source.text_of(node));
  found.name_node = node;
  return found;
}

TSNode usual_name(TSNode node, const Source& source) noexcept {
  const TSNode named = source.field(node, source.rules->name);
  if (!ts_node_is_null(named)) return named;
  const std::uint32_t count = std::min(ts_node_named_child_count(node), 8U);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TSNode child = ts_node_named_child(node, i);
    if ((source.flags_of(child) & kNameLike) != 0) return child;
  }
  return {};
}

TSNode take(const Step& step, TSNode node, const Source& source, bool& saw_function) {
  switch (step.kind) {
    case Step::Kind::kField:
      return source.field(node, step.field);
    case Step::Kind::kChild:
      return child_of(node, step.symbols);
    case Step::Kind::kFirst:
      return ts_node_named_child(node, 0);
    case Step::Kind::kFollow:
      return follow(step.field, node, 0, source, saw_function);
    case Step::Kind::kHook:
    case Step::Kind::kConstant:
      break;
  }
  return {};
}

Found find_name(const DefinitionRule& rule, TSNode node, const Source& source) {
  Found found{.kind = rule.kind};
  if (rule.path.empty()) {
    found.name_node = usual_name(node, source);
  } else if (rule.path[0].kind == Step::Kind::kHook) {
    found = find_by_hook(rule.path[0].hook, node, source);
    if (found.kind == nullptr) found.kind = rule.kind;
    return found;
  } else if (rule.path[0].kind == Step::Kind::kConstant) {
    found.name = rule.path[0].text;
    return found;
  } else {
    TSNode current = node;
    for (const Step& step : rule.path) {
      current = take(step, current, source, found.saw_function);
      if (ts_node_is_null(current)) return found;
    }
    found.name_node = current;
  }
  if (!ts_node_is_null(found.name_node)) found.name = name_at(found.name_node, rule.kind, source);
  return found;
}

std::vector<Found> find_names(const DefinitionRule& rule, TSNode node, const Source& source) {
  if (!rule.path.empty() && rule.path[0].kind == Step::Kind::kHook) {
    std::vector<Found> all = find_all_by_call(rule.path[0].hook, node, source);
    for (Found& found : all)
      if (found.kind == nullptr) found.kind = rule.kind;
    return all;
  }
  if (rule.path.empty()) return {find_name(rule, node, source)};
  return Collector(rule, source).run(node);
}

namespace {

/// Removes "<...>" groups, unless they belong to the name of a C++ operator.
std::string without_arguments(std::string_view name, std::size_t op) {
  const std::size_t angle = name.find('<');
  if (angle == std::string_view::npos || angle == 0 || is_white_space(name[angle - 1]))
    return std::string(name);
  std::string out;
  int depth = 0;
  for (std::size_t i = 0; i < std::min(op, name.size()); ++i) {
    if (name[i] == '<') ++depth;
    if (depth == 0) out += name[i];
    if (name[i] == '>' && depth > 0) --depth;
  }
  if (op != std::string_view::npos) out += name.substr(op);
  return out.empty() ? std::string(name) : out;
}

/// Normalises names of C++ and similar languages: "A::\n  b" -> "A::b". Also removes a return type
/// that an unknown macro left in front, and the parameters of a conversion: "operator bool()" ->
/// "operator bool".
std::string joined(std::string name) {
  for (std::size_t at = name.find("::"); at != std::string::npos; at = name.find("::", at + 2)) {
    while (at + 2 < name.size() && is_white_space(name[at + 2])) name.erase(at + 2, 1);
    for (; at > 0 && is_white_space(name[at - 1]); --at) name.erase(at - 1, 1);
  }
  std::size_t op = name.rfind("operator");
  if (op != std::string::npos && op > 0 && name[op - 1] != ':' && !is_white_space(name[op - 1]))
    op = std::string::npos;  // my_operator
  if (op != std::string::npos) {
    const bool is_conversion = op + 8 < name.size() && is_white_space(name[op + 8]);
    const std::size_t parameters = name.find('(', op);
    if (is_conversion && parameters != std::string::npos) name.resize(parameters);
  }
  const std::size_t blank =
      name.find_last_of(" \t", op == std::string::npos || op == 0 ? std::string::npos : op - 1);
  const bool has_type = blank != std::string::npos && op != 0 && blank + 1 < name.size();
  return has_type ? name.substr(blank + 1) : name;
}

}  // namespace

SplitName split_name(const Kind& kind, std::string_view name, std::string_view separator) {
  const auto marks = std::count(name.begin(), name.end(), '`');
  if (marks == 2 && name.size() > 2 && name.starts_with('`') && name.ends_with('`'))
    return {.full = std::string(name.substr(1, name.size() - 2)),
            .last = std::string(name.substr(1, name.size() - 2))};
  std::string unmarked;  // `schema`.`table`; a heading may consist of marks only
  if (marks > 2 && static_cast<std::size_t>(marks) < name.size()) {
    std::copy_if(name.begin(), name.end(), std::back_inserter(unmarked),
                 [](char c) { return c != '`'; });
    name = unmarked;
  }
  const bool is_quoted =
      name.size() > 2 && (name[0] == '"' || name[0] == '\'') && name.back() == name[0];
  if (is_quoted) name = name.substr(1, name.size() - 2);
  const bool has_sigil = kind.name == "field" || kind.name == "property";
  if (has_sigil && name.size() > 1 && name[0] == '$') name.remove_prefix(1);
  if (!has_parts(kind)) return {.full = std::string(name), .last = std::string(name)};
  const bool has_operators = separator == "::";
  const auto operator_at = [&](std::string_view text) {
    return has_operators ? text.find("operator") : std::string_view::npos;
  };
  SplitName split{.full = without_arguments(name, operator_at(name)), .last = ""};
  const bool may_have_type = kind.name == "function" || kind.name == "method";
  if (has_operators && may_have_type) split.full = joined(std::move(split.full));
  const std::string_view head = std::string_view(split.full).substr(0, operator_at(split.full));
  // If dots join names, Lua's "a:b" and Bash's "a::b" have parts, too.
  const std::size_t at = separator == "." ? head.find_last_of(".:") : head.rfind(separator);
  const std::size_t width = separator == "." ? 1 : separator.size();
  const bool has_parts = at != std::string_view::npos && at + width < split.full.size();
  split.last = has_parts ? split.full.substr(at + width) : split.full;
  return split;
}

}  // namespace codeweaver::syntax
