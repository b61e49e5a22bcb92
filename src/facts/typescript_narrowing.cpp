// TypeScriptReader: conditions that leave only some of the types that a variable may have.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "facts/typescript_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::array kExits{
    std::string_view("return_statement"), std::string_view("throw_statement"),
    std::string_view("continue_statement"), std::string_view("break_statement")};

}  // namespace

/// The name that a constant is compared by; kNone: not a constant.
Id TypeScriptReader::constant(const Node& node) {
  const std::string_view kind = type(node);
  if (kind == "string") return module_name(node);
  if (kind == "number" || kind == "true" || kind == "false") return name(node);
  if (kind != "member_expression") return kNone;
  const auto property = child(node, "property");
  return property ? name(*property) : kNone;
}

/// Adds what `x.key === constant` tells about `x`.
void TypeScriptReader::add_comparison(const Node& tested, const Node& with, bool is_equal,
                                      Tests& out) {
  if (type(tested) != "member_expression") return;
  const auto object = child(tested, "object");
  const auto key = child(tested, "property");
  const Id literal = constant(with);
  if (!object || !key || type(*object) != "identifier" || literal == kNone) return;
  out.push_back({*object, name(*key), is_equal, {literal}, kNone});
}

/// Adds what is known where the condition is true, or false.
void TypeScriptReader::add_tests(const Node& condition, bool is_true, Id scope, Tests& out) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const std::string_view kind = type(condition);
  const Nodes parts = named(condition);
  if (kind == "parenthesized_expression" && parts.size() == 1)
    return add_tests(parts[0], is_true, scope, out);
  if (kind == "unary_expression" && parts.size() == 1 && text(condition).starts_with('!'))
    return add_tests(parts[0], !is_true, scope, out);
  if (kind == "member_expression") {  // `result.success`
    const auto object = child(condition, "object");
    const auto key = child(condition, "property");
    if (object && key && type(*object) == "identifier")
      out.push_back({*object, name(*key), is_true, {build_.name("true")}, kNone});
    return;
  }
  const auto sign = child(condition, "operator");
  if (kind != "binary_expression" || !sign || parts.size() != 2) return;
  const std::string_view op = text(*sign);
  if ((op == "&&" && is_true) || (op == "||" && !is_true)) {
    for (const Node& one : parts) add_tests(one, is_true, scope, out);
  } else if (op == "===" || op == "==" || op == "!==" || op == "!=") {
    const bool is_equal = (op[0] == '=') == is_true;
    const auto before = out.size();
    add_comparison(parts[0], parts[1], is_equal, out);
    if (out.size() == before) add_comparison(parts[1], parts[0], is_equal, out);
  } else if (op == "in" && type(parts[0]) == "string" && type(parts[1]) == "identifier") {
    out.push_back({parts[1], module_name(parts[0]), is_true, {}, kNone});
  } else if (op == "instanceof" && is_true && type(parts[0]) == "identifier" &&
             type(parts[1]) == "identifier") {
    const Id of = build_.expr(ExprKind::kName, name(parts[1]), scope);
    out.push_back({parts[0], kNone, true, {}, build_.expr(ExprKind::kCall, of, kNone)});
  }
}

/// A scope in which the tested variables have only the types that pass; `scope` if there is none.
Id TypeScriptReader::narrowed(const Tests& tests, Id scope) {
  for (const Test& one : tests) {
    const Id outer = build_.visible(scope, name(one.variable));
    if (outer == kNone || !build_.decl(outer).is_local) continue;
    const Id before = build_.expr(ExprKind::kName, name(one.variable), scope);
    std::vector<Id> parts{one.key, one.is_equal ? 1U : 0U};
    parts.insert(parts.end(), one.constants.begin(), one.constants.end());
    const Id value =
        one.made != kNone ? one.made : build_.expr(ExprKind::kNarrowed, before, build_.list(parts));
    scope = build_.open_scope(Scope::Kind::kBlock, scope);
    const Id id = build_.declare(DeclKind::kVariable, one.variable, scope);
    build_.decl(id).is_local = true;
    build_.assign(id, value);
  }
  return scope;
}

Id TypeScriptReader::narrowed_by(const std::optional<Node>& condition, bool is_true, Id scope) {
  if (!condition) return scope;
  Tests tests;
  add_tests(*condition, is_true, scope, tests);
  return narrowed(tests, scope);
}

/// True if what follows the statement is not reached from it.
bool TypeScriptReader::exits(const Node& node) {
  if (type(node) != "statement_block") return std::ranges::find(kExits, type(node)) != kExits.end();
  const Nodes parts = named(node);
  return !parts.empty() && std::ranges::find(kExits, type(parts.back())) != kExits.end();
}

/// Returns the scope of the statements that follow.
Id TypeScriptReader::if_statement(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return scope;
  const auto condition = child(node, "condition");
  const auto then = child(node, "consequence");
  const auto otherwise = child(node, "alternative");
  if (condition) value(*condition, scope);
  if (then) statement(*then, narrowed_by(condition, true, scope));
  if (otherwise) statement(*otherwise, narrowed_by(condition, false, scope));
  const bool goes_on = otherwise || !then || !exits(*then);
  return goes_on ? scope : narrowed_by(condition, false, scope);
}

void TypeScriptReader::switch_statement(const Node& node, Id scope) {
  auto tested = child(node, "value");
  const auto body = child(node, "body");
  if (tested) value(*tested, scope);
  if (!body) return;
  if (const Nodes inside = tested ? named(*tested) : Nodes(); inside.size() == 1)
    tested = inside[0];  // without the parentheses
  const auto object = tested ? child(*tested, "object") : std::nullopt;
  const auto key = tested ? child(*tested, "property") : std::nullopt;
  const bool can_narrow = object && key && type(*object) == "identifier";
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  std::vector<Id> here, all;  // constants of this case with those that fall through, and so far
  bool is_known = can_narrow;
  for (const Node& one : named(*body)) {
    const auto with = child(one, "value");
    if (with) {
      value(*with, inner);
      const Id found = constant(*with);
      is_known = is_known && found != kNone;
      here.push_back(found);
      all.push_back(found);
    }
    const Nodes statements_of = children(one, "body");
    const bool is_default = type(one) == "switch_default";
    Id at = inner;
    if (is_known && (is_default || with))
      at = narrowed({{*object, name(*key), !is_default, is_default ? all : here, kNone}}, inner);
    for (const Node& part : statements_of) statement(part, at);
    if (!statements_of.empty() && exits(statements_of.back())) here.clear();
  }
}

}  // namespace codeweaver::facts
