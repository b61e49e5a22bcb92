// Writes SnapshotFacts as JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/snapshot.hpp"
#include "json/value.hpp"

namespace codeweaver::json {

/// The output of `codeweaver snapshot export -o json`: members named like the fields, except
/// "signed_by".
Value to_json(const SnapshotFacts& facts);

}  // namespace codeweaver::json
