// ValueTable: interning.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/values.hpp"

#include <algorithm>
#include <utility>

namespace codeweaver::graph {

namespace {

constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t next) noexcept {
  hash = (hash ^ next) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 32U);
}

}  // namespace

std::size_t ValueTable::Hash::operator()(const Value& value) const noexcept {
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(value.kind) + 1, value.decl.file);
  hash = mixed(hash, value.decl.decl);
  return static_cast<std::size_t>(mixed(hash, value.parts));
}

std::size_t ValueTable::Hash::operator()(const std::vector<Id>& items) const noexcept {
  std::uint64_t hash = items.size() + 1;
  for (const Id item : items) hash = mixed(hash, item);
  return static_cast<std::size_t>(hash);
}

ValueTable::ValueTable() {
  intern({});
  outside_ = set(Value{});
}

Id ValueTable::value(const Value& value) {
  const auto [at, is_new] = numbers_.try_emplace(value, static_cast<Id>(values_.size()));
  if (is_new) values_.push_back(value);
  return at->second;
}

Id ValueTable::set(std::span<const Id> values) {
  std::vector<Id> kept;
  const bool has_inside =
      std::ranges::any_of(values, [&](Id id) { return at(id).kind != Value::Kind::kOutside; });
  for (const Id id : values) {
    if (kept.size() == kMost) break;
    if (has_inside && at(id).kind == Value::Kind::kOutside) continue;
    if (std::ranges::find(kept, id) == kept.end()) kept.push_back(id);
  }
  return intern(std::move(kept));
}

Id ValueTable::set(const Value& one) {
  const Id id = value(one);
  return set(std::span(&id, 1));
}

Id ValueTable::list(std::span<const Id> sets) {
  return intern({sets.begin(), sets.end()});
}

Id ValueTable::intern(std::vector<Id> items) {
  const auto [at, is_new] = list_numbers_.try_emplace(items, static_cast<Id>(lists_.size()));
  if (is_new) lists_.push_back(std::move(items));
  return at->second;
}

}  // namespace codeweaver::graph
