// SearchOption: one search option as every interface names, checks and describes it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "codeweaver/search_types.hpp"
#include "json/value.hpp"

namespace codeweaver::json {

enum class OptionType : std::uint8_t { kText, kTexts, kCount, kNumber, kFlag, kChoice };

/// Interfaces that take an option, as bits. kOnMcp: the tool find_code.
enum OptionPlace : std::uint8_t {
  kOnCli = 1,
  kOnMcp = 2,
  kOnHttp = 4,
  kOnPython = 8,
  kOnC = 16,
};

/// The value of an option; the alternatives in the order of kFlag, kCount, kNumber, kText or
/// kChoice, kTexts.
using OptionValue =
    std::variant<bool, std::uint64_t, double, std::string, std::vector<std::string>>;

struct OptionRange {
  double least = 0, most = 0;
  bool excludes_least = false;
};

struct SearchOption {
  std::string_view name;    ///< in JSON, Python and C
  std::string_view option;  ///< on the command line; empty: not there, or declared by the command
  OptionType type{};
  std::uint8_t places = 0;  ///< OptionPlace bits
  std::string_view text;    ///< sentences for users, without the last period
  void (*store)(SearchOptions& options, const OptionValue& value) = nullptr;  ///< null: queries
  std::optional<OptionRange> range{};                ///< of a number, or of the number of items
  std::span<const std::string_view> choices{};       ///< of kChoice
  std::string_view old_name{};                       ///< read, but not documented
  std::string_view member{};                         ///< its name in SearchOptions, if that differs
  double (*number)(const SearchOptions&) = nullptr;  ///< for SearchOptions::validate()

  bool is_on(OptionPlace place) const noexcept { return (places & place) != 0; }
};

/// All search options, in the order of the documentation.
std::span<const SearchOption> search_option_table();
/// By its name or its old name; null if there is none.
const SearchOption* find_search_option(std::string_view name);

/// Returns why a value does not fit, to follow the name of the option ("is 0, which is not in
/// [1, 1000]"), or nullopt. Replaces a choice in other letter case by the listed one. `value` must
/// have the type of the option.
std::optional<std::string> check_option(const SearchOption& option, OptionValue& value);
/// The error kInvalidArgument "INVALID_OPTION" for a result of check_option(). `name`: as the
/// caller wrote it.
Error option_error(const SearchOption& option, std::string_view name, const std::string& misfit);

/// The JSON schema of an option's value, with its description.
Value option_schema(const SearchOption& option);

}  // namespace codeweaver::json
