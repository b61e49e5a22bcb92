// Bulk data: records, recordings, translations and minified code, which searches rarely need.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "chunk/chunk.hpp"
#include "chunk/line_index.hpp"

namespace codeweaver::chunk {

/// The keys of a data file: member, mapping and element names.
struct DataShape {
  std::size_t keys = 0;
  std::size_t distinct_keys = 0;
  std::size_t texts = 0;      ///< keys with a single string that contains a letter
  std::size_t sentences = 0;  ///< those of them with a space or a letter beyond ASCII
  bool is_described = false;  ///< has keys of schemas, interfaces or configuration
};

/// Reads `text` in the syntax of `language` without a parse. For other languages, all counts are 0.
DataShape data_shape(std::string_view text, std::string_view language);

/// Whether a script or style sheet was minified, judging by its line lengths. Minified code repeats
/// source from elsewhere, and its names say nothing.
bool is_minified(std::string_view text, std::string_view language) noexcept;

/// Whether a data file consists of many similar records (rows, a recording), of strings without
/// structure (translations), or of long values (bodies, base64, numbers). False for large
/// descriptions of interfaces, schemas and configuration, and for prose. True for minified code.
/// Cost: one pass over the text for languages that contain data or may be minified; none for
/// others.
bool is_bulk_data(std::string_view text, std::string_view language);

/// Keeps the first options.data_file_chunks pieces. Merges the rest into as few pieces as
/// options.hard_limit allows, and marks them as found by words only.
void coarsen_bulk(const LineIndex& lines, const ChunkOptions& options, ChunkedText& chunked);

}  // namespace codeweaver::chunk
