// TypeScriptReader: statements, imports and exports.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/typescript_reader.hpp"

#include <algorithm>
#include <array>

#include "base/listed.hpp"

namespace codeweaver::facts {
namespace {

constexpr std::array kGroupsOfStatements{std::string_view("expression_statement"),
                                         std::string_view("else_clause"),
                                         std::string_view("while_statement"),
                                         std::string_view("do_statement"),
                                         std::string_view("try_statement"),
                                         std::string_view("finally_clause"),
                                         std::string_view("labeled_statement"),
                                         std::string_view("throw_statement"),
                                         std::string_view("ERROR")};

constexpr std::array kLeftOut{std::string_view("statement_identifier"),
                              std::string_view("empty_statement"),
                              std::string_view("debugger_statement"),
                              std::string_view("hash_bang_line"), std::string_view("html_comment")};

}  // namespace

Facts TypeScriptReader::read() {
  build_.open_scope(Scope::Kind::kModule, kNone);  // kExports
  build_.open_scope(Scope::Kind::kModule, 0);      // kGlobals
  for (const Node& node : named(tree_.root()))
    if (type(node) == "import_statement" || type(node) == "export_statement")
      build_.facts().is_module = tree_.error_ratio() <= 0;
  statements(tree_.root(), 0);
  assign_members();
  return build_.finish();
}

void TypeScriptReader::statements(const Node& node, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) == "if_statement")
      scope = if_statement(one, scope);
    else
      statement(one, scope);
  }
}

void TypeScriptReader::statement(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const std::string_view kind = type(node);
  if (base::is_listed(kGroupsOfStatements, kind)) return statements(node, scope);
  if (kind == "if_statement") {
    if_statement(node, scope);
    return;
  }
  if (base::is_listed(kLeftOut, kind) || declaration(node, kind, scope)) return;
  if (kind == "switch_statement") return switch_statement(node, scope);
  if (kind == "import_statement") return import_statement(node, scope);
  if (kind == "export_statement") return export_statement(node, scope);
  if (kind == "return_statement") return return_statement(node, scope);
  if (kind == "for_in_statement") return loop_over(node, scope);
  if (kind == "catch_clause") return catch_clause(node, scope);
  if (kind == "statement_block" || kind == "for_statement")
    return statements(node, build_.open_scope(Scope::Kind::kBlock, scope));
  value(node, scope);
}

bool TypeScriptReader::declaration(const Node& node, std::string_view kind, Id scope) {
  if (kind == "lexical_declaration" || kind == "variable_declaration") {
    if (kind == "variable_declaration")  // `var` belongs to the function
      while (build_.facts().scopes[scope].kind == Scope::Kind::kBlock &&
             build_.facts().scopes[scope].parent != kNone)
        scope = build_.facts().scopes[scope].parent;
    for (const Node& one : named(node)) variable(one, scope);
  } else if (kind == "function_declaration" || kind == "generator_function_declaration" ||
             kind == "function_signature") {
    function_declaration(node, scope);
  } else if (kind == "class_declaration" || kind == "abstract_class_declaration") {
    class_declaration(node, scope);
  } else if (kind == "interface_declaration") {
    interface_declaration(node, scope);
  } else if (kind == "type_alias_declaration") {
    alias_declaration(node, scope);
  } else if (kind == "import_alias") {  // import a = b.c
    const Nodes parts = named(node);
    if (parts.size() != 2) return true;
    const Id id = build_.declare(DeclKind::kAlias, parts[0], scope);
    const Id type = type_of(parts[1], scope);
    build_.decl(id).type = type;
  } else if (kind == "enum_declaration") {
    enum_declaration(node, scope);
  } else if (kind == "internal_module" || kind == "module") {
    module_block(node, scope);
  } else if (kind == "ambient_declaration") {
    for (const Node& one : named(node))  // `declare global { ... }` has a bare block
      type(one) == "statement_block" ? statements(one, kGlobals) : statement(one, scope);
  } else {
    return false;
  }
  return true;
}

bool TypeScriptReader::is_local(Id scope) {
  return build_.facts().scopes[scope].kind != Scope::Kind::kModule;
}

void TypeScriptReader::variable(const Node& node, Id scope) {
  const auto pattern = child(node, "name");
  if (!pattern) return;
  const Id type = annotation(child(node, "type"), scope);
  const auto given = child(node, "value");
  const Id made = given ? value(*given, scope, instance(type)) : kNone;
  if (made != kNone && build_.expr_at(made).kind == ExprKind::kModule)
    return import_by_require(*pattern, build_.expr_at(made).a, scope);
  bind(*pattern, DeclKind::kVariable, type, made, scope);
}

