// PythonReader: expressions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "facts/python_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::size_t kMostElements = 6;  // of a list display that say what its elements are

constexpr std::array kPythonLiterals{std::string_view("integer"), std::string_view("float"),
                                     std::string_view("true"), std::string_view("false")};
constexpr std::array kComprehensions{
    std::string_view("list_comprehension"), std::string_view("set_comprehension"),
    std::string_view("generator_expression"), std::string_view("dictionary_comprehension")};

}  // namespace

Id PythonReader::value(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "identifier") {
    // In `name = name` within a class, the second one is not the class's own.
    Id of = scope;
    if (class_of(scope) != kNone && build_.in_scope(scope, name(node)) == kNone)
      while (class_of(of) != kNone) of = build_.facts().scopes[of].parent;
    const Id id = build_.expr(ExprKind::kName, name(node), of);
    build_.use(node, id, scope, Use::Kind::kOther);
    return id;
  }
  if (kind == "attribute") return attribute(node, scope, Use::Kind::kOther);
  if (kind == "call") return call(node, scope);
  if (kind == "subscript") return subscript(node, scope);
  if (kind == "lambda") return lambda(node, scope);
  if (std::ranges::find(kComprehensions, kind) != kComprehensions.end())
    return comprehension(node, kind, scope);
  if (kind == "string" || kind == "concatenated_string") {
    for (const Node& one : named(node))
      if (type(one) == "interpolation" || type(one) == "string") value(one, scope);
    return build_.expr(ExprKind::kLiteral);
  }
  if (std::ranges::find(kPythonLiterals, kind) != kPythonLiterals.end())
    return build_.expr(ExprKind::kLiteral);
  if (kind == "type" || kind == "generic_type") return type_of(node, scope);
  if (kind == "list" || kind == "set" || kind == "tuple" || kind == "expression_list" ||
      kind == "dictionary")
    return display(node, kind, scope);
  return operation(node, kind, scope);
}

Id PythonReader::operation(const Node& node, std::string_view kind, Id scope) {
  if (kind == "keyword_argument") {
    if (const auto given = child(node, "value")) value(*given, scope);
    return kNone;
  }
  if (kind == "named_expression") {
    const auto as = child(node, "name");
    const auto given = child(node, "value");
    const Id made = given ? value(*given, scope) : kNone;
    const auto& scopes = build_.facts().scopes;  // a comprehension does not get the name
    while (scopes[scope].kind == Scope::Kind::kFunction && scopes[scope].owner == kNone)
      scope = scopes[scope].parent;
    if (as) bind(*as, made, scope);
    return made;
  }
  if (kind == "as_pattern") {
    const Nodes parts = named(node);
    const Id made = parts.empty() ? kNone : value(parts[0], scope);
    if (parts.size() > 1) bind(parts.back(), made, scope);
    return made;
  }
  if (kind == "assignment" || kind.ends_with("_statement") || kind == "block" ||
      kind == "case_clause" || kind == "case_pattern") {
    kind == "assignment" || kind == "block" || kind.starts_with("case_") ? statement(node, scope)
                                                                         : statements(node, scope);
    return kNone;
  }
  std::vector<Id> parts;
  for (const Node& one : named(node)) parts.push_back(value(one, scope));
  if (kind == "parenthesized_expression" || kind == "await")
    return parts.empty() ? kNone : parts.back();
  if (kind == "conditional_expression" && parts.size() == 3)
    return type_of_any({parts[0], parts[2]});
  if (kind == "boolean_operator") return type_of_any(parts);
  if (kind == "comparison_operator" || kind == "not_operator")
    return build_.expr(ExprKind::kLiteral);
  if (kind == "binary_operator" && !parts.empty() && parts[0] != kNone) {
    const auto sign = child(node, "operator");
    if (sign && text(*sign) == "|") {  // may be a type
      std::erase(parts, kNone);
      return build_.expr(ExprKind::kUnionType, build_.list(parts));
    }
    const ExprKind first = build_.expr_at(parts[0]).kind;
    return first == ExprKind::kLiteral || first == ExprKind::kListType ? parts[0] : kNone;
  }
  if (kind == "yield") {
    const Id given = parts.empty() ? kNone : parts[0];
    const bool is_all = text(node).substr(5).find_first_not_of(' ') != std::string_view::npos &&
                        text(node).substr(text(node).find_first_not_of(' ', 5)).starts_with("from");
    if (given != kNone)
      build_.assign(enclosing_function(scope),
                    is_all ? given : build_.expr(ExprKind::kListType, type_of_any({given})));
  }
  return kNone;
}

Id PythonReader::display(const Node& node, std::string_view kind, Id scope) {
  if (kind == "dictionary") return dictionary(node, scope);
  std::vector<Id> parts;
  for (const Node& one : named(node)) parts.push_back(value(one, scope));
  if (kind == "list" || kind == "set") return build_.expr(ExprKind::kListType, type_of_any(parts));
  for (Id& part : parts) part = type_of_any({part});
  return build_.expr(ExprKind::kTupleType, build_.list(parts));
}

Id PythonReader::type_of_any(const std::vector<Id>& values) {
  std::vector<Id> types;
  for (const Id one : values) {
    if (one == kNone || types.size() == kMostElements) continue;
    const Id type = build_.expr(ExprKind::kTypeOf, one);
    if (std::ranges::find(types, type) == types.end()) types.push_back(type);
  }
  if (types.size() < 2) return types.empty() ? kNone : types[0];
  return build_.expr(ExprKind::kUnionType, build_.list(types));
}

