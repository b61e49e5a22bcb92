// Decides by the first bytes of a file of an unknown kind whether to index it as text.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace codeweaver::corpus {

/// Size of the content prefix that is_searchable_text() examines.
inline constexpr std::size_t kSniffBytes = 4096;

/// The size limit of files that only their content shows to be text.
inline constexpr std::size_t kMaxSniffedBytes = 1U << 20;

/// Whether a file that begins with `head` is text that people read and write. False: it is empty,
/// binary or in an unknown encoding; it has very long lines; or most of it is numbers, hexadecimal
/// or base64 values. A character cut at the end is ignored.
bool is_searchable_text(std::string_view head);

/// Whether files with this extension (in lower case) are usually binary, so that reading them is
/// a waste of time.
bool is_binary_extension(std::string_view extension) noexcept;

}  // namespace codeweaver::corpus