/// `const a = require("a")`, `const {b, c: d} = require("a")`.
void TypeScriptReader::import_by_require(const Node& pattern, Id module, Id scope) {
  if (type(pattern) == "identifier") {
    add_import(pattern, scope, module, kNone);
    return;
  }
  for (const Node& one : named(pattern)) {
    const auto key = child(one, "key");
    const auto as = child(one, "value");
    const bool is_renamed = key && as && type(*as) == "identifier";
    if (!is_renamed && type(one) != "shorthand_property_identifier_pattern") continue;
    const Node& imported = is_renamed ? *key : one;
    add_import(is_renamed ? *as : one, scope, module, name(imported));
    build_.use(imported, member_of(import_expression(module), name(imported)), scope,
               Use::Kind::kImport);
  }
}

void TypeScriptReader::loop_over(const Node& node, Id scope) {
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  const auto right = child(node, "right");
  Id over = right ? value(*right, scope) : kNone;
  const auto sign = child(node, "operator");
  const bool has_elements = sign && text(*sign) == "of";
  if (over != kNone) over = build_.expr(ExprKind::kElement, over);
  if (const auto left = child(node, "left")) {
    if (child(node, "kind"))
      bind(*left, DeclKind::kVariable, kNone, has_elements ? over : build_.expr(ExprKind::kLiteral),
           inner);
    else
      value(*left, scope);
  }
  if (const auto body = child(node, "body")) statement(*body, inner);
}

void TypeScriptReader::catch_clause(const Node& node, Id scope) {
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  const auto caught = child(node, "parameter");
  if (caught)
    bind(*caught, DeclKind::kVariable, annotation(child(node, "type"), inner), kNone, inner);
  if (const auto body = child(node, "body")) statement(*body, inner);
}

void TypeScriptReader::return_statement(const Node& node, Id scope) {
  for (const Node& one : named(node)) {
    const Id given = value(one, scope, context_.returns);
    const bool is_this = type(one) == "this" && context_.this_class != kNone;
    if (context_.function != kNone)
      build_.assign(context_.function,
                    is_this ? build_.expr(ExprKind::kThisType, context_.this_class) : given);
  }
}

void TypeScriptReader::module_block(const Node& node, Id scope) {
  const auto as = child(node, "name");
  const auto body = child(node, "body");
  if (!as || !body) return;
  if (type(*as) == "string")  // adds to another module
    return statements(*body, build_.open_scope(Scope::Kind::kModule, scope));
  Node last = *as;  // of `namespace A.B`, which is read as B
  if (const Nodes parts = named(*as); !parts.empty()) last = parts.back();
  const Id id = build_.declare(DeclKind::kNamespace, last, scope);
  set_end(id, node);
  const Id inner = build_.open_scope(Scope::Kind::kModule, scope, id);
  const auto first = build_.facts().decls.size();
  statements(*body, inner);
  for (std::size_t i = first; i < build_.facts().decls.size(); ++i)
    if (build_.facts().decls[i].scope == inner) build_.facts().decls[i].owner = id;
}

Id TypeScriptReader::module_name(const Node& string) {
  const std::string_view written = text(string);
  return written.size() < 2 ? kNone : build_.name(written.substr(1, written.size() - 2));
}

Id TypeScriptReader::add_import(const Node& as, Id scope, Id module, Id imported) {
  const Id id = build_.declare(DeclKind::kImport, as, scope);
  build_.decl(id).module = module;
  build_.decl(id).imported = imported;
  return id;
}

Id TypeScriptReader::add_export(const Node& place, Id as) {
  const Id id = build_.declare_unnamed(DeclKind::kImport, place);
  build_.decl(id).name = as;
  build_.decl(id).scope = kExports;
  return id;
}

Id TypeScriptReader::unnamed_import(const Node& place, Id module, Id scope) {
  const Id id = build_.declare_unnamed(DeclKind::kImport, place);
  build_.decl(id).module = module;
  build_.decl(id).is_local = is_local(scope);
  return id;
}

/// `import type { A }`, `import { type A }`, `export type { A } from`.
bool TypeScriptReader::is_type_only(const Node& node) {
  Nodes all;
  tree_.children(node, all);
  return std::ranges::any_of(all, [&](const Node& one) { return type(one) == "type"; });
}

