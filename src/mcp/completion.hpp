// Completion: suggested values for an argument of a prompt or a variable of a template.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace codeweaver::mcp {

struct Completion {
  std::vector<std::string> values{};   ///< best first; at most 100 are sent
  std::optional<std::size_t> total{};  ///< total number; unset: values.size()
};

/// `value`: the text typed so far. `others`: the other arguments given already.
using Completer = std::function<Completion(const std::string& value,
                                           const std::map<std::string, std::string>& others)>;

}  // namespace codeweaver::mcp
