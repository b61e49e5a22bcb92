// RustReader: expressions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "facts/rust_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::array kRustTests{
    std::string_view("=="), std::string_view("!="), std::string_view("<"),  std::string_view(">"),
    std::string_view("<="), std::string_view(">="), std::string_view("&&"), std::string_view("||")};
constexpr std::array kAdders{std::string_view("push"), std::string_view("push_back"),
                             std::string_view("push_front"), std::string_view("insert")};

constexpr std::array kConversions{std::string_view("from"), std::string_view("try_from")};

/// The library's type of a range.
std::string_view range_type(std::string_view text) {
  if (text.find("..=") != std::string_view::npos)
    return text.starts_with("..") ? "RangeToInclusive" : "RangeInclusive";
  if (text == "..") return "RangeFull";
  if (text.starts_with("..")) return "RangeTo";
  return text.ends_with("..") ? "RangeFrom" : "Range";
}

}  // namespace

bool RustReader::is_macro(const Node& name) const {
  return std::ranges::binary_search(macros_, name.range.end);
}

Id RustReader::any_of(const std::vector<Id>& values) {
  std::vector<Id> known;
  for (const Id one : values)
    if (one != kNone && std::ranges::find(known, one) == known.end()) known.push_back(one);
  if (known.size() < 2) return known.empty() ? kNone : known[0];
  return build_.expr(ExprKind::kUnion, build_.list(known));
}

Id RustReader::statements(const Node& node, Id scope) {
  const Id outer = scope;
  Id last = kNone;
  for (const Node& one : named(node)) {
    last = kNone;
    const std::string_view kind = type(one);
    if (kind == "let_declaration") {
      scope = let(one, scope);
    } else if (kind == "expression_statement") {
      const bool is_end = !text(one).ends_with(';');
      for (const Node& inner : named(one)) {
        const Id given = value(inner, scope);
        if (is_end) last = given;
      }
    } else if (!item(one, outer)) {
      last = value(one, scope);
    }
  }
  return last;
}

Id RustReader::block(const Node& node, Id scope) {
  return statements(node, build_.open_scope(Scope::Kind::kBlock, scope));
}

Id RustReader::value(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "identifier" || kind == "scoped_identifier") return path_value(node, scope);
  if (kind == "self") return build_.expr(ExprKind::kName, build_.name("self"), scope);
  if (kind == "call_expression") return call(node, scope);
  if (kind == "field_expression") return field(node, scope, false);
  if (kind == "generic_function") return callee(node, scope);
  if (kind == "struct_expression") return struct_value(node, scope);
  if (kind == "closure_expression") return closure(node, scope, kNone);
  if (kind == "block") return block(node, scope);
  if (kind.ends_with("_literal")) {
    if (kind.starts_with("string") || kind.starts_with("raw_string"))
      return instance(library("str"));
    if (kind.starts_with("bool")) return instance(library("bool"));
    return build_.expr(ExprKind::kLiteral);
  }
  if (kind == "macro_invocation") return macro_call(node, scope);
  if (kind == "macro_definition" || kind == "attribute_item" || kind == "token_tree") {
    item(node, scope);
    return kNone;
  }
  return control_value(node, kind, scope);
}

/// The other tree has the arguments as expressions, if it has the call.
Id RustReader::macro_call(const Node& node, Id scope) {
  if (const auto at = calls_.find(node.range.begin); at != calls_.end())
    return call(at->second, scope);
  const auto as = child(node, "macro");
  if (as && type(*as) == "identifier")
    build_.use(*as, build_.expr(ExprKind::kMacroName, scope, name(*as)), scope, Use::Kind::kCall);
  else if (as)
    path_value(*as, scope, Use::Kind::kCall);
  return kNone;
}

Id RustReader::path_value(const Node& node, Id scope, Use::Kind kind) {
  const std::string_view as = type(node);
  if (as == "type_identifier") return type_name(node, scope, kind);
  if (as == "scoped_type_identifier") return scoped_type(node, scope);
  if (as == "generic_type" || as == "generic_type_with_turbofish") return generic_type(node, scope);
  if (as == "scoped_identifier") {
    const auto last = child(node, "name");
    if (!last) return kNone;
    const Id id = build_.expr(ExprKind::kPath, prefix_of(node, scope), name(*last));
    build_.use(*last, id, scope, kind);
    return id;
  }
  const bool is_self = text(node) == "Self";
  const Id id = build_.expr(is_self ? ExprKind::kTypeName : ExprKind::kName,
                            is_self ? scope : name(node), is_self ? name(node) : scope);
  if (!is_self) build_.use(node, id, scope, kind);
  return is_self ? build_.expr(ExprKind::kInstance, id) : id;
}

