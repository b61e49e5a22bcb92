// Clock port and ISO 8601 text. Code that needs the time gets it here.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::base {

/// Source of wall-clock time. Tests replace it.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::chrono::system_clock::time_point now() const = 0;
};

/// The system's clock; never destroyed.
const Clock& system_clock() noexcept;

/// Formats as "2026-11-21T10:59:00.123Z".
std::string iso8601(std::chrono::system_clock::time_point time);
/// Parses the output of iso8601(). nullopt: any other text.
std::optional<std::chrono::system_clock::time_point> parse_iso8601(std::string_view text);

}  // namespace codeweaver::base
