// The id of a language from names that other programs use.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::syntax {

/// The id of a language ("python") from one of its names ("ipython3") or from an extension with its
/// dot (".py"). Empty: unknown.
std::string language_id(std::string_view name_or_extension);

}  // namespace codeweaver::syntax