Id RustReader::field(const Node& node, Id scope, bool is_called) {
  const auto object = child(node, "value");
  const auto as = child(node, "field");
  if (!object || !as) return kNone;
  const Id of = known(value(*object, scope));
  const ExprKind kind = is_called ? ExprKind::kMethodOf : ExprKind::kFieldOf;
  const Id id = build_.expr(kind, of, name(*as));
  build_.use(*as, id, scope, is_called ? Use::Kind::kCall : Use::Kind::kOther);
  return id;
}

Id RustReader::callee(const Node& node, Id scope) {
  const std::string_view kind = type(node);
  if (kind == "field_expression") return field(node, scope, true);
  if (kind == "generic_function") {
    const auto function = child(node, "function");
    const auto list = child(node, "type_arguments");
    const Id of = function ? callee(*function, scope) : kNone;
    const Id given = list ? type_arguments(*list, scope) : kNone;
    return of == kNone || given == kNone ? of : build_.expr(ExprKind::kApplied, of, given);
  }
  if (kind != "identifier" && kind != "scoped_identifier") return value(node, scope);
  if (!is_macro(node)) return path_value(node, scope, Use::Kind::kCall);
  if (kind == "scoped_identifier") return path_value(node, scope, Use::Kind::kCall);
  const Id id = build_.expr(ExprKind::kMacroName, scope, name(node));
  build_.use(node, id, scope, Use::Kind::kCall);
  return id;
}

Id RustReader::call(const Node& node, Id scope) {
  const auto function = child(node, "function");
  const auto list = child(node, "arguments");
  if (!function) return kNone;
  const auto last =
      type(*function) == "scoped_identifier" ? child(*function, "name") : std::nullopt;
  if (list && last && std::ranges::find(kConversions, text(*last)) != kConversions.end()) {
    // Which impl is meant depends on the argument.
    const Id path = build_.expr(ExprKind::kPath, prefix_of(*function, scope), name(*last));
    const Id made = arguments(path, *list, scope);
    build_.use(*last, build_.expr(ExprKind::kCalled, made, name(*last)), scope, Use::Kind::kCall);
    return made;
  }
  const Id of = known(callee(*function, scope));
  return list ? arguments(of, *list, scope) : kNone;
}

/// The call with these arguments. A closure takes its parameters from what is called.
Id RustReader::arguments(Id called, const Node& list, Id scope) {
  std::vector<Id> given;
  for (const Node& one : named(list)) {
    if (type(one) == "attribute_item") continue;
    if (type(one) == "closure_expression") {
      const Id before = build_.expr(ExprKind::kCall, called, build_.list(given));
      const auto position = static_cast<Id>(given.size());
      given.push_back(closure(one, scope, build_.expr(ExprKind::kExpected, before, position)));
    } else {
      given.push_back(value(one, scope));
    }
  }
  if (given.size() == 1) note_element(called, given[0], scope);
  return build_.expr(ExprKind::kCall, called, build_.list(given));
}

/// `list.push(element)` says what a variable holds.
void RustReader::note_element(Id called, Id element, Id scope) {
  const Expr method = build_.expr_at(called);
  if (method.kind != ExprKind::kMethodOf || element == kNone) return;
  const Expr of = build_.expr_at(method.a);
  const std::string_view name = build_.facts().name(method.b);
  if (of.kind != ExprKind::kName || of.a == kNone ||
      std::ranges::find(kAdders, name) == kAdders.end())
    return;
  const Id variable = build_.visible(scope, of.a);
  if (variable == kNone || build_.decl(variable).kind != DeclKind::kVariable ||
      build_.decl(variable).type != kNone || !build_.decl(variable).is_local)
    return;
  build_.assign(variable, build_.expr(ExprKind::kHolding, element));
}

