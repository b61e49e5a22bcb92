// Writes SnapshotFacts as JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "json/snapshot_types.hpp"

#include <utility>

namespace codeweaver::json {

Value to_json(const SnapshotFacts& facts) {
  Value bases = Array{};
  for (const auto& base : facts.bases) bases.push_back(base);
  return Object{{"name", facts.name},       {"id", facts.id},
                {"tree", facts.tree},       {"bases", std::move(bases)},
                {"version", facts.version}, {"settings", facts.settings},
                {"model", facts.model},     {"signed_by", facts.public_key},
                {"files", facts.files},     {"contents", facts.contents},
                {"chunks", facts.chunks},   {"bytes", facts.bytes}};
}

}  // namespace codeweaver::json
