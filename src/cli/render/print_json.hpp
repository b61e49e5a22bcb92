// JSON output of commands.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "cli/render/terminal.hpp"
#include "json/value.hpp"
#include "json/writer.hpp"

namespace codeweaver::cli {

/// Prints the value, indented, with a line end.
inline void print_json(const Streams& streams, const json::Value& value) {
  streams.out << json::dump(value, json::Layout::kIndented) << '\n';
}

}  // namespace codeweaver::cli
