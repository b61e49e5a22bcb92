// JavaReader: statements and imports.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/java_reader.hpp"

#include <algorithm>
#include <array>

namespace codeweaver::facts {
namespace {

constexpr std::array kJavaBlocks{std::string_view("block"),
                                 std::string_view("constructor_body"),
                                 std::string_view("for_statement"),
                                 std::string_view("while_statement"),
                                 std::string_view("try_with_resources_statement"),
                                 std::string_view("static_initializer")};
constexpr std::array kJavaGroups{std::string_view("expression_statement"),
                                 std::string_view("try_statement"),
                                 std::string_view("finally_clause"),
                                 std::string_view("throw_statement"),
                                 std::string_view("resource_specification"),
                                 std::string_view("do_statement"),
                                 std::string_view("synchronized_statement"),
                                 std::string_view("assert_statement"),
                                 std::string_view("enum_body_declarations"),
                                 std::string_view("yield_statement"),
                                 std::string_view("ERROR")};
constexpr std::array kJavaLeftOut{
    std::string_view("package_declaration"), std::string_view("module_declaration"),
    std::string_view("break_statement"), std::string_view("continue_statement")};

constexpr std::array kJavaClasses{
    std::string_view("class_declaration"), std::string_view("interface_declaration"),
    std::string_view("enum_declaration"), std::string_view("record_declaration"),
    std::string_view("annotation_type_declaration")};

template <std::size_t N>
bool is_java(const std::array<std::string_view, N>& list, std::string_view kind) {
  return std::ranges::find(list, kind) != list.end();
}

}  // namespace

Facts JavaReader::read() {
  for (const Node& node : named(tree_.root()))
    if (type(node) == "package_declaration") {
      annotations(node, 0);
      for (const Node& part : named(node))
        if (type(part).ends_with("identifier")) build_.facts().package = name(part);
    }
  statements(tree_.root(), 0);
  return build_.finish();
}

Id JavaReader::statements(const Node& node, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) == "if_statement")
      scope = if_statement(one, scope);
    else
      statement(one, scope);
  }
  return scope;
}

void JavaReader::statement(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const std::string_view kind = type(node);
  if (is_java(kJavaLeftOut, kind)) return;
  if (is_java(kJavaBlocks, kind)) {
    statements(node, build_.open_scope(Scope::Kind::kBlock, scope));
    return;
  }
  if (is_java(kJavaGroups, kind)) {
    statements(node, scope);
    return;
  }
  if (kind == "if_statement")
    if_statement(node, scope);
  else if (kind == "return_statement")
    return_statement(node, scope);
  else if (!declaration(node, kind, scope))
    value(node, scope);
}

bool JavaReader::declaration(const Node& node, std::string_view kind, Id scope) {
  if (is_java(kJavaClasses, kind)) {
    class_declaration(node, scope, kNone);
  } else if (kind == "import_declaration") {
    import(node);
  } else if (kind == "local_variable_declaration") {
    local_variables(node, scope);
  } else if (kind == "enhanced_for_statement") {
    loop_over(node, scope);
  } else if (kind == "catch_clause") {
    catch_clause(node, scope);
  } else if (kind == "resource") {
    resource(node, scope);
  } else if (kind == "labeled_statement") {
    const Nodes parts = named(node);
    for (std::size_t i = 1; i < parts.size(); ++i) statement(parts[i], scope);
  } else if (kind == "explicit_constructor_invocation") {
    constructor_call(node, scope);
  } else if (kind == "method_declaration") {  // of a text without a class
    method(node, kNone, scope);
  } else {
    return false;
  }
  return true;
}

namespace {

constexpr std::array kJavaExits{
    std::string_view("return_statement"), std::string_view("throw_statement"),
    std::string_view("break_statement"), std::string_view("continue_statement")};

}  // namespace

Id JavaReader::if_statement(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return scope;
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  const std::size_t first = build_.facts().decls.size();
  if (const auto condition = child(node, "condition")) value(*condition, inner);
  bool has_pattern = false;
  for (std::size_t i = first; i < build_.facts().decls.size(); ++i)
    has_pattern = has_pattern || build_.facts().decls[i].scope == inner;
  const auto consequence = child(node, "consequence");
  if (consequence) statement(*consequence, inner);
  if (const auto alternative = child(node, "alternative")) statement(*alternative, inner);
  if (!has_pattern || !consequence) return scope;
  // `if (!(a instanceof B b)) return;` declares b for what follows.
  const Nodes parts = type(*consequence) == "block" ? named(*consequence) : Nodes{*consequence};
  return !parts.empty() && is_java(kJavaExits, type(parts.back())) ? inner : scope;
}

