// JavaReader: classes, fields, methods and their parameters.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <utility>

#include "facts/java_reader.hpp"

namespace codeweaver::facts {

bool JavaReader::has_modifier(const Node& node, std::string_view word) const {
  Nodes parts, words;
  tree_.children(node, parts);
  for (const Node& part : parts) {
    if (type(part) != "modifiers") continue;
    tree_.children(part, words);
    if (std::ranges::any_of(words, [&](const Node& one) { return type(one) == word; })) return true;
  }
  return false;
}

void JavaReader::class_declaration(const Node& node, Id scope, Id owner) {
  const Depth depth(depth_);
  const auto as = child(node, "name");
  if (!as || depth.is_too_deep()) return;
  const std::string_view kind = type(node);
  const bool is_interface =
      kind == "interface_declaration" || kind == "annotation_type_declaration";
  const Id id = build_.declare(is_interface ? DeclKind::kInterface : DeclKind::kClass, *as,
                               owner == kNone ? scope : kNone, owner);
  set_end(id, node);
  build_.decl(id).is_local =
      build_.facts().scopes[scope].kind != Scope::Kind::kModule && owner == kNone;
  build_.decl(id).is_static =
      is_interface || kind != "class_declaration" || has_modifier(node, "static");
  build_.decl(id).is_private = has_modifier(node, "private");
  annotations(node, scope);
  // Bases see the type parameters of the class, but not its members.
  const Id header = build_.open_scope(Scope::Kind::kBlock, scope);
  const Id parameters = type_parameters(node, header);
  build_.decl(id).type_parameters = parameters;
  const Id superclass = bases(node, id, header);
  if (kind == "enum_declaration")
    build_.add_base(id, build_.expr(ExprKind::kGenericType, library("Enum"),
                                    build_.list({build_.expr(ExprKind::kUnnamedType, id)})));
  const Id inner = build_.open_scope(Scope::Kind::kClass, header, id);
  if (const auto list = child(node, "parameters"); list && kind == "record_declaration")
    components(*list, id, inner);
  if (const auto body = child(node, "body")) class_body(*body, id, inner, superclass);
}

Id JavaReader::bases(const Node& node, Id decl, Id scope) {
  Id superclass = kNone;
  for (const Node& part : named(node)) {
    const std::string_view kind = type(part);
    if (kind != "superclass" && kind != "super_interfaces" && kind != "extends_interfaces" &&
        kind != "permits")
      continue;
    for (const Node& one : named(part)) {
      const Nodes types = type(one) == "type_list" ? named(one) : Nodes{one};
      for (const Node& written : types) {
        const Id base = type_of(written, scope);
        if (kind != "permits") build_.add_base(decl, base);
        if (kind == "superclass") superclass = base;
      }
    }
  }
  return superclass;
}

void JavaReader::class_body(const Node& body, Id decl, Id scope, Id superclass) {
  const Context before =
      std::exchange(context_, Context{.own_class = decl, .superclass = superclass});
  members(body, decl, scope);
  context_ = before;
}

void JavaReader::members(const Node& body, Id decl, Id scope) {
  for (const Node& one : named(body)) {
    const Depth depth(depth_);
    if (depth.is_too_deep()) return;
    const std::string_view kind = type(one);
    if (kind == "field_declaration" || kind == "constant_declaration")
      fields(one, decl, scope);
    else if (kind == "method_declaration" || kind == "annotation_type_element_declaration")
      method(one, decl, scope);
    else if (kind == "constructor_declaration" || kind == "compact_constructor_declaration")
      constructor(one, decl, scope);
    else if (kind == "enum_constant")
      enum_constant(one, decl, scope);
    else if (kind == "enum_body_declarations")
      members(one, decl, scope);
    else if (kind.ends_with("_declaration"))
      class_declaration(one, scope, decl);
    else
      statement(one, scope);
  }
}

/// The body of a class without a name, whose base has been added.
void JavaReader::unnamed_body(const Node& body, Id decl, Id scope) {
  set_end(decl, body);
  build_.decl(decl).is_local = true;
  class_body(body, decl, build_.open_scope(Scope::Kind::kClass, scope, decl));
}

std::optional<JavaReader::Parameter> JavaReader::parameter(const Node& node, Id scope) {
  if (type(node) != "formal_parameter" && type(node) != "spread_parameter") return std::nullopt;
  annotations(node, scope);
  if (type(node) == "formal_parameter") {
    const auto as = child(node, "name");
    if (!as || type(*as) != "identifier") return std::nullopt;
    return Parameter{*as, with_dimensions(node, variable_type(node, scope)), false};
  }
  Id type = kNone;  // of `Type... name`
  for (const Node& part : named(node)) {
    if (this->type(part) == "variable_declarator") {
      const auto as = child(part, "name");
      if (!as || this->type(*as) != "identifier") return std::nullopt;
      return Parameter{*as, build_.expr(ExprKind::kListType, type), true};
    }
    if (this->type(part) != "modifiers") type = type_of(part, scope);
  }
  return std::nullopt;
}

/// Components of a record are its fields, and methods without parameters read them.
void JavaReader::components(const Node& list, Id decl, Id scope) {
  std::vector<Id> all;
  for (const Node& one : named(list)) {
    const auto found = parameter(one, scope);
    if (!found) continue;
    const Id id = build_.declare(DeclKind::kField, found->as, kNone, decl);
    build_.decl(id).type = found->type;
    build_.decl(id).is_property = true;
    build_.decl(id).is_rest = found->is_rest;
    all.push_back(id);
  }
  build_.decl(decl).parameters = build_.list(all);
}

void JavaReader::enum_constant(const Node& node, Id decl, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  annotations(node, scope);
  const Id type = build_.expr(ExprKind::kUnnamedType, decl);
  const Id id = build_.declare(DeclKind::kField, *as, kNone, decl);
  set_end(id, node);
  build_.decl(id).type = type;
  build_.decl(id).is_static = true;
  if (const auto arguments = child(node, "arguments"))
    called(instance(type), build_.name(kConstructor), arguments, scope);
  if (const auto body = child(node, "body")) {
    const Id own = build_.declare_unnamed(DeclKind::kClass, node);
    build_.add_base(own, type);
    unnamed_body(*body, own, scope);
  }
}

void JavaReader::fields(const Node& node, Id decl, Id scope) {
  annotations(node, scope);
  const Id type = variable_type(node, scope);
  const bool is_static = this->type(node) == "constant_declaration" || has_modifier(node, "static");
  const bool is_private = has_modifier(node, "private");
  for (const Node& one : children(node, "declarator")) {
    const auto as = child(one, "name");
    if (!as) continue;
    const Id own = with_dimensions(one, type);
    const Id id = build_.declare(DeclKind::kField, *as, kNone, decl);
    set_end(id, one);
    build_.decl(id).type = own;
    build_.decl(id).is_static = is_static;
    build_.decl(id).is_private = is_private;
    if (const auto given = child(one, "value")) value(*given, scope, instance(own));
  }
}

Id JavaReader::type_parameters(const Node& node, Id scope) {
  const auto list = child(node, "type_parameters");
  if (!list) return kNone;
  std::vector<Id> all;
  std::vector<std::pair<Id, Node>> bounds;  // a bound may name a parameter after its own
  for (const Node& one : named(*list))
    for (const Node& part : named(one)) {
      if (type(part) == "type_identifier")
        all.push_back(build_.declare(DeclKind::kTypeParameter, part, scope));
      else if (type(part) == "type_bound" && !all.empty())
        for (const Node& written : named(part)) bounds.emplace_back(all.back(), written);
      else
        annotation(part, scope);
    }
  for (const auto& [id, written] : bounds) build_.add_base(id, type_of(written, scope));
  return build_.list(all);
}

void JavaReader::method(const Node& node, Id decl, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const Id id = build_.declare(DeclKind::kFunction, *as, decl == kNone ? scope : kNone, decl);
  annotations(node, scope);
  const Id inner = build_.open_scope(Scope::Kind::kFunction, scope, id);
  const Id own = type_parameters(node, inner);
  const auto written = child(node, "type");
  const Id type = written ? with_dimensions(node, type_of(*written, inner)) : kNone;
  if (const auto list = child(node, "parameters")) parameters(*list, id, inner);
  Decl& made = build_.decl(id);
  made.own_type_parameters = own;
  made.type = type;
  made.is_static = has_modifier(node, "static");
  made.is_private = has_modifier(node, "private");
  made.is_abstract = !child(node, "body") && !has_modifier(node, "native");
  if (const auto given = child(node, "value")) value(*given, inner);  // of an annotation
  function_body(node, id, inner);
}

void JavaReader::constructor(const Node& node, Id decl, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const Id id = build_.declare(DeclKind::kFunction, *as, kNone, decl);
  build_.decl(id).name = build_.name(kConstructor);
  annotations(node, scope);
  const Id inner = build_.open_scope(Scope::Kind::kFunction, scope, id);
  const Id own = type_parameters(node, inner);
  build_.decl(id).own_type_parameters = own;
  if (const auto list = child(node, "parameters")) {
    parameters(*list, id, inner);
  } else {  // that of a record has the components as parameters
    const auto span = build_.facts().list(build_.decl(decl).parameters);
    for (const Id field : std::vector<Id>(span.begin(), span.end())) {
      const Decl component = build_.decl(field);
      const Id parameter = build_.declare_at(DeclKind::kParameter, component, inner);
      build_.decl(parameter).is_local = true;
    }
    build_.decl(id).parameters = build_.decl(decl).parameters;
  }
  function_body(node, id, inner);
}

void JavaReader::function_body(const Node& node, Id function, Id inner) {
  set_end(function, node);
  for (const Node& one : named(node))
    if (type(one) == "throws")
      for (const Node& written : named(one)) type_of(written, inner);
  const Context before = context_;
  context_.lambda = kNone;
  context_.returns = instance(build_.decl(function).type);
  if (const auto body = child(node, "body")) statements(*body, inner);
  context_ = before;
}

void JavaReader::parameters(const Node& list, Id function, Id inner) {
  std::vector<Id> all;
  for (const Node& one : named(list)) {
    const auto found = parameter(one, inner);
    if (!found) continue;
    const Id id = build_.declare(DeclKind::kParameter, found->as, inner);
    build_.decl(id).type = found->type;
    build_.decl(id).is_local = true;
    build_.decl(id).is_rest = found->is_rest;
    all.push_back(id);
  }
  build_.decl(function).parameters = build_.list(all);
}

}  // namespace codeweaver::facts
