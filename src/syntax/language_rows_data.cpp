// Language table, one row per language: configuration, build, schema, query and markup languages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language_rows.hpp"

namespace codeweaver::syntax {

namespace {

constexpr LanguageRow kDataRows[] = {
    {.id = "sql",
     .display_name = "SQL",
     .category = "data",
     .aliases = "mysql postgresql postgres sqlite plsql plpgsql tsql",
     .extensions = "sql ddl dml pgsql plsql psql pks pkb pls sq sqm",
     .syntax =
         {
             .grammar = "sql",
             .separator = ".",
             .definitions = "create_table:#object_reference=table "
                            "create_view:#object_reference=view "
                            "create_materialized_view:#object_reference=view "
                            "create_function:#object_reference=function "
                            "create_trigger:#object_reference=trigger "
                            "create_index:column=index "
                            "create_type:#object_reference=type "
                            "create_schema:#identifier=schema "
                            "create_database:#identifier=schema "
                            "create_sequence:#object_reference=sequence "
                            "cte:#identifier=cte",
             .members = "column_definition:name=field",
             .calls = "invocation:#object_reference",
             .features = "routines",
         }},
    {.id = "proto",
     .display_name = "Protocol Buffers",
     .category = "data",
     .aliases = "protobuf proto3 protocol-buffers",
     .extensions = "proto",
     .syntax =
         {
             .grammar = "proto",
             .separator = ".",
             .definitions = "message:#message_name=message enum:#enum_name=enum "
                            "service:#service_name=service rpc:#rpc_name=rpc "
                            "field:#identifier=field",
             .members = "oneof:#identifier=union oneof_field:#identifier=field "
                        "map_field:#identifier=field "
                        "enum_field:#identifier=enumerator",
             .packages = "package",
             .imports = "import",
         }},
    {.id = "graphql",
     .display_name = "GraphQL",
     .category = "data",
     .aliases = "gql",
     .extensions = "graphql gql graphqls",
     .syntax =
         {
             .grammar = "graphql",
             .separator = ".",
             .definitions = "object_type_definition:#name=type "
                            "interface_type_definition:#name=interface "
                            "enum_type_definition:#name=enum "
                            "input_object_type_definition:#name=type "
                            "scalar_type_definition:#name=type "
                            "union_type_definition:#name=type "
                            "directive_definition:#name=directive "
                            "operation_definition:#name=operation "
                            "fragment_definition:#fragment_name=fragment "
                            "field_definition:#name=field",
             .members = "enum_value_definition:#enum_value=enumerator",
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
             .separator = ".",
             .definitions = "pair:key=key?depth2",
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
             .separator = ".",
             .definitions = "block_mapping_pair:key=key?depth2",
         }},
    {.id = "toml",
     .display_name = "TOML",
     .category = "config",
     .extensions = "toml",
     .filenames = "cargo.lock poetry.lock uv.lock pipfile gopkg.lock",
     .syntax =
         {
             .grammar = "toml",
             .separator = ".",
             .definitions = "table:@=table table_array_element:@=table pair:@=key?top",
         }},
    {.id = "hcl",
     .display_name = "HCL",
     .category = "config",
     .aliases = "terraform tf opentofu",
     .extensions = "tf tfvars hcl tofu nomad pkr",
     .syntax =
         {
             .grammar = "hcl",
             .separator = ".",
             .definitions = "block:%hcl=block attribute:#identifier=attribute?top",
             .calls = "function_call:#identifier",
         }},
    {.id = "nix",
     .display_name = "Nix",
     .category = "config",
     .extensions = "nix",
     .syntax =
         {
             .grammar = "nix",
             .separator = ".",
             .definitions = "binding:attrpath=binding?depth2",
             .calls = "apply_expression:function",
         }},
    {.id = "cmake",
     .display_name = "CMake",
     .category = "config",
     .extensions = "cmake",
     .filenames = "cmakelists.txt",
     .syntax =
         {
             .grammar = "cmake",
             .separator = ".",
             .definitions = "function_def:#function_command/#argument_list/@=function "
                            "macro_def:#macro_command/#argument_list/@=macro",
             .calls = "normal_command:#identifier",
             .import_calls = "include find_package add_subdirectory",
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
             .separator = "/",
             .definitions = "rule:#targets=target define_directive:name=macro "
                            "variable_assignment:name=variable",
             .members = "rule:#targets/#word=target",
             .imports = "include_directive",
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
             .separator = ".",
             .definitions = "from_instruction:%stage=stage",
         }},
    {.id = "xml",
     .display_name = "XML",
     .category = "markup",
     .extensions = "xml xsd xsl xslt svg csproj vbproj fsproj vcxproj props targets "
                   "plist wsdl rss atom rng xaml axml resx nuspec kml gpx storyboard xib "
                   "iml pom qrc ui axaml fxml glade mxml scxml xlf xliff xul",
     .syntax =
         {
             .grammar = "xml",
             .separator = "/",
             .definitions = "element:#STag/#Name=element?depth2",
             .features = "prose",
         }},
    {.id = "html",
     .display_name = "HTML",
     .category = "markup",
     .aliases = "htm xhtml",
     .extensions = "html htm xhtml",
     .syntax =
         {
             .grammar = "html",
             .separator = "/",
             .embedded = "script_element style_element",
             .features = "prose headings",
         }},
    {.id = "vue",
     .display_name = "Vue",
     .category = "markup",
     .aliases = "vuejs",
     .extensions = "vue",
     .syntax =
         {
             .grammar = "vue",
             .separator = ".",
             .embedded = "script_element style_element",
             .features = "prose",
         }},
    {.id = "svelte",
     .display_name = "Svelte",
     .category = "markup",
     .extensions = "svelte",
     .syntax =
         {
             .grammar = "svelte",
             .separator = ".",
             .embedded = "script_element style_element",
             .features = "prose",
         }},
    {.id = "css",
     .display_name = "CSS",
     .category = "markup",
     .extensions = "css",
     .syntax =
         {
             .grammar = "css",
             .separator = " ",
             .definitions = "rule_set:#selectors=rule "
                            "keyframes_statement:#keyframes_name=rule "
                            "media_statement:@=media",
         }},
    {.id = "scss",
     .display_name = "SCSS",
     .category = "markup",
     .extensions = "scss",
     .syntax =
         {
             .grammar = "scss",
             .separator = " ",
             .definitions = "rule_set:#selectors=rule mixin_statement=mixin "
                            "function_statement=function "
                            "keyframes_statement:#keyframes_name=rule",
             .features = "interpolations",
         }},
    {.id = "markdown",
     .display_name = "Markdown",
     .category = "docs",
     .aliases = "md mdx gfm rmarkdown",
     .extensions = "md markdown mdown mkd mdx rmd qmd",
     .syntax =
         {
             .grammar = "markdown",
             .separator = "/",
             .definitions = "section:%section=section setext_heading:%section=section",
             .embedded = "fenced_code_block",
             .features = "prose front_matter",
         }},
};

}  // namespace

std::span<const LanguageRow> rows_data() noexcept {
  return kDataRows;
}

}  // namespace codeweaver::syntax
