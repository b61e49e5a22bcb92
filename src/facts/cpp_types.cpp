// CppReader: types, classes and qualified names.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "facts/cpp_reader.hpp"

namespace codeweaver::facts {

Id CppReader::type_of(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "type_identifier" || kind == "namespace_identifier" || kind == "identifier" ||
      kind == "field_identifier") {
    const Id id = build_.expr(ExprKind::kName, name(node), scope);
    build_.use(node, id, scope, Use::Kind::kType);
    return id;
  }
  if (kind == "qualified_identifier") return qualified(node, scope, Use::Kind::kType).whole;
  if (kind == "template_type" || kind == "template_method" || kind == "template_function") {
    const auto as = child(node, "name");
    return as ? template_type(node, type_of(*as, scope), scope) : kNone;
  }
  if (is_class_type(kind)) return class_type(node, scope);
  if (kind == "primitive_type" || kind == "sized_type_specifier") {
    for (const Node& one : named(node))
      if (type(one) == "type_identifier") type_of(one, scope);
    return primitive(node);
  }
  if (kind == "placeholder_type_specifier") return kNone;
  if (kind == "decltype") {
    Id of = kNone;
    for (const Node& one : named(node)) of = value(one, scope);
    return of == kNone ? kNone : build_.expr(ExprKind::kTypeOf, of);
  }
  if (kind == "type_descriptor") {
    const auto written = child(node, "type");
    const Id type = written ? type_of(*written, scope) : kNone;
    const auto declarator = child(node, "declarator");
    if (!declarator) return type;
    const Declarator to = unwrap(*declarator, type, scope);
    if (!to.function) return to.type;
    if (const auto list = child(*to.function, "parameters")) parameters(*list, kNone, scope);
    return to.type == kNone ? kNone : build_.expr(ExprKind::kFunctionType, to.type);
  }
  Id last = kNone;  // `typename T::Inner` and the like
  for (const Node& one : named(node)) {
    const std::string_view part = type(one);
    if (part.ends_with("type") || part.ends_with("identifier") || part.ends_with("descriptor") ||
        part.ends_with("specifier"))
      last = type_of(one, scope);
    else
      value(one, scope);
  }
  return last;
}

Id CppReader::template_type(const Node& node, Id name, Id scope) {
  const std::vector<Id> given = template_arguments(node, scope);
  return name == kNone ? kNone : build_.expr(ExprKind::kGenericType, name, build_.list(given));
}

std::vector<Id> CppReader::template_arguments(const Node& node, Id scope) {
  std::vector<Id> out;
  const auto list = child(node, "arguments");
  if (!list) return out;
  for (const Node& one : named(*list)) {
    const std::string_view kind = type(one);
    const bool is_type = kind == "type_descriptor" || kind.ends_with("_type") ||
                         kind == "type_parameter_pack_expansion";
    Id made = kNone;
    if (is_type)
      made = type_of(one, scope);
    else if (value(one, scope); kind.ends_with("literal"))
      made = build_.expr(ExprKind::kLiteral);
    out.push_back(made);
  }
  return out;
}

Id CppReader::qualifier(const Node& node, Id before, Id scope) {
  const std::string_view kind = type(node);
  if (kind == "template_type") {
    const auto as = child(node, "name");
    return as ? template_type(node, qualifier(*as, before, scope), scope) : kNone;
  }
  if (kind != "namespace_identifier" && kind != "identifier" && kind != "type_identifier") {
    Id last = kNone;
    for (const Node& one : named(node)) last = value(one, scope);
    return kind == "decltype" && last != kNone ? build_.expr(ExprKind::kTypeOf, last) : kNone;
  }
  const Id id = before == kNone ? build_.expr(ExprKind::kQualifier, scope, name(node))
                                : build_.expr(ExprKind::kMember, before, name(node));
  build_.use(node, id, scope, Use::Kind::kType);
  return id;
}

CppReader::Qualified CppReader::qualified(Node node, Id scope, std::optional<Use::Kind> kind) {
  Qualified out;
  Id where = scope;
  while (type(node) == "qualified_identifier") {
    const auto before = child(node, "scope");
    if (before)
      out.before = qualifier(*before, out.before, where);
    else
      where = 0;  // `::name`
    const auto as = child(node, "name");
    if (!as) return out;
    node = *as;
  }
  if (type(node) == "dependent_name") {
    const Nodes inner = named(node);
    if (inner.empty()) return out;
    node = inner.back();
  }
  out.name = node;
  const std::string_view last = type(node);
  const bool is_generic =
      last == "template_type" || last == "template_function" || last == "template_method";
  const auto as = is_generic ? child(node, "name") : std::optional(node);
  if (!as || last == "operator_cast") return out;
  out.whole = out.before == kNone ? build_.expr(ExprKind::kName, name(*as), where)
                                  : build_.expr(ExprKind::kMember, out.before, name(*as));
  if (!kind) return out;
  out.name = as;
  const Id named = out.whole;
  if (last == "template_type") {
    out.whole = template_type(node, out.whole, scope);
  } else if (is_generic) {
    const std::vector<Id> given = template_arguments(node, scope);
    out.whole = build_.expr(ExprKind::kApplied, out.whole, build_.list(given));
  }
  if (last != "operator_name" && last != "destructor_name") build_.use(*as, named, scope, *kind);
  return out;
}

