// QueryReading: what to search for, derived from the form of the query.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/detail/asked_decision.hpp"
#include "codeweaver/detail/asked_kind.hpp"
#include "codeweaver/detail/bm25f.hpp"
#include "codeweaver/detail/declaration_kind.hpp"
#include "codeweaver/detail/name_match.hpp"
#include "engine/searching/lookup/source_places.hpp"

namespace codeweaver::engine {

/// A definition that the query names.
struct NamedSymbol {
  std::string name;
  std::string file_name;  ///< only in files with this name; empty: in any file
  /// How well the typed name matches at most; less than kExact for a corrected name.
  text::NameMatch most = text::NameMatch::kExact;
};

struct QueryReading {
  std::string text;  ///< words to read: the query, or the essence of a stack trace
  std::vector<rank::QueryTerm> terms;
  std::vector<NamedSymbol> symbols;  ///< most important first
  text::AskedKind kind = text::AskedKind::kAny;
  text::DeclarationKind declaration = text::DeclarationKind::kNone;
  std::vector<SourcePlace> places{};  ///< most important first
  /// The words of a text that a program may have printed, without its values; nullopt: it is a
  /// question.
  std::optional<std::vector<rank::QueryTerm>> message{};
  std::string_view kind_words{};     ///< words that name the kind of file of `declaration`
  bool asks_for_decision = false;    ///< as text::asks_for_decision
  bool may_ask_for_changes = false;  ///< as text::may_ask_for_changes
  bool is_one_name = false;          ///< it is one name, which is the only one of `symbols`
  bool is_report = false;            ///< it describes a problem, like issues and commit messages
  bool is_foreign = false;           ///< not in English: `symbols` are the names that it contains
  std::string spoken_name{};         ///< words that may form one name; empty: none
};

/// Analyzes a query, which may be blank.
QueryReading read_query(std::string_view query);

}  // namespace codeweaver::engine
