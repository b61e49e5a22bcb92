// Intent evaluation: how often intent and kind of labelled queries are recognised correctly.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "codeweaver/result.hpp"
#include "json/value.hpp"

namespace codeweaver::bench {

/// A query with the correct intent ("none": the query has no intent) and the correct kind.
struct LabelledQuery {
  std::string text{}, intent{}, kind{};
  std::string split{};  ///< may be empty
};

/// Counts of one class: queries with this label, queries with this prediction, and queries with
/// both.
struct ClassScore {
  std::string name{};
  std::size_t labelled = 0, predicted = 0, correct = 0;

  double precision() const noexcept;  ///< 0 if never predicted
  double recall() const noexcept;     ///< 0 if never labelled
  double f1() const noexcept;
};

/// counts[label][prediction], both in the order of `classes`.
struct Confusion {
  std::vector<ClassScore> classes{};
  std::vector<std::vector<std::size_t>> counts{};

  double accuracy() const noexcept;
  /// Mean F1 of the classes that are labelled or predicted.
  double macro_f1() const noexcept;
};

struct IntentReport {
  std::size_t queries = 0;
  Confusion intents{}, kinds{};
};

/// Reads queries from a JSONL file. Each line has the members "query", "intent", "kind" and
/// optionally "split"; other members are ignored. Returns the queries of `split`, or all queries if
/// `split` is empty. Errors: kInvalidArgument "INVALID_QUERY" (with file and line); kNotFound (the
/// file does not exist, or has no query in the split); kIo.
Result<std::vector<LabelledQuery>> read_labelled_queries(const std::filesystem::path& file,
                                                         const std::string& split);

/// Runs the default IntentClassifier and text::query_kind on each query.
IntentReport evaluate_intents(std::span<const LabelledQuery> queries);

/// The format is described in docs/internals/quality.md.
json::Value to_json(const IntentReport& report);

}  // namespace codeweaver::bench
