// Git's object ids of file contents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace codeweaver::corpus {

/// The object id that git gives to a file with these bytes: 40 hex digits. Cost: one pass (SHA-1).
std::string git_blob_id(std::string_view bytes);

}  // namespace codeweaver::corpus
