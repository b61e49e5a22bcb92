// FactBuilder: interns names and expressions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/fact_builder.hpp"

#include <algorithm>
#include <utility>

namespace codeweaver::facts {
namespace {

constexpr std::size_t kMostValues = 6;  // assignments of one value that count

}  // namespace

FactBuilder::FactBuilder(const syntax::SyntaxTree& tree, std::string_view text)
    : tree_(tree), text_(text) {
  open_scope(Scope::Kind::kModule, kNone);
}

Id FactBuilder::name(std::string_view text) {
  const auto [at, is_new] = names_.try_emplace(text, static_cast<Id>(facts_.names.size()));
  if (is_new) facts_.names.add(text);
  return at->second;
}

Place FactBuilder::place_of(const syntax::Node& node) const noexcept {
  const auto [row, column] = tree_.start(node);
  return {row + 1, column + 1};
}

Id FactBuilder::declare(DeclKind kind, const syntax::Node& node, Id scope, Id owner) {
  const Id id = declare_unnamed(kind, node);
  Decl& made = facts_.decls[id];
  made.name = name(text(node));
  made.scope = scope;
  made.owner = owner;
  if (scope != kNone) first_in_.try_emplace(key_of(scope, made.name), id);
  return id;
}

Id FactBuilder::declare_unnamed(DeclKind kind, const syntax::Node& node) {
  Decl made;
  made.kind = kind;
  made.place = place_of(node);
  made.end_line = made.place.line;
  facts_.decls.push_back(made);
  return static_cast<Id>(facts_.decls.size() - 1);
}

Id FactBuilder::declare_at(DeclKind kind, const Decl& other, Id scope) {
  Decl made;
  made.kind = kind;
  made.name = other.name;
  made.place = other.place;
  made.end_line = other.end_line;
  made.type = other.type;
  made.scope = scope;
  facts_.decls.push_back(made);
  const auto id = static_cast<Id>(facts_.decls.size() - 1);
  first_in_.try_emplace(key_of(scope, made.name), id);
  return id;
}

Id FactBuilder::open_scope(Scope::Kind kind, Id parent, Id owner) {
  facts_.scopes.push_back({kind, parent, owner});
  const auto id = static_cast<Id>(facts_.scopes.size() - 1);
  if (owner != kNone) facts_.decls[owner].inner = id;
  return id;
}

Id FactBuilder::in_scope(Id scope, Id name) const {
  const auto at = first_in_.find(key_of(scope, name));
  return at == first_in_.end() ? kNone : at->second;
}

Id FactBuilder::visible(Id scope, Id name) const {
  for (; scope != kNone; scope = facts_.scopes[scope].parent)
    if (const Id found = in_scope(scope, name); found != kNone) return found;
  return kNone;
}

Id FactBuilder::expr(ExprKind kind, Id a, Id b) {
  const Expr made{kind, a, b};
  const auto [at, is_new] = exprs_.try_emplace(made, static_cast<Id>(facts_.exprs.size()));
  if (is_new) facts_.exprs.push_back(made);
  return at->second;
}

Id FactBuilder::list(const std::vector<Id>& items) {
  if (items.empty()) return kNone;
  const auto id = static_cast<Id>(facts_.lists.size());
  facts_.lists.push_back(static_cast<Id>(items.size()));
  facts_.lists.insert(facts_.lists.end(), items.begin(), items.end());
  return id;
}

void FactBuilder::assign(Id decl, Id expr) {
  if (decl == kNone || expr == kNone) return;
  auto& values = values_[decl];
  if (values.size() < kMostValues && std::ranges::find(values, expr) == values.end())
    values.push_back(expr);
}

std::vector<Id> FactBuilder::assigned(Id decl) const {
  const auto at = values_.find(decl);
  return at == values_.end() ? std::vector<Id>() : at->second;
}

void FactBuilder::add_base(Id decl, Id type) {
  if (type != kNone) bases_[decl].push_back(type);
}

void FactBuilder::use(const syntax::Node& node, Id expr, Id scope, Use::Kind kind) {
  use(place_of(node), expr, scope, kind);
}

void FactBuilder::use(Place place, Id expr, Id scope, Use::Kind kind) {
  const Expr& named = expr_at(expr);
  const Id as = named.kind == ExprKind::kName ? named.a : named.b;
  if (as == kNone || facts_.names[as].empty()) return;  // a token that the text lacks
  facts_.uses.push_back({expr, scope, place, kind});
}

void FactBuilder::set_use(const syntax::Node& node, Use::Kind kind) {
  constexpr std::size_t kMostAfter = 64;  // uses within type arguments
  const Place place = place_of(node);
  const auto from_end = [&](std::size_t i) -> Use& {
    return facts_.uses.end()[-1 - static_cast<std::ptrdiff_t>(i)];
  };
  for (std::size_t i = 0; i < std::min(kMostAfter, facts_.uses.size()); ++i)
    if (from_end(i).place == place) {
      from_end(i).kind = kind;
      return;
    }
}

Facts FactBuilder::finish() {
  for (Id id = 0; id < facts_.decls.size(); ++id) {
    if (const auto at = values_.find(id); at != values_.end())
      facts_.decls[id].values = list(at->second);
    if (const auto at = bases_.find(id); at != bases_.end())
      facts_.decls[id].bases = list(at->second);
  }
  std::ranges::stable_sort(
      facts_.uses, {}, [](const Use& use) { return std::pair(use.place.line, use.place.column); });
  facts_.index();
  return std::move(facts_);
}

}  // namespace codeweaver::facts
