// Repair: what becomes of a state whose files are damaged.
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

/// Whether an error says that the database holds what nobody wrote there.
bool is_database_damage(const Error& error) noexcept;

/// What a repair may replace.
enum class Replace : std::uint8_t {
  kDamaged,     ///< a database that is damaged
  kUnreadable,  ///< also one of another version
};

/// Reads all of the database (about 3 s a GB) and, where it is damaged, sets it aside as
/// `index.db.old` and begins a new one with what could be read of the namespaces that other tools
/// fill. What is derived goes with it; the next run builds it from the folder. Takes the index
/// lock. Returns what was done as sentences for people; none: the database is whole, or there is
/// none. Errors: kUnavailable "INDEX_LOCKED", kIo.
Result<std::vector<std::string>> repair_database(const StatePaths& paths, Replace what,
                                                 const std::stop_token& stop);

/// Reads the database and all that is derived from it, and compares every checksum. Returns what is
/// damaged, one sentence each, with what becomes of it. Errors: kIo, kUnavailable.
Result<std::vector<std::string>> find_all_damage(const StatePaths& paths);

/// Reads all segments of all trees of a state and compares their checksums. Deletes those that are
/// damaged, which has them made anew when they are next asked for, and returns how many.
/// Errors: kUnavailable "INDEX_LOCKED", kIo.
Result<std::size_t> remove_damaged_segments(const StatePaths& paths, const std::stop_token& stop);

}  // namespace codeweaver::engine
