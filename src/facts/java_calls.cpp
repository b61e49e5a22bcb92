// JavaReader: calls, new objects, lambdas and method references.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>

#include "facts/java_reader.hpp"

namespace codeweaver::facts {
namespace {

/// Expressions that are also statements.
constexpr std::array kJavaEffects{
    std::string_view("method_invocation"), std::string_view("assignment_expression"),
    std::string_view("update_expression"), std::string_view("object_creation_expression")};

}  // namespace

Id JavaReader::called(Id before, Id name, const std::optional<Node>& arguments, Id scope,
                      const Node* use) {
  struct Later {  // what a lambda or method reference means depends on the method that is called
    Node node;
    Id position, id;
  };
  std::vector<Later> later;
  std::vector<Id> items{before == kNone ? build_.expr(ExprKind::kThis, scope) : before};
  for (const Node& one : arguments ? named(*arguments) : Nodes()) {
    const Node inner = without_parentheses(one);
    const auto position = static_cast<Id>(items.size() - 1);
    if (type(inner) == "lambda_expression") {
      later.push_back({inner, position, declare_lambda(inner)});
      items.push_back(build_.expr(ExprKind::kLambda, later.back().id));
    } else if (type(inner) == "method_reference") {
      later.push_back({inner, position, referred_object(inner, scope)});
      items.push_back(reference_to(inner, later.back().id, kNone));
    } else {
      items.push_back(value(one, scope));
    }
  }
  const Id method = build_.expr(ExprKind::kMethod, build_.list(items), name);
  if (use != nullptr) build_.use(*use, method, scope, Use::Kind::kCall);
  for (const Later& one : later) {
    const Id wanted = build_.expr(ExprKind::kWantedBy, method, one.position);
    if (type(one.node) == "lambda_expression")
      read_lambda(one.node, one.id, scope, wanted);
    else
      use_reference(one.node, one.id, wanted, scope);
  }
  return method;
}

JavaReader::Node JavaReader::without_parentheses(Node node) const {
  while (type(node) == "parenthesized_expression") {
    const Nodes inner = named(node);
    if (inner.size() != 1) break;
    node = inner[0];
  }
  return node;
}

Id JavaReader::call(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return kNone;
  const auto object = child(node, "object");
  Id before = kNone;
  std::vector<Id> types;
  if (object) {
    const Nodes parts = named(node);
    const bool has_super = parts.size() > 1 && type(parts[1]) == "super";
    before = has_super ? instance(type_of(*object, scope)) : value(*object, scope);  // A.super.b()
    if (before == kNone) before = build_.expr(ExprKind::kUnion);                     // unknown
  }
  for (const Node& part : named(node))
    if (type(part) == "type_arguments")
      for (const Node& written : named(part)) types.push_back(type_of(written, scope));
  const Id method = called(before, name(*as), child(node, "arguments"), scope, &*as);
  return build_.expr(ExprKind::kCall, method, build_.list(types));
}

Id JavaReader::creation(const Node& node, Id scope) {
  std::optional<Node> body;
  const auto written = child(node, "type");
  Id outer = kNone;
  for (const Node& one : named(node)) {
    const std::string_view kind = type(one);
    if (kind == "class_body") {
      body = one;
    } else if (kind.ends_with("annotation")) {
      annotation(one, scope);
    } else if (written && one.range.begin < written->range.begin && kind != "type_arguments") {
      outer = value(one, scope);  // outer.new Inner()
    }
  }
  if (!written) return kNone;
  Id made = kNone;
  if (outer != kNone && type(*written) == "type_identifier") {
    made =
        build_.expr(ExprKind::kTypeMember, build_.expr(ExprKind::kTypeOf, outer), name(*written));
    build_.use(*written, made, scope, Use::Kind::kConstruct);
  } else {
    made = type_of(*written, scope);
    set_constructed(*written);
  }
  called(made == kNone ? build_.expr(ExprKind::kUnion) : instance(made), build_.name(kConstructor),
         child(node, "arguments"), scope);
  if (!body) return instance(made);
  const Id own = build_.declare_unnamed(DeclKind::kClass, node);
  build_.add_base(own, made);
  unnamed_body(*body, own, scope);
  return build_.expr(ExprKind::kUnnamedType, own);
}

void JavaReader::constructor_call(const Node& node, Id scope) {
  if (const auto object = child(node, "object")) value(*object, scope);
  const auto which = child(node, "constructor");
  const Id before = which ? value(*which, scope) : kNone;
  const Id made = which ? constructed_class(*which, scope) : kNone;
  if (made != kNone) build_.use(*which, made, scope, Use::Kind::kConstruct);
  called(before == kNone ? build_.expr(ExprKind::kUnion) : before, build_.name(kConstructor),
         child(node, "arguments"), scope);
}

/// The class by its name whose constructor `super(...)` or `this(...)` calls; kNone: not known.
Id JavaReader::constructed_class(const Node& which, Id scope) {
  if (context_.own_class == kNone) return kNone;
  if (type(which) == "this") {
    const Id name = build_.decl(context_.own_class).name;
    return name == kNone ? kNone : build_.expr(ExprKind::kTypeName, scope, name);
  }
  const Id type = context_.superclass;
  const bool is_generic = type != kNone && build_.expr_at(type).kind == ExprKind::kGenericType;
  const Id of = is_generic ? build_.expr_at(type).a : type;
  if (of == kNone) return kNone;
  const ExprKind kind = build_.expr_at(of).kind;
  return kind == ExprKind::kTypeName || kind == ExprKind::kTypeMember ? of : kNone;
}

Id JavaReader::declare_lambda(const Node& node) {
  const Id id = build_.declare_unnamed(DeclKind::kFunction, node);
  set_end(id, node);
  build_.decl(id).is_local = true;
  return id;
}

Id JavaReader::lambda(const Node& node, Id scope, Id wanted) {
  const Id id = declare_lambda(node);
  read_lambda(node, id, scope, wanted);
  return build_.expr(ExprKind::kLambda, id);
}

void JavaReader::read_lambda(const Node& node, Id id, Id scope, Id wanted) {
  const Id inner = build_.open_scope(Scope::Kind::kFunction, scope, id);
  std::vector<Id> all;
  const auto add = [&](const Node& as, Id type) {
    if (this->type(as) != "identifier") return;
    const Id own = build_.declare(DeclKind::kParameter, as, inner);
    build_.decl(own).is_local = true;
    build_.decl(own).type = type;
    const auto position = static_cast<Id>(all.size());
    if (type == kNone && wanted != kNone)
      build_.assign(own, build_.expr(ExprKind::kParameterOf, wanted, position));
    all.push_back(own);
  };
  if (const auto list = child(node, "parameters")) {
    if (type(*list) == "identifier") add(*list, kNone);
    for (const Node& one : named(*list)) {
      if (type(one) == "identifier")
        add(one, kNone);
      else if (const auto found = parameter(one, inner))
        add(found->as, found->type);
    }
  }
  const Id parameters = build_.list(all);
  build_.decl(id).parameters = parameters;
  const Context before = context_;
  context_.lambda = id;
  context_.returns = wanted == kNone ? kNone : build_.expr(ExprKind::kCall, wanted);
  if (const auto body = child(node, "body")) lambda_body(*body, id, inner);
  context_ = before;
}

void JavaReader::lambda_body(const Node& body, Id lambda, Id scope) {
  const bool is_block = type(body) == "block";
  if (!is_block) {
    build_.assign(lambda, value(body, scope, context_.returns));
    build_.decl(lambda).gives_value = true;
    build_.decl(lambda).gives_nothing =
        std::ranges::find(kJavaEffects, type(body)) != kJavaEffects.end();
    return;
  }
  context_.returns_value = false;
  statements(body, scope);
  const Nodes parts = named(body);
  const bool throws = !parts.empty() && type(parts.back()) == "throw_statement";
  build_.decl(lambda).gives_value = context_.returns_value || throws;
  build_.decl(lambda).gives_nothing = !context_.returns_value;
}

Id JavaReader::method_reference(const Node& node, Id scope, Id wanted) {
  const Id of = referred_object(node, scope);
  return use_reference(node, of, wanted, scope);
}

/// What stands before the colons; kNone: unknown.
Id JavaReader::referred_object(const Node& node, Id scope) {
  const Nodes parts = named(node);
  if (parts.empty()) return kNone;
  const bool has_type = is_type(type(parts[0]));
  const Id of = has_type ? type_of(parts[0], scope) : value(parts[0], scope);
  const bool has_name = parts.size() > 1 && type(parts.back()) == "identifier";
  if (!has_name && has_type) set_constructed(parts[0]);  // List<Type>::new
  if (!has_name && type(parts[0]) == "identifier")       // Type::new
    build_.set_use(parts[0], Use::Kind::kConstruct);
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (type(parts[i]) == "type_arguments")
      for (const Node& written : named(parts[i])) type_of(written, scope);
  return has_type && of != kNone ? build_.expr(ExprKind::kClassOf, instance(of)) : of;
}

Id JavaReader::reference_to(const Node& node, Id of, Id wanted) {
  const Nodes parts = named(node);
  const bool has_name = parts.size() > 1 && type(parts.back()) == "identifier";
  if (of == kNone || !has_name) return of;
  return build_.expr(ExprKind::kMethodRef, build_.list({of, wanted}), name(parts.back()));
}

Id JavaReader::use_reference(const Node& node, Id of, Id wanted, Id scope) {
  const Id id = reference_to(node, of, wanted);
  if (id != of) build_.use(named(node).back(), id, scope, Use::Kind::kOther);
  return id;
}

}  // namespace codeweaver::facts
