// Values of settings: as a source gives them, checked against their row, and shown.
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

/// A value of a kind that no setting has, by its description: "a date".
struct UnusableValue {
  std::string description;
};
/// What a file, a variable or an argument says.
using GivenValue =
    std::variant<bool, std::int64_t, double, std::string, TextList, TextMap, UnusableValue>;

/// Reads plain text as the type of the key: true/false, yes/no, on/off, 1/0; numbers;
/// "a,b" as a list; "a=b,c=d" as a table; lists, tables and texts also in the form that
/// value_text() gives. Text that does not fit stays text, or is unusable where it has the brackets
/// of that form.
GivenValue read_text(const Key& key, std::string_view text);

/// Checks type, range and choices, and stores the value. False: it does not fit, nothing changed.
bool store_value(const Key& key, const GivenValue& value, Settings& settings);

/// Whether `value`, which store_value() takes, loosens a limit that `settings` set: above a
/// kAtMost, below a kAtLeast. False for all other keys.
bool loosens(const Key& key, const GivenValue& value, const Settings& settings);

/// "INVALID_SETTING": what a value that store_value() refused is, and what is allowed.
Error invalid_value(const Key& key, const GivenValue& value, std::string context);

/// At most 120 bytes of a text, for messages: files may hold long ones. What would end the line, or
/// steer a terminal, is written as TOML writes it.
std::string shortened(std::string_view text);

/// "\"ten\" (text)", for messages.
std::string describe_value(const GivenValue& value);

/// "boolean", "integer", "number", "text", "list of texts" or "table of texts", with range or
/// choices: "integer from 1 to 1000".
std::string describe_type(const Key& key);

/// The stored value as TOML writes it: 10, 0.3, "text", ["a"], {a = "b"}.
std::string value_text(const Key& key, const Settings& settings);

}  // namespace codeweaver::settings
