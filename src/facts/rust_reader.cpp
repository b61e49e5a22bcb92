// RustReader: items.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/rust_reader.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "facts/rust_macros.hpp"

namespace codeweaver::facts {

Facts read_rust_facts(const syntax::SyntaxTree& tree, std::string_view text) {
  // The second tree is worth a part of the time that the first one may take.
  constexpr syntax::ParseLimits kSecond{.budget = std::chrono::milliseconds(500)};
  const ReadableMacros made = readable_macros(tree, text);
  if (made.ends.empty()) return RustReader(tree, text).read();
  const auto calls = syntax::SyntaxTree::parse(made.text, tree.language(), kSecond);
  if (!calls) return RustReader(tree, text).read();
  return RustReader(tree, text, made.ends, macro_calls(*calls)).read();
}

Facts RustReader::read() {
  build_.facts().is_module = true;
  items(tree_.root(), 0);
  return build_.finish();
}

void RustReader::items(const Node& list, Id scope) {
  for (const Node& one : named(list)) {
    if (type(one) == "attribute_item") {
      if (const auto path = path_attribute(one); !path.empty()) path_ = path;
      continue;
    }
    if (!item(one, scope)) value(one, scope);
    path_ = {};
  }
}

bool RustReader::item(const Node& node, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return true;
  const std::string_view kind = type(node);
  if (kind == "function_item" || kind == "function_signature_item")
    function(node, scope);
  else if (kind == "impl_item")
    implementation(node, scope);
  else if (kind == "struct_item" || kind == "union_item")
    structure(node, scope);
  else if (kind == "enum_item")
    enumeration(node, scope);
  else if (kind == "trait_item")
    trait(node, scope);
  else if (kind == "use_declaration")
    import(node, scope);
  else if (kind == "extern_crate_declaration")
    external_crate(node, scope);
  else if (kind == "mod_item")
    module(node, scope);
  else if (kind == "type_item" || kind == "associated_type")
    alias(node, scope);
  else if (kind == "const_item" || kind == "static_item")
    constant(node, scope);
  else if (kind == "macro_definition")
    macro(node, scope);
  else if (kind == "foreign_mod_item") {
    if (const auto body = child(node, "body")) items(*body, scope);
  } else {
    return kind == "attribute_item" || kind == "inner_attribute_item" ||
           kind == "empty_statement" || kind == "visibility_modifier";
  }
  return true;
}

bool RustReader::is_public(const Node& node) const {
  return std::ranges::any_of(named(node),
                             [&](const Node& one) { return type(one) == "visibility_modifier"; });
}

/// A member belongs to the `impl` or trait around it.
void RustReader::set_member(Id decl) {
  build_.decl(decl).owner = context_.owner;
}

/// The text in `#[path = "..."]` before the node that comes after it; empty: none.
std::string_view RustReader::path_attribute(const Node& node) const {
  std::string_view text = build_.text(node);
  const auto at = text.find("path");
  if (!text.starts_with("#[path") || at == std::string_view::npos) return {};
  const auto begin = text.find('"'), end = text.rfind('"');
  if (begin == std::string_view::npos || end <= begin) return {};
  return text.substr(begin + 1, end - begin - 1);
}

void RustReader::module(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const Id id = build_.declare(DeclKind::kNamespace, *as, scope);
  set_end(id, node);
  const auto body = child(node, "body");
  if (!body) {
    build_.decl(id).module = path_.empty() ? kNone : build_.name(path_);
    build_.use(*as, build_.expr(ExprKind::kTypeName, scope, name(*as)), scope, Use::Kind::kImport);
    return;
  }
  const Id inner = build_.open_scope(Scope::Kind::kModule, scope);
  build_.decl(id).inner = inner;
  const Context before = std::exchange(context_, {});
  items(*body, inner);
  context_ = before;
}

void RustReader::self_alias(Id type, Id scope, const Node& at) {
  const Id id = build_.declare_unnamed(DeclKind::kAlias, at);
  Decl& made = build_.decl(id);
  made.name = build_.name("Self");
  made.scope = scope;
  made.type = type;
  made.is_local = true;
}

std::pair<Id, Id> RustReader::open_class(const Node& node, const Node& as, Id scope) {
  const Id id = build_.declare(DeclKind::kClass, as, scope);
  set_end(id, node);
  build_.decl(id).is_local = context_.function != kNone;
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  const Id list = type_parameters(node, inner);
  build_.decl(id).type_parameters = list;
  return {id, inner};
}

void RustReader::structure(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const auto [id, inner] = open_class(node, *as, scope);
  self_alias(build_.expr(ExprKind::kTypeName, scope, name(*as)), inner, *as);
  where_clause(node, inner);
  if (const auto body = child(node, "body")) fields(*body, id, inner);
}

void RustReader::fields(const Node& body, Id owner, Id scope) {
  if (type(body) == "field_declaration_list") {
    for (const Node& one : named(body)) {
      const auto as = child(one, "name");
      const auto written = child(one, "type");
      if (type(one) != "field_declaration" || !as || !written) continue;
      const Id id = build_.declare(DeclKind::kField, *as, kNone, owner);
      const Id type = type_of(*written, scope);
      build_.decl(id).type = type;
    }
    return;
  }
  constexpr std::string_view kPositions = "0123456789";
  std::size_t at = 0;
  for (const Node& written : children(body, "type")) {
    const Id type = type_of(written, scope);
    if (at == kPositions.size()) continue;
    const Id id = build_.declare_unnamed(DeclKind::kField, written);
    Decl& made = build_.decl(id);
    made.name = build_.name(kPositions.substr(at++, 1));
    made.owner = owner;
    made.type = type;
  }
}

void RustReader::enumeration(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const auto [id, inner] = open_class(node, *as, scope);
  Id own = build_.expr(ExprKind::kTypeName, scope, name(*as));
  std::vector<Id> given;
  for (const Id one : build_.facts().list(build_.decl(id).type_parameters))
    given.push_back(build_.expr(ExprKind::kTypeName, inner, build_.decl(one).name));
  if (!given.empty()) own = build_.expr(ExprKind::kGenericType, own, build_.list(given));
  self_alias(own, inner, *as);
  where_clause(node, inner);
  const auto body = child(node, "body");
  if (!body) return;
  for (const Node& one : named(*body)) {
    const auto variant = child(one, "name");
    if (type(one) != "enum_variant" || !variant) continue;
    const Id made = build_.declare(DeclKind::kField, *variant, kNone, id);
    set_end(made, one);
    build_.decl(made).is_static = true;
    build_.decl(made).type = own;
    if (const auto parts = child(one, "body")) fields(*parts, made, inner);
    if (const auto number = child(one, "value")) value(*number, scope);
  }
}

void RustReader::trait(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const Id id = build_.declare(DeclKind::kInterface, *as, scope);
  set_end(id, node);
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  const Id list = type_parameters(node, inner);
  build_.decl(id).type_parameters = list;
  self_alias(build_.expr(ExprKind::kThisType, id), inner, *as);
  if (const auto above = child(node, "bounds")) bounds(*above, id, inner);
  where_clause(node, inner);
  const Context before = std::exchange(context_, {.owner = id});
  if (const auto body = child(node, "body")) items(*body, inner);
  context_ = before;
}

void RustReader::implementation(const Node& node, Id scope) {
  const auto of = child(node, "type");
  if (!of) return;
  const Id id = build_.declare_unnamed(DeclKind::kClass, *of);
  set_end(id, node);
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  const Id list = type_parameters(node, inner);
  build_.decl(id).type_parameters = list;
  if (const auto base = child(node, "trait")) build_.add_base(id, type_of(*base, inner));
  const Id type = type_of(*of, inner);
  build_.decl(id).type = type;
  build_.decl(id).scope = scope;
  if (type != kNone) self_alias(type, inner, *of);
  where_clause(node, inner);
  const Context before = std::exchange(context_, {.owner = id});
  if (const auto body = child(node, "body")) items(*body, inner);
  context_ = before;
}

void RustReader::alias(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const bool is_member = context_.owner != kNone && context_.function == kNone;
  const Id id = build_.declare(DeclKind::kAlias, *as, is_member ? kNone : scope);
  set_end(id, node);
  if (is_member) set_member(id);
  const Id inner = build_.open_scope(Scope::Kind::kBlock, scope);
  const Id list = type_parameters(node, inner);
  build_.decl(id).type_parameters = list;
  if (const auto above = child(node, "bounds")) bounds(*above, id, inner);
  if (const auto written = child(node, "type")) {
    const Id type = type_of(*written, inner);
    build_.decl(id).type = type;
  }
}

void RustReader::constant(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const bool is_member = context_.owner != kNone && context_.function == kNone;
  const bool has_name = text(*as) != "_";
  const Id id = build_.declare(DeclKind::kVariable, *as, is_member || !has_name ? kNone : scope);
  set_end(id, node);
  if (is_member) set_member(id);
  build_.decl(id).is_constant = true;
  if (const auto written = child(node, "type")) {
    const Id type = type_of(*written, scope);
    build_.decl(id).type = type;
  }
  if (const auto given = child(node, "value")) {
    const Id inner = build_.open_scope(Scope::Kind::kBlock, scope, has_name ? id : kNone);
    value(*given, inner);
  }
}

void RustReader::function(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const bool is_member = context_.owner != kNone && context_.function == kNone;
  const Id id = build_.declare(DeclKind::kFunction, *as, is_member ? kNone : scope);
  set_end(id, node);
  if (is_member) set_member(id);
  const Id types = build_.open_scope(Scope::Kind::kFunction, scope, id);
  const Id inner = build_.open_scope(Scope::Kind::kFunction, types, id);
  for (const Node& one : named(node))
    if (type(one) == "function_modifiers" && text(one).find("async") != std::string_view::npos)
      build_.decl(id).is_async = true;
  const Id list = type_parameters(node, types);
  build_.decl(id).own_type_parameters = list;
  const Context before = context_;
  context_.function = id;
  context_.lambda = kNone;
  if (const auto given = child(node, "parameters")) parameters(*given, id, inner);
  where_clause(node, types);
  if (const auto written = child(node, "return_type")) {
    const Id type = type_of(*written, types);
    build_.decl(id).type = type;
  }
  const auto body = child(node, "body");
  build_.decl(id).is_abstract = !body;
  if (body) statements(*body, inner);
  context_ = before;
}

void RustReader::parameters(const Node& list, Id function, Id scope) {
  std::vector<Id> all;
  const Id types = build_.facts().scopes[scope].parent;
  const auto declare_self = [&](const Node& at, Id type) {
    const Id id = build_.declare_unnamed(DeclKind::kParameter, at);
    Decl& made = build_.decl(id);
    made.name = build_.name("self");
    made.scope = scope;
    made.type = type;
    made.is_local = made.is_receiver = true;
    all.push_back(id);
  };
  for (const Node& one : named(list)) {
    const std::string_view kind = type(one);
    if (kind == "self_parameter") {
      declare_self(one, build_.expr(ExprKind::kTypeName, types, build_.name("Self")));
      continue;
    }
    if (kind == "attribute_item") continue;
    const auto written = child(one, "type");
    const Id type = written ? type_of(*written, types) : kNone;
    const auto bound = child(one, "pattern");
    if (kind != "parameter" || !bound) continue;
    if (this->type(*bound) == "self") {
      declare_self(*bound, type);
      continue;
    }
    const Id id = build_.declare_unnamed(DeclKind::kParameter, *bound);
    build_.decl(id).type = type;
    build_.decl(id).is_local = true;
    all.push_back(id);
    pattern(*bound, instance(type), type, scope);
  }
  const Id made = build_.list(all);
  build_.decl(function).parameters = made;
}

void RustReader::macro(const Node& node, Id scope) {
  const auto as = child(node, "name");
  if (!as) return;
  const Id id = build_.declare(DeclKind::kFunction, *as, scope);
  set_end(id, node);
  build_.decl(id).is_macro = true;
}

}  // namespace codeweaver::facts
