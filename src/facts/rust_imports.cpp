// RustReader: `use` declarations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>

#include "facts/rust_reader.hpp"

namespace codeweaver::facts {

/// The name of a text that is not a part of the source.
Id RustReader::kept_name(std::string_view text) {
  return build_.name(made_names_.emplace_back(text));
}

void RustReader::import(const Node& node, Id scope) {
  const bool is_private = !is_public(node);
  const std::size_t first = build_.facts().decls.size();
  if (const auto part = child(node, "argument")) import_part(*part, {}, kNone, scope);
  for (std::size_t i = first; i < build_.facts().decls.size(); ++i)
    build_.decl(static_cast<Id>(i)).is_private = is_private;
}

/// The expression of a path, with uses of its names. `before`: what the path is relative to.
Id RustReader::import_path(const Node& node, Id before, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return before;
  if (type(node) == "scoped_identifier") {
    const auto path = child(node, "path");
    const auto last = child(node, "name");
    if (path) before = import_path(*path, before, scope);
    return last ? import_path(*last, before, scope) : before;
  }
  const Id id = before == kNone ? build_.expr(ExprKind::kTypeName, scope, name(node))
                                : build_.expr(ExprKind::kTypeMember, before, name(node));
  if (type(node) == "identifier") build_.use(node, id, scope, Use::Kind::kImport);
  return id;
}

void RustReader::import_part(const Node& node, std::string_view path, Id before, Id scope) {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return;
  const std::string_view kind = type(node);
  const auto joined = [&](const Node& more) {
    std::string out(path);
    if (!out.empty()) out += "::";
    return out + std::string(text(more));
  };
  if (kind == "use_list") {
    for (const Node& one : named(node)) import_part(one, path, before, scope);
  } else if (kind == "scoped_use_list") {
    const auto more = child(node, "path");
    const auto list = child(node, "list");
    const std::string all = more ? joined(*more) : "::";
    const Id inner = more ? import_path(*more, before, scope) : kNone;
    if (list) import_part(*list, all, inner, scope);
  } else if (kind == "use_as_clause") {
    const auto of = child(node, "path");
    const auto as = child(node, "alias");
    if (of && as) import_name(*of, &*as, path, before, scope);
  } else if (kind == "use_wildcard") {
    const Nodes inner = named(node);
    const std::string all = inner.empty() ? std::string(path) : joined(inner[0]);
    if (!inner.empty()) import_path(inner[0], before, scope);
    const Id id = build_.declare_unnamed(DeclKind::kImport, node);
    Decl& made = build_.decl(id);
    made.scope = scope;
    made.name = build_.name("*");
    made.module = kept_name(all);
  } else {
    import_name(node, nullptr, path, before, scope);
  }
}

void RustReader::import_name(const Node& node, const Node* as, std::string_view path, Id before,
                             Id scope) {
  std::string all(path);
  Node last = node;
  if (type(node) == "scoped_identifier") {
    const auto of = child(node, "path");
    const auto named = child(node, "name");
    if (!named) return;
    if (of) {
      if (!all.empty()) all += "::";
      all += text(*of);
      before = import_path(*of, before, scope);
    } else if (all.empty()) {
      all = "::";
    }
    last = *named;
  }
  const Id id = build_.declare_unnamed(DeclKind::kImport, as != nullptr ? *as : last);
  // `a::b::{self}` means b.
  const bool is_module = type(last) == "self" && !all.empty();
  if (is_module) {
    const auto cut = all.rfind("::");
    const std::string_view whole = all;
    const std::string_view end = cut == std::string_view::npos ? whole : whole.substr(cut + 2);
    const Id imported = kept_name(end);
    build_.decl(id).imported = imported;
    build_.decl(id).name = as != nullptr ? name(*as) : imported;
    all.resize(cut == std::string::npos ? 0 : cut);
  } else {
    build_.decl(id).imported = name(last);
    build_.decl(id).name = name(as != nullptr ? *as : last);
    const Id named = before == kNone ? build_.expr(ExprKind::kName, name(last), scope)
                                     : build_.expr(ExprKind::kPath, before, name(last));
    if (type(last) == "identifier") build_.use(last, named, scope, Use::Kind::kImport);
  }
  build_.decl(id).module = kept_name(all);
  build_.decl(id).scope = scope;
}

void RustReader::external_crate(const Node& node, Id scope) {
  const auto of = child(node, "name");
  const auto as = child(node, "alias");
  if (!of) return;
  const Id id = build_.declare_unnamed(DeclKind::kImport, as ? *as : *of);
  Decl& made = build_.decl(id);
  made.name = name(as ? *as : *of);
  made.scope = scope;
  made.module = build_.name("::");
  made.imported = name(*of);
  made.is_private = !is_public(node);
}

}  // namespace codeweaver::facts
