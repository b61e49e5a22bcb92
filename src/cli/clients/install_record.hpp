// InstallRecord: the changes of `install`, stored so that `uninstall` can undo them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// Stores for each file the bytes that a change replaced, and the old members of an existing entry.
/// The bytes can be restored if no other program has written to the file since. Stores nothing else
/// of the file. Not thread-safe.
class InstallRecord {
 public:
  /// Reads `file`. A missing file, or one that is not JSON, is treated as empty.
  explicit InstallRecord(std::filesystem::path file);

  /// Checks the record of a file; fine if there is none. Errors: kCorruption
  /// "INSTALL_RECORD_DAMAGED" (its values changed since they were recorded).
  Result<void> check(const std::filesystem::path& path) const;

  /// Records a change. A second change of the same file keeps the record of the first: all of it if
  /// the file was not changed in between, else only the former members.
  void note(const std::filesystem::path& path, const std::optional<std::string>& before,
            const std::string& after, const std::optional<json::Object>& former);

  /// Returns the content of the file before the first change; nullopt: unknown, or another program
  /// has written to the file since. The inner nullopt: the file did not exist.
  std::optional<std::optional<std::string>> before(const std::filesystem::path& path,
                                                   std::string_view now) const;
  /// Returns the former members from with_server(); nullopt: there was no entry, or the file is
  /// unknown.
  std::optional<json::Object> former(const std::filesystem::path& path) const;

  /// Whether a change created the file. Stays true if other programs have written to the file
  /// since.
  bool created(const std::filesystem::path& path) const;

  void forget(const std::filesystem::path& path);
  /// Errors: kIo.
  Result<void> save() const;

 private:
  /// The record of a file; null: there is none, or it is damaged.
  const json::Value* entry_of(const std::filesystem::path& path) const;

  std::filesystem::path file_;
  json::Value files_ = json::Object{};
};

}  // namespace codeweaver::cli
