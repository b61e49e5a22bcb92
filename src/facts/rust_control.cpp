// RustReader: conditions, loops and matches.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/rust_reader.hpp"

namespace codeweaver::facts {

/// The scope in which the names of `let` conditions are visible.
Id RustReader::condition(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return scope;
  const std::string_view kind = type(node);
  if (kind == "let_chain") {
    for (const Node& one : named(node)) scope = condition(one, scope);
    return scope;
  }
  if (kind == "binary_expression" && text(node).find("let ") != std::string_view::npos) {
    for (const Node& one : named(node)) scope = condition(one, scope);
    return scope;
  }
  if (kind != "let_condition") {
    value(node, scope);
    return scope;
  }
  const auto bound = child(node, "pattern");
  const auto given = child(node, "value");
  const Id of = given ? value(*given, scope) : kNone;
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  if (bound) pattern(*bound, of, kNone, inner);
  return inner;
}

Id RustReader::if_value(const Node& node, Id scope) {
  const auto asked = child(node, "condition");
  const auto then = child(node, "consequence");
  const auto other = child(node, "alternative");
  const Id inner = asked ? condition(*asked, scope) : scope;
  std::vector<Id> values;
  if (then) values.push_back(block(*then, inner));
  if (other)
    for (const Node& one : named(*other)) values.push_back(value(one, scope));
  return any_of(values);
}

Id RustReader::match_value(const Node& node, Id scope) {
  const auto asked = child(node, "value");
  const auto body = child(node, "body");
  const Id of = asked ? value(*asked, scope) : kNone;
  std::vector<Id> values;
  if (!body) return kNone;
  for (const Node& arm : named(*body)) {
    if (type(arm) != "match_arm") continue;
    const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
    Id scope_of_arm = inner;
    if (const auto labels = child(arm, "pattern")) {
      const auto asked_too = child(*labels, "condition");
      for (const Node& one : named(*labels))
        if (!asked_too || one.range != asked_too->range) pattern(one, of, kNone, inner);
      if (asked_too) scope_of_arm = condition(*asked_too, inner);
    }
    if (const auto given = child(arm, "value")) values.push_back(value(*given, scope_of_arm));
  }
  return any_of(values);
}

Id RustReader::control_value(const Node& node, std::string_view kind, Id scope) {
  if (kind == "if_expression") return if_value(node, scope);
  if (kind == "match_expression") return match_value(node, scope);
  if (kind == "while_expression" || kind == "loop_expression") {
    const auto asked = child(node, "condition");
    const auto body = child(node, "body");
    const Id inner = asked ? condition(*asked, scope) : scope;
    if (body) block(*body, inner);
    return kNone;
  }
  if (kind == "for_expression") {
    const auto bound = child(node, "pattern");
    const auto over = child(node, "value");
    const auto body = child(node, "body");
    const Id of = over ? value(*over, scope) : kNone;
    const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
    if (bound)
      pattern(*bound, of == kNone ? kNone : build_.expr(ExprKind::kElement, of), kNone, inner);
    if (body) block(*body, inner);
    return kNone;
  }
  if (kind == "let_condition" || kind == "let_chain") {
    condition(node, scope);
    return kNone;
  }
  if (kind == "unsafe_block" || kind == "async_block" || kind == "const_block" ||
      kind == "try_block") {
    Id last = kNone;
    const Context before = context_;
    if (kind == "async_block") context_.lambda = kNone;
    for (const Node& one : named(node)) last = value(one, scope);
    context_ = before;
    return last;
  }
  if (kind == "return_expression") {
    for (const Node& one : named(node)) {
      const Id given = value(one, scope);
      if (context_.lambda != kNone) build_.assign(context_.lambda, given);
    }
    return kNone;
  }
  if (kind == "break_expression" || kind == "continue_expression" || kind == "yield_expression") {
    for (const Node& one : named(node))
      if (type(one) != "label") value(one, scope);
    return kNone;
  }
  if (kind == "label" || kind == "lifetime" || kind == "mutable_specifier") return kNone;
  if (node.is_error) {
    for (const Node& one : named(node))
      if (!item(one, scope)) value(one, scope);
    return kNone;
  }
  return operator_value(node, kind, scope);
}

}  // namespace codeweaver::facts
