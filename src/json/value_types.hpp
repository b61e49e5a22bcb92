// Converts value types to JSON and back (SPEC section 3).
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include "codeweaver/intent.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/types.hpp"
#include "codeweaver/why_not.hpp"
#include "json/value.hpp"

namespace codeweaver::inline v0_1 {
struct CallGraphAnswer;
struct ReferenceMatch;
struct SymbolMatch;
}  // namespace codeweaver::inline v0_1

namespace codeweaver::json {

/// Enum values are in lower case and a Span is [start, end]. Absent values are left out: unset
/// optionals, the nil id, and texts and embeddings that are empty because they are unknown.
Value to_json(const Span& span);
Value to_json(const ExtKind& kind);
Value to_json(const SparseVector& vector);
Value to_json(const CodeChunk& chunk);
/// `path` is relative to the project; `absolute_path` is a separate member.
Value to_json(const DiscoveredFile& file);
Value to_json(const QueryIntent& intent);
Value to_json(const Audit& audit);
Value to_json(const CallerCount& callers);
Value to_json(const MatchRanks& ranks);
Value to_json(const CodeMatch& match);
Value to_json(const SymbolMatch& symbol);
Value to_json(const ReferenceMatch& reference);
Value to_json(const AskedCallGraph& asked);
Value to_json(const CallGraphAnswer& answer);
Value to_json(const FeatureDifference& difference);
Value to_json(const WhyNot& reason);
/// `query_intent` is only its type.
Value to_json(const FindCodeResponseSummary& response);

/// Reads the output of to_json(). Ignores unknown members. Errors: kInvalidArgument "INVALID_VALUE"
/// (names type, member and the expected value), and those of the type's validation.
template <class T>
Result<T> from_json(const Value& value);

template <>
Result<Span> from_json(const Value& value);
template <>
Result<ExtKind> from_json(const Value& value);
template <>
Result<SparseVector> from_json(const Value& value);
template <>
Result<CodeChunk> from_json(const Value& value);
template <>
Result<DiscoveredFile> from_json(const Value& value);
template <>
Result<QueryIntent> from_json(const Value& value);
template <>
Result<Audit> from_json(const Value& value);
template <>
Result<CallerCount> from_json(const Value& value);
template <>
Result<MatchRanks> from_json(const Value& value);
template <>
Result<AskedCallGraph> from_json(const Value& value);
template <>
Result<CodeMatch> from_json(const Value& value);
template <>
Result<SymbolMatch> from_json(const Value& value);
/// Only written, never read.
template <>
Result<ReferenceMatch> from_json(const Value& value) = delete;
template <>
Result<CallGraphAnswer> from_json(const Value& value) = delete;
template <>
Result<FeatureDifference> from_json(const Value& value) = delete;
template <>
Result<WhyNot> from_json(const Value& value) = delete;
/// Restores only the type of the intent.
template <>
Result<FindCodeResponseSummary> from_json(const Value& value);

}  // namespace codeweaver::json
