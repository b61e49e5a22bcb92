// Values of settings: reads them from a source, checks them against their row, and prints them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "codeweaver/result.hpp"
#include "settings/keys.hpp"

namespace codeweaver::settings {

/// A value of a type that no setting has, with a description such as "a date".
struct UnusableValue {
  std::string description;
};
/// A value from a file, a variable or an argument.
using GivenValue =
    std::variant<bool, std::int64_t, double, std::string, TextList, TextMap, UnusableValue>;

/// Reads plain text as the type of the key: true/false, yes/no, on/off, 1/0; numbers; "a,b" as a
/// list; "a=b,c=d" as a table. Also accepts lists, tables and texts in the form of value_text().
/// \return text that does not fit stays a text; with brackets, it becomes an UnusableValue
GivenValue read_text(const Key& key, std::string_view text);

/// Checks type, range and choices, and stores the value. Returns false and changes nothing if the
/// value does not fit.
bool store_value(const Key& key, const GivenValue& value, Settings& settings);

/// Whether `value` would loosen a limit of `settings`: raise a kAtMost or lower a kAtLeast. False
/// for all other keys, and for values that store_value() refuses.
bool loosens(const Key& key, const GivenValue& value, const Settings& settings);

/// Returns the error "INVALID_SETTING" for a value that store_value() refused, with the allowed
/// values. `name`: the key as the user wrote it, which may be another name of it.
Error invalid_value(std::string_view name, const Key& key, const GivenValue& value,
                    std::string context);

/// Returns at most 120 bytes of a text for a message. Line breaks and control characters become
/// TOML escapes.
std::string shortened(std::string_view text);

/// Returns value and type for a message: "\"ten\" (text)".
std::string describe_value(const GivenValue& value);

/// Returns "boolean", "integer", "number", "text", "list of texts" or "table of texts", with range
/// or choices: "integer from 1 to 1000".
std::string describe_type(const Key& key);

/// Returns the stored value as TOML: 10, 0.3, "text", ["a"], {a = "b"}.
std::string value_text(const Key& key, const Settings& settings);

}  // namespace codeweaver::settings
