// TypeScriptReader: classes, interfaces, enumerations and object literals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "facts/typescript_reader.hpp"

namespace codeweaver::facts {

Id TypeScriptReader::class_declaration(const Node& node, Id scope) {
  const auto as = child(node, "name");
  const bool is_statement = type(node) != "class";
  Id id = kNone;
  if (as && is_statement)
    id = build_.declare(DeclKind::kClass, *as, scope);
  else
    id = build_.declare_unnamed(DeclKind::kClass, node);
  set_end(id, node);
  build_.decl(id).is_local = is_local(scope);
  const Id inner = build_.open_scope(Scope::Kind::kClass, scope, id);
  if (as && !is_statement)
    bind_name(*as, DeclKind::kVariable, kNone, build_.expr(ExprKind::kOwnClass, id), inner);
  const std::vector<Id> parameters = type_parameters(node, inner);
  build_.decl(id).type_parameters = build_.list(parameters);
  for (const Node& one : named(node)) {
    if (type(one) == "class_heritage") heritage(one, id, inner);
    if (type(one) == "decorator") value(one, scope);
  }
  if (const auto body = child(node, "body")) class_body(*body, id, inner);
  return id;
}

void TypeScriptReader::heritage(const Node& node, Id decl, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) == "implements_clause") {
      for (const Node& written : named(one))
        if (const Id type = type_of(written, scope); type != kNone)
          build_.add_base(decl, build_.expr(ExprKind::kImplemented, type));
      continue;
    }
    const bool has_clause = type(one) == "extends_clause";  // JavaScript has the value alone
    const auto base = has_clause ? child(one, "value") : one;
    if (!base) continue;
    Id of = value(*base, scope);
    set_callee(*base, Use::Kind::kType);
    const std::vector<Id> given = type_arguments(one, scope);
    if (of == kNone) continue;
    if (!given.empty()) of = build_.expr(ExprKind::kApplied, of, build_.list(given));
    build_.add_base(decl, build_.expr(ExprKind::kTypeOf, build_.expr(ExprKind::kCall, of, kNone)));
  }
}

void TypeScriptReader::interface_declaration(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const Id id = build_.declare(DeclKind::kInterface, *as, scope);
  set_end(id, node);
  const Id inner = build_.open_scope(Scope::Kind::kClass, scope, id);
  const std::vector<Id> parameters = type_parameters(node, inner);
  build_.decl(id).type_parameters = build_.list(parameters);
  for (const Node& one : named(node))
    if (type(one) == "extends_type_clause" || type(one) == "extends_clause")
      for (const Node& written : named(one)) build_.add_base(id, type_of(written, inner));
  if (const auto body = child(node, "body")) class_body(*body, id, inner);
}

void TypeScriptReader::alias_declaration(const Node& node, Id scope) {
  const auto as = child(node, "name");
  const auto written = child(node, "value");
  if (!as || !written) return;
  const Id id = build_.declare(DeclKind::kAlias, *as, scope);
  set_end(id, node);
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  const std::vector<Id> parameters = type_parameters(node, inner);
  build_.decl(id).type_parameters = build_.list(parameters);
  const Id type = type_of(*written, inner);
  build_.decl(id).type = type;
}

void TypeScriptReader::enum_declaration(const Node& node, Id scope) {
  const auto as = child(node, "name");
  const auto body = child(node, "body");
  if (!as || !body) return;
  const Id id = build_.declare(DeclKind::kClass, *as, scope);
  set_end(id, node);
  // Its members are visible by their names alone within it.
  const Id inner = build_.open_scope(Scope::Kind::kClass, scope, id);
  const Id type = build_.expr(ExprKind::kUnnamedType, id);
  for (const Node& one : named(*body)) {
    const auto part = this->type(one) == "enum_assignment" ? child(one, "name") : one;
    if (!part) continue;
    const Id constant = member(DeclKind::kField, *part, id, inner);
    build_.decl(constant).type = type;
    build_.decl(constant).is_static = true;
    if (const auto given = child(one, "value")) value(*given, inner);
  }
}

/// Declares a member. Quotes around its name are left out.
Id TypeScriptReader::member(DeclKind kind, const Node& as, Id owner, Id scope) {
  const Id id = build_.declare(kind, as, scope, owner);
  if (type(as) == "string") {
    build_.decl(id).name = module_name(as);
  } else if (type(as) == "computed_property_name") {
    build_.decl(id).name = kNone;
  }
  if (build_.decl(id).name != kNone) members_.try_emplace(key_of(owner, build_.decl(id).name), id);
  return id;
}

void TypeScriptReader::class_body(const Node& node, Id decl, Id scope) {
  const Context before = context_;
  context_ = {.this_value = build_.expr(ExprKind::kUnnamedType, decl),
              .this_class = decl,
              .own_class = decl,
              .constructed = kNone,
              .function = kNone,
              .returns = kNone};
  for (const Node& one : named(node)) class_member(one, type(one), decl, scope);
  context_ = before;
}

