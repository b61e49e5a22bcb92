// RustReader: types, bounds and type parameters.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "facts/rust_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::array kTransparent{
    std::string_view("reference_type"), std::string_view("pointer_type"),
    std::string_view("abstract_type"),  std::string_view("dynamic_type"),
    std::string_view("bracketed_type"), std::string_view("higher_ranked_trait_bound")};

}  // namespace

Id RustReader::type_parameters(const Node& node, Id scope) {
  const auto list = child(node, "type_parameters");
  if (!list) return kNone;
  std::vector<Id> all;
  for (const Node& one : named(*list)) {
    const auto as = child(one, "name");
    if (!as || (type(one) != "type_parameter" && type(one) != "const_parameter")) continue;
    const bool is_type = type(one) == "type_parameter";
    const Id id =
        build_.declare(is_type ? DeclKind::kTypeParameter : DeclKind::kParameter, *as, scope);
    build_.decl(id).is_local = true;
    if (is_type) all.push_back(id);
  }
  for (const Node& one : named(*list)) {
    const auto as = child(one, "name");
    if (!as) continue;
    const Id id = build_.in_scope(scope, name(*as));
    if (const auto above = child(one, "bounds"); above && id != kNone) bounds(*above, id, scope);
    for (const std::string_view part : {"default_type", "type"})
      if (const auto written = child(one, part)) type_of(*written, scope);
  }
  return build_.list(all);
}

void RustReader::bounds(const Node& node, Id parameter, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) == "lifetime") continue;
    const Id bound = type_of(one, scope);
    if (parameter != kNone) build_.add_base(parameter, bound);
  }
}

void RustReader::where_clause(const Node& node, Id scope) {
  for (const Node& clause : named(node)) {
    if (type(clause) != "where_clause") continue;
    for (const Node& one : named(clause)) {
      const auto left = child(one, "left");
      const auto above = child(one, "bounds");
      if (!left) continue;
      const bool is_name = type(*left) == "type_identifier";
      const Id of = is_name ? build_.visible(scope, name(*left)) : kNone;
      type_of(*left, scope);
      const bool is_parameter = of != kNone && build_.decl(of).kind == DeclKind::kTypeParameter;
      if (above) bounds(*above, is_parameter ? of : kNone, scope);
    }
  }
}

Id RustReader::type_of(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "type_identifier" || kind == "identifier") return type_name(node, scope);
  if (kind == "primitive_type") return library(text(node));
  if (kind == "scoped_type_identifier" || kind == "scoped_identifier")
    return scoped_type(node, scope);
  if (kind == "generic_type" || kind == "generic_type_with_turbofish")
    return generic_type(node, scope);
  return compound_type(node, kind, scope);
}

Id RustReader::type_name(const Node& node, Id scope, Use::Kind kind) {
  if (text(node) == "_") return kNone;
  const Id id = build_.expr(ExprKind::kTypeName, scope, name(node));
  const Id seen = build_.visible(scope, name(node));
  const bool is_parameter = seen != kNone && build_.decl(seen).kind == DeclKind::kTypeParameter;
  if (text(node) != "Self" && !is_parameter) build_.use(node, id, scope, kind);
  return id;
}

Id RustReader::compound_type(const Node& node, std::string_view kind, Id scope) {
  if (kind == "tuple_type" || kind == "unit_type") {
    std::vector<Id> parts;
    for (const Node& one : named(node)) parts.push_back(type_of(one, scope));
    return build_.expr(ExprKind::kTupleType, build_.list(parts));
  }
  if (kind == "array_type") {
    const auto element = child(node, "element");
    const Id of = element ? type_of(*element, scope) : kNone;
    if (const auto length = child(node, "length")) value(*length, scope);
    return build_.expr(ExprKind::kListType, of);
  }
  if (kind == "function_type") return function_type(node, scope);
  if (kind == "bounded_type") return union_type(node, scope);
  if (kind == "qualified_type") {
    const auto of = child(node, "type");
    const auto as = child(node, "alias");
    const Id type = of ? type_of(*of, scope) : kNone;
    const Id trait = as ? type_of(*as, scope) : kNone;
    // The wanted member is looked for in the type first.
    return type == kNone ? trait : type;
  }
  if (std::ranges::find(kTransparent, kind) != kTransparent.end()) {
    Id last = kNone;
    for (const Node& one : named(node)) {
      const std::string_view part = type(one);
      if (part == "lifetime" || part == "mutable_specifier" || part == "type_parameters") continue;
      last = type_of(one, scope);
    }
    return last;
  }
  return kNone;
}

