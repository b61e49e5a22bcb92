// GoReader: types, values and literals.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "facts/go_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::array kTypes{
    std::string_view("type_identifier"), std::string_view("qualified_type"),
    std::string_view("slice_type"),      std::string_view("map_type"),
    std::string_view("pointer_type"),    std::string_view("array_type"),
    std::string_view("function_type"),   std::string_view("channel_type"),
    std::string_view("generic_type"),    std::string_view("interface_type"),
    std::string_view("struct_type"),     std::string_view("negated_type"),
    std::string_view("type_elem"),       std::string_view("implicit_length_array_type")};

bool is_type(std::string_view kind) {
  return std::ranges::find(kTypes, kind) != kTypes.end();
}

constexpr std::array kComparisons{
    std::string_view("=="), std::string_view("!="), std::string_view("<"),  std::string_view(">"),
    std::string_view("<="), std::string_view(">="), std::string_view("&&"), std::string_view("||")};

}  // namespace

void GoReader::type_spec(const Node& node, Id scope) {
  const auto as = child(node, "name");
  const auto written = child(node, "type");
  if (!as || !written) return;
  const std::string_view kind = type(*written);
  const bool is_alias = type(node) == "type_alias";
  const Id id = build_.declare(is_alias                   ? DeclKind::kAlias
                               : kind == "interface_type" ? DeclKind::kInterface
                                                          : DeclKind::kClass,
                               *as, scope);
  set_end(id, node);
  build_.decl(id).is_local = is_in_function_;
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  type_parameters(node, inner, id);
  if (!is_alias && kind == "struct_type") return struct_type(*written, inner, id);
  if (!is_alias && kind == "interface_type") return interface_type(*written, inner, id);
  const Id type = type_of(*written, inner);
  build_.decl(id).type = type;
}

void GoReader::struct_type(const Node& node, Id scope, Id decl) {
  for (const Node& list : named(node))
    for (const Node& one : named(list))
      if (type(one) == "field_declaration") field(one, scope, decl);
}

void GoReader::field(const Node& node, Id scope, Id decl) {
  const auto written = child(node, "type");
  if (!written) return;
  const Id type = type_of(*written, scope);
  const auto add = [&](const Node& as) {
    const Id id = build_.declare(DeclKind::kField, as, kNone, decl);
    build_.decl(id).type = type;
  };
  const Nodes names = children(node, "name");
  for (const Node& as : names) add(as);
  if (!names.empty()) return;
  Node base = *written;  // an embedded type is a field with its name
  while (this->type(base) == "pointer_type" || this->type(base) == "generic_type") {
    const Nodes parts = named(base);
    if (parts.empty()) break;
    base = parts[0];
  }
  if (const auto last = child(base, "name")) base = *last;
  add(base);
  build_.add_base(decl, type);
}

void GoReader::interface_type(const Node& node, Id scope, Id decl) {
  for (const Node& one : named(node)) {
    if (type(one) == "method_elem") {
      const auto as = child(one, "name");
      if (!as) continue;
      const Id id = build_.declare(DeclKind::kFunction, *as, kNone, decl);
      if (const auto list = child(one, "parameters")) {
        set_signature(id, *list);
        for (const Node& parameter : named(*list))
          if (const auto written = child(parameter, "type")) type_of(*written, scope);
      }
      const Id type = result(child(one, "result"), scope, kNone);
      build_.decl(id).type = type;
    } else if (type(one) == "type_elem") {
      const Nodes parts = named(one);
      for (const Node& part : parts) {
        const Id type = type_of(part, scope);
        if (parts.size() == 1) build_.add_base(decl, type);
      }
    }
  }
}

Id GoReader::type_of(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "type_identifier" || kind == "identifier") {
    const Id id = build_.expr(ExprKind::kName, name(node), scope);
    build_.use(node, id, scope, Use::Kind::kType);
    return id;
  }
  if (kind == "qualified_type") {
    const auto package = child(node, "package");
    const auto as = child(node, "name");
    if (!package || !as) return kNone;
    const Id id = build_.expr(ExprKind::kMember,
                              build_.expr(ExprKind::kName, name(*package), scope), name(*as));
    build_.use(*as, id, scope, Use::Kind::kType);
    return id;
  }
  return composite_type(node, scope);
}