void TypeScriptReader::class_member(const Node& node, std::string_view kind, Id decl, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  if (kind == "method_definition" || kind == "method_signature" ||
      kind == "abstract_method_signature")
    return method(node, decl, scope, kNone);
  if (kind == "public_field_definition" || kind == "field_definition" ||
      kind == "property_signature")
    return field(node, decl, scope);
  if (kind == "call_signature" || kind == "construct_signature") {
    const Id id = build_.declare_unnamed(DeclKind::kFunction, node);
    build_.decl(id).name = build_.name(kind == "call_signature" ? "()" : "new()");
    build_.decl(id).owner = decl;
    const Context before = context_;
    function(node, id, scope, kNone);
    context_ = before;
  } else if (kind == "index_signature") {
    const Id type = index_signature(node, scope);
    build_.decl(decl).type = type;
  } else if (kind == "class_static_block") {
    const Context before = context_;
    context_.this_value = build_.expr(ExprKind::kOwnClass, decl);
    if (const auto body = child(node, "body")) statement(*body, scope);
    context_ = before;
  } else if (kind == "decorator") {
    value(node, scope);
  }
}

void TypeScriptReader::method(const Node& node, Id decl, Id scope, Id wanted) {
  const auto as = child(node, "name");
  if (!as) return;
  computed_name(*as, scope);
  const Id id = member(DeclKind::kFunction, *as, decl, kNone);
  Nodes all;
  tree_.children(node, all);
  const auto has = [&](std::string_view word) {
    return std::ranges::any_of(all, [&](const Node& one) { return type(one) == word; });
  };
  build_.decl(id).is_property = has("get");
  const Context before = context_;
  if (has("static")) {
    build_.decl(id).is_static = true;
    context_.this_value = build_.expr(ExprKind::kOwnClass, decl);
    context_.this_class = kNone;
  }
  context_.constructed = text(*as) == "constructor" ? decl : kNone;
  function(node, id, scope, wanted);
  context_ = before;
  if (has("set") && build_.decl(id).parameters != kNone) {
    build_.decl(id).kind = DeclKind::kField;
    const auto list = build_.facts().list(build_.decl(id).parameters);
    build_.decl(id).type = build_.decl(list[0]).type;
  }
}

void TypeScriptReader::field(const Node& node, Id decl, Id scope) {
  auto as = child(node, "name");
  if (!as) as = child(node, "property");
  if (!as) return;
  for (const Node& one : children(node, "decorator")) value(one, scope);
  computed_name(*as, scope);
  const Id id = member(DeclKind::kField, *as, decl, kNone);
  set_end(id, node);
  Nodes all;
  tree_.children(node, all);
  build_.decl(id).is_static =
      std::ranges::any_of(all, [&](const Node& one) { return this->type(one) == "static"; });
  const Id type = annotation(child(node, "type"), scope);
  build_.decl(id).type = type;
  const auto given = child(node, "value");
  if (given) build_.assign(id, value(*given, scope, instance(type)));
}

Id TypeScriptReader::object(const Node& node, Id scope, Id wanted) {
  const Id id = build_.declare_unnamed(DeclKind::kClass, node);
  build_.decl(id).is_local = true;
  const Context before = context_;
  const Id own = build_.expr(ExprKind::kUnnamedType, id);
  for (const Node& one : named(node)) {
    const std::string_view kind = type(one);
    if (kind == "pair") {
      pair(one, id, scope, wanted);
    } else if (kind == "shorthand_property_identifier") {
      use_name(one, scope, Use::Kind::kOther);
      const Id field = member(DeclKind::kField, one, id, kNone);
      build_.assign(field, build_.expr(ExprKind::kName, name(one), scope));
    } else if (kind == "method_definition") {
      const auto as = child(one, "name");
      context_.this_value = wanted == kNone ? own : union_of({wanted, own});
      context_.this_class = kNone;
      method(one, id, scope, as ? member_of(wanted, name(*as)) : kNone);
      context_ = before;
    } else if (kind == "spread_element") {
      for (const Node& spread : named(one))
        if (const Id given = value(spread, scope); given != kNone)
          build_.add_base(id, build_.expr(ExprKind::kTypeOf, given));
    }
  }
  return own;
}

void TypeScriptReader::pair(const Node& node, Id decl, Id scope, Id wanted) {
  const auto key = child(node, "key");
  const auto given = child(node, "value");
  if (!key || !given) return;
  computed_name(*key, scope);
  const Id id = member(DeclKind::kField, *key, decl, kNone);
  set_end(id, node);
  const Id as = build_.decl(id).name;
  const Id like = as == kNone ? kNone : member_of(wanted, as);
  if (!is_function_expression(*given)) return build_.assign(id, value(*given, scope, like));
  Context inside;
  const Id own = build_.expr(ExprKind::kUnnamedType, decl);
  inside.this_value = wanted == kNone ? own : union_of({wanted, own});
  build_.assign(id, function_value(*given, scope, like, inside));
}

}  // namespace codeweaver::facts
