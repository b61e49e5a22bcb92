// Model writer: writes word vectors as a static model file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace codeweaver::model {

/// Returns the bytes of the file: `vectors` (words.size() x dimension) as int8 with one scale per
/// word. Words must be distinct and lower-case. The name has at most 23 bytes. The dimension is a
/// multiple of 8.
std::string static_model_bytes(std::string_view name, const std::vector<std::string>& words,
                               std::span<const float> vectors);

}  // namespace codeweaver::model
