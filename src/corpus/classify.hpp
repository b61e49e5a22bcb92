// What a file is, by its name and first bytes: language, kind, test, generated.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "codeweaver/types.hpp"

namespace codeweaver::corpus {

/// Whether a test by the conventions of its language: folders such as tests/, spec/, __tests__/,
/// names such as test_x.py, x_test.go, x.spec.ts, XTest.java. `path` is '/' separated.
bool looks_like_test(std::string_view path) noexcept;

/// Whether a generated, minified, recorded or translated file, by path (x.min.js, x.pb.go, lock
/// files, x.har, locales/de.json) and content (markers near the top, line lengths). Without text
/// the path alone decides.
bool looks_generated(std::string_view path, std::string_view text) noexcept;

/// Extension (with or without the dot) or file name, in any case, to language id.
using ExtraExtensions = std::map<std::string, std::string>;

/// The entry that a file of that name goes by: that of its whole name, else of its longest
/// extension. Null: none.
const ExtraExtensions::value_type* find_extra(std::string_view file_name,
                                              const ExtraExtensions& extra) noexcept;

struct NameClass {
  std::string language;        ///< empty: unknown
  ExtKind ext_kind;            ///< extension "" for names without one
  std::size_t head_bytes = 0;  ///< how much of the content may change the language; 0: none
};

/// By name alone; user-defined extensions win over the language table.
NameClass classify_name(std::string_view file_name, const ExtraExtensions& extra);

/// Decides once more, with the first head_bytes of the file; only when head_bytes > 0.
void classify_content(std::string_view file_name, std::string_view head, NameClass& name_class);

}  // namespace codeweaver::corpus
