// Errors and projects of a query node, which searches only the store.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/error_codes.hpp"
#include "codeweaver/project_registry.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::opening {

/// Returns the error kUnsupported "QUERY_NODE". `context`: the operation, such as "searching for
/// exact text".
inline Error not_on_query_node(std::string context) {
  return {ErrorCategory::kUnsupported, error_code::kQueryNode,
          "This is a query node (search.from_store): it searches only the store, and has no "
          "index and no files",
          std::move(context),
          "Use the machine where the project is indexed, or set search.from_store to false."};
}

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
