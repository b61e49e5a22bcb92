// TypeScriptReader: types.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "facts/typescript_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::array kWrittenTypes{std::string_view("type_identifier"),
                                   std::string_view("nested_type_identifier"),
                                   std::string_view("generic_type"),
                                   std::string_view("union_type"),
                                   std::string_view("intersection_type"),
                                   std::string_view("array_type"),
                                   std::string_view("readonly_type"),
                                   std::string_view("parenthesized_type"),
                                   std::string_view("optional_type"),
                                   std::string_view("rest_type"),
                                   std::string_view("tuple_type"),
                                   std::string_view("object_type"),
                                   std::string_view("function_type"),
                                   std::string_view("constructor_type"),
                                   std::string_view("type_query"),
                                   std::string_view("predefined_type"),
                                   std::string_view("literal_type"),
                                   std::string_view("conditional_type"),
                                   std::string_view("index_type_query"),
                                   std::string_view("lookup_type"),
                                   std::string_view("this_type"),
                                   std::string_view("infer_type"),
                                   std::string_view("template_literal_type"),
                                   std::string_view("type_predicate")};

bool is_written_type(std::string_view kind) {
  return std::ranges::find(kWrittenTypes, kind) != kWrittenTypes.end();
}

}  // namespace

Id TypeScriptReader::annotation(const std::optional<Node>& node, Id scope) {
  if (!node) return kNone;
  for (const Node& one : named(*node)) return type_of(one, scope);
  return kNone;
}

void TypeScriptReader::types_within(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  for (const Node& one : named(node)) {
    if (is_written_type(type(one)))
      type_of(one, scope);
    else if (type(one) == "identifier")
      use_name(one, scope, Use::Kind::kOther);
    else
      types_within(one, scope);
  }
}

std::vector<Id> TypeScriptReader::type_arguments(const Node& node, Id scope) {
  std::vector<Id> out;
  if (const auto list = child(node, "type_arguments"))
    for (const Node& one : named(*list)) out.push_back(type_of(one, scope));
  return out;
}

Id TypeScriptReader::union_of(const std::vector<Id>& parts) {
  std::vector<Id> known;
  for (const Id one : parts)
    if (one != kNone) known.push_back(one);
  if (known.size() < 2) return known.empty() ? kNone : known[0];
  return build_.expr(ExprKind::kUnion, build_.list(known));
}

Id TypeScriptReader::type_of(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "type_identifier" || kind == "identifier") {
    use_name(node, scope, Use::Kind::kType);
    return build_.expr(ExprKind::kName, name(node), scope);
  }
  if (kind == "nested_type_identifier" || kind == "nested_identifier")
    return name_type(node, scope);
  if (kind == "generic_type") {
    const auto as = child(node, "name");
    const Id base = as ? type_of(*as, scope) : kNone;
    const std::vector<Id> given = type_arguments(node, scope);
    return base == kNone ? kNone : build_.expr(ExprKind::kGenericType, base, build_.list(given));
  }
  if (kind == "member_expression") {  // import("module").Name
    const Id of = value(node, scope);
    set_callee(node, Use::Kind::kType);
    return of;
  }
  return composite_type(node, kind, scope);
}

/// `module.Name`.
Id TypeScriptReader::name_type(const Node& node, Id scope) {
  const Nodes parts = named(node);
  if (parts.size() < 2) return kNone;
  const Id of = type_of(parts[0], scope);
  if (of == kNone) return kNone;
  const Id id = member_of(of, name(parts.back()));
  build_.use(parts.back(), id, scope, Use::Kind::kType);
  return id;
}

Id TypeScriptReader::composite_type(const Node& node, std::string_view kind, Id scope) {
  const Nodes parts = named(node);
  if (kind == "union_type" || kind == "intersection_type") {
    std::vector<Id> all;
    for (const Node& one : parts) all.push_back(type_of(one, scope));
    return union_of(all);
  }
  if (kind == "array_type")
    return build_.expr(ExprKind::kListType, parts.empty() ? kNone : type_of(parts[0], scope));
  if (kind == "readonly_type" || kind == "parenthesized_type" || kind == "optional_type" ||
      kind == "rest_type")
    return parts.empty() ? kNone : type_of(parts[0], scope);
  if (kind == "object_type") return object_type(node, scope);
  if (kind == "tuple_type") return tuple_type(node, scope);
  if (kind == "lookup_type") return lookup_type(node, scope);
  if (kind == "function_type" || kind == "constructor_type") return function_type(node, scope);
  if (kind == "type_query") {
    const Id of = parts.empty() ? kNone : value(parts[0], scope);
    return of == kNone ? kNone : build_.expr(ExprKind::kTypeOf, of);
  }
  if (kind == "conditional_type") {
    const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);  // of what `infer` declares
    std::vector<Id> all;
    for (const Node& one : parts) all.push_back(type_of(one, inner));
    return all.size() == 4 ? union_of({all[2], all[3]}) : kNone;
  }
  return scalar_type(node, kind, scope);
}

