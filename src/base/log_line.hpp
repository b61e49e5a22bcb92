// Log records as lines of JSON or text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <string>

#include "codeweaver/logger.hpp"

namespace codeweaver::base {

/// Formats a record as one line, including the newline. Line breaks inside the record are escaped.
std::string log_line(const LogRecord& record, std::chrono::system_clock::time_point time,
                     LogFormat format);

}  // namespace codeweaver::base
