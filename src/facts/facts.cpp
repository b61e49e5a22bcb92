// Facts: sorted tables of names and declarations.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "facts/facts.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/hash.hpp"

namespace codeweaver::facts {
namespace {

std::uint32_t hash_of_name(std::string_view name) noexcept {
  return static_cast<std::uint32_t>(base::hash64(name));
}

}  // namespace

std::span<const Id> Facts::Table::find(Id first, Id second) const noexcept {
  const auto [begin, end] = std::ranges::equal_range(keys, key_of(first, second));
  return std::span(decls).subspan(static_cast<std::size_t>(begin - keys.begin()),
                                  static_cast<std::size_t>(end - begin));
}

void Facts::Table::sort() {
  std::vector<std::pair<std::uint64_t, Id>> order(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) order[i] = {keys[i], decls[i]};
  std::ranges::sort(order);  // declarations were added in the order of their numbers
  for (std::size_t i = 0; i < order.size(); ++i) std::tie(keys[i], decls[i]) = order[i];
}

void Facts::index() {
  by_name_.resize(names.size());
  for (Id id = 0; id < names.size(); ++id) by_name_[id] = {hash_of_name(names[id]), id};
  std::ranges::sort(by_name_, {},
                    [](const HashedName& one) { return std::pair(one.hash, one.id); });
  in_scope_ = {};
  in_owner_ = {};
  for (Table* const table : {&in_scope_, &in_owner_}) {
    table->keys.reserve(decls.size());
    table->decls.reserve(decls.size());
  }
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
                          uses.size() * sizeof(Use) + lists.size() * sizeof(Id) +
                          by_name_.size() * sizeof(HashedName);
  return out + names.memory();
}

Id Facts::find_name(std::string_view name) const noexcept {
  const std::uint32_t hash = hash_of_name(name);
  for (auto at = std::ranges::lower_bound(by_name_, hash, {}, &HashedName::hash);
       at != by_name_.end() && at->hash == hash; ++at)
    if (names[at->id] == name) return at->id;
  return kNone;
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
