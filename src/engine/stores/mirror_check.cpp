// Compares a store record by record with the index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <map>
#include <utility>

#include "base/hash.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/state/tree_state.hpp"
#include "engine/stores/mirror_work.hpp"
#include "remote/record_fields.hpp"

namespace codeweaver::engine {
namespace {

using Hashes = std::map<Uuid, base::Hash128>;

template <class Number>
void add(base::Hasher128& hash, const std::vector<Number>& numbers) {
  hash.add({reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)});
}

base::Hash128 hash_of(const VectorRecord& record) {
  const auto& chunk = record.chunk;
  base::Hasher128 hash;
  if (chunk.dense) add(hash, *chunk.dense);
  if (chunk.sparse) {
    add(hash, chunk.sparse->ids);
    add(hash, chunk.sparse->weights);
  }
  hash.add(remote::record_text(record));
  return hash.value();
}

Error differs(const RecordCollection& collection, std::string what) {
  return {ErrorCategory::kCorruption, "STORE_DIFFERS",
          "The store's records of project " + collection.project_id +
              (collection.tree.empty() ? "" : " (" + collection.tree + ")") +
              " differ from the index: " + std::move(what),
          "verifying the store",
          "Migrate the project again and replace the records; the index itself is intact."};
}

}  // namespace

Result<bool> StoreMirror::is_taken(const std::string& tree, const CallContext& call) const {
  CODEWEAVER_ASSIGN(const auto facts, in_context(store_, call)->facts(collection(tree)));
  if (!facts) return false;
  const auto root = fact(*facts, kRootFact);
  return !root.empty() && root != config_.root.generic_string();
}

Result<MirrorCheck> StoreMirror::verify(const std::string& tree, const CallContext& call) {
  const std::lock_guard turn(mutex_);
  const StatePaths paths{config_.state_dir, tree};
  CODEWEAVER_ASSIGN(auto database, store::Database::open_read_only(paths.database()));
  const store::Database::Reading reading(database);
  CODEWEAVER_ASSIGN(const auto rows, database.tree(tree));
  KnownTree nothing;
  Work work{paths, collection(tree), nothing, rows};
  set_call(work, call);
  CODEWEAVER_ASSIGN(auto facts, work.store->facts(work.collection));
  work.facts = std::move(facts).value_or(CollectionFacts());
  CODEWEAVER_ASSIGN(const auto derived, derived_state(database, paths));
  if (fact(work.facts, kMarkFact) != derived.text())
    return differs(work.collection, "they belong to another state of the index");
  CODEWEAVER_TRY(find_changes(work));  // all files, as nothing is known of the store
  Hashes expected;
  for (const auto& [path, revision] : work.changed) {
    if (call.stop.stop_requested())
      return Error{ErrorCategory::kCancelled, error_code::kCancelled,
                   "Verifying the store was stopped", "verifying the store",
                   "Try again; nothing is lost."};
    CODEWEAVER_ASSIGN(const auto file, rows.file(path));
    if (!file) continue;
    CODEWEAVER_ASSIGN(const auto records, make_records(work.sources(), *file, revision));
    for (const auto& record : records) expected.emplace(record.id, hash_of(record));
  }
  std::size_t different = 0, unknown = 0, records = 0;
  base::Hasher128 all;
  CODEWEAVER_TRY(work.store->scan(work.collection, {}, RecordParts::kAll, [&](const auto& record) {
    const auto hash = hash_of(record);
    const auto found = expected.find(record.id);
    ++records;
    if (found == expected.end())
      ++unknown;
    else if (found->second != hash)
      ++different;
    if (found != expected.end()) expected.erase(found);
    all.add(hash.hex());
    return !call.stop.stop_requested();
  }));
  if (different + unknown + expected.size() > 0)
    return differs(work.collection, "changed records: " + std::to_string(different) +
                                        ", missing: " + std::to_string(expected.size()) +
                                        ", unknown: " + std::to_string(unknown));
  CODEWEAVER_ASSIGN(const auto statistics, work.store->term_statistics(work.collection, {}));
  if (statistics.records != records)
    return differs(work.collection, "the store has " + std::to_string(records) +
                                        " records but counts " +
                                        std::to_string(statistics.records));
  return MirrorCheck{records, all.value().hex()};
}

}  // namespace codeweaver::engine
