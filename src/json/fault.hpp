// Where and why a text is no JSON: a plain reader that runs only once simdjson has refused one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::json {

struct Fault {
  std::size_t offset = 0;  ///< in bytes; the size of the text: it ends too early
  std::string what;        ///< "expected ',' or ']'"
};

/// The first fault of `text` by RFC 8259, nested at most `max_depth` deep; nullopt: there is none
/// (numbers out of range apart).
std::optional<Fault> find_fault(std::string_view text, std::size_t max_depth);

}  // namespace codeweaver::json