Id TypeScriptReader::scalar_type(const Node& node, std::string_view kind, Id scope) {
  if (kind == "predefined_type") {
    if (text(node) == "never") return build_.expr(ExprKind::kUnion);
    const bool is_open = text(node) == "any" || text(node) == "unknown" || text(node) == "object";
    return is_open ? kNone : build_.expr(ExprKind::kLiteral);
  }
  if (kind == "this_type")
    return context_.own_class == kNone ? kNone
                                       : build_.expr(ExprKind::kThisType, context_.own_class);
  if (kind == "infer_type") {
    const Nodes parts = named(node);
    for (std::size_t i = 1; i < parts.size(); ++i) type_of(parts[i], scope);
    if (!parts.empty()) build_.declare(DeclKind::kTypeParameter, parts[0], scope);
    return kNone;
  }
  if (kind == "literal_type" && (text(node) == "undefined" || text(node) == "null"))
    return build_.expr(ExprKind::kUnion);  // of nothing
  if (kind == "literal_type")
    for (const Node& one : named(node)) return build_.expr(ExprKind::kLiteral, constant(one));
  types_within(node, scope);
  const bool is_text =
      kind == "template_literal_type" || kind == "index_type_query" || kind == "type_predicate";
  return is_text ? build_.expr(ExprKind::kLiteral) : kNone;
}

Id TypeScriptReader::tuple_type(const Node& node, Id scope) {
  std::vector<Id> all;
  for (const Node& one : named(node)) {
    const auto written = child(one, "type");
    all.push_back(written && type(one).ends_with("_parameter") ? annotation(written, scope)
                                                               : type_of(one, scope));
  }
  return build_.expr(ExprKind::kTupleType, build_.list(all));
}

/// `Type["key"]` and `Type[number]`.
Id TypeScriptReader::lookup_type(const Node& node, Id scope) {
  const Nodes parts = named(node);
  if (parts.size() < 2) return kNone;
  const Id of = type_of(parts[0], scope);
  type_of(parts[1], scope);
  if (of == kNone) return kNone;
  const std::string_view key = text(parts[1]);
  const bool is_text = key.size() > 2 && (key[0] == '"' || key[0] == '\'');
  if (is_text)
    return build_.expr(ExprKind::kPartType, of, build_.name(key.substr(1, key.size() - 2)));
  if (key != "number") return kNone;
  return build_.expr(ExprKind::kTypeOf, build_.expr(ExprKind::kElement, instance(of)));
}

Id TypeScriptReader::function_type(const Node& node, Id scope) {
  const bool constructs = type(node) == "constructor_type";
  const Id id = build_.declare_unnamed(DeclKind::kFunction, node);
  build_.decl(id).is_local = true;
  const Context before = context_;
  context_.constructed = kNone;
  function(node, id, scope, kNone);
  context_ = before;
  if (!constructs) return build_.expr(ExprKind::kLambda, id);
  const Id of = build_.declare_unnamed(DeclKind::kClass, node);
  build_.decl(of).is_local = true;
  build_.decl(id).name = build_.name("new()");
  build_.decl(id).owner = of;
  return build_.expr(ExprKind::kUnnamedType, of);
}

Id TypeScriptReader::object_type(const Node& node, Id scope) {
  const Nodes parts = named(node);
  if (parts.size() == 1 && type(parts[0]) == "index_signature")
    return index_signature(parts[0], scope);
  const Id id = build_.declare_unnamed(DeclKind::kClass, node);
  build_.decl(id).is_local = true;
  const Context before = context_;
  for (const Node& one : parts) {
    context_.constructed = kNone;
    class_member(one, type(one), id, scope);
  }
  context_ = before;
  return build_.expr(ExprKind::kUnnamedType, id);
}

/// The type T in `keyof T`; kNone: other keys.
Id TypeScriptReader::key_owner(const Node& keys, Id scope) {
  const Nodes parts = named(keys);
  if (type(keys) == "index_type_query" && parts.size() == 1) return type_of(parts[0], scope);
  type_of(keys, scope);
  return kNone;
}

Id TypeScriptReader::index_signature(const Node& node, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) != "mapped_type_clause") continue;
    const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
    const auto key = child(one, "name");
    if (key) build_.declare(DeclKind::kTypeParameter, *key, inner);
    const auto keys = child(one, "type");
    const Id of = keys ? key_owner(*keys, inner) : kNone;
    const auto renamed = child(one, "alias");
    if (renamed) type_of(*renamed, inner);
    const auto held = child(node, "type");
    const Id written = annotation(held, inner);
    // `{ [K in keyof T]: ... T[K] ... }` has the members of T.
    const std::string own_key = key ? '[' + std::string(text(*key)) + ']' : std::string();
    const bool is_like = of != kNone && !renamed && held && !own_key.empty() &&
                         text(*held).find(own_key) != std::string_view::npos;
    if (is_like) return of;
    return build_.expr(ExprKind::kMapType, written, build_.expr(ExprKind::kLiteral));
  }
  if (const auto key = child(node, "index_type")) type_of(*key, scope);
  return build_.expr(ExprKind::kMapType, annotation(child(node, "type"), scope),
                     build_.expr(ExprKind::kLiteral));
}

}  // namespace codeweaver::facts
