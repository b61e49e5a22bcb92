// CppReader: expressions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <array>
#include <utility>

#include "base/listed.hpp"
#include "facts/cpp_reader.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::array kCppTypes{
    std::string_view("type_identifier"),  std::string_view("template_type"),
    std::string_view("type_descriptor"),  std::string_view("primitive_type"),
    std::string_view("struct_specifier"), std::string_view("union_specifier"),
    std::string_view("class_specifier"),  std::string_view("enum_specifier"),
    std::string_view("dependent_type"),   std::string_view("sized_type_specifier"),
    std::string_view("decltype")};
constexpr std::array kConstants{std::string_view("true"),
                                std::string_view("false"),
                                std::string_view("null"),
                                std::string_view("nullptr"),
                                std::string_view("concatenated_string"),
                                std::string_view("sizeof_expression"),
                                std::string_view("alignof_expression")};
constexpr std::array kConversions{std::string_view("static_cast"),
                                  std::string_view("reinterpret_cast"),
                                  std::string_view("const_cast"), std::string_view("dynamic_cast")};
}  // namespace

std::vector<Id> CppReader::values(const Node& list, Id scope) {
  std::vector<Id> out;
  for (const Node& one : named(list))
    if (!type(one).starts_with("preproc_")) out.push_back(value(one, scope));
  return out;
}

Id CppReader::value(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return kNone;
  const std::string_view kind = type(node);
  if (kind == "identifier" || kind == "field_identifier") {
    const Id id = build_.expr(ExprKind::kName, name(node), scope);
    build_.use(node, id, scope, Use::Kind::kOther);
    return id;
  }
  if (kind == "qualified_identifier") return qualified(node, scope, Use::Kind::kOther).whole;
  if (kind == "template_function") {
    const auto as = child(node, "name");
    const Id of = as ? value(*as, scope) : kNone;
    const std::vector<Id> given = template_arguments(node, scope);
    return of == kNone ? kNone : build_.expr(ExprKind::kApplied, of, build_.list(given));
  }
  if (kind == "field_expression") return field(node, scope);
  if (kind == "call_expression") return call(node, scope);
  if (kind == "this") return build_.expr(ExprKind::kAddress, build_.expr(ExprKind::kThis, scope));
  if (kind == "lambda_expression") return lambda(node, scope);
  if (kind == "new_expression") return allocation(node, scope);
  if (kind == "initializer_list") {
    braces(node, kNone, scope);
    return kNone;
  }
  if (kind == "offsetof_expression") {
    const auto written = child(node, "type");
    const auto member = child(node, "member");
    const Id type = written ? type_of(*written, scope) : kNone;
    const Id made = type == kNone ? kNone : build_.expr(ExprKind::kInstance, type);
    if (member)
      build_.use(*member, build_.expr(ExprKind::kMember, made, name(*member)), scope,
                 Use::Kind::kOther);
    return build_.expr(ExprKind::kLiteral);
  }
  if (base::is_listed(kConstants, kind) || kind.ends_with("_literal")) {
    for (const Node& one : named(node))
      if (!type(one).starts_with("string") && !type(one).starts_with("char")) value(one, scope);
    return literal(node, kind);
  }
  return unary_value(node, kind, scope);
}

Id CppReader::unary_value(const Node& node, std::string_view kind, Id scope) {
  const auto part = [&](std::string_view field) {
    const auto found = child(node, field);
    return found ? value(*found, scope) : kNone;
  };
  if (kind == "pointer_expression") {
    const auto sign = child(node, "operator");
    const Id of = part("argument");
    if (of == kNone) return kNone;
    return build_.expr(sign && text(*sign) == "&" ? ExprKind::kAddress : ExprKind::kPointed, of);
  }
  if (kind == "subscript_expression") {
    const Id of = part("argument");
    part("index");
    if (const auto list = child(node, "indices")) values(*list, scope);
    return of == kNone ? kNone : build_.expr(ExprKind::kIndex, of);
  }
  if (kind == "cast_expression" || kind == "compound_literal_expression") {
    const auto written = child(node, "type");
    const Id type = written ? type_of(*written, scope) : kNone;
    if (written && has_constructors_ && kind != "cast_expression") set_constructed(*written);
    const Id made = type == kNone ? kNone : build_.expr(ExprKind::kInstance, type);
    if (const auto given = child(node, "value"))
      this->type(*given) == "initializer_list" ? braces(*given, made, scope)
                                               : (void)value(*given, scope);
    return made;
  }
  if (kind == "conditional_expression") {
    part("condition");
    const Id first = part("consequence");
    const Id second = part("alternative");
    if (first == kNone || second == kNone) return first == kNone ? second : first;
    return build_.expr(ExprKind::kUnion, build_.list({first, second}));
  }
  if (kind == "assignment_expression") {
    const Id left = part("left");
    if (const auto given = child(node, "right")) {
      if (type(*given) == "initializer_list")
        braces(*given, left, scope);
      else
        value(*given, scope);
    }
    return left;
  }
  if (kind == "binary_expression") {
    const auto sign = child(node, "operator");
    const Id left = part("left");
    const Id right = part("right");
    const bool is_sum = sign && (text(*sign) == "+" || text(*sign) == "-");
    if (sign && text(*sign) == ",") return right;
    const bool is_product = sign && (text(*sign) == "*" || text(*sign) == "/");
    if (is_sum || is_product) return left;
    return build_.expr(ExprKind::kLiteral, build_.name("bool"));
  }
  return other_value(node, kind, scope);
}

