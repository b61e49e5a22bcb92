// JavaReader: expressions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "facts/java_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::array kJavaTests{
    std::string_view("=="), std::string_view("!="), std::string_view("<"),  std::string_view(">"),
    std::string_view("<="), std::string_view(">="), std::string_view("&&"), std::string_view("||")};

constexpr std::array kJavaTypes{
    std::string_view("generic_type"),   std::string_view("array_type"),
    std::string_view("integral_type"),  std::string_view("floating_point_type"),
    std::string_view("boolean_type"),   std::string_view("type_identifier"),
    std::string_view("annotated_type"), std::string_view("scoped_type_identifier")};

}  // namespace

bool JavaReader::is_type(std::string_view kind) {
  return std::ranges::find(kJavaTypes, kind) != kJavaTypes.end();
}

Id JavaReader::value(const Node& node, Id scope, Id wanted) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "identifier") {
    const Id id = build_.expr(ExprKind::kName, name(node), scope);
    build_.use(node, id, scope, Use::Kind::kOther);
    return id;
  }
  if (kind == "field_access") return member(node, scope);
  if (kind == "method_invocation") return call(node, scope);
  if (kind == "object_creation_expression") return creation(node, scope);
  if (kind == "this") return self();
  if (kind == "super")
    return context_.own_class == kNone ? kNone : build_.expr(ExprKind::kSuper, context_.own_class);
  if (kind == "lambda_expression") return lambda(node, scope, wanted);
  if (kind == "method_reference") return method_reference(node, scope, wanted);
  if (kind == "binary_expression") return binary(node, scope);
  if (kind == "ternary_expression") return choice(node, scope, wanted);
  if (kind == "instanceof_expression") return instance_test(node, scope);
  if (kind == "switch_expression") return switch_value(node, scope, wanted);
  if (const Id id = literal(kind, text(node)); id != kNone) return id;
  return operator_value(node, kind, scope, wanted);
}

/// kNone: not a literal, or `null`.
Id JavaReader::literal(std::string_view kind, std::string_view text) {
  if (kind == "string_literal") return library("String");
  if (kind == "true" || kind == "false") return library("boolean");
  if (kind == "character_literal") return library("char");
  if (kind == "null_literal") return build_.expr(ExprKind::kLiteral);
  const char last = text.empty() ? '\0' : static_cast<char>(text.back() | 0x20);
  if (kind.ends_with("integer_literal")) return library(last == 'l' ? "long" : "int");
  if (kind.ends_with("floating_point_literal")) return library(last == 'f' ? "float" : "double");
  return kNone;
}

Id JavaReader::operator_value(const Node& node, std::string_view kind, Id scope, Id wanted) {
  if (kind == "parenthesized_expression") {
    Id last = kNone;
    for (const Node& one : named(node)) last = value(one, scope, wanted);
    return last;
  }
  if (kind == "cast_expression") {
    Id made = kNone;
    for (const Node& one : children(node, "type"))
      if (const Id written = instance(type_of(one, scope)); made == kNone) made = written;
    if (const auto given = child(node, "value")) value(*given, scope, made);
    return made;
  }
  if (kind == "assignment_expression") {
    const auto left = child(node, "left");
    const auto right = child(node, "right");
    const Id target = left ? value(*left, scope) : kNone;
    if (right) value(*right, scope, target);
    return target;
  }
  if (kind == "array_access") {
    const auto array = child(node, "array");
    const Id of = array ? value(*array, scope) : kNone;
    if (const auto index = child(node, "index")) value(*index, scope);
    return of == kNone ? kNone : build_.expr(ExprKind::kElement, of);
  }
  if (kind == "unary_expression" || kind == "update_expression") {
    Id last = kNone;
    for (const Node& one : named(node)) last = value(one, scope);
    return text(node).starts_with("!") ? library("boolean") : last;
  }
  if (kind == "array_creation_expression") return array_creation(node, scope);
  if (kind == "array_initializer" || kind == "element_value_array_initializer") {
    const Id element = wanted == kNone ? kNone : build_.expr(ExprKind::kElement, wanted);
    for (const Node& one : named(node)) value(one, scope, element);
    return wanted;
  }
  if (kind == "class_literal") {
    Id written = kNone;
    for (const Node& one : named(node)) written = type_of(one, scope);
    return instance(build_.expr(ExprKind::kGenericType, library("Class"), build_.list({written})));
  }
  if (kind == "annotation" || kind == "marker_annotation") {
    annotation(node, scope);
    return kNone;
  }
  if (is_type(kind)) {
    type_of(node, scope);
    return kNone;
  }
  statements(node, scope);
  return kNone;
}

Id JavaReader::member(const Node& node, Id scope) {
  const auto object = child(node, "object");
  const auto field = child(node, "field");
  if (!object || !field) return kNone;
  if (type(*field) == "this") return instance(type_of(*object, scope));  // Outer.this
  const Id id = build_.expr(ExprKind::kMember, value(*object, scope), name(*field));
  build_.use(*field, id, scope, Use::Kind::kOther);
  return id;
}