Id PythonReader::attribute(const Node& node, Id scope, Use::Kind kind) {
  const auto object = child(node, "object");
  const auto as = child(node, "attribute");
  if (!object || !as) return kNone;
  const Id id = build_.expr(ExprKind::kMember, value(*object, scope), name(*as));
  build_.use(*as, id, scope, kind);
  return id;
}

/// `cls()` makes an object of the class, whose name is not written.
void PythonReader::use_own_class(const Node& called, Id scope) {
  const Id of = class_of_self(called, scope);
  if (of == kNone || build_.decl(of).scope == kNone) return;
  for (const Id given : build_.assigned(build_.visible(scope, name(called))))
    if (build_.expr_at(given).kind == ExprKind::kClassOf)
      build_.use(called, build_.expr(ExprKind::kName, build_.decl(of).name, build_.decl(of).scope),
                 scope, Use::Kind::kConstruct);
}

Id PythonReader::call(const Node& node, Id scope) {
  const auto called = child(node, "function");
  if (!called) return kNone;
  const std::string_view kind = type(*called);
  const Id target = value(*called, scope);
  if (kind == "identifier") {
    build_.set_use(*called, Use::Kind::kCall);
    use_own_class(*called, scope);
  }
  if (kind == "attribute")
    if (const auto as = child(*called, "attribute")) build_.set_use(*as, Use::Kind::kCall);
  const std::string as = last_name(target);
  std::vector<Id> arguments;
  if (const auto list = child(node, "arguments")) {
    if (type(*list) == "generator_expression")
      arguments.push_back(value(*list, scope));
    else
      for (const Node& one : named(*list)) {
        const bool is_type = as == "cast" && arguments.empty();
        const bool is_keyword = type(one) == "keyword_argument";
        if (const auto named = child(one, "name"); is_keyword && named && target != kNone)
          build_.use(*named, build_.expr(ExprKind::kKeyword, target, name(*named)), scope,
                     Use::Kind::kOther);
        const Id given = is_type ? type_of(one, scope) : argument(one, as, scope);
        if (!is_keyword) arguments.push_back(given);
      }
  }
  if (target == kNone) return kNone;
  if (kind == "identifier" && as == "super") {
    const Id of = enclosing_class(scope);
    return of == kNone ? kNone : build_.expr(ExprKind::kSuper, of);
  }
  return build_.expr(ExprKind::kCall, target, build_.list(arguments));
}

Id PythonReader::argument(const Node& node, std::string_view called, Id scope) {
  if (called != "TypeVar" || type(node) != "keyword_argument") return value(node, scope);
  const auto as = child(node, "name");
  const auto given = child(node, "value");
  if (!as || !given || text(*as) != "bound") return value(node, scope);
  bound_ = type_of(*given, scope);
  return kNone;
}

Id PythonReader::subscript(const Node& node, Id scope) {
  const auto object = child(node, "value");
  if (!object) return kNone;
  const Id base = value(*object, scope);
  std::vector<Id> given;
  const Nodes parts = children(node, "subscript");
  for (const Node& one : parts) given.push_back(value(one, scope));
  if (base == kNone) return kNone;
  if (parts.size() == 1 && type(parts[0]) == "slice") return base;
  if (parts.size() == 1 && type(parts[0]) == "integer" && parts[0].range.size() == 1)
    return build_.expr(ExprKind::kPart, base, static_cast<Id>(text(parts[0])[0] - '0'));
  return build_.expr(ExprKind::kIndex, base, build_.list(given));
}

Id PythonReader::dictionary(const Node& node, Id scope) {
  std::vector<Id> keys;
  std::vector<Id> values;
  for (const Node& one : named(node)) {
    const auto key = child(one, "key");
    const auto held = child(one, "value");
    if (type(one) != "pair" || !key || !held) {
      value(one, scope);
      continue;
    }
    keys.push_back(value(*key, scope));
    values.push_back(value(*held, scope));
  }
  return build_.expr(ExprKind::kMapType, type_of_any(values), type_of_any(keys));
}

Id PythonReader::comprehension(const Node& node, std::string_view kind, Id scope) {
  const Id inner = build_.open_scope(Scope::Kind::kFunction, scope);
  bool is_first = true;
  for (const Node& one : named(node)) {
    if (type(one) == "if_clause") statements(one, inner);
    if (type(one) != "for_in_clause") continue;
    const auto left = child(one, "left");
    const auto right = child(one, "right");
    // The first of them is evaluated outside.
    const Id over = right ? value(*right, is_first ? scope : inner) : kNone;
    is_first = false;
    if (left) bind(*left, over == kNone ? kNone : build_.expr(ExprKind::kElement, over), inner);
  }
  const auto body = child(node, "body");
  if (!body) return kNone;
  if (kind == "dictionary_comprehension") {
    const auto key = child(*body, "key");
    const auto held = child(*body, "value");
    const Id of_key = key ? value(*key, inner) : kNone;
    const Id of_value = held ? value(*held, inner) : kNone;
    return build_.expr(ExprKind::kMapType, type_of_any({of_value}), type_of_any({of_key}));
  }
  return build_.expr(ExprKind::kListType, type_of_any({value(*body, inner)}));
}

Id PythonReader::lambda(const Node& node, Id scope) {
  const Id id = build_.declare_unnamed(DeclKind::kFunction, node);
  build_.decl(id).is_local = true;
  const Id inner = build_.open_scope(Scope::Kind::kFunction, scope, id);
  if (const auto list = child(node, "parameters")) parameters(*list, id, scope, {});
  if (const auto body = child(node, "body")) build_.assign(id, value(*body, inner));
  return build_.expr(ExprKind::kLambda, id);
}

}  // namespace codeweaver::facts