Id CppReader::other_value(const Node& node, std::string_view kind, Id scope) {
  if (kind == "parenthesized_expression" || kind == "update_expression" ||
      kind == "comma_expression" || kind == "parameter_pack_expansion") {
    Id last = kNone;
    for (const Node& one : named(node)) last = value(one, scope);
    return last;
  }
  if (kind == "unary_expression") {
    Id last = kNone;
    for (const Node& one : named(node)) last = value(one, scope);
    return text(node).starts_with("!") ? build_.expr(ExprKind::kLiteral, build_.name("bool"))
                                       : last;
  }
  if (base::is_listed(kCppTypes, kind)) return type_of(node, scope);
  if (kind == "argument_list" || kind == "subscript_argument_list") {
    values(node, scope);
    return kNone;
  }
  statements(node, scope);
  return kNone;
}

Id CppReader::field(const Node& node, Id scope) {
  const auto argument = child(node, "argument");
  auto as = child(node, "field");
  if (!argument || !as) return kNone;
  Id of = value(*argument, scope);
  const auto sign = child(node, "operator");
  if (of != kNone && sign && text(*sign) == "->") of = build_.expr(ExprKind::kArrow, of);
  if (type(*as) == "dependent_name") {
    const Nodes inner = named(*as);
    if (inner.empty()) return kNone;
    as = inner.back();
  }
  if (type(*as) == "qualified_identifier") {  // `object->Base::method`
    return qualified(*as, scope, Use::Kind::kOther).whole;
  }
  std::vector<Id> given;
  const bool is_generic = type(*as) == "template_method";
  if (is_generic) {
    given = template_arguments(*as, scope);
    as = child(*as, "name");
  }
  if (!as || type(*as) != "field_identifier") return kNone;
  const Id id = build_.expr(ExprKind::kMember, of, name(*as));
  build_.use(*as, id, scope, Use::Kind::kOther);
  return is_generic ? build_.expr(ExprKind::kApplied, id, build_.list(given)) : id;
}

Id CppReader::call(const Node& node, Id scope) {
  const auto called = child(node, "function");
  const auto list = child(node, "arguments");
  if (!called || !list) return kNone;
  const std::string_view kind = type(*called);
  if (kind == "template_function") {
    const auto as = child(*called, "name");
    if (as && base::is_listed(kConversions, text(*as))) {
      const std::vector<Id> types = template_arguments(*called, scope);
      values(*list, scope);
      return types.empty() || types[0] == kNone ? kNone
                                                : build_.expr(ExprKind::kInstance, types[0]);
    }
  }
  if (kind == "primitive_type" || kind == "sized_type_specifier") {
    values(*list, scope);
    return primitive(*called);
  }
  const std::size_t first = build_.facts().uses.size();
  Id target = value(*called, scope);
  made_by_call(*called);
  // The use of the called name is the last one outside of template arguments.
  Id named = target;
  if (target != kNone && build_.expr_at(target).kind == ExprKind::kApplied)
    named = build_.expr_at(target).a;
  std::size_t at = build_.facts().uses.size();
  while (at > first && build_.facts().uses[at - 1].expr != named) --at;
  std::vector<Id> arguments;
  if (type(*list) == "argument_list") arguments = values(*list, scope);
  if (target == kNone) {
    if (at > first && named == kNone) build_.facts().uses[at - 1].kind = Use::Kind::kCall;
    return kNone;
  }
  const Id made = build_.expr(ExprKind::kCall, target, build_.list(arguments));
  const Expr of = build_.expr_at(named);
  const bool is_name = of.kind == ExprKind::kName || of.kind == ExprKind::kMember;
  if (at > first && is_name) {
    Use& use = build_.facts().uses[at - 1];
    use.kind = Use::Kind::kCall;
    use.expr = build_.expr(ExprKind::kCalled, made, of.kind == ExprKind::kName ? of.a : of.b);
  }
  return made;
}

