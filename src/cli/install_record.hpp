// What install changed, kept in the data directory so that uninstall can undo it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::cli {

/// By file: the bytes that a change replaced, which are put back while nobody else writes to the
/// file, and the members of an entry that was there before. Of the rest of a file nothing is kept.
/// Not thread-safe.
class InstallRecord {
 public:
  /// Reads `file`; one that does not exist or is damaged counts as empty.
  explicit InstallRecord(std::filesystem::path file);

  /// Notes a change. A second one keeps what the first has noted: all of it if the file is as the
  /// first left it, else the former members.
  void note(const std::filesystem::path& path, const std::optional<std::string>& before,
            const std::string& after, const std::optional<json::Object>& former);

  /// The file as it was before the first change, where nobody else has written to it since; the
  /// inner nullopt: it did not exist.
  std::optional<std::optional<std::string>> before(const std::filesystem::path& path,
                                                   std::string_view now) const;
  /// As with_server() gave them; nullopt: no entry was there, or nothing is known of the file.
  std::optional<json::Object> former(const std::filesystem::path& path) const;

  void forget(const std::filesystem::path& path);
  /// Errors: kIo.
  Result<void> save() const;

 private:
  std::filesystem::path file_;
  json::Value files_ = json::Object{};
};

}  // namespace codeweaver::cli
