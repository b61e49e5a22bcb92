// The loggers of codeweaver/logger.hpp with a clock that the caller passes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "base/clock.hpp"
#include "codeweaver/logger.hpp"

namespace codeweaver::base {

/// Like codeweaver::make_file_logger; `clock` must outlive the logger.
Result<std::shared_ptr<Logger>> make_file_logger(const std::filesystem::path& path,
                                                 const FileLogOptions& options, const Clock& clock);
/// Like codeweaver::make_stream_logger; `clock` must outlive the logger.
std::shared_ptr<Logger> make_stream_logger(std::ostream& stream, LogFormat format, LogLevel level,
                                           const Clock& clock);

}  // namespace codeweaver::base
