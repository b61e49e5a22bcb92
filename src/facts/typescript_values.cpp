// TypeScriptReader: expressions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "facts/typescript_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::size_t kMostItems = 16;     // of an array whose positions are kept apart
constexpr std::size_t kMostPreceding = 4;  // arguments that the type of a later one depends on

constexpr std::array kWithContext{std::string_view("arrow_function"),
                                  std::string_view("function_expression"),
                                  std::string_view("generator_function"),
                                  std::string_view("object"),
                                  std::string_view("array"),
                                  std::string_view("call_expression"),
                                  std::string_view("new_expression"),
                                  std::string_view("parenthesized_expression"),
                                  std::string_view("ternary_expression"),
                                  std::string_view("binary_expression")};

/// True if what such an expression means depends on what is expected of it.
bool takes_context(std::string_view kind) {
  return std::ranges::find(kWithContext, kind) != kWithContext.end();
}

constexpr std::array kScalars{std::string_view("string"), std::string_view("number"),
                              std::string_view("regex"),  std::string_view("true"),
                              std::string_view("false"),  std::string_view("template_string")};

}  // namespace

void TypeScriptReader::use_name(const Node& node, Id scope, Use::Kind kind) {
  build_.use(node, build_.expr(ExprKind::kName, name(node), scope), scope, kind);
}

void TypeScriptReader::computed_name(const Node& node, Id scope) {
  if (type(node) == "computed_property_name")
    for (const Node& one : named(node)) value(one, scope);
}

/// Sets the kind of the use of the name that `node` ends with, which has just been read.
void TypeScriptReader::set_callee(const Node& node, Use::Kind kind) {
  if (type(node) == "identifier") return build_.set_use(node, kind);
  if (const auto as = child(node, "property")) return build_.set_use(*as, kind);
  const bool is_wrapper =
      type(node) == "parenthesized_expression" || type(node) == "non_null_expression";
  const Nodes parts = is_wrapper ? named(node) : Nodes();
  if (parts.size() == 1) set_callee(parts[0], kind);
}

Id TypeScriptReader::value(const Node& node, Id scope, Id wanted) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "identifier") {
    use_name(node, scope, Use::Kind::kOther);
    return build_.expr(ExprKind::kName, name(node), scope);
  }
  if (kind == "member_expression") return member_value(node, scope);
  if (kind == "call_expression" || kind == "new_expression") return call(node, scope, wanted);
  if (kind == "this") return context_.this_value;
  if (kind == "super")
    return context_.own_class == kNone ? kNone : build_.expr(ExprKind::kBases, context_.own_class);
  if (kind == "arrow_function" || kind == "function_expression" || kind == "generator_function")
    return function_value(node, scope, wanted, {});
  if (kind == "object") return object(node, scope, wanted);
  if (kind == "array") return array(node, scope, wanted);
  if (kind == "subscript_expression") return index_value(node, scope);
  if (kind == "class") return build_.expr(ExprKind::kOwnClass, class_declaration(node, scope));
  if (kind == "as_expression" || kind == "satisfies_expression" || kind == "type_assertion")
    return cast(node, kind, scope);
  if (std::ranges::find(kScalars, kind) != kScalars.end()) {
    statements(node, scope);
    return build_.expr(ExprKind::kLiteral);
  }
  return operator_value(node, kind, scope, wanted);
}

