// Bulk data: records, recordings, translations and minified code, of which a question wants little.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "chunk/chunk.hpp"
#include "chunk/line_index.hpp"

namespace codeweaver::chunk {

/// What a file of data is made of, by its keys: names of members, of mappings, of elements.
struct DataShape {
  std::size_t keys = 0;
  std::size_t distinct_keys = 0;
  std::size_t texts = 0;      ///< values of keys that are one string with a letter
  std::size_t sentences = 0;  ///< those of them with a space, or a letter beyond ASCII
  bool is_described = false;  ///< has keys of schemas, interfaces and configuration
};

/// Reads `text` as what `language` writes, without a parse; of other languages nothing is known.
DataShape data_shape(std::string_view text, std::string_view language);

/// Whether a script or style sheet was made small by a program, by how long its lines are: what it
/// does is said elsewhere, and no name in it tells of it.
bool is_minified(std::string_view text, std::string_view language) noexcept;

/// Whether a file of data consists of many alike records (rows, a recording), of strings without
/// structure (translations), or of long values (bodies, base64, numbers). Neither is a large
/// description of an interface, a schema or a configuration. Prose never is, and code if minified.
/// Cost: one pass over the text of a language that holds data or may be minified; else none.
bool is_bulk_data(std::string_view text, std::string_view language);

/// Makes as few pieces as options.hard_limit allows of those behind the first
/// options.data_file_chunks, and marks them as found by words alone.
void coarsen_bulk(const LineIndex& lines, const ChunkOptions& options, ChunkedText& chunked);

}  // namespace codeweaver::chunk