Id GoReader::composite_type(const Node& node, Id scope) {
  const std::string_view kind = type(node);
  const auto part = [&](std::string_view field) {
    const auto found = child(node, field);
    return found ? type_of(*found, scope) : kNone;
  };
  if (kind == "slice_type" || kind == "array_type" || kind == "implicit_length_array_type") {
    if (const auto length = child(node, "length")) value(*length, scope);
    return build_.expr(ExprKind::kListType, part("element"));
  }
  if (kind == "channel_type") return build_.expr(ExprKind::kChannelType, part("value"));
  if (kind == "map_type") {
    const Id key = part("key");
    const Id held = part("value");
    return build_.expr(ExprKind::kMapType, held, key);
  }
  if (kind == "function_type") {
    if (const auto list = child(node, "parameters"))
      for (const Node& one : named(*list))
        if (const auto written = child(one, "type")) type_of(*written, scope);
    return build_.expr(ExprKind::kFunctionType, result(child(node, "result"), scope, kNone));
  }
  if (kind == "generic_type") {
    const Id base = part("type");
    std::vector<Id> arguments;
    if (const auto list = child(node, "type_arguments"))
      for (const Node& one : named(*list)) arguments.push_back(type_of(one, scope));
    return base == kNone ? kNone
                         : build_.expr(ExprKind::kGenericType, base, build_.list(arguments));
  }
  if (kind == "struct_type" || kind == "interface_type") {
    const Id id = build_.declare_unnamed(DeclKind::kClass, node);
    build_.decl(id).is_local = true;
    kind == "struct_type" ? struct_type(node, scope, id) : interface_type(node, scope, id);
    return build_.expr(ExprKind::kUnnamedType, id);
  }
  Id first = kNone;  // pointers, parentheses, constraints such as ~int | string
  for (const Node& one : named(node)) {
    const Id id = type_of(one, scope);
    if (first == kNone) first = id;
  }
  return first;
}

std::vector<Id> GoReader::values(const Node& list, Id scope) {
  std::vector<Id> out;
  for (const Node& one : named(list)) out.push_back(value(one, scope));
  return out;
}

Id GoReader::value(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "identifier") {
    if (text(node) == "_") return kNone;
    const Id id = build_.expr(ExprKind::kName, name(node), scope);
    build_.use(node, id, scope, Use::Kind::kOther);
    return id;
  }
  if (kind == "selector_expression") {
    const auto operand = child(node, "operand");
    const auto as = child(node, "field");
    if (!operand || !as) return kNone;
    const Id id = build_.expr(ExprKind::kMember, value(*operand, scope), name(*as));
    build_.use(*as, id, scope, Use::Kind::kOther);
    return id;
  }
  if (kind == "call_expression") return call(node, scope);
  if (kind == "func_literal") return function_literal(node, scope);
  if (kind == "composite_literal") {
    const auto written = child(node, "type");
    const Id type = written ? type_of(*written, scope) : kNone;
    if (written) set_constructed(*written);
    const Id made = type == kNone ? kNone : build_.expr(ExprKind::kInstance, type);
    if (const auto body = child(node, "body")) literal(*body, made, scope);
    return made;
  }
  return other_value(node, kind, scope);
}

Id GoReader::other_value(const Node& node, std::string_view kind, Id scope) {
  if (kind.ends_with("_literal") || kind == "true" || kind == "false" || kind == "nil")
    return kind == "nil" ? kNone : build_.expr(ExprKind::kLiteral);
  if (kind == "type_assertion_expression" || kind == "type_conversion_expression") {
    if (const auto operand = child(node, "operand")) value(*operand, scope);
    const auto written = child(node, "type");
    const Id type = written ? type_of(*written, scope) : kNone;
    return type == kNone ? kNone : build_.expr(ExprKind::kInstance, type);
  }
  if (kind == "index_expression") {
    const auto operand = child(node, "operand");
    const Id base = operand ? value(*operand, scope) : kNone;
    if (const auto index = child(node, "index")) value(*index, scope);
    return base == kNone ? kNone : build_.expr(ExprKind::kIndex, base);
  }
  if (kind == "binary_expression") {
    const std::vector<Id> parts = values(node, scope);
    const auto sign = child(node, "operator");
    if (sign && std::ranges::find(kComparisons, text(*sign)) != kComparisons.end())
      return build_.expr(ExprKind::kLiteral);
    return parts.empty() ? kNone : parts[0];
  }
  if (kind == "unary_expression" || kind == "parenthesized_expression" ||
      kind == "slice_expression" || kind == "type_instantiation_expression") {
    const Nodes parts = named(node);
    if (parts.empty()) return kNone;
    const Id first = is_type(type(parts[0])) ? type_of(parts[0], scope) : value(parts[0], scope);
    for (std::size_t i = 1; i < parts.size(); ++i)
      is_type(type(parts[i])) ? type_of(parts[i], scope) : value(parts[i], scope);
    const bool receives = kind == "unary_expression" && text(node).starts_with("<-");
    return receives && first != kNone ? build_.expr(ExprKind::kElement, first) : first;
  }
  if (is_type(kind)) {
    type_of(node, scope);
    return kNone;
  }
  statements(node, scope);
  return kNone;
}