/// `A + B`, also with lifetimes.
Id RustReader::union_type(const Node& node, Id scope) {
  std::vector<Id> parts;
  for (const Node& one : named(node)) {
    if (type(one) == "lifetime" || type(one) == "use_bounds") continue;
    if (const Id part = type_of(one, scope); part != kNone) parts.push_back(part);
  }
  if (parts.size() == 1) return parts[0];
  return parts.empty() ? kNone : build_.expr(ExprKind::kUnionType, build_.list(parts));
}

/// `fn(A) -> B` and `Fn(A) -> B` are library types with a tuple and a result.
Id RustReader::function_type(const Node& node, Id scope) {
  if (const auto trait = child(node, "trait"); trait && type(*trait) != "type_identifier")
    type_of(*trait, scope);
  std::vector<Id> parts;
  if (const auto list = child(node, "parameters"))
    for (const Node& one : named(*list)) {
      const auto written = child(one, "type");
      parts.push_back(type_of(written && type(one) == "parameter" ? *written : one, scope));
    }
  const auto written = child(node, "return_type");
  const Id result = written ? type_of(*written, scope) : build_.expr(ExprKind::kTupleType, kNone);
  const Id given = build_.expr(ExprKind::kTupleType, build_.list(parts));
  return build_.expr(ExprKind::kGenericType, library("Fn"), build_.list({given, result}));
}

Id RustReader::generic_type(const Node& node, Id scope) {
  const auto base = child(node, "type");
  const auto list = child(node, "type_arguments");
  const Id of = base ? type_of(*base, scope) : kNone;
  const Id given = list ? type_arguments(*list, scope) : kNone;
  return of == kNone || given == kNone ? of : build_.expr(ExprKind::kGenericType, of, given);
}

/// The list of type arguments; `Item = T` counts as T, after the others.
Id RustReader::type_arguments(const Node& node, Id scope) {
  std::vector<Id> parts, bound;
  for (const Node& one : named(node)) {
    const std::string_view kind = type(one);
    if (kind == "lifetime" || kind == "trait_bounds") continue;
    if (kind == "type_binding") {
      const auto written = child(one, "type");
      if (written) bound.push_back(type_of(*written, scope));
    } else if (kind == "block" || kind.ends_with("_literal")) {
      parts.push_back(value(one, scope));
    } else {
      parts.push_back(type_of(one, scope));
    }
  }
  parts.insert(parts.end(), bound.begin(), bound.end());
  return build_.list(parts);
}

Id RustReader::scoped_type(const Node& node, Id scope) {
  const auto last = child(node, "name");
  if (!last) return kNone;
  const Id id = build_.expr(ExprKind::kTypeMember, prefix_of(node, scope), name(*last));
  build_.use(*last, id, scope, Use::Kind::kType);
  return id;
}

Id RustReader::prefix_of(const Node& node, Id scope) {
  const auto path = child(node, "path");
  return path ? prefix(*path, scope) : kNone;
}

Id RustReader::prefix(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "crate" || kind == "self" || kind == "super")
    return build_.expr(ExprKind::kTypeName, scope, name(node));
  if (kind == "scoped_identifier") {
    const auto last = child(node, "name");
    if (!last) return kNone;
    const Id id = build_.expr(ExprKind::kTypeMember, prefix_of(node, scope), name(*last));
    if (type(*last) != "super") build_.use(*last, id, scope, Use::Kind::kType);
    return id;
  }
  return type_of(node, scope);
}

}  // namespace codeweaver::facts
