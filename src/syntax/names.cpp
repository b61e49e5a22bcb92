// Follows name paths through a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/names.hpp"

#include <algorithm>
#include <cstring>

#include "base/utf8.hpp"

namespace codeweaver::syntax {

namespace {

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// C declarators: pointer, array, function and parenthesised ones, down to the name.
TSNode follow(TSFieldId field, TSNode node, const Source& source, bool& saw_function) {
  constexpr int kMaxDeclarators = 20;
  TSNode current = node;
  for (int i = 0; i < kMaxDeclarators; ++i) {
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
    if ((source.flags_of(current) & kFunctionDeclarator) != 0) saw_function = true;
    // `int (*callback)(int)` declares a pointer.
    if (saw_function && is_type(current, "pointer_declarator")) saw_function = false;
  }
  return current;
}

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

std::string one_line(std::string_view text) {
  constexpr std::size_t kMaxBytes = 100;
  std::string out;
  bool gap = false;
  for (const char c : text) {
    if (is_blank(c)) {
      gap = true;
      continue;
    }
    if (gap && !out.empty()) out += ' ';
    gap = false;
    out += c;
    if (out.size() > kMaxBytes + 4) break;
  }
  out.resize(base::utf8_prefix(out, kMaxBytes).size());
  return out;
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
      return follow(step.field, node, source, saw_function);
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
  if (ts_node_is_null(found.name_node)) return found;
  std::string_view text = source.text_of(found.name_node);
  const std::string_view type = ts_node_type(found.name_node);
  if (type.ends_with("signature") || type.ends_with("type_head") || type == "call_expression" ||
      type == "operator_cast") {
    const std::size_t end = text.find_first_of("({<");
    if (end != std::string_view::npos && end > 0) text = text.substr(0, end);
  }
  found.name = one_line(text);
  return found;
}

namespace {

/// Without "<...>" groups, unless they belong to a C++ operator's name.
std::string without_arguments(std::string_view name, std::size_t op) {
  const std::size_t angle = name.find('<');
  if (angle == std::string_view::npos || angle == 0 || is_blank(name[angle - 1]))
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

}  // namespace

SplitName split_name(const Kind& kind, std::string_view name, std::string_view separator) {
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
  const std::string_view head = std::string_view(split.full).substr(0, operator_at(split.full));
  // Where names are joined by dots, Lua's "a:b" and Bash's "a::b" are parts too.
  const std::size_t at = separator == "." ? head.find_last_of(".:") : head.rfind(separator);
  const std::size_t width = separator == "." ? 1 : separator.size();
  const bool has_parts = at != std::string_view::npos && at + width < split.full.size();
  split.last = has_parts ? split.full.substr(at + width) : split.full;
  return split;
}

}  // namespace codeweaver::syntax