Id RustReader::closure(const Node& node, Id scope, Id expected) {
  const Id id = build_.declare_unnamed(DeclKind::kFunction, node);
  set_end(id, node);
  const Id inner = build_.open_scope(Scope::Kind::kFunction, scope, id);
  build_.decl(id).is_async = text(node).starts_with("async");
  std::vector<Id> all;
  if (const auto list = child(node, "parameters"))
    for (const Node& one : named(*list)) {
      const auto position = static_cast<Id>(all.size());
      const bool is_typed = type(one) == "parameter";
      const auto bound = is_typed ? child(one, "pattern") : std::optional<Node>(one);
      const auto written = is_typed ? child(one, "type") : std::nullopt;
      const Id type = written ? type_of(*written, scope) : kNone;
      const bool is_known = type != kNone && !has_hole(*written);
      const Id given = is_known ? instance(type)
                       : expected == kNone
                           ? kNone
                           : build_.expr(ExprKind::kParameterOf, expected, position);
      all.push_back(build_.declare_unnamed(DeclKind::kParameter, one));
      build_.decl(all.back()).is_local = true;
      build_.decl(all.back()).type = is_known ? type : kNone;
      if (bound) pattern(*bound, given, is_known ? type : kNone, inner);
    }
  const Id parameters = build_.list(all);
  build_.decl(id).parameters = parameters;
  const Context before = context_;
  context_.lambda = id;
  if (const auto written = child(node, "return_type")) {
    const Id type = type_of(*written, scope);
    build_.decl(id).type = type;
  }
  if (const auto body = child(node, "body")) build_.assign(id, value(*body, inner));
  context_ = before;
  return build_.expr(ExprKind::kLambda, id);
}

Id RustReader::struct_value(const Node& node, Id scope) {
  const auto as = child(node, "name");
  const auto body = child(node, "body");
  if (!as) return kNone;
  const Id type = type_of(*as, scope);
  if (type == kNone) return kNone;
  set_constructed(*as);
  const Id made = instance(type);
  const Id whole = build_.expr(ExprKind::kMatched, build_.list({made, type}), kNone);
  if (!body) return made;
  for (const Node& one : named(*body)) {
    if (this->type(one) == "base_field_initializer") {
      for (const Node& inner : named(one)) value(inner, scope);
      continue;
    }
    const bool is_short = this->type(one) == "shorthand_field_initializer";
    const Nodes inner = named(one);
    const auto key = is_short && !inner.empty() ? std::optional(inner.back()) : child(one, "field");
    if (!key) continue;
    const Id of = build_.expr(ExprKind::kFieldOf, whole, name(*key));
    build_.use(*key, of, scope, Use::Kind::kOther);
    if (const auto given = child(one, "value")) value(*given, scope);
  }
  return made;
}

Id RustReader::operator_value(const Node& node, std::string_view kind, Id scope) {
  const auto inner = [&](std::string_view part) {
    const auto one = child(node, part);
    return one ? value(*one, scope) : kNone;
  };
  if (kind == "binary_expression") {
    const auto sign = child(node, "operator");
    const Id left = inner("left"), right = inner("right");
    if (sign && std::ranges::find(kRustTests, text(*sign)) != kRustTests.end())
      return instance(library("bool"));
    return left == kNone || right == kNone ? kNone : build_.expr(ExprKind::kSum, left, right);
  }
  if (kind == "assignment_expression" || kind == "compound_assignment_expr") {
    const Id left = inner("left"), right = inner("right");
    if (left == kNone || build_.expr_at(left).kind != ExprKind::kName) return kNone;
    const Id variable = build_.visible(scope, build_.expr_at(left).a);
    if (variable != kNone && build_.decl(variable).type == kNone &&
        build_.decl(variable).kind == DeclKind::kVariable && kind == "assignment_expression")
      build_.assign(variable, right);
    return kNone;
  }
  if (kind == "type_cast_expression") {
    inner("value");
    const auto written = child(node, "type");
    return written ? instance(type_of(*written, scope)) : kNone;
  }
  const Nodes all = named(node);
  std::vector<Id> values;
  for (const Node& one : all)
    if (type(one) != "mutable_specifier" && type(one) != "attribute_item")
      values.push_back(value(one, scope));
  const Id first = values.empty() ? kNone : values.front();
  if (kind == "index_expression" && !all.empty() && type(all.back()) == "range_expression")
    return first;  // a part of a list is a list
  if (kind == "index_expression")
    return first == kNone ? kNone
                          : build_.expr(ExprKind::kIndex, first, build_.list({values.back()}));
  if (kind == "tuple_expression") return build_.expr(ExprKind::kTuple, build_.list(values));
  if (kind == "unit_expression") return build_.expr(ExprKind::kTuple, kNone);
  if (kind == "array_expression") return build_.expr(ExprKind::kHolding, known(any_of(values)));
  if (kind == "range_expression") return instance(library(range_type(text(node))));
  if (first == kNone) return kNone;
  if (kind == "try_expression") return build_.expr(ExprKind::kTried, first);
  if (kind == "await_expression") return build_.expr(ExprKind::kAwait, first);
  if (kind == "unary_expression")
    return text(node).starts_with('*') ? build_.expr(ExprKind::kPointed, first) : first;
  return values.back();
}

}  // namespace codeweaver::facts