void TypeScriptReader::import_statement(const Node& node, Id scope) {
  const auto source = child(node, "source");
  const auto first = static_cast<Id>(build_.facts().decls.size());
  for (const Node& one : named(node)) {
    if (type(one) == "import_clause" && source) import_clause(one, module_name(*source), scope);
    if (type(one) != "import_require_clause") continue;
    const auto from = child(one, "source");  // import a = require("a")
    const Nodes parts = named(one);
    if (from && !parts.empty()) add_import(parts[0], scope, module_name(*from), kNone);
  }
  const auto end = static_cast<Id>(build_.facts().decls.size());
  if (source && first == end) unnamed_import(*source, module_name(*source), scope);
  if (is_type_only(node))
    for (Id id = first; id < end; ++id) build_.decl(id).is_type_only = true;
}

void TypeScriptReader::import_clause(const Node& node, Id module, Id scope) {
  for (const Node& one : named(node)) {
    if (type(one) == "identifier") {
      add_import(one, scope, module, build_.name("default"));
      use_name(one, scope, Use::Kind::kImport);
    } else if (type(one) == "namespace_import") {
      for (const Node& as : named(one)) add_import(as, scope, module, kNone);
    } else {
      for (const Node& specifier : named(one)) import_specifier(specifier, module, scope);
    }
  }
}

void TypeScriptReader::import_specifier(const Node& node, Id module, Id scope) {
  const auto imported = child(node, "name");
  if (!imported) return;
  const auto alias = child(node, "alias");
  const bool is_string = type(*imported) == "string";
  const Id of = is_string ? module_name(*imported) : name(*imported);
  const Id id = add_import(alias ? *alias : *imported, scope, module, of);
  build_.decl(id).is_type_only = is_type_only(node);
  build_.use(*imported, member_of(import_expression(module), of), scope, Use::Kind::kImport);
}

void TypeScriptReader::export_statement(const Node& node, Id scope) {
  const auto source = child(node, "source");
  const Id module = source ? module_name(*source) : kNone;
  Nodes all;
  tree_.children(node, all);
  const auto has = [&](std::string_view sign) {
    return std::ranges::any_of(all, [&](const Node& one) { return type(one) == sign; });
  };
  for (const Node& one : children(node, "decorator")) value(one, scope);
  if (const auto declared = child(node, "declaration")) {
    const auto first = static_cast<Id>(build_.facts().decls.size());
    statement(*declared, scope);
    if (!has("default") || first == build_.facts().decls.size()) return;
    build_.decl(add_export(*declared, build_.name("default"))).imported = build_.decl(first).name;
    return;
  }
  if (const auto given = child(node, "value")) return export_default(node, *given, scope);
  for (const Node& one : all) {
    if (type(one) == "namespace_export") {
      for (const Node& as : named(one)) build_.decl(add_export(as, name(as))).module = module;
    } else if (type(one) == "export_clause") {
      const auto first = static_cast<Id>(build_.facts().decls.size());
      for (const Node& specifier : named(one)) export_specifier(specifier, module, scope);
      if (has("type"))
        for (Id id = first; id < build_.facts().decls.size(); ++id)
          build_.decl(id).is_type_only = true;
    } else if (type(one) == "*" && module != kNone) {
      build_.decl(add_export(node, build_.name("*"))).module = module;
    } else if (one.is_named && !one.is_comment && has("=")) {
      const Id id = build_.declare_unnamed(DeclKind::kVariable, node);  // export = value
      build_.decl(id).name = build_.name("export=");
      build_.decl(id).scope = kExports;
      build_.assign(id, value(one, scope));
    }
  }
}

void TypeScriptReader::export_default(const Node& node, const Node& given, Id scope) {
  const Id made = value(given, scope);
  if (type(given) == "identifier") {
    build_.decl(add_export(given, build_.name("default"))).imported = name(given);
    return;
  }
  const Id id = add_export(node, build_.name("default"));
  build_.decl(id).kind = DeclKind::kVariable;
  build_.assign(id, made);
}

void TypeScriptReader::export_specifier(const Node& node, Id module, Id scope) {
  const auto of = child(node, "name");
  if (!of || type(*of) == "string") return;
  const auto alias = child(node, "alias");
  const Id id = add_export(alias ? *alias : *of, name(alias ? *alias : *of));
  build_.decl(id).module = module;
  build_.decl(id).imported = name(*of);
  build_.decl(id).is_type_only = is_type_only(node);
  if (module == kNone) return use_name(*of, scope, Use::Kind::kOther);
  build_.use(*of, member_of(import_expression(module), name(*of)), scope, Use::Kind::kImport);
}

}  // namespace codeweaver::facts
