// What a query node, which asks the store alone, answers to what it cannot do.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>

#include "codeweaver/error_codes.hpp"
#include "codeweaver/project_registry.hpp"
#include "codeweaver/result.hpp"

namespace codeweaver::opening {

/// kUnsupported "QUERY_NODE". `context`: what was asked for, as "searching for exact text".
inline Error not_on_query_node(std::string context) {
  return {ErrorCategory::kUnsupported, error_code::kQueryNode,
          "This is a query node, which asks the store alone (search.from_store): it keeps no index "
          "and reads no files",
          std::move(context),
          "Ask where the project is indexed, or set search.from_store to false."};
}

/// A project of the store: an id, no folder and no state.
inline Project store_project(const std::string& id) {
  return {id, id, {}, {}};
}

/// kInvalidArgument "NO_STORE": the settings name no store that it could ask.
inline Error no_store() {
  return {ErrorCategory::kInvalidArgument, "NO_STORE", "A query node needs a store to ask",
          "opening the store", "Choose one with store.kind, or set search.from_store to false."};
}

}  // namespace codeweaver::opening
