// Database: the record of indexing runs and their failed files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cstring>

#include "base/try.hpp"
#include "store/database/database_impl.hpp"

namespace codeweaver::store {
namespace {

constexpr int kKeptRuns = 100;  // more than any user needs

std::string_view id_bytes(const Uuid& id) noexcept {
  return {reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()};
}

Result<std::vector<RunRecord::Failure>> read_failures(const Connection& connection,
                                                      const Uuid& run) {
  Query query = connection.query(
      "SELECT path, reason FROM file_failures WHERE run = ? ORDER BY path", Blob{id_bytes(run)});
  std::vector<RunRecord::Failure> failures;
  for (;;) {
    CODEWEAVER_ASSIGN(auto row, query.step());
    if (!row) return failures;
    failures.push_back({query.text(0), query.text(1)});
  }
}

}  // namespace

Result<void> Database::put_run(const RunRecord& run) {
  return impl_->atomically([&]() -> Result<void> {
    Connection& connection = impl_->connection;
    const Blob id{id_bytes(run.id)};
    auto deleted = connection.run("DELETE FROM runs WHERE id = ?", id);
    if (!deleted) return deleted;
    auto written =
        connection.run("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", id, run.started_at,
                       run.finished_at, run.status, run.settings_hash, run.files_indexed,
                       run.files_skipped, run.files_removed, run.chunks);
    if (!written) return written;
    for (const RunRecord::Failure& failure : run.failures) {
      auto added = connection.run("INSERT OR REPLACE INTO file_failures VALUES (?, ?, ?)", id,
                                  failure.path, failure.reason);
      if (!added) return added;
    }
    return connection.run(
        "DELETE FROM runs WHERE id NOT IN (SELECT id FROM runs ORDER BY id DESC LIMIT ?)",
        kKeptRuns);
  });
}

Result<std::optional<RunRecord>> Database::last_run() const {
  Query query = impl_->connection.query(
      "SELECT id, started_at, finished_at, status, settings_hash, files_indexed, files_skipped, "
      "files_removed, chunks FROM runs ORDER BY id DESC LIMIT 1");
  CODEWEAVER_ASSIGN(auto row, query.step());
  if (!row) return std::optional<RunRecord>{};
  RunRecord run;
  if (query.bytes(0).size() != run.id.bytes.size()) return corrupt_row("a run id");
  std::memcpy(run.id.bytes.data(), query.bytes(0).data(), run.id.bytes.size());
  run.started_at = query.text(1);
  run.finished_at = query.text(2);
  run.status = query.text(3);
  run.settings_hash = query.text(4);
  run.files_indexed = static_cast<std::uint64_t>(query.integer(5));
  run.files_skipped = static_cast<std::uint64_t>(query.integer(6));
  run.files_removed = static_cast<std::uint64_t>(query.integer(7));
  run.chunks = static_cast<std::uint64_t>(query.integer(8));
  CODEWEAVER_ASSIGN(auto failures, read_failures(impl_->connection, run.id));
  run.failures = std::move(failures);
  return std::optional<RunRecord>(std::move(run));
}

}  // namespace codeweaver::store
