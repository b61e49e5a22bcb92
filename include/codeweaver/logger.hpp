// Logger: interface for structured log records, and loggers for files and streams.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_LOGGER_HPP_
#define CODEWEAVER_LOGGER_HPP_

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError, kCritical };
inline constexpr std::size_t kLogLevelCount = 5;
inline constexpr std::array<std::string_view, kLogLevelCount> kLogLevelNames = {
    "DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"};

constexpr std::string_view to_string(LogLevel level) noexcept {
  return kLogLevelNames[static_cast<std::size_t>(level)];
}

/// One field of the context of a record. In JSON, numbers and truth values keep their types.
struct LogField {
  using Value = std::variant<std::string, std::int64_t, double, bool>;

  LogField(std::string field_key, std::string_view text)
      : key(std::move(field_key)), value(std::string(text)) {}
  LogField(std::string field_key, const char* text)  // else a literal would convert to bool
      : LogField(std::move(field_key), std::string_view(text)) {}
  LogField(std::string field_key, double number) : key(std::move(field_key)), value(number) {}
  LogField(std::string field_key, bool claim) : key(std::move(field_key)), value(claim) {}
  template <std::integral T>
  LogField(std::string field_key, T number)
      : key(std::move(field_key)), value(static_cast<std::int64_t>(number)) {}

  std::string key;
  Value value;
};

/// A log record. Empty and unset fields are not written. Put query text and code only into records
/// of level kDebug.
struct LogRecord {
  LogLevel level = LogLevel::kInfo;
  std::string component{};  ///< indexer | searcher | server | cli | embedder | vectorstore
  std::string operation{};  ///< e.g. "embed_chunk", "hybrid_search"
  std::string message{};
  std::optional<double> duration_ms{};  ///< for operations that have finished
  std::string request_id{};             ///< UUID shared by all records of a request
  std::string project_id{};
  std::string status{};  ///< e.g. "success", "partial", "failed"
  std::optional<Error> error{};
  std::vector<LogField> context{};
};

/// Receives log records.
/// Thread safety: all members may be called concurrently.
class Logger {
 public:
  virtual ~Logger() = default;
  /// Returns true if records of this level are written. Callers use it to avoid building others.
  virtual bool accepts(LogLevel level) const noexcept = 0;
  /// Writes one line with the current time. Never fails: a record is dropped if its level is not
  /// accepted or if it cannot be written.
  virtual void log(const LogRecord& record) = 0;
};

/// Format of a log. In both formats, each record is one line.
enum class LogFormat : std::uint8_t {
  kJson,  ///< object with timestamp (ISO 8601, UTC), level, component, operation, message, ...
  kText,  ///< "2026-11-21T10:59:00.123Z INFO indexer index: message key=value ..."
};

struct FileLogOptions {
  LogFormat format = LogFormat::kJson;
  /// Lowest level that is written.
  LogLevel level = LogLevel::kInfo;
  /// Maximum size of the file. If a line would exceed it, the file is first renamed to NAME.1, an
  /// older NAME.1 to NAME.2, and so on.
  std::uint64_t max_bytes = 10 * 1024 * 1024;
  /// Number of files to keep, including the current one. Range [1, 1000].
  std::size_t max_files = 5;
  /// Stream that also receives all lines, in the text format; null: none. Must outlive the logger.
  std::ostream* tee = nullptr;
};

/// Returns a logger that appends to a rotating file. Several processes may log to the same file.
/// Creates missing folders. Cost: one write for each record.
/// Errors: kIo (cannot create the folder or file), kInvalidArgument (max_files).
Result<std::shared_ptr<Logger>> make_file_logger(const std::filesystem::path& path,
                                                 const FileLogOptions& options = {});

/// Returns a logger that writes to `stream`, which must outlive it.
std::shared_ptr<Logger> make_stream_logger(std::ostream& stream,
                                           LogFormat format = LogFormat::kText,
                                           LogLevel level = LogLevel::kInfo);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_LOGGER_HPP_