Id JavaReader::array_creation(const Node& node, Id scope) {
  const auto element = child(node, "type");
  Id made = element ? type_of(*element, scope) : kNone;
  for (const Node& one : children(node, "dimensions")) {
    if (type(one) == "dimensions_expr") {
      for (const Node& size : named(one)) value(size, scope);
      made = build_.expr(ExprKind::kListType, made);
    } else {
      const auto count = std::ranges::count(text(one), '[');
      for (std::ptrdiff_t i = 0; i < count; ++i) made = build_.expr(ExprKind::kListType, made);
    }
  }
  if (const auto given = child(node, "value")) value(*given, scope, instance(made));
  return instance(made);
}

Id JavaReader::binary(const Node& node, Id scope) {
  const auto left = child(node, "left");
  const auto right = child(node, "right");
  const auto sign = child(node, "operator");
  const std::string_view written = sign ? text(*sign) : std::string_view();
  const Id first = left ? value(*left, scope) : kNone;
  // In `a instanceof B b && b.c() || a instanceof D b && b.e()` each side has its own b.
  if (written == "||") scope = build_.open_scope(Scope::Kind::kBlock, scope);
  const Id second = right ? value(*right, scope) : kNone;
  if (std::ranges::find(kJavaTests, written) != kJavaTests.end()) return library("boolean");
  const Id text = library("String");
  if (written == "+" && (first == text || second == text)) return text;
  return first == kNone || second == kNone ? kNone : build_.expr(ExprKind::kSum, first, second);
}

Id JavaReader::choice(const Node& node, Id scope, Id wanted) {
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  if (const auto condition = child(node, "condition")) value(*condition, inner);
  std::vector<Id> parts;
  for (const std::string_view branch : {"consequence", "alternative"})
    if (const auto one = child(node, branch)) parts.push_back(value(*one, inner, wanted));
  std::erase(parts, build_.expr(ExprKind::kLiteral));  // null
  if (std::ranges::find(parts, kNone) != parts.end()) return kNone;
  return parts.size() == 1 ? parts[0] : build_.expr(ExprKind::kUnion, build_.list(parts));
}

Id JavaReader::instance_test(const Node& node, Id scope) {
  if (const auto left = child(node, "left")) value(*left, scope);
  const auto right = child(node, "right");
  const Id type = right ? type_of(*right, scope) : kNone;
  if (const auto as = child(node, "name")) variable(*as, type, kNone, scope);
  if (const auto deep = child(node, "pattern")) pattern(*deep, scope);
  return library("boolean");
}

/// A type pattern or record pattern: declares the variables in it.
void JavaReader::pattern(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const Nodes parts = named(node);
  const std::string_view kind = type(node);
  if (kind == "type_pattern" || kind == "record_pattern_component") {
    if (parts.size() < 2) {
      for (const Node& one : parts) pattern(one, scope);
      return;
    }
    const bool is_inferred = text(parts[parts.size() - 2]) == "var";
    variable(parts.back(), is_inferred ? kNone : type_of(parts[parts.size() - 2], scope), kNone,
             scope);
    return;
  }
  for (const Node& one : parts) {
    const std::string_view part = type(one);
    if (part.ends_with("pattern") || part.starts_with("record_pattern"))
      pattern(one, scope);
    else
      type_of(one, scope);
  }
}

Id JavaReader::switch_value(const Node& node, Id scope, Id wanted) {
  const auto condition = child(node, "condition");
  const auto body = child(node, "body");
  const Id tested = condition ? value(*condition, scope) : kNone;
  if (!body) return kNone;
  std::vector<Id> results;
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  for (const Node& group : named(*body)) {
    const bool is_rule = type(group) == "switch_rule";
    // Groups share their variables, but each pattern belongs to its own rule.
    const Id own = is_rule ? build_.open_scope(Scope::Kind::kBlock, inner) : inner;
    Id at = own;
    for (const Node& part : named(group)) {
      if (type(part) == "switch_label") {
        if (!is_rule && type(named(part).empty() ? part : named(part)[0]) == "pattern")
          at = build_.open_scope(Scope::Kind::kBlock, inner);
        label(part, tested, at);
      } else if (is_rule && type(part) == "expression_statement") {
        for (const Node& one : named(part)) results.push_back(value(one, at, wanted));
      } else if (type(part) == "if_statement") {
        at = if_statement(part, at);
      } else {
        statement(part, at);
      }
    }
  }
  if (results.empty() || std::ranges::find(results, kNone) != results.end()) return kNone;
  return build_.expr(ExprKind::kUnion, build_.list(results));
}

void JavaReader::label(const Node& node, Id tested, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) == "identifier" && tested != kNone) {
      const Id id = build_.expr(
          ExprKind::kLabel, build_.list({tested, build_.expr(ExprKind::kName, name(one), scope)}),
          name(one));
      build_.use(one, id, scope, Use::Kind::kOther);
    } else if (type(one) == "pattern") {
      for (const Node& inner : named(one)) pattern(inner, scope);
    } else if (type(one) == "guard") {
      for (const Node& inner : named(one)) value(inner, scope);
    } else {
      value(one, scope);
    }
  }
}

}  // namespace codeweaver::facts
