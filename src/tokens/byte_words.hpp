// ByteWords: how GPT-2's tokenizer and its kin cut a text before they look for pairs of bytes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace codeweaver::tokens {

/// Bytes of the first word of a text that is not empty: an English ending such as 's, letters,
/// digits or other marks with a blank before them, or blanks.
std::size_t first_byte_word(std::string_view text) noexcept;

/// A token of such a vocabulary, where each byte is written as a visible character, as the bytes
/// that it stands for. nullopt: it has another character.
std::optional<std::string> bytes_of_token(std::string_view token);

}  // namespace codeweaver::tokens
