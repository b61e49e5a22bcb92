// Language table, family: languages compiled to machine code. One row a language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language_rows.hpp"

namespace codeweaver::syntax {

namespace {

constexpr LanguageRow kRows[] = {
    {.id = "c",
     .display_name = "C",
     .category = "code",
     .extensions = "c h idc",
     .syntax =
         {
             .grammar = "c",
         }},
    {.id = "cpp",
     .display_name = "C++",
     .category = "code",
     .aliases = "c++ cxx cc cuda",
     .extensions = "cpp cc cxx c++ hpp hh hxx h++ ipp inl inc tpp tcc ixx cppm cu cuh ino",
     .syntax =
         {
             .grammar = "cpp",
         }},
    {.id = "objc",
     .display_name = "Objective-C",
     .category = "code",
     .aliases = "objective-c objectivec obj-c objective-c++ objcpp",
     .extensions = "m mm",
     .syntax =
         {
             .grammar = "objc",
         }},
    {.id = "rust",
     .display_name = "Rust",
     .category = "code",
     .aliases = "rs",
     .extensions = "rs",
     .interpreters = "rust-script",
     .syntax =
         {
             .grammar = "rust",
         }},
    {.id = "go",
     .display_name = "Go",
     .category = "code",
     .aliases = "golang",
     .extensions = "go",
     .syntax =
         {
             .grammar = "go",
         }},
    {.id = "zig",
     .display_name = "Zig",
     .category = "code",
     .extensions = "zig zon",
     .syntax =
         {
             .grammar = "zig",
         }},
    {.id = "swift",
     .display_name = "Swift",
     .category = "code",
     .extensions = "swift",
     .interpreters = "swift",
     .syntax =
         {
             .grammar = "swift",
         }},
    {.id = "haskell",
     .display_name = "Haskell",
     .category = "code",
     .aliases = "hs",
     .extensions = "hs hs-boot",
     .interpreters = "runhaskell runghc stack",
     .syntax =
         {
             .grammar = "haskell",
         }},
    {.id = "ocaml",
     .display_name = "OCaml",
     .category = "code",
     .aliases = "ml",
     .extensions = "ml",
     .interpreters = "ocaml",
     .syntax =
         {
             .grammar = "ocaml",
         }},
    {.id = "ocaml_interface",
     .display_name = "OCaml interface",
     .category = "code",
     .aliases = "mli",
     .extensions = "mli",
     .syntax =
         {
             .grammar = "ocaml_interface",
         }},
    {.id = "solidity",
     .display_name = "Solidity",
     .category = "code",
     .aliases = "sol",
     .extensions = "sol",
     .syntax =
         {
             .grammar = "solidity",
         }},
};

}  // namespace

std::span<const LanguageRow> rows_systems() noexcept {
  return kRows;
}

}  // namespace codeweaver::syntax
