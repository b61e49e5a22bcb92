// QueryReading: what a query asks the index for, after what it looks like.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/rank/bm25f.hpp"
#include "codeweaver/text/asked_kind.hpp"
#include "engine/searching/source_places.hpp"

namespace codeweaver::engine {

/// A definition that the query names.
struct NamedSymbol {
  std::string name;
  std::string file_name;  ///< only in files of this name; empty: in any
};

struct QueryReading {
  std::string text;  ///< for what reads words: the query; of a stack trace what matters in it
  std::vector<rank::QueryTerm> terms;
  std::vector<NamedSymbol> symbols;  ///< most wanted first
  text::AskedKind kind = text::AskedKind::kAny;
  std::vector<SourcePlace> places{};  ///< most wanted first
  /// The words of what a program may have printed, without its values; nullopt: it is a question.
  std::optional<std::vector<rank::QueryTerm>> message{};
  bool is_report = false;     ///< it tells of a problem, as issues and commit messages do
  bool is_foreign = false;    ///< in another language than English: `symbols` are the names in it
  std::string spoken_name{};  ///< words that may be one name; empty: it is no such query
};

/// Reads a query, which may be blank.
QueryReading read_query(std::string_view query);

}  // namespace codeweaver::engine