/// `new T(...)`: a pointer.
Id CppReader::allocation(const Node& node, Id scope) {
  if (const auto place = child(node, "placement")) values(*place, scope);
  const auto written = child(node, "type");
  Id type = written ? type_of(*written, scope) : kNone;
  if (written) set_constructed(*written);
  if (const auto declarator = child(node, "declarator"))
    for (const Node& one : named(*declarator)) value(one, scope);
  if (const auto list = child(node, "arguments")) values(*list, scope);
  if (type == kNone) return kNone;
  type = build_.expr(ExprKind::kChannelType, type);
  return build_.expr(ExprKind::kInstance, type);
}

Id CppReader::lambda(const Node& node, Id scope) {
  const Id id = build_.declare_unnamed(DeclKind::kFunction, node);
  build_.decl(id).is_local = true;
  const Id inner = build_.open_scope(Scope::Kind::kFunction, scope, id);
  const bool was_in_function = std::exchange(is_in_function_, true);
  const Id class_before = std::exchange(class_, kNone);
  if (const auto captures = child(node, "captures"))
    for (const Node& one : named(*captures)) {
      const auto left = child(one, "left");
      const auto right = child(one, "right");
      if (left && right) {
        const Id given = value(*right, scope);
        bind(*left, kNone, given, inner);
      } else {
        value(one, scope);
      }
    }
  if (const auto declarator = child(node, "declarator")) {
    if (const auto list = child(*declarator, "parameters")) parameters(*list, id, inner);
    for (const Node& one : named(*declarator)) {
      if (type(one) != "trailing_return_type") continue;
      const Id result = type_of(one, inner);
      build_.decl(id).type = result;
    }
  }
  const Id returning = std::exchange(returning_, build_.decl(id).type == kNone ? id : kNone);
  if (const auto body = child(node, "body")) statement(*body, inner);
  returning_ = returning;
  is_in_function_ = was_in_function;
  class_ = class_before;
  return build_.expr(ExprKind::kLambda, id);
}

/// The type of a constant, by its form.
Id CppReader::literal(const Node& node, std::string_view kind) {
  const std::string_view written = text(node);
  std::string_view of = "int";
  const bool is_hexadecimal = written.starts_with("0x") || written.starts_with("0X");
  const auto has = [&](std::string_view letters) {
    return written.find_first_of(letters) != std::string_view::npos;
  };
  if (kind == "number_literal" && !is_hexadecimal && has(".eE"))
    of = has("fF") ? "float" : "double";
  else if (kind == "number_literal" && has("uU"))
    of = has("lL") ? "unsigned long" : "unsigned";
  else if (kind == "number_literal" && has("lL"))
    of = "long";
  else if (kind == "char_literal")
    of = "char";
  else if (kind.find("string") != std::string_view::npos)
    of = "char*";
  else if (kind == "true" || kind == "false")
    of = "bool";
  else if (kind.ends_with("of_expression"))
    of = "unsigned long";
  else if (kind.starts_with("null"))
    return build_.expr(ExprKind::kLiteral);
  return build_.expr(ExprKind::kLiteral, build_.name(of));
}

/// The type with the words of `unsigned long int` in one form.
Id CppReader::primitive(const Node& node) {
  const std::string_view written = text(node);
  const auto has = [&](std::string_view word) {
    return written.find(word) != std::string_view::npos;
  };
  std::string_view of = written;
  if (type(node) == "sized_type_specifier" && !has("double")) {
    const bool is_unsigned = has("unsigned");
    of = has("char")    ? is_unsigned ? "unsigned char" : "signed char"
         : has("short") ? is_unsigned ? "unsigned short" : "short"
         : has("long")  ? is_unsigned ? "unsigned long" : "long"
         : is_unsigned  ? "unsigned"
                        : "int";
    if (has("long") && written.find("long") != written.rfind("long"))
      of = is_unsigned ? "unsigned long long" : "long long";
  }
  return build_.expr(ExprKind::kLiteral, build_.name(of));
}

void CppReader::braces(const Node& node, Id made, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  for (const Node& one : named(node)) {
    const std::string_view kind = type(one);
    if (kind == "initializer_pair") {
      designated(one, made, scope);
    } else if (kind == "initializer_list") {
      braces(one, made == kNone ? kNone : build_.expr(ExprKind::kElement, made), scope);
    } else if (kind.starts_with("preproc_")) {
      statement(one, scope);
    } else {
      value(one, scope);
    }
  }
}

/// `.a.b = x` and `[i] = x`.
void CppReader::designated(const Node& node, Id made, Id scope) {
  Id at = made;
  for (const Node& one : children(node, "designator")) {
    for (const Node& part : named(one)) {
      if (type(part) != "field_identifier") {
        value(part, scope);
        if (at != kNone) at = build_.expr(ExprKind::kElement, at);
        continue;
      }
      at = build_.expr(ExprKind::kMember, at, name(part));
      build_.use(part, at, scope, Use::Kind::kOther);
    }
  }
  const auto given = child(node, "value");
  if (!given) return;
  if (type(*given) == "initializer_list")
    braces(*given, at, scope);
  else
    value(*given, scope);
}

}  // namespace codeweaver::facts
