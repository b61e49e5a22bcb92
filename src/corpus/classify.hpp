// Classifies a file by its name and first bytes: language, kind, test, generated.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/types.hpp"

namespace codeweaver::corpus {

/// Whether the file is a test by the conventions of its language: folders (tests/, spec/,
/// __tests__/) and names (test_x.py, x_test.go, x.spec.ts, XTest.java). Files that run tests or
/// configure such runs are no tests. `path` is '/' separated.
bool looks_like_test(std::string_view path) noexcept;

/// Whether a test file only helps other tests: fixtures, mocks, shared setup. `path` as above.
bool looks_like_test_help(std::string_view path) noexcept;

/// Whether the file is generated, minified, recorded or translated. It checks the path (x.min.js,
/// x.pb.go, lock files, x.har, locales/de.json) and the content (markers near the top, line
/// lengths). If `text` is empty, only the path decides.
bool looks_generated(std::string_view path, std::string_view text) noexcept;

/// Maps an extension (with or without the dot) or a file name, in any case, to a language id.
using ExtraExtensions = std::map<std::string, std::string>;

/// The entry that applies to a file name: the entry of the whole name, else of its longest
/// extension. Null: none.
const ExtraExtensions::value_type* find_extra(std::string_view file_name,
                                              const ExtraExtensions& extra) noexcept;

/// Language id of texts of an unknown kind; see is_searchable_text().
inline constexpr std::string_view kOtherText = "other";

struct NameClass {
  std::string language;        ///< empty: unknown
  ExtKind ext_kind;            ///< extension "" for names without one
  std::size_t head_bytes = 0;  ///< size of the content prefix that may change the language; 0: none
};

/// Classifies by name only. User-defined extensions take precedence over the language table.
NameClass classify_name(std::string_view file_name, const ExtraExtensions& extra);

/// Refines the class with the first head_bytes of the file. Call it only if head_bytes > 0. The
/// language stays empty if the file is not worth indexing.
void classify_content(std::string_view file_name, std::string_view head, NameClass& name_class);

}  // namespace codeweaver::corpus
