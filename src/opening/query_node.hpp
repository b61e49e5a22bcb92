// The error and the projects of a query node, which searches only the store.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/project.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::opening {

/// Returns a project of the store: it has an ID, but no folder and no state.
inline Project store_project(const std::string& id) {
  return {id, id, {}, {}};
}

/// Returns the error kInvalidArgument "NO_STORE": the settings name no store to search.
inline Error no_store() {
  return {ErrorCategory::kInvalidArgument, "NO_STORE", "A query node needs a remote store",
          "opening the store", "Set store.kind, or set search.from_store to false."};
}

}  // namespace codeweaver::opening
