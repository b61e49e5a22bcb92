// GoReader: declarations and statements.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/go_reader.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/path_name.hpp"

namespace codeweaver::facts {
namespace {

/// True for the last part of a module path that is a version: "v2".
bool is_version(std::string_view part) {
  return part.size() > 1 && part[0] == 'v' && std::ranges::all_of(part.substr(1), [](char c) {
           return std::isdigit(static_cast<unsigned char>(c)) != 0;
         });
}

/// The names that a package with this path probably has, the best first.
std::array<std::string_view, 2> package_names(std::string_view path) {
  std::string_view name = base::file_name(path);
  if (is_version(name) && name.size() < path.size()) {
    path.remove_suffix(name.size() + 1);
    name = base::file_name(path);
  }
  if (const auto dot = name.rfind(".v");
      dot != std::string_view::npos && is_version(name.substr(dot + 1)))
    name = name.substr(0, dot);
  if (name.starts_with("go-")) return {name, name.substr(3)};
  return {name, {}};
}

constexpr std::array kBlocks{std::string_view("block"),
                             std::string_view("if_statement"),
                             std::string_view("for_statement"),
                             std::string_view("expression_switch_statement"),
                             std::string_view("select_statement"),
                             std::string_view("expression_case"),
                             std::string_view("default_case"),
                             std::string_view("communication_case")};
constexpr std::array kGroups{
    std::string_view("import_declaration"), std::string_view("import_spec_list"),
    std::string_view("type_declaration"),   std::string_view("const_declaration"),
    std::string_view("statement_list"),     std::string_view("return_statement"),
    std::string_view("for_clause"),         std::string_view("labeled_statement")};

}  // namespace

Facts GoReader::read() {
  const Node root = tree_.root();
  for (const Node& node : named(root))
    if (type(node) == "package_clause")
      for (const Node& part : named(node)) build_.facts().package = name(part);
  statements(root, 0);
  return build_.finish();
}

Id GoReader::statements(const Node& node, Id scope) {
  for (const Node& one : named(node)) {
    const std::string_view kind = type(one);
    if (kind == "short_var_declaration")
      scope = assignment(one, scope, true);
    else if (kind == "range_clause")
      scope = range(one, scope);
    else if (kind == "var_declaration" || kind == "var_spec_list")
      scope = statements(one, scope);
    else if (kind == "var_spec")
      scope = value_spec(one, scope);
    else
      statement(one, scope);
  }
  return scope;
}

/// True if one of the names is used at or after the use `first`, as something of `scope`.
bool GoReader::is_used_since(std::size_t first, const Nodes& names, Id scope) {
  const auto& uses = build_.facts().uses;
  for (std::size_t i = first; i < uses.size(); ++i) {
    const Expr& expr = build_.expr_at(uses[i].expr);
    if (expr.kind != ExprKind::kName || build_.in_scope(scope, expr.a) != kNone) continue;
    for (const Node& node : names)
      if (name(node) == expr.a) return true;
  }
  return false;
}

void GoReader::statement(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const std::string_view kind = type(node);
  const auto is = [&](const auto& kinds) { return std::ranges::find(kinds, kind) != kinds.end(); };
  if (is(kBlocks) || is(kGroups)) {
    statements(node, is(kBlocks) ? build_.open_scope(Scope::Kind::kBlock, scope) : scope);
    return;
  }
  if (kind == "function_declaration" || kind == "method_declaration") return function(node, scope);
  if (kind == "import_spec") return import(node, scope);
  if (kind == "type_spec" || kind == "type_alias") return type_spec(node, scope);
  if (kind == "const_spec") {
    value_spec(node, scope);
    return;
  }
  if (kind == "short_var_declaration" || kind == "receive_statement") {
    assignment(node, scope, true);
    return;
  }
  if (kind == "assignment_statement") {
    assignment(node, scope, false);
    return;
  }
  if (kind == "type_switch_statement") return type_switch(node, scope);
  if (kind != "package_clause" && kind != "label_name") value(node, scope);
}

void GoReader::import(const Node& node, Id scope) {
  const auto path = child(node, "path");
  if (!path || path->range.size() < 2) return;
  const std::string_view module = text(*path).substr(1, path->range.size() - 2);
  const auto given = child(node, "name");
  const auto add = [&](std::string_view as) {
    const Id id = build_.declare_unnamed(DeclKind::kImport, *path);
    Decl& decl = build_.decl(id);
    decl.name = build_.name(as);
    decl.scope = scope;
    decl.module = build_.name(module);
  };
  if (given) return add(text(*given));  // "." and "_" stay as they are
  for (const std::string_view as : package_names(module))
    if (!as.empty()) add(as);
}

Id GoReader::value_spec(const Node& node, Id scope) {
  const std::size_t first_use = build_.facts().uses.size();
  const auto written = child(node, "type");
  Id type = written ? type_of(*written, scope) : kNone;
  const auto list = child(node, "value");
  std::vector<Id> given = list ? values(*list, scope) : std::vector<Id>();
  const bool is_constant = this->type(node) == "const_spec";
  if (is_constant && !list) given = constants_;  // a constant without a value repeats the last one
  if (is_constant && !list && !written) type = constant_type_;
  constants_ = given;
  constant_type_ = type;
  const Nodes names = children(node, "name");
  if (is_in_function_ && is_used_since(first_use, names, scope))
    scope = build_.open_scope(Scope::Kind::kBlock, scope);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (this->type(names[i]) != "identifier" || text(names[i]) == "_") continue;
    const Id id = build_.declare(DeclKind::kVariable, names[i], scope);
    build_.decl(id).type = type;
    build_.decl(id).is_local = is_in_function_;
    if (given.size() == names.size())
      build_.assign(id, given[i]);
    else if (given.size() == 1 && given[0] != kNone)
      build_.assign(id, build_.expr(ExprKind::kItem, given[0], static_cast<Id>(i)));
  }
  return scope;
}

