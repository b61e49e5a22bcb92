// The id of a language out of the words that other programs have for it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::syntax {

/// The id of a language ("python") by one of its names ("ipython3"), or by an extension with its
/// dot (".py"). Empty: unknown.
std::string language_id(std::string_view name_or_extension);

}  // namespace codeweaver::syntax
