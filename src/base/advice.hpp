// The suggested action of an error, in the words of one front end.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::base {

/// Returns "Rebuild the index: <call>": the error's action, then the front end's command for its
/// remedy. If `call` is empty, returns only the action.
inline std::string advice(const Error& error, std::string_view call) {
  std::string text = error.action;
  if (call.empty()) return text;
  if (!text.empty() && text.back() == '.') text.pop_back();
  return text.append(text.empty() ? "" : ": ").append(call);
}

}  // namespace codeweaver::base