/// A class, structure, union or enumeration with its body, or the name of one after such a word.
Id CppReader::class_type(const Node& node, Id scope) {
  auto as = child(node, "name");
  const auto body = child(node, "body");
  if (const auto base = child(node, "base")) type_of(*base, scope);
  if (!body) {
    if (!as) return kNone;
    if (type(*as) != "type_identifier") return type_of(*as, scope);
    const Id id = build_.expr(ExprKind::kTag, scope, name(*as));
    build_.use(*as, id, scope, Use::Kind::kType);
    return id;
  }
  const Id around = types_in(scope);
  Id where = around, owner = class_;
  bool is_hidden = false;  // a specialization, or defined as `class A::B`
  if (as && type(*as) == "qualified_identifier") {
    const Qualified named = qualified(*as, around, std::nullopt);
    where = scope_of(named, node, around);
    is_hidden = where != around;
    owner = is_hidden ? build_.facts().scopes[where].owner : owner;
    as = named.name;
  }
  if (as && type(*as) == "template_type") {
    template_arguments(*as, around);
    const auto plain = child(*as, "name");
    if (plain)
      build_.use(*plain, build_.expr(ExprKind::kName, name(*plain), around), around,
                 Use::Kind::kType);
    as = plain;
    is_hidden = true;
    owner = kNone;
  }
  const Id id = as ? build_.declare(DeclKind::kClass, *as, is_hidden ? kNone : scope, owner)
                   : build_.declare_unnamed(DeclKind::kClass, node);
  set_end(id, node);
  build_.decl(id).is_local = is_in_function_;
  build_.decl(id).is_private = is_private_;
  if (around != scope) build_.decl(id).type_parameters = template_parameters_;
  const Id inner = build_.open_scope(Scope::Kind::kClass, where, id);
  if (type(node) == "enum_specifier")
    enumerators(node, *body, id, scope);
  else
    class_body(node, *body, id, inner);
  return build_.expr(ExprKind::kUnnamedType, id);
}

void CppReader::class_body(const Node& node, const Node& body, Id decl, Id inner) {
  for (const Node& clause : named(node)) {
    if (type(clause) != "base_class_clause") continue;
    for (const Node& one : named(clause))
      if (type(one) != "access_specifier" && type(one) != "attribute_declaration")
        build_.add_base(decl, type_of(one, build_.facts().scopes[inner].parent));
  }
  const Id class_before = std::exchange(class_, decl);
  const Id returning = std::exchange(returning_, kNone);
  const bool was_in_function = std::exchange(is_in_function_, false);
  statements(body, inner);
  class_ = class_before;
  returning_ = returning;
  is_in_function_ = was_in_function;
}

/// Those of `enum class` are visible in the enumeration alone, others also around it.
void CppReader::enumerators(const Node& node, const Node& body, Id decl, Id scope) {
  Nodes all;
  tree_.children(node, all);
  const bool is_scoped = std::ranges::any_of(
      all, [&](const Node& one) { return text(one) == "class" || text(one) == "struct"; });
  const Id inner = build_.decl(decl).inner;
  const Id made = build_.expr(ExprKind::kUnnamedType, decl);
  std::vector<Node> left = named(body);
  std::ranges::reverse(left);
  while (!left.empty()) {
    const Node one = left.back();
    left.pop_back();
    if (type(one) != "enumerator") {  // `#if`
      const Nodes parts = type(one).starts_with("preproc_") ? named(one) : Nodes();
      if (type(one) == "preproc_def" || type(one) == "preproc_function_def") macro(one);
      left.insert(left.end(), parts.rbegin(), parts.rend());
      continue;
    }
    if (const auto as = child(one, "name")) {
      const Id id = build_.declare(DeclKind::kField, *as, is_scoped ? inner : scope, decl);
      build_.decl(id).type = made;
    }
    if (const auto given = child(one, "value")) value(*given, inner);
  }
}

}  // namespace codeweaver::facts
