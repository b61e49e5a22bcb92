// Finds where and why a text is not JSON, with a simple parser that runs only after simdjson
// failed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::json {

struct Fault {
  std::size_t offset = 0;  ///< in bytes; the size of the text if the text is truncated
  std::string what;        ///< "expected ',' or ']'"
};

/// The first fault of `text` by RFC 8259 with at most `max_depth` levels. nullopt: no fault.
/// Numbers out of range are not faults.
std::optional<Fault> find_fault(std::string_view text, std::size_t max_depth);

}  // namespace codeweaver::json
