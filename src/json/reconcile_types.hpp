// Manifests of sources from JSON, reports of reconciling to JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/reconcile.hpp"
#include "json/line_reader.hpp"
#include "json/value.hpp"

namespace codeweaver::json {

/// An item of the push contract, or only {"node_id", "hash", "git_commit"} of one.
/// Errors: kInvalidArgument "VALIDATION_ERROR".
Result<ManifestEntry> read_manifest_entry(const Value& value);

/// Reads a manifest of one entry a line. Errors of what it gives: kInvalidArgument
/// "VALIDATION_ERROR" (names the line), those of `source`.
ManifestSource read_manifest(ByteSource source);

Value to_json(const ReconcileReport& report);

}  // namespace codeweaver::json
