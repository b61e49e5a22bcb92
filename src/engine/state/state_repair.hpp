// Repair of a state with damaged files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "engine/state/state_paths.hpp"

namespace codeweaver::engine {

/// True if an error reports a damaged database.
bool is_database_damage(const Error& error) noexcept;

/// Databases that a repair may replace.
enum class Replace : std::uint8_t {
  kDamaged,     ///< a damaged database
  kUnreadable,  ///< also a database of another version
};

/// Reads the whole database (about 3 s per GB). If it is damaged, renames it to `index.db.old` and
/// creates a new one with the readable items of the namespaces filled by other tools. Also deletes
/// the derived segments; the next run builds them from the folder. Takes the index lock. Returns
/// sentences for users about the repair; empty if the database is intact or missing. Errors:
/// kUnavailable "INDEX_LOCKED", kIo.
Result<std::vector<std::string>> repair_database(const StatePaths& paths, Replace what,
                                                 const std::stop_token& stop);

/// Reads the database and all derived files and compares every checksum. Returns a sentence for
/// each damaged part that says how it will be repaired. Errors: kIo, kUnavailable.
Result<std::vector<std::string>> find_all_damage(const StatePaths& paths);

/// Reads all segments of all trees of a state and compares their checksums. Deletes damaged
/// segments, which are rebuilt on their next use, and returns their number. Errors: kUnavailable
/// "INDEX_LOCKED", kIo.
Result<std::size_t> remove_damaged_segments(const StatePaths& paths, const std::stop_token& stop);

}  // namespace codeweaver::engine
