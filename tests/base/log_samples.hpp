// Sample log records for the tests of loggers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/logger.hpp"

namespace codeweaver::test {

inline std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::vector<std::string> lines;
  std::istringstream stream(*base::read_file(path));
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

inline LogRecord numbered_record(int writer, int number) {
  LogRecord record;
  record.component = "server";
  record.operation = "count";
  record.context = {{"writer", writer}, {"number", number}};
  return record;
}

}  // namespace codeweaver::test
