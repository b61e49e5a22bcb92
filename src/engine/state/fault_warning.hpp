// Warnings of answers that are old or incomplete because of a fault.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// True if an error was caused by a fault of the system and not by the request.
inline bool is_fault(const Error& error) noexcept {
  return error.category == ErrorCategory::kIo || error.category == ErrorCategory::kCorruption ||
         error.category == ErrorCategory::kUnavailable ||
         error.category == ErrorCategory::kInternal;
}

/// "<what>: <cause> (<code>). <action>".
inline std::string warning_of(std::string_view what, const Error& error) {
  std::string text(what);
  text += ": " + error.cause + " (" + error.code + ")";
  if (!error.action.empty()) text += ". " + error.action;
  return text;
}

/// The warning of an answer without a namespace; `name` as in NamespaceKey::to_string().
inline std::string namespace_warning(std::string_view name, const Error& error) {
  return warning_of("Namespace " + std::string(name) + " was skipped", error);
}

}  // namespace codeweaver::engine
