// Loggers: fields, formats, levels, rotation, several writers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/logger.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "base/file.hpp"
#include "base/fixed_clock.hpp"
#include "base/log_samples.hpp"
#include "base/temporary_folder.hpp"

namespace codeweaver::base {
namespace {

using test::lines_of;
using test::numbered_record;

/// 2026-11-21T10:59:00.123Z
test::FixedClock morning() {
  test::FixedClock clock;
  clock.time += std::chrono::milliseconds(1'795'258'740'123);
  return clock;
}

LogRecord full_record() {
  LogRecord record;
  record.level = LogLevel::kError;
  record.component = "embedder";
  record.operation = "embed_chunk";
  record.message = "gave \"up\"\nhere";
  record.duration_ms = 12.5;
  record.request_id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
  record.project_id = "demo";
  record.status = "failed";
  record.error =
      Error{ErrorCategory::kUnavailable, "OLLAMA_NOT_REACHABLE", "No answer", "", "Start it."};
  record.context = {{"batch", 7U}, {"share", 0.5}, {"last", true}, {"path", "a b.py"}};
  return record;
}

}  // namespace

TEST_CASE("logger: a JSON line has every field of the record, in a fixed order") {
  const auto clock = morning();
  std::ostringstream stream;
  make_stream_logger(stream, LogFormat::kJson, LogLevel::kInfo, clock)->log(full_record());
  CHECK(stream.str() ==
        R"({"timestamp":"2026-11-21T10:59:00.123Z","level":"ERROR","component":"embedder",)"
        R"("operation":"embed_chunk","message":"gave \"up\"\nhere","duration_ms":12.5,)"
        R"("request_id":"017f22e2-79b0-7cc3-98c4-dc0c0c07398f","project_id":"demo",)"
        R"("status":"failed","error":{"type":"OLLAMA_NOT_REACHABLE","category":"unavailable",)"
        R"("message":"No answer. Start it."},)"
        R"("context":{"batch":7,"share":0.5,"last":true,"path":"a b.py"}})"
        "\n");
}

TEST_CASE("logger: a text line says the same on one line") {
  const auto clock = morning();
  std::ostringstream stream;
  make_stream_logger(stream, LogFormat::kText, LogLevel::kInfo, clock)->log(full_record());
  CHECK(
      stream.str() ==
      R"(2026-11-21T10:59:00.123Z ERROR embedder embed_chunk: gave \"up\"\nhere duration_ms=12.5 )"
      R"(request_id=017f22e2-79b0-7cc3-98c4-dc0c0c07398f project_id=demo status=failed )"
      R"(error=OLLAMA_NOT_REACHABLE cause="No answer. Start it." batch=7 share=0.5 last=true )"
      R"(path="a b.py")"
      "\n");
}

TEST_CASE("logger: absent fields are left out, what JSON cannot say is made valid") {
  const auto clock = morning();
  std::ostringstream stream;
  LogRecord record;
  record.component = "cli";
  record.operation = "start";
  record.message = "\x01\xFF\xE2\x82z";
  record.duration_ms = std::numeric_limits<double>::quiet_NaN();
  make_stream_logger(stream, LogFormat::kJson, LogLevel::kDebug, clock)->log(record);
  CHECK(stream.str() ==
        "{\"timestamp\":\"2026-11-21T10:59:00.123Z\",\"level\":\"INFO\",\"component\":\"cli\","
        "\"operation\":\"start\",\"message\":\"\\u0001\xEF\xBF\xBD\xEF\xBF\xBDz\","
        "\"duration_ms\":null}\n");
}

TEST_CASE("logger: records below the level are dropped") {
  std::ostringstream stream;
  const auto logger = codeweaver::make_stream_logger(stream, LogFormat::kText, LogLevel::kWarning);
  LogRecord record;
  for (const auto level : {LogLevel::kDebug, LogLevel::kInfo}) {
    CHECK_FALSE(logger->accepts(level));
    record.level = level;
    logger->log(record);
  }
  CHECK(stream.str().empty());
  record.level = LogLevel::kCritical;
  logger->log(record);
  CHECK(stream.str().find(" CRITICAL ") != std::string::npos);
}

TEST_CASE("logger: a file log makes its folder, appends, and tees as text") {
  const test::TemporaryFolder folder;
  const auto path = folder / "logs" / "codeweaver.log";
  const auto clock = morning();
  std::ostringstream tee;
  FileLogOptions options;
  options.tee = &tee;
  for (int run = 0; run < 2; ++run) {
    const auto logger = make_file_logger(path, options, clock);
    REQUIRE(logger);
    (*logger)->log(numbered_record(0, run));
  }
  CHECK(lines_of(path).size() == 2);
  CHECK(lines_of(path)[0].front() == '{');
  CHECK(tee.str().substr(0, 50) == "2026-11-21T10:59:00.123Z INFO server count: writer");
}

TEST_CASE("logger: files rotate at their size and the oldest goes") {
  const test::TemporaryFolder folder;
  const auto path = folder / "log";
  FileLogOptions options;
  options.format = LogFormat::kText;
  options.max_bytes = 130;  // two lines
  options.max_files = 3;
  const auto logger = codeweaver::make_file_logger(path, options);
  REQUIRE(logger);
  for (int i = 0; i < 11; ++i) (*logger)->log(numbered_record(0, i));
  const auto last_number = [&](const std::string& name) { return lines_of(folder / name).back(); };
  CHECK(lines_of(path).size() == 1);
  CHECK(last_number("log").ends_with("number=10"));
  CHECK(last_number("log.1").ends_with("number=9"));
  CHECK(last_number("log.2").ends_with("number=7"));
  CHECK_FALSE(std::filesystem::exists(folder / "log.3"));
}

TEST_CASE("logger: with one file, rotation starts it anew; a line over the limit is still kept") {
  const test::TemporaryFolder folder;
  FileLogOptions options;
  options.max_bytes = 10;
  options.max_files = 1;
  const auto logger = codeweaver::make_file_logger(folder / "log", options);
  REQUIRE(logger);
  for (int i = 0; i < 3; ++i) (*logger)->log(numbered_record(0, i));
  CHECK(lines_of(folder / "log").size() == 1);
  CHECK_FALSE(std::filesystem::exists(folder / "log.1"));
}

TEST_CASE("logger: a path that cannot be made and a bad number of files are errors") {
  const test::TemporaryFolder folder;
  REQUIRE(write_file_atomic(folder / "file", ""));
  CHECK_FALSE(codeweaver::make_file_logger(folder / "file" / "log"));
  CHECK_FALSE(codeweaver::make_file_logger(folder.path()));
  const auto bad = codeweaver::make_file_logger(folder / "log", {.max_files = 0});
  REQUIRE_FALSE(bad);
  CHECK(bad.error().category == ErrorCategory::kInvalidArgument);
}

}  // namespace codeweaver::base
