// TypeScriptReader: assignments, and the members and exports that they add.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "facts/typescript_reader.hpp"

namespace codeweaver::facts {

bool TypeScriptReader::is_javascript() const {
  return syntax::languages()[tree_.language()].id == "javascript";
}

Id TypeScriptReader::assignment(const Node& node, Id scope) {
  const auto left = child(node, "left");
  const auto right = child(node, "right");
  if (!left || !right) return kNone;
  const std::string_view kind = type(*left);
  if (kind == "object_pattern" || kind == "array_pattern") {
    uses_in_pattern(*left, scope);
    return value(*right, scope);
  }
  const Id target = value(*left, scope);
  if (kind == "member_expression") return assign_member(*left, *right, target, scope);
  const Id given = value(*right, scope, target);
  if (kind == "identifier") {
    const Id id = build_.visible(scope, name(*left));
    if (id != kNone && build_.decl(id).type == kNone) build_.assign(id, given);
  }
  return given;
}

/// `object.name = value`. In `Type.prototype.name = function () {}`, `this` is a Type.
Id TypeScriptReader::assign_member(const Node& left, const Node& right, Id target, Id scope) {
  const auto object = child(left, "object");
  const auto property = child(left, "property");
  if (!object || !property) return value(right, scope, target);
  const auto whole = prototype_of(left);  // Type.prototype = ...
  const auto part = prototype_of(*object);
  Id type = whole || part ? build_.visible(scope, name(whole ? *whole : *part)) : kNone;
  if (type != kNone) type = holder_of(type).decl;
  Id given = kNone;
  if (part && is_function_expression(right) && type != kNone)
    given = function_value(right, scope, target, method_context(type));
  else if (whole && type != kNone)
    given = value(right, scope, build_.expr(ExprKind::kUnnamedType, type));
  else
    given = value(right, scope, target);
  if (whole) {
    set_prototype(type, right, given, scope);
  } else if (this->type(*object) == "this") {
    if (context_.this_class != kNone) assigned_.push_back({*property, context_.this_class, given});
  } else if (part) {
    if (type != kNone) assigned_.push_back({*property, type, given, false, is_local(scope)});
  } else if (this->type(*object) == "identifier" && is_javascript()) {
    if (const Id of = build_.visible(scope, name(*object)); of != kNone)
      assigned_.push_back({*property, of, given, true, is_local(scope)});
  }
  common_js(left, right, given, scope);
  return given;
}

bool TypeScriptReader::is_function_expression(const Node& node) const {
  return type(node) == "function_expression" || type(node) == "generator_function";
}

/// In a method of an object that `type` makes.
TypeScriptReader::Context TypeScriptReader::method_context(Id type) {
  Context out;
  out.this_value = build_.expr(ExprKind::kUnnamedType, type);
  out.this_class = type;
  return out;
}

/// The name before `.prototype`.
std::optional<TypeScriptReader::Node> TypeScriptReader::prototype_of(const Node& node) const {
  if (type(node) != "member_expression") return std::nullopt;
  const auto of = child(node, "object");
  const auto property = child(node, "property");
  const bool is_prototype =
      of && property && text(*property) == "prototype" && type(*of) == "identifier";
  return is_prototype ? of : std::nullopt;
}

/// `Type.prototype = Object.create(Base.prototype)`, `new Base()` or `{...}`.
void TypeScriptReader::set_prototype(Id type, const Node& right, Id given, Id scope) {
  if (type == kNone) return;
  const auto called = child(right, "function");
  const auto list = child(right, "arguments");
  const Nodes arguments = list ? named(*list) : Nodes();
  if (called && text(*called) == "Object.create" && !arguments.empty()) {
    if (const auto base = prototype_of(arguments[0])) extend(type, *base, scope);
  } else if (given != kNone) {
    build_.add_base(type, build_.expr(ExprKind::kTypeOf, given));
    make_class(type);
  }
}

/// The instances of a function have the members of those of `base`.
void TypeScriptReader::extend(Id type, const Node& base, Id scope) {
  const Id of = build_.expr(ExprKind::kName, name(base), scope);
  build_.add_base(type, build_.expr(ExprKind::kTypeOf, build_.expr(ExprKind::kCall, of, kNone)));
  make_class(type);
}

/// `inherits(Type, Base)` of Node.
void TypeScriptReader::inherits(const Node& called, const Nodes& arguments, Id scope) {
  const auto property = child(called, "property");
  const std::string_view name = property ? text(*property) : text(called);
  if (name != "inherits" || arguments.size() != 2 || type(arguments[0]) != "identifier" ||
      type(arguments[1]) != "identifier")
    return;
  const Id named = build_.visible(scope, this->name(arguments[0]));
  const Id type = named == kNone ? kNone : holder_of(named).decl;
  if (type != kNone) extend(type, arguments[1], scope);
}

/// A function that makes objects with members.
void TypeScriptReader::make_class(Id function) {
  if (build_.decl(function).kind == DeclKind::kFunction)
    build_.decl(function).kind = DeclKind::kClass;
}

/// What the members of a declared name belong to: a class, a function, or the first of these or the
/// first object that is assigned to a variable.
TypeScriptReader::Holder TypeScriptReader::holder_of(Id decl) const {
  const DeclKind kind = build_.facts().decls[decl].kind;
  if (kind == DeclKind::kClass || kind == DeclKind::kFunction) return {decl, false};
  if (kind != DeclKind::kVariable) return {};
  for (const Id given : build_.assigned(decl)) {
    const Expr& expr = build_.expr_at(given);
    const bool is_object =  // not `this`
        expr.kind == ExprKind::kUnnamedType && build_.facts().decls[expr.a].name == kNone;
    if (is_object || expr.kind == ExprKind::kOwnClass || expr.kind == ExprKind::kLambda)
      return {expr.a, is_object};
  }
  return {};
}

/// Assignments to members, now that the members of all classes are known. In JavaScript they also
/// declare them.
void TypeScriptReader::assign_members() {
  for (const Id id : shared_) {
    Decl& decl = build_.decl(id);
    if (build_.in_scope(0, decl.name) == kNone) continue;
    decl.kind = DeclKind::kImport;
    decl.imported = decl.name;
  }
  const bool declares = is_javascript();
  std::ranges::stable_partition(assigned_, [](const Assigned& one) { return !one.is_late; });
  for (const Assigned& one : assigned_) {
    const auto [holder, is_object] = holder_of(one.owner);
    if (holder == kNone) continue;
    const auto at = members_.find(key_of(holder, name(one.name)));
    if (at == members_.end() && !declares) continue;
    const bool is_new = at == members_.end();
    const Id id = is_new ? member(DeclKind::kField, one.name, holder, kNone) : at->second;
    if (is_new) build_.decl(id).is_static = one.is_static && !is_object;
    if (is_new && !one.is_static) make_class(holder);
    if (build_.decl(id).kind == DeclKind::kField && build_.decl(id).type == kNone)
      build_.assign(id, one.value);
  }
}

/// `exports` and `module.exports` of CommonJS.
bool TypeScriptReader::is_own_exports(const Node& node, Id scope) {
  const std::string_view whole = text(node);
  return (whole == "exports" || whole == "module.exports") &&
         build_.visible(scope, build_.name(whole.substr(0, whole.find('.')))) == kNone;
}

/// `module.exports = ...`, `exports.name = ...`.
void TypeScriptReader::common_js(const Node& left, const Node& right, Id given, Id scope) {
  const auto object = child(left, "object");
  const auto property = child(left, "property");
  if (!object || !property) return;
  const bool is_module = text(left) == "module.exports" && is_own_exports(left, scope);
  if (!is_module && !is_own_exports(*object, scope)) return;
  const Id id = add_export(*property, is_module ? build_.name("export=") : name(*property));
  if (type(right) == "identifier") {
    build_.decl(id).imported = name(right);
    return;
  }
  build_.decl(id).kind = DeclKind::kVariable;
  build_.assign(id, given);
  if (is_module && type(right) == "object" && given != kNone) share_members(right, given);
}

/// `module.exports = { name }` passes on what the text declares with this name.
void TypeScriptReader::share_members(const Node& object, Id given) {
  for (const Node& one : named(object)) {
    if (type(one) != "shorthand_property_identifier") continue;
    const auto at = members_.find(key_of(build_.expr_at(given).a, name(one)));
    if (at != members_.end()) shared_.push_back(at->second);
  }
}

}  // namespace codeweaver::facts
