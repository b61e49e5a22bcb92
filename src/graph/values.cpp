// ValueTable: interning.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/values.hpp"

#include <algorithm>
#include <utility>

namespace codeweaver::graph {

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