Id GoReader::assignment(const Node& node, Id scope, bool declares) {
  const auto left = child(node, "left");
  const auto right = child(node, "right");
  if (!right) {
    statements(node, scope);
    return scope;
  }
  const std::size_t first_use = build_.facts().uses.size();
  const std::vector<Id> given = type(*right) == "expression_list"
                                    ? values(*right, scope)
                                    : std::vector<Id>{value(*right, scope)};
  if (!left) return scope;
  const Nodes targets = type(*left) == "expression_list" ? named(*left) : Nodes{*left};
  if (declares && is_used_since(first_use, targets, scope))
    scope = build_.open_scope(Scope::Kind::kBlock, scope);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    Id one = kNone;
    if (given.size() == targets.size())
      one = given[i];
    else if (given.size() == 1 && given[0] != kNone)
      one = build_.expr(ExprKind::kItem, given[0], static_cast<Id>(i));
    declares ? bind(targets[i], one, scope) : assign_to(targets[i], one, scope);
  }
  return scope;
}

Id GoReader::range(const Node& node, Id scope) {
  const auto right = child(node, "right");
  const std::size_t first_use = build_.facts().uses.size();
  const Id over = right ? value(*right, scope) : kNone;
  const auto left = child(node, "left");
  if (!left) return scope;
  const Nodes targets = type(*left) == "expression_list" ? named(*left) : Nodes{*left};
  if (is_used_since(first_use, targets, scope))
    scope = build_.open_scope(Scope::Kind::kBlock, scope);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const ExprKind kind = i == 0 ? ExprKind::kKey : ExprKind::kElement;
    bind(targets[i], over == kNone ? kNone : build_.expr(kind, over), scope);
  }
  return scope;
}

void GoReader::type_switch(const Node& node, Id scope) {
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  if (const auto first = child(node, "initializer")) statement(*first, inner);
  const auto asked = child(node, "value");
  const Id of = asked ? value(*asked, inner) : kNone;
  const auto alias = child(node, "alias");
  const Nodes aliases = alias ? named(*alias) : Nodes();
  for (const Node& part : named(node)) {
    if (type(part) != "type_case" && type(part) != "default_case") continue;
    const Id block = build_.open_scope(Scope::Kind::kBlock, inner);
    const Nodes types = children(part, "type");
    std::vector<Id> written;
    for (const Node& one : types) written.push_back(type_of(one, inner));
    if (!aliases.empty()) {
      const Id id = build_.declare(DeclKind::kVariable, aliases[0], block);
      build_.decl(id).is_local = true;
      if (written.size() == 1)
        build_.decl(id).type = written[0];
      else
        build_.assign(id, of);
    }
    for (const Node& one : named(part))
      if (std::ranges::none_of(types, [&](const Node& t) { return t.range == one.range; }))
        statement(one, block);
  }
}

void GoReader::bind(const Node& node, Id value_given, Id scope) {
  if (type(node) != "identifier") {
    value(node, scope);
    return;
  }
  if (text(node) == "_") return;
  Id id = build_.in_scope(scope, name(node));
  if (id == kNone) {
    id = build_.declare(DeclKind::kVariable, node, scope);
    build_.decl(id).is_local = is_in_function_;
  }
  build_.assign(id, value_given);
}