Id TypeScriptReader::operator_value(const Node& node, std::string_view kind, Id scope, Id wanted) {
  if (kind == "assignment_expression" || kind == "augmented_assignment_expression")
    return assignment(node, scope);
  if (kind == "binary_expression") return binary(node, scope, wanted);
  if (kind == "ternary_expression") return choice(node, scope, wanted);
  if (kind == "parenthesized_expression" || kind == "non_null_expression" ||
      kind == "sequence_expression") {
    Id last = kNone;
    for (const Node& one : named(node)) last = value(one, scope, wanted);
    return last;
  }
  if (kind == "await_expression" || kind == "spread_element") {
    Id of = kNone;
    for (const Node& one : named(node)) of = value(one, scope);
    const bool awaits = kind == "await_expression";
    return of == kNone ? kNone : build_.expr(awaits ? ExprKind::kAwait : ExprKind::kElement, of);
  }
  if (kind == "unary_expression" || kind == "update_expression") {
    statements(node, scope);
    return build_.expr(ExprKind::kLiteral);
  }
  if (kind == "instantiation_expression") {
    auto of = child(node, "function");
    const Nodes parts = named(node);
    if (!of && !parts.empty()) of = parts[0];
    const Id made = of ? value(*of, scope) : kNone;
    const std::vector<Id> given = type_arguments(node, scope);
    return made == kNone ? kNone : build_.expr(ExprKind::kApplied, made, build_.list(given));
  }
  if (kind.starts_with("jsx_")) return jsx(node, kind, scope);
  if (kind == "decorator") {
    for (const Node& one : named(node)) {
      value(one, scope);
      set_callee(one, Use::Kind::kCall);
    }
    return kNone;
  }
  if (kind == "type_arguments" || kind == "type_annotation") {
    types_within(node, scope);
    return kNone;
  }
  statements(node, scope);
  return kNone;
}

Id TypeScriptReader::jsx(const Node& node, std::string_view kind, Id scope) {
  for (const Node& one : named(node)) {
    const bool is_element = kind == "jsx_opening_element" || kind == "jsx_self_closing_element";
    const bool is_name = type(one) == "identifier" || type(one) == "member_expression";
    const bool is_tag = (is_element || kind == "jsx_closing_element") && is_name;
    if (is_tag && type(one) == "identifier" && text(one)[0] >= 'a' && text(one)[0] <= 'z')
      continue;  // <div> is an element of the page
    value(one, scope);
    if (is_tag && is_element) set_callee(one, Use::Kind::kCall);
  }
  return kNone;
}

Id TypeScriptReader::member_value(const Node& node, Id scope) {
  const auto object = child(node, "object");
  const auto property = child(node, "property");
  if (!object || !property) return kNone;
  const Id of = value(*object, scope);
  const Id id = is_own_exports(*object, scope)
                    ? build_.expr(ExprKind::kName, name(*property), kExports)
                    : build_.expr(ExprKind::kMember, of, name(*property));
  build_.use(*property, id, scope, Use::Kind::kOther);
  return of != kNone && prototype_of(node) ? build_.expr(ExprKind::kCall, of, kNone) : id;
}

Id TypeScriptReader::index_value(const Node& node, Id scope) {
  const auto object = child(node, "object");
  const auto index = child(node, "index");
  if (!object || !index) return kNone;
  const Id of = value(*object, scope);
  value(*index, scope);
  if (of == kNone) return kNone;
  if (type(*index) == "string") return member_of(of, module_name(*index));
  const std::string_view digits = text(*index);
  const bool is_small = digits.size() == 1 && digits[0] >= '0' && digits[0] <= '9';
  return is_small ? build_.expr(ExprKind::kPosition, of, static_cast<Id>(digits[0] - '0'))
                  : build_.expr(ExprKind::kIndex, of);
}

/// `import("module")` and `require("module")`. kNone: another call.
Id TypeScriptReader::module_call(const Node& called, const Node& list, Id scope) {
  const bool requires_it = type(called) == "identifier" && text(called) == "require" &&
                           build_.visible(scope, name(called)) == kNone;
  const Nodes given = named(list);
  if (!requires_it && type(called) != "import") return kNone;
  if (given.size() != 1 || type(given[0]) != "string") return kNone;
  unnamed_import(given[0], module_name(given[0]), scope);
  return import_expression(module_name(given[0]));
}

Id TypeScriptReader::call(const Node& node, Id scope, Id wanted) {
  const bool constructs = type(node) == "new_expression";
  const auto called = child(node, constructs ? "constructor" : "function");
  const auto list = child(node, "arguments");
  if (!called) return kNone;
  if (list)
    if (const Id module = module_call(*called, *list, scope); module != kNone) return module;
  Id callee = type(*called) == "super" ? kNone : value(*called, scope);
  set_callee(*called, constructs ? Use::Kind::kConstruct : Use::Kind::kCall);
  const std::vector<Id> types = type_arguments(node, scope);
  if (callee != kNone && !types.empty())
    callee = build_.expr(ExprKind::kApplied, callee, build_.list(types));
  std::vector<Id> given;
  if (list && type(*list) == "template_string") {
    value(*list, scope);
  } else if (list) {
    const Id expecting = wanted == kNone || callee == kNone
                             ? callee
                             : build_.expr(ExprKind::kWanted, callee, wanted);
    given = arguments(*list, expecting, scope);
    inherits(*called, named(*list), scope);
  }
  return callee == kNone ? kNone : build_.expr(ExprKind::kCall, callee, build_.list(given));
}

