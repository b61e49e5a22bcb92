// Language table, family: Languages of the JVM, .NET, the browser and Flutter. One row a language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language_rows.hpp"

namespace codeweaver::syntax {

namespace {

constexpr LanguageRow kRows[] = {
    {.id = "java",
     .display_name = "Java",
     .category = "code",
     .extensions = "java jav",
     .interpreters = "java",
     .syntax =
         {
             .grammar = "java",
         }},
    {.id = "kotlin",
     .display_name = "Kotlin",
     .category = "code",
     .aliases = "kt kts",
     .extensions = "kt kts",
     .interpreters = "kotlin kotlinc",
     .syntax =
         {
             .grammar = "kotlin",
         }},
    {.id = "scala",
     .display_name = "Scala",
     .category = "code",
     .extensions = "scala sc sbt",
     .interpreters = "scala",
     .syntax =
         {
             .grammar = "scala",
         }},
    {.id = "csharp",
     .display_name = "C#",
     .category = "code",
     .aliases = "c# cs dotnet",
     .extensions = "cs csx cake",
     .syntax =
         {
             .grammar = "csharp",
         }},
    {.id = "dart",
     .display_name = "Dart",
     .category = "code",
     .extensions = "dart",
     .interpreters = "dart",
     .syntax =
         {
             .grammar = "dart",
         }},
    {.id = "javascript",
     .display_name = "JavaScript",
     .category = "code",
     .aliases = "js node nodejs jsx ecmascript es6 mjs cjs",
     .extensions = "js mjs cjs jsx es6",
     .interpreters = "node nodejs qjs bun",
     .syntax =
         {
             .grammar = "javascript",
         }},
    {.id = "typescript",
     .display_name = "TypeScript",
     .category = "code",
     .aliases = "ts mts cts",
     .extensions = "ts mts cts",
     .interpreters = "ts-node deno tsx",
     .syntax =
         {
             .grammar = "typescript",
         }},
    {.id = "tsx",
     .display_name = "TSX",
     .category = "code",
     .aliases = "typescriptreact",
     .extensions = "tsx",
     .syntax =
         {
             .grammar = "tsx",
         }},
};

}  // namespace

std::span<const LanguageRow> rows_managed() noexcept {
  return kRows;
}

}  // namespace codeweaver::syntax
