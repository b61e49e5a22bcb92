// Logger: where structured log records go; the interface, and loggers for files and streams.
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

/// One entry of a record's context: a count stays a number in JSON.
struct LogField {
  using Value = std::variant<std::string, std::int64_t, double, bool>;

  LogField(std::string field_key, std::string_view text)
      : key(std::move(field_key)), value(std::string(text)) {}
  LogField(std::string field_key, const char* text)  // else a literal would turn into a bool
      : LogField(std::move(field_key), std::string_view(text)) {}
  LogField(std::string field_key, double number) : key(std::move(field_key)), value(number) {}
  LogField(std::string field_key, bool claim) : key(std::move(field_key)), value(claim) {}
  template <std::integral T>
  LogField(std::string field_key, T number)
      : key(std::move(field_key)), value(static_cast<std::int64_t>(number)) {}

  std::string key;
  Value value;
};

/// What happened. Empty and absent fields are left out of the log. Query text and code belong into
/// records of level kDebug only.
struct LogRecord {
  LogLevel level = LogLevel::kInfo;
  std::string component{};  ///< indexer | searcher | server | cli | embedder | vectorstore
  std::string operation{};  ///< e.g. "embed_chunk", "hybrid_search"
  std::string message{};
  std::optional<double> duration_ms{};  ///< of operations that have ended
  std::string request_id{};             ///< UUID that ties the records of one request together
  std::string project_id{};
  std::string status{};  ///< e.g. "success", "partial", "failed"
  std::optional<Error> error{};
  std::vector<LogField> context{};
};

/// Takes log records.
/// Thread safety: all members may be called concurrently.
class Logger {
 public:
  virtual ~Logger() = default;
  /// Whether records of this level are kept; lets a caller skip building them.
  virtual bool accepts(LogLevel level) const noexcept = 0;
  /// Writes one line, stamped with the current time. Never fails: a record of a level that is not
  /// accepted, or that cannot be written, is dropped.
  virtual void log(const LogRecord& record) = 0;
};

/// One record a line, either way.
enum class LogFormat : std::uint8_t {
  kJson,  ///< an object; timestamp (ISO 8601, UTC), level, component, operation, message, ...
  kText,  ///< "2026-11-21T10:59:00.123Z INFO indexer index: message key=value ..."
};

struct FileLogOptions {
  LogFormat format = LogFormat::kJson;
  /// Records below are dropped.
  LogLevel level = LogLevel::kInfo;
  /// The file is renamed to "<path>.1" (and .1 to .2, ...) once a line would make it larger.
  std::uint64_t max_bytes = 10 * 1024 * 1024;
  /// Files kept, the current one included. Range [1, 1000].
  std::size_t max_files = 5;
  /// Lines go here too, in the text format; null: nowhere. Must outlive the logger.
  std::ostream* tee = nullptr;
};

/// A logger that appends to a rotating file, shared safely with other processes that log there.
/// Makes missing folders. Cost: one write a record.
/// Errors: kIo (folder or file cannot be made), kInvalidArgument (max_files).
Result<std::shared_ptr<Logger>> make_file_logger(const std::filesystem::path& path,
                                                 const FileLogOptions& options = {});

/// A logger that writes to `stream`, which must outlive it.
std::shared_ptr<Logger> make_stream_logger(std::ostream& stream,
                                           LogFormat format = LogFormat::kText,
                                           LogLevel level = LogLevel::kInfo);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_LOGGER_HPP_
