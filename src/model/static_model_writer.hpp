// Model writer: word vectors to a static model file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::model {

/// The file's bytes: `vectors` (words.size() x dimension) as int8 with one scale a word.
/// Words are distinct and lower-case; the name has at most 23 bytes; dimension is a multiple of 8.
std::string static_model_bytes(std::string_view name, const std::vector<std::string>& words,
                               std::span<const float> vectors);

}  // namespace codeweaver::model
