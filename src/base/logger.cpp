// Loggers for rotating files and for streams.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/logger.hpp"

#include <mutex>
#include <ostream>
#include <utility>

#include "base/log_line.hpp"
#include "base/rotating_file.hpp"
#include "base/try.hpp"

namespace codeweaver::base {
namespace {

class StreamLogger final : public Logger {
 public:
  StreamLogger(std::ostream& stream, LogFormat format, LogLevel level, const Clock& clock)
      : stream_(&stream), format_(format), level_(level), clock_(&clock) {}

  bool accepts(LogLevel level) const noexcept override { return level >= level_; }
  void log(const LogRecord& record) override {
    if (!accepts(record.level)) return;
    const std::string line = log_line(record, clock_->now(), format_);
    const std::lock_guard lock(mutex_);
    *stream_ << line << std::flush;
  }

 private:
  std::mutex mutex_;
  std::ostream* const stream_;  // guarded by mutex_
  const LogFormat format_;
  const LogLevel level_;
  const Clock* const clock_;
};

class FileLogger final : public Logger {
 public:
  FileLogger(RotatingFile file, const FileLogOptions& options, const Clock& clock)
      : file_(std::move(file)), options_(options), clock_(&clock) {}

  bool accepts(LogLevel level) const noexcept override { return level >= options_.level; }
  void log(const LogRecord& record) override {
    if (!accepts(record.level)) return;
    const auto now = clock_->now();
    const std::string line = log_line(record, now, options_.format);
    const std::lock_guard lock(mutex_);
    file_.append(line);
    if (options_.tee == nullptr) return;
    const bool is_text = options_.format == LogFormat::kText;
    *options_.tee << (is_text ? line : log_line(record, now, LogFormat::kText)) << std::flush;
  }

 private:
  std::mutex mutex_;
  RotatingFile file_;  // guarded by mutex_
  const FileLogOptions options_;
  const Clock* const clock_;
};

}  // namespace

Result<std::shared_ptr<Logger>> make_file_logger(const std::filesystem::path& path,
                                                 const FileLogOptions& options,
                                                 const Clock& clock) {
  CODEWEAVER_ASSIGN(auto file, RotatingFile::open(path, options.max_bytes, options.max_files));
  return std::shared_ptr<Logger>(std::make_shared<FileLogger>(std::move(file), options, clock));
}

std::shared_ptr<Logger> make_stream_logger(std::ostream& stream, LogFormat format, LogLevel level,
                                           const Clock& clock) {
  return std::make_shared<StreamLogger>(stream, format, level, clock);
}

}  // namespace codeweaver::base

namespace codeweaver::inline v0_1 {

Result<std::shared_ptr<Logger>> make_file_logger(const std::filesystem::path& path,
                                                 const FileLogOptions& options) {
  return base::make_file_logger(path, options, base::system_clock());
}

std::shared_ptr<Logger> make_stream_logger(std::ostream& stream, LogFormat format, LogLevel level) {
  return base::make_stream_logger(stream, format, level, base::system_clock());
}

}  // namespace codeweaver::inline v0_1
