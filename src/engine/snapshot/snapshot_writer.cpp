// Collects, packs and writes the contents of a tree.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/snapshot/snapshot_writer.hpp"

#include <set>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/file.hpp"
#include "base/sha256.hpp"
#include "base/thread_pool.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/version.hpp"
#include "engine/snapshot/snapshot_file.hpp"
#include "engine/snapshot/snapshot_impl.hpp"
#include "engine/state/file_reasons.hpp"
#include "engine/state/worker_databases.hpp"
#include "store/database/record_codec.hpp"
#include "store/snapshot/packed_frame.hpp"

namespace codeweaver::engine {
namespace {

// A part is unpacked as a whole: about a megabyte.
constexpr std::size_t kPartChunks = 4096;
constexpr std::size_t kPartsInFlight = 8;

/// The contents of one part.
struct PartPlan {
  std::vector<base::Hash128> keys{};
  std::size_t chunks = 0;
};

struct SnapshotPlan {
  std::vector<PartPlan> parts{};
  std::string tree{};
  std::size_t files = 0, contents = 0, chunks = 0;
};

/// Files with masked values: the hash of their text could confirm a guess of the value.
bool holds_secrets(const store::FileRecord& file) {
  SecretCounts counts;
  count_reason(counts, file.reason);
  return !counts.none();
}

void add_content(SnapshotPlan& plan, const store::FileRecord& file) {
  if (plan.parts.empty() || plan.parts.back().chunks >= kPartChunks) plan.parts.emplace_back();
  auto& part = plan.parts.back();
  part.keys.push_back(file.content);
  part.chunks += file.chunk_ids.size();
  plan.chunks += file.chunk_ids.size();
  ++plan.contents;
}

Result<SnapshotPlan> make_plan(const store::TreeView& tree, const Snapshot* base) {
  SnapshotPlan plan;
  std::set<base::Hash128> seen;
  base::Sha256 hash;
  CODEWEAVER_TRY(tree.for_each_file([&](const store::FileRecord& file) {
    if (file.content == base::Hash128{} || holds_secrets(file)) return true;
    ++plan.files;
    hash.add(file.path + '\0' + file.content.hex() + '\n');
    const bool is_left_out = base != nullptr && base->impl().has(file.content);
    if (!is_left_out && seen.insert(file.content).second) add_content(plan, file);
    return true;
  }));
  plan.tree = hash.hex();
  return plan;
}

/// A part with its entries of the directory.
struct PackedPart {
  SnapshotPart facts{};
  std::string directory{}, bytes{};
};

Result<PackedPart> pack_part(const PartPlan& plan, const store::Database& database,
                             const std::string& model) {
  PackedPart part;
  std::string contents;
  for (const auto& key : plan.keys) {
    CODEWEAVER_ASSIGN(const auto record, database.content(key));
    std::size_t dimension = 0;
    std::vector<float> vectors;
    if (!model.empty() && !record.chunks.empty()) {
      CODEWEAVER_ASSIGN(auto found, database.vectors(key, model));
      if (found) {
        vectors = std::move(*found);
        dimension = vectors.size() / record.chunks.size();
      }
    }
    const auto entry = pack_entry(record, dimension, vectors);
    const auto name = store::hash_bytes(key);
    part.directory.append(name.data(), name.size());
    base::put_varint(part.directory, entry.size());
    contents += entry;
  }
  CODEWEAVER_ASSIGN(part.bytes, store::pack_frame(contents));
  part.facts = {plan.keys.size(), part.bytes.size(), contents.size(), base::sha256_hex(part.bytes)};
  return part;
}

Error snapshot_stopped() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "Making the snapshot was stopped",
          "writing a snapshot", "Make the snapshot again. An existing snapshot was not changed."};
}

/// All parts in order, packed on all cores.
Result<std::vector<PackedPart>> pack_parts(const SnapshotSource& source, const SnapshotPlan& plan,
                                           std::size_t workers, const std::stop_token& stop) {
  WorkerDatabases databases(source.paths.database());
  std::vector<Result<PackedPart>> packed(plan.parts.size(), Result<PackedPart>(PackedPart{}));
  const auto done = base::ordered_parallel(
      plan.parts.size(), workers, kPartsInFlight,
      [&](std::size_t i, std::size_t worker) {
        const auto database = databases.get(worker);
        packed[i] = database ? pack_part(plan.parts[i], **database, source.model)
                             : Result<PackedPart>(database.error());
      },
      [](std::size_t) {}, stop);
  if (done < packed.size()) return snapshot_stopped();
  std::vector<PackedPart> parts;
  for (auto& part : packed) {
    if (!part) return part.error();
    parts.push_back(std::move(*part));
  }
  return parts;
}

}  // namespace

Result<SnapshotFacts> write_snapshot(const SnapshotSource& source, const SnapshotRequest& request,
                                     std::stop_token stop) {
  CODEWEAVER_ASSIGN(const auto plan, make_plan(source.tree, request.base.get()));
  CODEWEAVER_ASSIGN(const auto parts, pack_parts(source, plan, request.workers, stop));
  SnapshotHead head;
  head.version = kVersion;
  head.settings = source.settings;
  head.model = source.model;
  head.tree = plan.tree;
  if (request.base)
    for (const auto& facts : request.base->facts()) head.bases.push_back(facts.id);
  head.files = plan.files;
  head.contents = plan.contents;
  head.chunks = plan.chunks;
  std::string directory;
  for (const auto& part : parts) {
    directory += part.directory;
    head.parts.push_back(part.facts);
  }
  CODEWEAVER_ASSIGN(const auto packed, store::pack_frame(directory));
  head.directory = {plan.contents, packed.size(), directory.size(), base::sha256_hex(packed)};
  CODEWEAVER_ASSIGN(auto bytes, file_head(head, request.private_key));
  bytes += packed;
  for (const auto& part : parts) bytes += part.bytes;
  CODEWEAVER_ASSIGN(const auto written,
                    SnapshotFile::parse(std::move(bytes), request.file.string(), {}));
  CODEWEAVER_TRY(written.write(request.file));
  return written.facts();
}

}  // namespace codeweaver::engine
