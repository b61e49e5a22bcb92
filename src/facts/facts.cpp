// Facts: sorted tables of names and declarations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/facts.hpp"

#include <algorithm>
#include <numeric>

namespace codeweaver::facts {
std::span<const Id> Facts::Table::find(Id first, Id second) const noexcept {
  const auto [begin, end] = std::ranges::equal_range(keys, key_of(first, second));
  return std::span(decls).subspan(static_cast<std::size_t>(begin - keys.begin()),
                                  static_cast<std::size_t>(end - begin));
}

void Facts::Table::sort() {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return keys[i]; });
  std::vector<Id> sorted(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = decls[order[i]];
  decls = std::move(sorted);
  std::ranges::sort(keys);
}

void Facts::index() {
  by_name_.resize(names.size());
  std::iota(by_name_.begin(), by_name_.end(), Id{0});
  std::ranges::sort(by_name_, {}, [&](Id id) { return names[id]; });
  in_scope_ = {};
  in_owner_ = {};
  for (Id id = 0; id < decls.size(); ++id) {
    const Decl& decl = decls[id];
    const auto add = [&](Table& table, Id first) {
      table.keys.push_back(key_of(first, decl.name));
      table.decls.push_back(id);
    };
    if (decl.name == kNone) continue;
    if (decl.scope != kNone) add(in_scope_, decl.scope);
    if (decl.owner != kNone) add(in_owner_, decl.owner);
  }
  in_scope_.sort();
  in_owner_.sort();
}

std::size_t Facts::bytes() const noexcept {
  const std::size_t out = sizeof(Facts) + decls.size() * (sizeof(Decl) + 24) +
                          scopes.size() * sizeof(Scope) + exprs.size() * sizeof(Expr) +
                          uses.size() * sizeof(Use) + (lists.size() + by_name_.size()) * sizeof(Id);
  return out + names.memory();
}

Id Facts::find_name(std::string_view name) const noexcept {
  const auto at = std::ranges::lower_bound(by_name_, name, {}, [&](Id id) { return names[id]; });
  return at != by_name_.end() && names[*at] == name ? *at : kNone;
}

std::span<const Id> Facts::declared(Id scope, Id name) const noexcept {
  return in_scope_.find(scope, name);
}

std::span<const Id> Facts::members(Id owner, Id name) const noexcept {
  return in_owner_.find(owner, name);
}

Id Facts::outermost(Id scope) const noexcept {
  Id found = kNone;
  for (; scope != kNone; scope = scopes[scope].parent)
    if (scopes[scope].owner != kNone && decls[scopes[scope].owner].name != kNone)
      found = scopes[scope].owner;
  return found;
}

}  // namespace codeweaver::facts