void JavaReader::return_statement(const Node& node, Id scope) {
  for (const Node& one : named(node)) {
    const Id given = value(one, scope, context_.returns);
    if (context_.lambda != kNone) build_.assign(context_.lambda, given);
    context_.returns_value = true;
  }
}

void JavaReader::import(const Node& node) {
  Nodes all;
  tree_.children(node, all);
  const auto has = [&](std::string_view word) {
    return std::ranges::any_of(all, [&](const Node& one) { return type(one) == word; });
  };
  const bool is_static = has("static");
  const bool takes_all = has("asterisk");
  for (const Node& path : all) {
    if (type(path) != "scoped_identifier" && type(path) != "identifier") continue;
    const std::string_view whole = text(path);
    const auto dot = whole.rfind('.');
    const Id id = build_.declare_unnamed(DeclKind::kImport, path);
    const std::string_view last = whole.substr(dot == std::string_view::npos ? 0 : dot + 1);
    const bool is_member = is_static && !takes_all && dot != std::string_view::npos;
    Decl& decl = build_.decl(id);
    decl.name = build_.name(takes_all ? std::string_view("*") : last);
    decl.scope = 0;
    decl.module = build_.name(is_member ? whole.substr(0, dot) : whole);
    if (is_static) decl.imported = decl.name;
    uses_in_import(path, is_member);
  }
}

void JavaReader::uses_in_import(const Node& path, bool is_static_member) {
  const auto scope = child(path, "scope");
  const auto as = child(path, "name");
  if (!scope || !as) return;
  const Id before = build_.expr(ExprKind::kModule, name(*scope));
  const ExprKind kind = is_static_member ? ExprKind::kMember : ExprKind::kTypeMember;
  build_.use(*as, build_.expr(kind, before, name(*as)), 0, Use::Kind::kImport);
  uses_in_import(*scope, false);
}

void JavaReader::variable(const Node& as, Id type, Id given, Id scope) {
  if (this->type(as) != "identifier") return;
  const Id id = build_.declare(DeclKind::kVariable, as, scope);
  build_.decl(id).type = type;
  build_.decl(id).is_local = true;
  if (type == kNone) build_.assign(id, given);
}

void JavaReader::local_variables(const Node& node, Id scope) {
  annotations(node, scope);
  const Id type = variable_type(node, scope);
  for (const Node& one : children(node, "declarator")) {
    const auto as = child(one, "name");
    if (!as) continue;
    const Id own = with_dimensions(one, type);
    const auto given = child(one, "value");
    const Id made = given ? value(*given, scope, instance(own)) : kNone;
    variable(*as, own, made, scope);
  }
}

void JavaReader::loop_over(const Node& node, Id scope) {
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  annotations(node, scope);
  const Id type = variable_type(node, scope);
  const auto over = child(node, "value");
  const Id of = over ? value(*over, scope) : kNone;
  const auto as = child(node, "name");
  if (as)
    variable(*as, with_dimensions(node, type),
             of == kNone ? kNone : build_.expr(ExprKind::kElement, of), inner);
  if (const auto body = child(node, "body")) statement(*body, inner);
}

void JavaReader::catch_clause(const Node& node, Id scope) {
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  for (const Node& one : named(node)) {
    if (type(one) != "catch_formal_parameter") continue;
    annotations(one, scope);
    std::vector<Id> types;
    for (const Node& part : named(one))
      if (type(part) == "catch_type")
        for (const Node& written : named(part)) types.push_back(type_of(written, scope));
    const auto as = child(one, "name");
    if (!as) continue;
    const bool is_one = types.size() == 1;
    variable(*as, is_one ? types[0] : build_.expr(ExprKind::kUnionType, build_.list(types)), kNone,
             inner);
  }
  if (const auto body = child(node, "body")) statement(*body, inner);
}

void JavaReader::resource(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) {
    statements(node, scope);
    return;
  }
  annotations(node, scope);
  const Id type = variable_type(node, scope);
  const auto given = child(node, "value");
  const Id made = given ? value(*given, scope, instance(type)) : kNone;
  variable(*as, type, made, scope);
}

}  // namespace codeweaver::facts
