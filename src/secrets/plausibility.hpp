// Distinguishes secrets from words, names and placeholders.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::secrets {

/// Returns the entropy in bits per character.
double entropy(std::string_view text) noexcept;

/// Whether a value is a placeholder: "changeme", "${TOKEN}", "<key>", "xxxx", AWS's EXAMPLE keys,
/// sequences such as 1234567890.
bool is_placeholder(std::string_view value) noexcept;

/// Whether a value is a common password of tests and manuals, such as "password123". Ignores case.
bool is_well_known(std::string_view value) noexcept;

/// Whether the part of a token after its prefix may be real: many different characters, not a
/// placeholder, not made of words.
bool is_random(std::string_view body) noexcept;

/// Whether the value of a key or token, of unknown form, may be real: long and random.
bool is_key_value(std::string_view value) noexcept;

/// Whether the value of a password may be real: letters with digits or special characters.
bool is_password_value(std::string_view value) noexcept;

}  // namespace codeweaver::secrets