void GoReader::assign_to(const Node& node, Id value_given, Id scope) {
  value(node, scope);
  if (type(node) != "identifier") return;
  const Id id = build_.visible(scope, name(node));
  if (id != kNone && build_.decl(id).type == kNone) build_.assign(id, value_given);
}

void GoReader::function(const Node& node, Id scope) {
  const auto called = child(node, "name");
  if (!called) return;
  const bool is_method = type(node) == "method_declaration";
  const bool has_scope = !is_method && text(*called) != "init" && text(*called) != "_";
  const Id id = build_.declare(DeclKind::kFunction, *called, has_scope ? scope : kNone);
  set_end(id, node);
  const Id types = build_.open_scope(Scope::Kind::kFunction, scope, id);
  const Id inner = build_.open_scope(Scope::Kind::kFunction, types, id);
  const bool was_in_function = std::exchange(is_in_function_, true);
  type_parameters(node, types, id);
  if (const auto before = child(node, "receiver")) receiver(*before, id, types, inner);
  if (const auto list = child(node, "parameters")) parameters(*list, id, types, inner);
  const Id type = result(child(node, "result"), types, inner);
  build_.decl(id).type = type;
  if (const auto body = child(node, "body")) statement(*body, inner);
  is_in_function_ = was_in_function;
}

void GoReader::receiver(const Node& node, Id function, Id types, Id inner) {
  for (const Node& one : named(node)) {
    const auto written = child(one, "type");
    if (!written) continue;
    std::vector<Id> names;  // that the method gives to the type parameters of its class
    Node base = *written;
    for (Nodes parts = named(base); type(base) != "type_identifier" && !parts.empty();
         parts = named(base)) {
      if (type(base) == "generic_type" && parts.size() > 1)
        for (const Node& argument : named(parts[1]))
          names.push_back(build_.declare(DeclKind::kTypeParameter, argument, types));
      base = parts[0];
    }
    const Id type = type_of(*written, types);
    build_.decl(function).owner_name = name(base);
    build_.decl(function).type_parameters = build_.list(names);
    if (const auto as = child(one, "name")) {
      const Id id = build_.declare(DeclKind::kParameter, *as, inner);
      build_.decl(id).type = type;
      build_.decl(id).is_local = true;
    }
  }
}

/// The signature of a function is the number of its parameters; kNone: many.
void GoReader::set_signature(Id function, const Node& list) {
  constexpr std::string_view kNumbers = "0123456789";
  std::size_t count = 0;
  for (const Node& one : named(list))
    count += std::max<std::size_t>(1, children(one, "name").size());
  if (count < kNumbers.size())
    build_.decl(function).signature = build_.name(kNumbers.substr(count, 1));
}

void GoReader::parameters(const Node& node, Id function, Id types, Id inner) {
  set_signature(function, node);
  std::vector<Id> all;
  for (const Node& one : named(node)) {
    const auto written = child(one, "type");
    if (!written) continue;
    Id type = type_of(*written, types);
    if (this->type(one) == "variadic_parameter_declaration")
      type = build_.expr(ExprKind::kListType, type);
    for (const Node& as : children(one, "name")) {
      all.push_back(build_.declare(DeclKind::kParameter, as, inner));
      build_.decl(all.back()).type = type;
      build_.decl(all.back()).is_local = true;
    }
  }
  build_.decl(function).parameters = build_.list(all);
}

void GoReader::type_parameters(const Node& node, Id inner, Id decl) {
  const auto list = child(node, "type_parameters");
  if (!list) return;
  std::vector<Id> all;
  for (const Node& one : named(*list)) {
    for (const Node& as : children(one, "name"))
      all.push_back(build_.declare(DeclKind::kTypeParameter, as, inner));
    if (const auto bound = child(one, "type")) type_of(*bound, inner);
  }
  build_.decl(decl).type_parameters = build_.list(all);
}

Id GoReader::result(const std::optional<Node>& node, Id types, Id inner) {
  if (!node) return kNone;
  if (type(*node) != "parameter_list") return type_of(*node, types);
  std::vector<Id> all;
  for (const Node& one : named(*node)) {
    const auto written = child(one, "type");
    if (!written) continue;
    const Id type = type_of(*written, types);
    const Nodes names = children(one, "name");
    all.insert(all.end(), std::max<std::size_t>(names.size(), 1), type);
    for (const Node& as : names) {
      if (inner == kNone) break;
      const Id id = build_.declare(DeclKind::kParameter, as, inner);
      build_.decl(id).type = type;
      build_.decl(id).is_local = true;
    }
  }
  if (all.size() == 1) return all[0];
  return build_.expr(ExprKind::kTupleType, build_.list(all));
}

}  // namespace codeweaver::facts
