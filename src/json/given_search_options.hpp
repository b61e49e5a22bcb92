// GivenSearchOptions: the search options that a caller gave, checked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/member_reader.hpp"
#include "json/search_option.hpp"

namespace codeweaver::json {

class GivenSearchOptions {
 public:
  /// Keeps the value, in place of an earlier one. Returns why it does not fit; see check_option().
  /// An empty choice counts as not given.
  Misfit give(const SearchOption& option, OptionValue value);
  /// Reads the members of an object that `place` takes, under their names and old names. null
  /// counts as not given. Notes the first member that does not fit.
  void read(MemberReader& reader, OptionPlace place);

  /// The value of an option; null if it was not given.
  const OptionValue* find(std::string_view name) const;
  /// The other wordings of the query.
  std::vector<std::string> queries() const;
  /// `options`, overridden by the given values.
  SearchOptions apply_to(SearchOptions options) const;

 private:
  std::vector<std::pair<const SearchOption*, OptionValue>> values_;
};

/// The options of a search, and the other wordings of its query.
struct GivenSearch {
  SearchOptions options;
  std::vector<std::string> queries;
};

/// A value that a caller gave for an option, under the name that it used.
struct NamedValue {
  std::string_view name;
  const SearchOption* option = nullptr;  ///< not null
  OptionValue value{};
};

/// Returns `base`, overridden by the values, and the other wordings. Errors: option_error() of the
/// first value that does not fit.
Result<GivenSearch> given_search(SearchOptions base, std::vector<NamedValue> values);

/// Converts JSON to a value of the option's type. Returns why that is not possible.
Misfit read(const SearchOption& option, const Value& value, OptionValue& out);

}  // namespace codeweaver::json
