// CppReader: functions, their parameters and their bodies.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cctype>
#include <utility>

#include "facts/cpp_reader.hpp"

namespace codeweaver::facts {
namespace {

bool is_fixture_macro(std::string_view name) {
  return name.ends_with("TEST_F") || name.ends_with("TEST_P") || name == "TYPED_TEST" ||
         name.find("FIXTURE") != std::string_view::npos;
}

bool is_word_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

void CppReader::function_definition(const Node& node, Id scope) {
  const auto written = child(node, "type");
  if (written && is_hidden_class(node)) return hidden_class(node, scope);
  const Id type = written_type(node, types_in_declaration(node, scope));
  const auto declarator = child(node, "declarator");
  Declarator to{};
  if (declarator) to = unwrap(*declarator, type, types_in(scope));
  if (!to.name || !to.function) return body_without_name(node, to, scope);
  const bool is_plain = this->type(*to.name) == "identifier";
  const bool is_macro =
      !written && class_ == kNone && is_plain && std::ranges::none_of(text(*to.name), [](char c) {
        return std::islower(static_cast<unsigned char>(c)) != 0;
      });
  if (is_macro) return body_without_name(node, to, scope);
  const bool was_in_function = is_in_function_;
  const Id inner = function(node, to, scope, true);
  const Id id = build_.facts().scopes[inner].owner;
  set_end(id, node);
  is_in_function_ = true;
  const Id returning = std::exchange(returning_, build_.decl(id).type == kNone ? id : kNone);
  const Id class_before = std::exchange(class_, kNone);
  for (const Node& one : named(node)) {
    const std::string_view kind = this->type(one);
    if (kind == "field_initializer_list") initializers(one, inner);
    if (kind == "declaration") statement(one, inner);  // parameters of old C
    if (kind == "try_statement") statement(one, inner);
  }
  if (const auto body = child(node, "body")) statement(*body, inner);
  is_in_function_ = was_in_function;
  returning_ = returning;
  class_ = class_before;
}

/// `struct EXPORT Name { ... }` without methods reads as a function.
bool CppReader::is_hidden_class(const Node& node) const {
  const auto written = child(node, "type");
  const auto declarator = child(node, "declarator");
  const auto body = child(node, "body");
  return written && declarator && body && is_class_type(type(*written)) &&
         !child(*written, "body") && type(*declarator) == "identifier" &&
         type(*body) == "compound_statement" && type(*written) != "enum_specifier";
}

void CppReader::hidden_class(const Node& node, Id scope) {
  const Node as = *child(node, "declarator");
  const Id id = build_.declare(DeclKind::kClass, as, scope, class_);
  set_end(id, node);
  build_.decl(id).is_local = is_in_function_;
  class_body(node, *child(node, "body"), id, build_.open_scope(Scope::Kind::kClass, scope, id));
}

/// `ASSIGN(auto x, f())` in a function: a macro that may declare variables there.
bool CppReader::macro_call(const Node& node, Id scope) {
  const auto as = child(node, "declarator");
  const auto list = child(node, "parameters");
  if (!as || !list || type(*as) != "identifier") return false;
  build_.use(*as, build_.expr(ExprKind::kName, name(*as), scope), scope, Use::Kind::kCall);
  for (const Node& one : named(*list)) {
    const auto written = child(one, "type");
    const auto declarator = child(one, "declarator");
    if (!written) {
      statement(one, scope);
      continue;
    }
    const Id type = type_of(*written, scope);
    const Declarator to = declarator ? unwrap(*declarator, type, scope) : Declarator{};
    if (to.name && !to.function && this->type(*to.name) == "identifier")
      bind(*to.name, to.type, kNone, scope);
    for (const Node& part : named(one))
      if (this->type(part) == "abstract_function_declarator")
        if (const auto inner = child(part, "parameters")) arguments_as_types(*inner, scope);
  }
  return true;
}

/// `TEST(Suite, Name) { ... }`: a macro that declares a function, or a loop in one.
void CppReader::body_without_name(const Node& node, const Declarator& to, Id scope) {
  if (is_in_function_ && to.function) {
    scope = build_.open_scope(Scope::Kind::kBlock, scope);
    macro_call(*to.function, scope);
    if (const auto body = child(node, "body")) statement(*body, scope);
    return;
  }
  if (to.name && type(*to.name) == "identifier")
    build_.use(*to.name, build_.expr(ExprKind::kName, name(*to.name), scope), scope,
               Use::Kind::kCall);
  const bool was_in_function = std::exchange(is_in_function_, true);
  const Id class_before = std::exchange(class_, kNone);
  if (const auto list = to.function ? child(*to.function, "parameters") : std::nullopt) {
    const std::size_t first = build_.facts().uses.size();
    parameters(*list, kNone, scope);
    const auto& uses = build_.facts().uses;
    // `TEST_F(Fixture, Name)`: a method of a class that is based on the fixture.
    if (uses.size() > first && to.name && is_fixture_macro(text(*to.name))) {
      const Id owner = build_.declare_unnamed(DeclKind::kAlias, node);
      const Id type = build_.expr(ExprKind::kName, build_.expr_at(uses[first].expr).a, scope);
      build_.facts().uses[first].expr = type;
      build_.decl(owner).type = type;
      scope = build_.open_scope(Scope::Kind::kClass, scope, owner);
    }
  }
  if (const auto body = child(node, "body")) statement(*body, scope);
  is_in_function_ = was_in_function;
  class_ = class_before;
}

Id CppReader::function(const Node& node, const Declarator& to, Id scope, bool has_body) {
  const Id around = types_in(scope);
  const bool is_template = around != scope;
  Id where = around, owner = class_;
  Node as = *to.name;
  bool is_hidden = false;  // from names: a constructor, a member that is defined elsewhere
  if (type(as) == "qualified_identifier") {
    const Qualified named = qualified(as, around, std::nullopt);
    where = scope_of(named, node, around);
    owner = where == around ? owner : build_.facts().scopes[where].owner;
    is_hidden = where != around;
    if (named.name) as = *named.name;
  }
  if (type(as) == "template_function") {
    template_arguments(as, where);
    is_hidden = true;  // a specialization
    owner = kNone;
    if (const auto plain = child(as, "name")) as = *plain;
  }
  const bool is_constructor = class_ != kNone && build_.decl(class_).name == name(as);
  const Id id = build_.declare_unnamed(DeclKind::kFunction, as);
  const Id inner = build_.open_scope(Scope::Kind::kFunction, where, id);
  Decl& made = build_.decl(id);
  made.name = function_name(as);
  made.owner = owner;
  made.scope = is_hidden || is_constructor ? kNone : scope;
  made.type = to.type;
  made.is_declaration = !has_body;
  made.is_constant = is_constant(node);
  made.is_private = is_private_ || (class_ == kNone && has_word(node, "static"));
  if (is_template)
    (is_hidden ? made.type_parameters : made.own_type_parameters) = template_parameters_;
  const bool was_in_function = std::exchange(is_in_function_, true);
  const Id class_before = std::exchange(class_, kNone);
  if (const auto list = child(*to.function, "parameters")) {
    parameters(*list, id, inner);
    const Id written = signature(*list, *to.function);
    build_.decl(id).signature = written;
  }
  for (const Node& one : named(*to.function)) {
    if (type(one) != "trailing_return_type") continue;
    for (const Node& part : named(one)) {
      const Id result = type_of(part, inner);
      build_.decl(id).type = result;
    }
  }
  is_in_function_ = was_in_function;
  class_ = class_before;
  return inner;
}

/// Operators without spaces: "operator[]".
Id CppReader::function_name(const Node& node) {
  const std::string_view written = text(node);
  if (type(node) == "operator_cast") return build_.name("operator");
  if (type(node) != "operator_name" || written.find(' ') == std::string_view::npos)
    return build_.name(written);
  std::string out;
  for (const char c : written)
    if (c != ' ' && c != '\n') out += c;
  made_names_.push_back(std::move(out));
  return build_.name(made_names_.back());
}

void CppReader::parameters(const Node& node, Id function, Id scope) {
  std::vector<Id> all;
  for (const Node& one : named(node)) {
    const std::string_view kind = type(one);
    if (!kind.ends_with("parameter_declaration")) continue;
    const auto written = child(one, "type");
    Id type = written ? type_of(*written, scope) : kNone;
    const auto declarator = child(one, "declarator");
    if (written && !declarator && text(*written) == "void") continue;
    Declarator to{.type = type};
    if (declarator) to = unwrap(*declarator, type, scope);
    if (to.function) to.type = build_.expr(ExprKind::kFunctionType, to.type);
    const bool is_named = to.name && function != kNone;
    const Id id = is_named ? build_.declare(DeclKind::kParameter, *to.name, scope)
                           : build_.declare_unnamed(DeclKind::kParameter, one);
    build_.decl(id).type = to.type;
    build_.decl(id).is_local = true;
    build_.decl(id).is_constant = is_constant(one);
    build_.decl(id).is_rest = kind.starts_with("variadic");
    if (const auto given = child(one, "default_value")) {
      value(*given, scope);
      build_.assign(id, build_.expr(ExprKind::kLiteral));
    }
    all.push_back(id);
  }
  Nodes tokens;
  tree_.children(node, tokens);
  for (const Node& one : tokens) {
    if (text(one) != "..." && type(one) != "variadic_parameter") continue;
    all.push_back(build_.declare_unnamed(DeclKind::kParameter, one));
    build_.decl(all.back()).is_rest = true;
    build_.decl(all.back()).is_local = true;
  }
  if (function != kNone) build_.decl(function).parameters = build_.list(all);
}

/// The types of the parameters without their names and defaults, then the qualifier of a method:
/// "Slice&;int;const".
Id CppReader::signature(const Node& list, const Node& function) {
  std::string out;
  for (const Node& one : named(list)) {
    const auto written = child(one, "type");
    if (!written) continue;
    std::string_view name = text(*written);
    if (const auto at = name.substr(0, name.find('<')).rfind("::"); at != std::string_view::npos)
      name.remove_prefix(at + 2);
    for (const char c : name)
      if (is_word_char(c) || c == '<' || c == '>' || c == ',') out += c;
    auto declarator = child(one, "declarator");
    while (declarator) {
      const std::string_view kind = type(*declarator);
      if (kind.find("pointer") != std::string_view::npos) out += '*';
      if (kind.find("array") != std::string_view::npos) out += '*';
      if (kind.find("reference") != std::string_view::npos) out += '&';
      if (text(*declarator).starts_with("&&")) out += '&';
      const Nodes inner = named(*declarator);
      declarator = inner.empty() ? std::nullopt : std::optional(inner.back());
      if (declarator && !type(*declarator).ends_with("declarator")) declarator.reset();
    }
    out += ';';
  }
  if (is_constant(function)) out += "const";
  made_names_.push_back(std::move(out));
  return build_.name(made_names_.back());
}

/// `: Base(x), member_(y)`.
void CppReader::initializers(const Node& node, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) != "field_initializer") continue;
    Id made = kNone;
    for (const Node& part : named(one)) {
      const std::string_view kind = type(part);
      if (kind == "field_identifier") {
        made = build_.expr(ExprKind::kName, name(part), build_.facts().scopes[scope].parent);
        build_.use(part, made, scope, Use::Kind::kConstruct);
      } else if (kind == "initializer_list") {
        braces(part, made, scope);
      } else if (kind == "argument_list") {
        values(part, scope);
      } else {
        type_of(part, scope);
        set_constructed(part);
      }
    }
  }
}

}  // namespace codeweaver::facts
