// What exact search finds: TextHit, TextHitFile, TextHits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/text_hits.hpp"
#include "value_class.hpp"

namespace codeweaver::python {

void bind_text_hits(py::module_& module) {
  ValueClass<TextHit>(module, "TextHit", "A line that matches, or one around it.")
      .field("line", &TextHit::line, "From 1.")
      .field("column", &TextHit::column, "Of the first match, in bytes; 0: it stands around one.")
      .field("text", &TextHit::text, "Cut where it is long; secrets are masked.")
      .field("scope", &TextHit::scope, "The definition that holds the line; empty: none is known.")
      .field("scope_kind", &TextHit::scope_kind, "function, class, ...")
      .field("scope_begin", &TextHit::scope_begin, "Its first line.")
      .field("scope_end", &TextHit::scope_end, "Its last line.")
      .field("is_definition", &TextHit::is_definition, "What matches is the name of the scope.")
      .field("is_word", &TextHit::is_word, "The first match is a whole word.")
      .finish();
  ValueClass<TextHitFile>(module, "TextHitFile", "The hits of one file, by line.")
      .field("path", &TextHitFile::path, "Relative to the project.")
      .field("name_space", &TextHitFile::name_space,
             "That has the hits, as other tools pushed it; empty: the file itself.")
      .field("line_count", &TextHitFile::line_count, "Lines that match.")
      .field("hits", &TextHitFile::hits, "Those that are shown.")
      .finish();
  ValueClass<TextHits>(module, "TextHits", "Lines that exact search found, grouped by file.")
      .field("files", &TextHits::files, "Definitions and code first, or in the order of paths.")
      .field("commit", &TextHits::commit, "Whose files were searched; empty: those as they are.")
      .field("lines", &TextHits::lines, "That match, shown or not.")
      .field("matched_files", &TextHits::matched_files, "Files with them.")
      .field("is_whole", &TextHits::is_whole, "False: counting ended early, there are more.")
      .field("shown_lines", &TextHits::shown_lines, "That match and are shown.")
      .field("searched_files", &TextHits::searched_files, "Files that the search is about.")
      .field("read_files", &TextHits::read_files, "Of them, those that the index did not spare.")
      .field("masked_values", &TextHits::masked_values, "Lines in which a secret is masked.")
      .field("left_out_files", &TextHits::left_out_files, "Files of secrets, such as .env.")
      .field("execution_time_ms", &TextHits::execution_time_ms, "How long it took.")
      .field("warnings", &TextHits::warnings, "What the answer may lack, and why.")
      .in_notebooks()
      .finish();
}

}  // namespace codeweaver::python
