// CppReader: statements, blocks, namespaces and directives.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/cpp_reader.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace codeweaver::facts {
namespace {

constexpr std::array kCppBlocks{
    std::string_view("compound_statement"), std::string_view("if_statement"),
    std::string_view("for_statement"),      std::string_view("while_statement"),
    std::string_view("switch_statement"),   std::string_view("catch_clause")};
constexpr std::array kCppGroups{
    std::string_view("declaration_list"),      std::string_view("else_clause"),
    std::string_view("do_statement"),          std::string_view("case_statement"),
    std::string_view("try_statement"),         std::string_view("condition_clause"),
    std::string_view("init_statement"),        std::string_view("expression_statement"),
    std::string_view("linkage_specification"), std::string_view("export_declaration")};
constexpr std::array kConditionals{
    std::string_view("preproc_if"), std::string_view("preproc_ifdef"),
    std::string_view("preproc_elif"), std::string_view("preproc_elifdef"),
    std::string_view("preproc_else")};

}  // namespace

CppReader::CppReader(const syntax::SyntaxTree& tree, std::string_view text)
    : TreeReader(tree, text),
      has_constructors_(syntax::languages()[tree.language()].id != "c"),
      source_(text) {}

Facts CppReader::read() {
  statements(tree_.root(), 0);
  read_tokens();
  read_includes();
  build_.facts().is_module = tree_.error_ratio() == 0;
  return build_.finish();
}

void CppReader::statements(const Node& node, Id scope) {
  for (const Node& one : named(node)) statement(one, scope);
}

void CppReader::statement(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const std::string_view kind = type(node);
  if (kind != "declaration" && kind != "function_definition") carried_type_ = kNone;
  if (directive(node, kind, scope) || block(node, kind, scope)) return;
  if (kind == "namespace_definition") return name_space(node, scope);
  if (kind == "namespace_alias_definition") return namespace_alias(node, scope);
  if (kind == "using_declaration") return using_declaration(node, scope);
  if (kind == "template_declaration") return template_declaration(node, scope);
  if (kind == "function_definition" || kind == "inline_method_definition" ||
      kind == "constructor_or_destructor_definition")
    return function_definition(node, scope);
  if (kind == "declaration" || kind == "field_declaration") return declaration(node, scope);
  if (kind == "type_definition") return type_definition(node, scope);
  if (kind == "alias_declaration") {
    const Id around = types_in(scope);
    const auto as = child(node, "name");
    const auto written = child(node, "type");
    const Id type = written ? type_of(*written, around) : kNone;
    if (as) alias(*as, type, scope);
    return;
  }
  if (is_class_type(kind)) {
    const auto as = child(node, "name");
    if (!child(node, "body") && as && this->type(*as) == "type_identifier")
      return forward(*as, scope);
    class_type(node, scope);
    return;
  }
  if (kind == "return_statement" || kind == "co_return_statement") {
    for (const Node& one : named(node)) {
      const Id given = value(one, scope);
      if (returning_ != kNone) build_.assign(returning_, given);
    }
    return;
  }
  value(node, scope);
}

/// Macros and conditions.
bool CppReader::directive(const Node& node, std::string_view kind, Id scope) {
  if (!kind.starts_with("preproc_")) return false;
  if (kind == "preproc_def" || kind == "preproc_function_def") {
    macro(node);
  } else if (std::ranges::find(kConditionals, kind) != kConditionals.end()) {
    const auto asked = child(node, "condition");
    const auto as = child(node, "name");
    if (asked) value(*asked, 0);
    if (as) build_.use(*as, build_.expr(ExprKind::kName, name(*as), 0), 0, Use::Kind::kOther);
    for (const Node& one : named(node))
      if (!(asked && one.range == asked->range) && !(as && one.range == as->range))
        statement(one, scope);
  } else if (kind == "preproc_defined") {
    for (const Node& one : named(node)) value(one, 0);
  }
  return true;
}

