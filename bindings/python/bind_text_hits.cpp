// What exact search finds: TextHit, TextHitFile, TextHits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/text_hits.hpp"
#include "value_class.hpp"

namespace codeweaver::python {

void bind_text_hits(py::module_& module) {
  ValueClass<TextHit>(module, "TextHit", "A matching line, or a line next to one.")
      .field("line", &TextHit::line, "From 1.")
      .field("column", &TextHit::column, "Of the first match, in bytes; 0: the line has no match.")
      .field("text", &TextHit::text, "Long lines are cut; secrets are masked.")
      .field("scope", &TextHit::scope,
             "Qualified name of the enclosing definition; empty: unknown.")
      .field("scope_kind", &TextHit::scope_kind, "function, class, ...")
      .field("scope_begin", &TextHit::scope_begin, "First line of that definition.")
      .field("scope_end", &TextHit::scope_end, "Last line of that definition.")
      .field("is_definition", &TextHit::is_definition, "The match is the name of that definition.")
      .field("is_word", &TextHit::is_word, "The first match is a whole word.")
      .finish();
  ValueClass<TextHitFile>(module, "TextHitFile", "The hits of one file, by line.")
      .field("path", &TextHitFile::path, "Relative to the project.")
      .field("name_space", &TextHitFile::name_space,
             "Namespace of the hits; empty: the file itself.")
      .field("line_count", &TextHitFile::line_count, "Matching lines.")
      .field("hits", &TextHitFile::hits, "The lines to show.")
      .finish();
  ValueClass<TextHits>(module, "TextHits", "Result of an exact search, grouped by file.")
      .field("files", &TextHits::files, "Definitions and code first, or sorted by path.")
      .field("commit", &TextHits::commit, "The searched commit; empty: the current files.")
      .field("lines", &TextHits::lines, "Matching lines, shown or not.")
      .field("matched_files", &TextHits::matched_files, "Files with matching lines.")
      .field("is_whole", &TextHits::is_whole,
             "False: the search stopped early, more matches may exist.")
      .field("shown_lines", &TextHits::shown_lines, "Matching lines shown.")
      .field("searched_files", &TextHits::searched_files, "Files in the scope of the search.")
      .field("read_files", &TextHits::read_files,
             "Files that were read; the index ruled out the others.")
      .field("masked_values", &TextHits::masked_values, "Lines in which a secret is masked.")
      .field("left_out_files", &TextHits::left_out_files,
             "Files skipped because they usually hold secrets, for example .env.")
      .field("execution_time_ms", &TextHits::execution_time_ms, "Wall time in milliseconds.")
      .field("warnings", &TextHits::warnings, "What may be missing from the result, and why.")
      .in_notebooks()
      .finish();
}

}  // namespace codeweaver::python
