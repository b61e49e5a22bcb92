// ByteWords: word splitting of GPT-2's and similar tokenizers, before byte pairs are merged.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::tokens {

/// The size in bytes of the first word of a non-empty text: an English ending such as 's; letters,
/// digits or other marks, with an optional leading blank; or blanks.
std::size_t first_byte_word(std::string_view text) noexcept;

/// Converts a token of such a vocabulary, with each byte written as a visible character, to its
/// bytes. nullopt: it contains another character.
std::optional<std::string> bytes_of_token(std::string_view token);

}  // namespace codeweaver::tokens
