// Language table, family: configuration, build, schema, query and markup languages. One row a
// language. SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language_rows.hpp"

namespace codeweaver::syntax {

namespace {

constexpr LanguageRow kRows[] = {
    {.id = "sql",
     .display_name = "SQL",
     .category = "data",
     .aliases = "mysql postgresql postgres sqlite plsql plpgsql tsql",
     .extensions = "sql ddl dml pgsql psql",
     .syntax =
         {
             .grammar = "sql",
         }},
    {.id = "proto",
     .display_name = "Protocol Buffers",
     .category = "data",
     .aliases = "protobuf proto3 protocol-buffers",
     .extensions = "proto",
     .syntax =
         {
             .grammar = "proto",
         }},
    {.id = "graphql",
     .display_name = "GraphQL",
     .category = "data",
     .aliases = "gql",
     .extensions = "graphql gql graphqls",
     .syntax =
         {
             .grammar = "graphql",
         }},
    {.id = "json",
     .display_name = "JSON",
     .category = "config",
     .aliases = "jsonc json5",
     .extensions = "json jsonc json5 geojson webmanifest jsonld har sarif code-workspace "
                   "avsc",
     .filenames = ".babelrc .eslintrc .prettierrc .jshintrc .swcrc composer.lock "
                  "pipfile.lock flake.lock",
     .syntax =
         {
             .grammar = "json",
         }},
    {.id = "yaml",
     .display_name = "YAML",
     .category = "config",
     .aliases = "yml",
     .extensions = "yaml yml clang-format clang-tidy sublime-syntax cff",
     .filenames = ".clang-format .clang-tidy .clangd .gemrc",
     .syntax =
         {
             .grammar = "yaml",
         }},
    {.id = "toml",
     .display_name = "TOML",
     .category = "config",
     .extensions = "toml",
     .filenames = "cargo.lock poetry.lock uv.lock pipfile gopkg.lock",
     .syntax =
         {
             .grammar = "toml",
         }},
    {.id = "hcl",
     .display_name = "HCL",
     .category = "config",
     .aliases = "terraform tf opentofu",
     .extensions = "tf tfvars hcl tofu nomad pkr",
     .syntax =
         {
             .grammar = "hcl",
         }},
    {.id = "nix",
     .display_name = "Nix",
     .category = "config",
     .extensions = "nix",
     .syntax =
         {
             .grammar = "nix",
         }},
    {.id = "cmake",
     .display_name = "CMake",
     .category = "config",
     .extensions = "cmake",
     .filenames = "cmakelists.txt",
     .syntax =
         {
             .grammar = "cmake",
         }},
    {.id = "make",
     .display_name = "Make",
     .category = "config",
     .aliases = "makefile mk",
     .extensions = "mk mak make",
     .filenames = "makefile gnumakefile bsdmakefile kbuild",
     .interpreters = "make gmake",
     .syntax =
         {
             .grammar = "make",
         }},
    {.id = "containerfile",
     .display_name = "Dockerfile",
     .category = "config",
     .aliases = "docker dockerfile",
     .extensions = "dockerfile containerfile",
     .filenames = "dockerfile containerfile",
     .syntax =
         {
             .grammar = "containerfile",
         }},
    {.id = "xml",
     .display_name = "XML",
     .category = "markup",
     .extensions = "xml xsd xsl xslt svg csproj vbproj fsproj vcxproj props targets "
                   "plist wsdl rss atom rng xaml axml resx nuspec kml gpx storyboard xib "
                   "iml pom qrc ui",
     .syntax =
         {
             .grammar = "xml",
         }},
    {.id = "html",
     .display_name = "HTML",
     .category = "markup",
     .aliases = "htm xhtml",
     .extensions = "html htm xhtml",
     .syntax =
         {
             .grammar = "html",
         }},
    {.id = "vue",
     .display_name = "Vue",
     .category = "markup",
     .aliases = "vuejs",
     .extensions = "vue",
     .syntax =
         {
             .grammar = "vue",
         }},
    {.id = "svelte",
     .display_name = "Svelte",
     .category = "markup",
     .extensions = "svelte",
     .syntax =
         {
             .grammar = "svelte",
         }},
    {.id = "css",
     .display_name = "CSS",
     .category = "markup",
     .extensions = "css",
     .syntax =
         {
             .grammar = "css",
         }},
    {.id = "scss",
     .display_name = "SCSS",
     .category = "markup",
     .extensions = "scss",
     .syntax =
         {
             .grammar = "scss",
         }},
    {.id = "markdown",
     .display_name = "Markdown",
     .category = "docs",
     .aliases = "md mdx gfm rmarkdown",
     .extensions = "md markdown mdown mkd mdx rmd qmd",
     .syntax =
         {
             .grammar = "markdown",
         }},
};

}  // namespace

std::span<const LanguageRow> rows_data() noexcept {
  return kRows;
}

}  // namespace codeweaver::syntax