std::vector<Id> TypeScriptReader::arguments(const Node& list, Id callee, Id scope) {
  std::vector<Id> given;
  for (const Node& one : named(list)) {
    Id wanted = kNone;
    if (callee != kNone && takes_context(type(one))) {
      std::vector<Id> before = given;
      before.resize(std::min(before.size(), kMostPreceding));
      wanted = build_.expr(ExprKind::kExpected,
                           build_.expr(ExprKind::kCall, callee, build_.list(before)),
                           static_cast<Id>(given.size()));
    }
    given.push_back(value(one, scope, wanted));
  }
  return given;
}

Id TypeScriptReader::cast(const Node& node, std::string_view kind, Id scope) {
  const Nodes parts = named(node);
  if (parts.empty()) return kNone;
  if (kind == "type_assertion") {  // <Type>value
    Id written = kNone;
    for (const Node& one : named(parts[0])) written = type_of(one, scope);
    value(parts.back(), scope, instance(written));
    return instance(written);
  }
  if (parts.size() < 2) return value(parts[0], scope);  // as const
  // The type comes first, as the value depends on it. Uses are sorted afterwards.
  const Id written = type_of(parts[1], scope);
  const Id made = value(parts[0], scope, instance(written));
  return kind == "satisfies_expression" ? made : instance(written);
}

Id TypeScriptReader::choice(const Node& node, Id scope, Id wanted) {
  const auto condition = child(node, "condition");
  if (condition) value(*condition, scope);
  std::vector<Id> parts;
  for (const std::string_view branch : {"consequence", "alternative"})
    if (const auto one = child(node, branch))
      parts.push_back(value(*one, narrowed_by(condition, branch == "consequence", scope), wanted));
  return union_of(parts);
}

Id TypeScriptReader::binary(const Node& node, Id scope, Id wanted) {
  const auto left = child(node, "left");
  const auto right = child(node, "right");
  const auto sign = child(node, "operator");
  const Id first = left ? value(*left, scope, wanted) : kNone;
  const bool is_and = sign && text(*sign) == "&&";
  const bool is_or = sign && text(*sign) == "||";
  if (is_and || is_or) scope = narrowed_by(left, is_and, scope);
  const Id second = right ? value(*right, scope, wanted) : kNone;
  if (is_and) return second;
  if (is_or || (sign && text(*sign) == "??")) return union_of({first, second});
  return build_.expr(ExprKind::kLiteral);
}

void TypeScriptReader::uses_in_pattern(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  for (const Node& one : named(node)) {
    const std::string_view kind = type(one);
    if (kind == "shorthand_property_identifier_pattern")
      use_name(one, scope, Use::Kind::kOther);
    else if (kind.ends_with("_pattern"))
      uses_in_pattern(one, scope);
    else if (kind != "property_identifier")
      value(one, scope);
  }
}

Id TypeScriptReader::array(const Node& node, Id scope, Id wanted) {
  std::vector<Id> items;
  bool has_spread = false;
  Id position = 0;
  for (const Node& one : named(node)) {
    const bool has_context = wanted != kNone && takes_context(type(one));
    const Id item =
        value(one, scope, has_context ? build_.expr(ExprKind::kPosition, wanted, position) : kNone);
    ++position;
    has_spread = has_spread || type(one) == "spread_element";
    if (items.size() < kMostItems) items.push_back(item);
  }
  if (!has_spread && !items.empty() && position <= kMostItems)
    return build_.expr(ExprKind::kTuple, build_.list(items));
  const Id any = union_of(items);
  return instance(
      build_.expr(ExprKind::kListType, any == kNone ? kNone : build_.expr(ExprKind::kTypeOf, any)));
}

}  // namespace codeweaver::facts
