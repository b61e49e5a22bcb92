// What tells a secret from a word, a name and a value that only stands for one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string_view>

namespace codeweaver::secrets {

/// Bits a character, by how often each occurs.
double entropy(std::string_view text) noexcept;

/// Whether a value only stands for one: "changeme", "${TOKEN}", "<key>", "xxxx", AWS's EXAMPLE
/// keys, rows such as 1234567890.
bool is_placeholder(std::string_view value) noexcept;

/// Whether it is a password that tests and manuals use: "password123". Case is ignored.
bool is_well_known(std::string_view value) noexcept;

/// Whether the body of a token of a known form may be real: many different characters, no
/// placeholder, not made of words.
bool is_random(std::string_view body) noexcept;

/// Whether a value of unknown form that stands for a key or a token is one: long, and random.
bool is_key_value(std::string_view value) noexcept;

/// Whether a value that stands for a password is one: letters with digits or signs.
bool is_password_value(std::string_view value) noexcept;

}  // namespace codeweaver::secrets
