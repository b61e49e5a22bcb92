// An error with a given code, for tests of what is done about errors.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "codeweaver/result.hpp"

namespace codeweaver::engine {

/// An error of the category kUnavailable.
inline Error refused(std::string code) {
  return {ErrorCategory::kUnavailable, std::move(code), "", "", ""};
}

}  // namespace codeweaver::engine
