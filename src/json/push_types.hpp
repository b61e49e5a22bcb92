// Batches of the push contract from JSON, replies and errors to JSON.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

#include "codeweaver/push.hpp"
#include "json/value.hpp"

namespace codeweaver::json {

/// Members that are not known are skipped; null counts as absent where a member is optional.
/// Errors: kInvalidArgument "VALIDATION_ERROR"; the cause says what is wrong.
Result<PushItem> read_push_item(const Value& value);
Result<PushDeletion> read_push_deletion(const Value& value);
/// Valid. Errors: those of PushEnvelope::validate() as well.
Result<PushEnvelope> read_push_envelope(const Value& value);

/// Reads a whole document: {envelope..., "items": [item...], "deletions": [deletion...]}. Of items
/// with the same node_id the first one counts. Errors: those of the envelope; kInvalidArgument
/// "VALIDATION_ERROR" (no JSON, not UTF-8, above the limits).
Result<PushBatch> read_push_batch(std::string_view text);

/// As read_push_item() reads it.
Value to_json(const PushItem& item);
Value to_json(const PushError& error);
Value to_json(const PushReply& reply);
/// Reads what to_json() wrote. Errors: kInvalidArgument "INVALID_JSON", "INVALID_VALUE".
Result<PushReply> read_push_reply(std::string_view text);

}  // namespace codeweaver::json