bool CppReader::block(const Node& node, std::string_view kind, Id scope) {
  if (kind == "for_range_loop") {
    range_loop(node, scope);
    return true;
  }
  if (kind == "friend_declaration") {
    const Id class_before = std::exchange(class_, kNone);
    Id outer = scope;  // the namespace around the class
    while (outer != 0 && build_.facts().scopes[outer].kind != Scope::Kind::kModule)
      outer = build_.facts().scopes[outer].parent;
    for (const Node& one : named(node))
      type(one) == "declaration" || type(one) == "function_definition" ? statement(one, outer)
                                                                       : (void)type_of(one, scope);
    class_ = class_before;
    return true;
  }
  if (node.is_error && is_in_function_) {
    for (const Node& one : named(node))
      if (type(one) != "function_declarator" || !macro_call(one, scope)) statement(one, scope);
    return true;
  }
  if (kind == "labeled_statement") {
    for (const Node& one : named(node))
      if (type(one) != "statement_identifier") statement(one, scope);
    return true;
  }
  const auto is = [&](const auto& kinds) { return std::ranges::find(kinds, kind) != kinds.end(); };
  const bool is_block = is(kCppBlocks);
  if (!is_block && !is(kCppGroups)) return kind == "goto_statement";
  const Id inner = is_block ? build_.open_scope(Scope::Kind::kBlock, scope) : scope;
  for (const Node& one : named(node)) {
    if (type(one) == "parameter_list")
      parameters(one, build_.declare_unnamed(DeclKind::kFunction, one), inner);  // of `catch`
    else
      statement(one, inner);
  }
  return true;
}

/// The scope for the types in a declaration: that of the template parameters before it, if any.
Id CppReader::types_in(Id scope) const {
  return template_scope_ != kNone && scope == template_outer_ ? template_scope_ : scope;
}

void CppReader::name_space(const Node& node, Id scope) {
  const bool was_private = is_private_;
  const auto body = child(node, "body");
  const auto open = [&](Id id) {
    const Id inner = build_.open_scope(Scope::Kind::kModule, scope);
    build_.decl(id).inner = inner;
    build_.decl(id).scope = scope;
    scope = inner;
  };
  // The names in order; those after `inline` count as if they were not there.
  bool is_inline = false, is_named = false;
  Nodes left;
  tree_.children(node, left);
  std::ranges::reverse(left);
  while (!left.empty()) {
    const Node one = left.back();
    left.pop_back();
    if (body && one.range == body->range) break;
    if (text(one) == "inline") is_inline = true;
    if (type(one) == "nested_namespace_specifier") {
      Nodes parts;
      tree_.children(one, parts);
      left.insert(left.end(), parts.rbegin(), parts.rend());
    }
    if (type(one) != "namespace_identifier") continue;
    is_named = true;
    open(std::exchange(is_inline, false) ? build_.declare_unnamed(DeclKind::kNamespace, one)
                                         : build_.declare(DeclKind::kNamespace, one, scope));
  }
  if (!is_named) {
    open(build_.declare_unnamed(DeclKind::kNamespace, node));
    is_private_ = true;
  }
  if (body) statements(*body, scope);
  is_private_ = was_private;
}

void CppReader::namespace_alias(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  Id target = kNone;
  for (const Node& one : named(node)) {
    if (one.range == as->range) continue;
    const Nodes parts = type(one) == "nested_namespace_specifier" ? named(one) : Nodes{one};
    for (const Node& part : parts) target = qualifier(part, target, scope);
  }
  const Id id = build_.declare(DeclKind::kImport, *as, scope);
  build_.decl(id).type = target;
}

/// `using namespace a;` and `using a::b;`.
void CppReader::using_declaration(const Node& node, Id scope) {
  Nodes all;
  tree_.children(node, all);
  const bool is_directive =
      std::ranges::any_of(all, [&](const Node& one) { return text(one) == "namespace"; });
  for (const Node& one : named(node)) {
    if (type(one) != "qualified_identifier" && type(one) != "identifier") continue;
    Id target = kNone;
    std::optional<Node> last = one;
    if (type(one) == "qualified_identifier") {
      const Qualified found = qualified(one, scope, Use::Kind::kImport);
      target = found.whole;
      last = found.name;
    } else {
      target = build_.expr(ExprKind::kName, name(one), scope);
    }
    if (!last || target == kNone) continue;
    const Id id = build_.declare_unnamed(DeclKind::kImport, *last);
    Decl& made = build_.decl(id);
    made.name = build_.name(is_directive ? std::string_view("*") : text(*last));
    made.scope = scope;
    made.owner = class_;
    made.type = target;
  }
}

