// TypeScriptReader: patterns, functions and their parameters.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "facts/typescript_reader.hpp"

namespace codeweaver::facts {

Id TypeScriptReader::bind_name(const Node& node, DeclKind kind, Id type, Id given, Id scope) {
  const Id id = build_.declare(kind, node, scope);
  build_.decl(id).type = type;
  build_.decl(id).is_local = is_local(scope);
  set_end(id, node);
  build_.assign(id, given);
  return id;
}

Id TypeScriptReader::bind(const Node& pattern, DeclKind kind, Id type, Id given, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view as = this->type(pattern);
  if (as == "identifier" || as == "shorthand_property_identifier_pattern")
    return bind_name(pattern, kind, type, given, scope);
  if (as == "assignment_pattern" || as == "object_assignment_pattern") {
    const auto left = child(pattern, "left");
    const auto right = child(pattern, "right");
    const Id otherwise = right ? value(*right, scope, given) : kNone;
    return left ? bind(*left, kind, type, given == kNone ? otherwise : given, scope) : kNone;
  }
  if (as == "rest_pattern") {
    for (const Node& one : named(pattern)) return bind(one, kind, type, given, scope);
    return kNone;
  }
  const Id whole = type == kNone ? given : instance(type);
  if (as == "object_pattern")
    bind_object(pattern, kind, whole, scope);
  else if (as == "array_pattern")
    bind_array(pattern, kind, whole, scope);
  else
    value(pattern, scope);
  return kNone;
}

void TypeScriptReader::bind_object(const Node& pattern, DeclKind kind, Id given, Id scope) {
  for (const Node& one : named(pattern)) {
    const std::string_view as = type(one);
    if (as == "pair_pattern") {
      const auto key = child(one, "key");
      const auto target = child(one, "value");
      if (!key || !target) continue;
      Id part = kNone;
      if (type(*key) == "property_identifier") {
        part = member_of(given, name(*key));
        if (part != kNone) build_.use(*key, part, scope, Use::Kind::kOther);
      } else {
        computed_name(*key, scope);
      }
      bind(*target, kind, kNone, part, scope);
    } else if (as == "rest_pattern") {
      bind(one, kind, kNone, given, scope);
    } else {
      const auto left = as == "object_assignment_pattern" ? child(one, "left") : one;
      const bool is_name = left && type(*left) == "shorthand_property_identifier_pattern";
      bind(one, kind, kNone, is_name ? member_of(given, name(*left)) : kNone, scope);
    }
  }
}

void TypeScriptReader::bind_array(const Node& pattern, DeclKind kind, Id given, Id scope) {
  Nodes all;
  tree_.children(pattern, all);
  Id position = 0;
  for (const Node& one : all) {
    if (type(one) == ",") ++position;
    if (!one.is_named || one.is_comment) continue;
    const bool is_rest = type(one) == "rest_pattern";
    Id part = given;
    if (given != kNone && !is_rest) part = build_.expr(ExprKind::kPosition, given, position);
    bind(one, kind, kNone, part, scope);
  }
}

void TypeScriptReader::function_declaration(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const Id id = build_.declare(DeclKind::kFunction, *as, scope);
  const Context before = std::exchange(context_, Context{});
  const char first = text(*as).empty() ? ' ' : text(*as)[0];
  const bool makes_objects = is_javascript() && first >= 'A' && first <= 'Z';  // by convention
  if (makes_objects) context_ = method_context(id);
  function(node, id, scope, kNone);
  context_ = before;
}

Id TypeScriptReader::function_value(const Node& node, Id scope, Id wanted, const Context& inside) {
  const Id id = build_.declare_unnamed(DeclKind::kFunction, node);
  build_.decl(id).is_local = true;
  const Context before = context_;
  if (type(node) != "arrow_function") context_ = inside;
  if (const auto as = child(node, "name")) {  // visible within the function alone
    scope = build_.open_scope(Scope::Kind::kBlock, scope);
    bind_name(*as, DeclKind::kVariable, kNone, build_.expr(ExprKind::kLambda, id), scope);
  }
  function(node, id, scope, wanted);
  context_ = before;
  return build_.expr(ExprKind::kLambda, id);
}

void TypeScriptReader::function(const Node& node, Id decl, Id scope, Id wanted) {
  set_end(decl, node);
  const Id inner = build_.open_scope(Scope::Kind::kFunction, scope, decl);
  const Context before = context_;
  Nodes all;
  tree_.children(node, all);
  const auto has = [&](std::string_view word) {
    return std::ranges::any_of(all, [&](const Node& one) { return type(one) == word; });
  };
  build_.decl(decl).is_async = has("async") && !has("*");
  const std::vector<Id> own = type_parameters(node, inner);
  build_.decl(decl).own_type_parameters = build_.list(own);
  parameters(node, decl, inner, wanted);
  result(node, decl, inner);
  context_.function = has("*") ? kNone : decl;
  context_.returns = instance(build_.decl(decl).type);
  if (context_.returns == kNone && wanted != kNone)
    context_.returns = build_.expr(ExprKind::kCall, wanted, kNone);
  if (context_.returns != kNone && build_.decl(decl).is_async)
    context_.returns = build_.expr(ExprKind::kAwait, context_.returns);
  if (const auto body = child(node, "body")) {
    if (type(*body) == "statement_block")
      statements(*body, inner);
    else
      build_.assign(decl, value(*body, inner, context_.returns));
  }
  context_ = before;
}

void TypeScriptReader::parameters(const Node& node, Id decl, Id inner, Id wanted) {
  std::vector<Id> all;
  if (const auto list = child(node, "parameters")) {
    for (const Node& one : named(*list)) {
      const auto pattern = child(one, "pattern");
      if (pattern && type(*pattern) == "this") {
        context_.this_value = instance(annotation(child(one, "type"), inner));
        context_.this_class = kNone;
        continue;
      }
      all.push_back(parameter(one, inner, wanted, static_cast<Id>(all.size())));
    }
  } else if (const auto one = child(node, "parameter")) {
    all.push_back(parameter(*one, inner, wanted, 0));
  }
  build_.decl(decl).parameters = build_.list(all);
}

Id TypeScriptReader::parameter(const Node& node, Id inner, Id wanted, Id position) {
  const auto inside = child(node, "pattern");
  Node pattern = inside ? *inside : node;  // JavaScript has the pattern alone
  for (const Node& one : children(node, "decorator")) value(one, inner);
  const Id type = annotation(child(node, "type"), inner);
  const auto given = child(node, "value");
  Id from = given ? value(*given, inner, instance(type)) : kNone;
  if (this->type(pattern) == "assignment_pattern") {
    const auto left = child(pattern, "left");
    const auto right = child(pattern, "right");
    if (right) from = value(*right, inner);
    if (left) pattern = *left;
  }
  const bool is_rest = this->type(pattern) == "rest_pattern";
  if (type == kNone && wanted != kNone && !is_rest)
    from = build_.expr(ExprKind::kParameterOf, wanted, position);
  Id id = bind(pattern, DeclKind::kParameter, type, from, inner);
  if (id == kNone) {  // a pattern; the parameter itself has no name
    id = build_.declare_unnamed(DeclKind::kParameter, pattern);
    build_.decl(id).type = type;
    build_.assign(id, from);
  }
  build_.decl(id).is_local = true;
  build_.decl(id).is_rest = is_rest;
  if (inside) parameter_property(node, pattern, id);
  return id;
}

/// `constructor(private name: Type)` declares a field.
void TypeScriptReader::parameter_property(const Node& node, const Node& pattern, Id parameter) {
  if (context_.constructed == kNone || type(pattern) != "identifier") return;
  Nodes all;
  tree_.children(node, all);
  const bool is_field = std::ranges::any_of(all, [&](const Node& one) {
    const std::string_view kind = type(one);
    return kind == "accessibility_modifier" || kind == "override_modifier" || kind == "readonly";
  });
  if (!is_field) return;
  const Id id = member(DeclKind::kField, pattern, context_.constructed, kNone);
  build_.decl(id).type = build_.decl(parameter).type;
  build_.decl(parameter).is_local = false;  // the name stands for the field, too
}

std::vector<Id> TypeScriptReader::type_parameters(const Node& node, Id inner) {
  std::vector<Id> all;
  const auto list = child(node, "type_parameters");
  if (!list) return all;
  const Nodes parts = named(*list);
  for (const Node& one : parts)
    if (const auto as = child(one, "name"))
      all.push_back(build_.declare(DeclKind::kTypeParameter, *as, inner));
  std::size_t at = 0;
  for (const Node& one : parts) {
    if (!child(one, "name")) continue;
    const Id id = all[at++];
    if (const auto bound = child(one, "constraint"))
      for (const Node& written : named(*bound)) {
        const Id type = type_of(written, inner);
        build_.decl(id).type = type;
      }
    if (const auto given = child(one, "value"))
      for (const Node& written : named(*given)) {
        const Id type = type_of(written, inner);
        build_.assign(id, type);
      }
  }
  return all;
}

void TypeScriptReader::result(const Node& node, Id decl, Id inner) {
  auto written = child(node, "return_type");
  if (!written) written = child(node, "type");  // of construct signatures
  if (!written) return;
  const std::string_view kind = type(*written);
  Id type = kNone;
  if (kind == "type_annotation") {
    type = annotation(written, inner);
  } else if (kind.ends_with("_annotation") || kind == "asserts" || kind == "type_predicate") {
    types_within(*written, inner);
    type = build_.expr(ExprKind::kLiteral);
  } else {
    type = type_of(*written, inner);
  }
  build_.decl(decl).type = type;
}

}  // namespace codeweaver::facts
