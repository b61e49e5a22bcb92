// Completion: values for a prompt's argument or a template's variable while they are typed.
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
  std::vector<std::string> values{};   ///< best first; the client gets at most 100
  std::optional<std::size_t> total{};  ///< how many there are; unset: as many as `values`
};

/// `value` is what was typed so far, `others` the arguments that are already settled.
using Completer = std::function<Completion(const std::string& value,
                                           const std::map<std::string, std::string>& others)>;

}  // namespace codeweaver::mcp