void CppReader::macro(const Node& node) {
  auto as = child(node, "name");
  bool is_called = type(node) == "preproc_function_def";
  // A comment at the end of a macro can make the grammar take a name of the next line.
  for (const Node& one : named(node)) {
    const Nodes inner = one.is_error ? named(one) : Nodes();
    if (inner.empty() || type(inner[0]) != "identifier") continue;
    as = inner[0];
    is_called = inner.size() > 1 && type(inner[1]) == "preproc_params";
  }
  if (!as) return;
  const Id id = build_.declare(is_called ? DeclKind::kFunction : DeclKind::kVariable, *as, 0);
  build_.decl(id).is_macro = true;
  const auto body = is_called ? std::nullopt : child(node, "value");
  std::string_view given = body ? text(*body) : std::string_view();
  while (!given.empty() && (given.back() == ' ' || given.back() == '\r')) given.remove_suffix(1);
  const bool is_name =
      !given.empty() && std::isdigit(static_cast<unsigned char>(given[0])) == 0 &&
      std::ranges::all_of(given, [](char c) {
        return c == '_' || c == ' ' || c == '*' || std::isalnum(static_cast<unsigned char>(c)) != 0;
      });
  if (is_name)
    build_.assign(id,
                  build_.expr(ExprKind::kName, build_.name(given.substr(0, given.find(' '))), 0));
}

void CppReader::template_declaration(const Node& node, Id scope) {
  const Id scope_before = template_scope_, outer_before = template_outer_,
           list_before = template_parameters_;
  const Id inner = build_.open_scope(Scope::Kind::kBlock, types_in(scope));
  std::vector<Id> all;
  if (const auto list = child(node, "parameters"))
    for (const Node& one : named(*list)) template_parameter(one, inner, all);
  const bool is_second = types_in(scope) != scope;  // of a template in a template
  template_scope_ = inner;
  template_outer_ = scope;
  if (!is_second) template_parameters_ = build_.list(all);
  for (const Node& one : named(node))
    if (type(one) != "template_parameter_list") statement(one, scope);
  template_scope_ = scope_before;
  template_outer_ = outer_before;
  template_parameters_ = list_before;
}

void CppReader::template_parameter(const Node& node, Id scope, std::vector<Id>& out) {
  const std::string_view kind = type(node);
  const auto add = [&](const Node& as, DeclKind decl_kind, Id type) {
    out.push_back(build_.declare(decl_kind, as, scope));
    build_.decl(out.back()).type = type;
    build_.decl(out.back()).is_local = true;
  };
  if (kind.ends_with("type_parameter_declaration")) {
    const auto as = child(node, "name");  // of one with a default
    for (const Node& one : named(node)) {
      if (as ? one.range == as->range : type(one) == "type_identifier")
        add(one, DeclKind::kTypeParameter, kNone);
      else
        type_of(one, scope);
    }
    return;
  }
  const auto written = child(node, "type");
  const Id type = written ? type_of(*written, scope) : kNone;
  if (const auto declarator = child(node, "declarator")) {
    const Declarator to = unwrap(*declarator, type, scope);
    if (to.name) add(*to.name, DeclKind::kParameter, to.type);
  }
  if (const auto given = child(node, "default_value")) value(*given, scope);
}

void CppReader::range_loop(const Node& node, Id scope) {
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  if (const auto first = child(node, "initializer")) statement(*first, inner);
  const auto right = child(node, "right");
  const Id over = right ? value(*right, inner) : kNone;
  const auto written = child(node, "type");
  const Id type = written ? type_of(*written, inner) : kNone;
  if (const auto declarator = child(node, "declarator")) {
    const Declarator to = unwrap(*declarator, type, inner);
    const Id element = over == kNone ? kNone : build_.expr(ExprKind::kElement, over);
    const auto first = static_cast<Id>(build_.facts().decls.size());
    if (to.name) bind(*to.name, to.type, element, inner);
    for (Id id = first; id < build_.facts().decls.size(); ++id)
      build_.decl(id).is_constant = is_constant(node);
  }
  if (const auto body = child(node, "body")) statement(*body, inner);
}

/// Declares a local variable, or the parts of `[a, b]`.
void CppReader::bind(const Node& node, Id type, Id given, Id scope) {
  if (this->type(node) == "structured_binding_declarator") {
    Id at = 0;
    for (const Node& one : named(node)) {
      if (given != kNone) bind(one, kNone, build_.expr(ExprKind::kPart, given, at), scope);
      if (given == kNone) bind(one, kNone, kNone, scope);
      ++at;
    }
    return;
  }
  const Id id = build_.declare(DeclKind::kVariable, node, scope);
  build_.decl(id).type = type;
  build_.decl(id).is_local = true;
  if (type == kNone) build_.assign(id, given);
}

}  // namespace codeweaver::facts