Id GoReader::call(const Node& node, Id scope) {
  const auto called = child(node, "function");
  const auto list = child(node, "arguments");
  if (!called || !list) return kNone;
  const Nodes given = named(*list);
  const std::string_view kind = type(*called);
  const bool makes = kind == "identifier" && (text(*called) == "new" || text(*called) == "make");
  if (makes && !given.empty() && type(given[0]) == "call_expression")
    return value(given[0], scope);  // a pointer to the value
  if (makes && !given.empty()) {
    const Id type = type_of(given[0], scope);
    for (std::size_t i = 1; i < given.size(); ++i) value(given[i], scope);
    return type == kNone ? kNone : build_.expr(ExprKind::kInstance, type);
  }
  const bool converts = is_type(kind);
  const Id target = converts ? type_of(*called, scope) : value(*called, scope);
  if (kind == "identifier") build_.set_use(*called, Use::Kind::kCall);
  if (kind == "selector_expression")
    if (const auto as = child(*called, "field")) build_.set_use(*as, Use::Kind::kCall);
  std::vector<Id> arguments;
  for (const Node& one : given)
    arguments.push_back(is_type(type(one)) ? type_of(one, scope) : value(one, scope));
  if (target == kNone) return kNone;
  return converts ? build_.expr(ExprKind::kInstance, target)
                  : build_.expr(ExprKind::kCall, target, build_.list(arguments));
}

Id GoReader::function_literal(const Node& node, Id scope) {
  const Id id = build_.declare_unnamed(DeclKind::kFunction, node);
  build_.decl(id).is_local = true;
  const Id types = build_.open_scope(Scope::Kind::kFunction, scope, id);
  const Id inner = build_.open_scope(Scope::Kind::kFunction, types, id);
  const bool was_in_function = std::exchange(is_in_function_, true);
  if (const auto list = child(node, "parameters")) parameters(*list, id, types, inner);
  const Id type = result(child(node, "result"), types, inner);
  build_.decl(id).type = type;
  if (const auto body = child(node, "body")) statement(*body, inner);
  is_in_function_ = was_in_function;
  return build_.expr(ExprKind::kLambda, id);
}

const Expr* GoReader::written_container(Id made) const {
  if (made == kNone || build_.expr_at(made).kind != ExprKind::kInstance) return nullptr;
  const Expr& type = build_.expr_at(build_.expr_at(made).a);
  return type.kind == ExprKind::kListType || type.kind == ExprKind::kMapType ? &type : nullptr;
}

void GoReader::literal(const Node& body, Id made, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  for (const Node& one : named(body)) {
    if (type(one) == "keyed_element")
      keyed_element(one, made, scope);
    else
      literal_element(one, element_of(made), scope);
  }
}

void GoReader::keyed_element(const Node& node, Id made, Id scope) {
  const Nodes parts = named(node);
  if (parts.empty()) return;
  const Expr* const container = written_container(made);
  if (parts.size() > 1) {
    const Nodes inner = named(parts[0]);
    const bool is_wrapped = type(parts[0]) == "literal_element" && inner.size() == 1;
    const Node& key = is_wrapped ? inner[0] : parts[0];
    if (type(key) == "identifier" && made != kNone && container == nullptr) {
      build_.use(key, build_.expr(ExprKind::kMember, made, name(key)), scope, Use::Kind::kOther);
    } else {
      const bool is_map = container != nullptr && container->kind == ExprKind::kMapType;
      const Id key_type = is_map ? container->b : kNone;
      literal_element(
          parts[0], key_type == kNone ? kNone : build_.expr(ExprKind::kInstance, key_type), scope);
    }
  }
  literal_element(parts.back(), element_of(made), scope);
}

Id GoReader::element_of(Id made) {
  return made == kNone ? kNone : build_.expr(ExprKind::kElement, made);
}

void GoReader::literal_element(const Node& node, Id made, Id scope) {
  const Nodes inner = named(node);
  const Node& held = type(node) == "literal_element" && inner.size() == 1 ? inner[0] : node;
  if (type(held) == "literal_value")
    literal(held, made, scope);
  else
    value(held, scope);
}

}  // namespace codeweaver::facts
