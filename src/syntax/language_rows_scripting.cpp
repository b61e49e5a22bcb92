// Language table, one row per language: scripting languages.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language_rows.hpp"

namespace codeweaver::syntax {

namespace {

constexpr LanguageRow kScriptingRows[] = {
    {.id = "python",
     .display_name = "Python",
     .category = "code",
     .aliases = "py python2 python3 ipython ipython2 ipython3 pyspark pyspark3 sage sagemath",
     .extensions = "py pyi pyw pyx pxd sage",
     .filenames = "sconstruct sconscript wscript",
     .interpreters = "python python2 python3 pypy pypy3 uv",
     .syntax =
         {
             .grammar = "python",
             .separator = ".",
             .definitions = "class_definition=class function_definition=function "
                            "type_alias_statement:left=type "
                            "assignment:left=variable?top",
             .members = "assignment:#pattern_list/#identifier=variable?top "
                        "assignment:#tuple_pattern/#identifier=variable?top",
             .imports = "import_statement import_from_statement "
                        "future_import_statement",
             .calls = "call:function",
             .types = "type",
             .features = "docstrings",
         }},
    {.id = "starlark",
     .display_name = "Starlark",
     .category = "code",
     .aliases = "bazel skylark",
     .extensions = "bzl bazel star",
     .filenames = "tiltfile buck",
     .syntax =
         {
             .grammar = "python",
             .separator = ".",
             .definitions = "class_definition=class function_definition=function "
                            "type_alias_statement:left=type "
                            "assignment:left=variable?top",
             .members = "assignment:#pattern_list/#identifier=variable?top "
                        "assignment:#tuple_pattern/#identifier=variable?top",
             .imports = "import_statement import_from_statement "
                        "future_import_statement",
             .calls = "call:function",
             .types = "type",
             .features = "docstrings",
         }},
    {.id = "ruby",
     .display_name = "Ruby",
     .category = "code",
     .aliases = "rb",
     .extensions = "rb rake gemspec ru podspec thor jbuilder",
     .filenames = "rakefile gemfile guardfile capfile vagrantfile podfile fastfile "
                  "brewfile",
     .interpreters = "ruby jruby rake",
     .syntax =
         {
             .grammar = "ruby",
             .separator = "::",
             .definitions = "module=module class=class method=method "
                            "singleton_method=method alias=method "
                            "assignment:left=constant?=#constant&top "
                            "assignment:left=constant?=#scope_resolution&top "
                            "call:%testcall=test call:%definecall=method",
             .members = "call:%attribute=property "
                        "assignment:#left_assignment_list/#constant=constant?top",
             .calls = "call:method",
             .import_calls = "require require_relative load autoload",
         }},
    {.id = "php",
     .display_name = "PHP",
     .category = "code",
     .aliases = "php8",
     .extensions = "php php3 php4 php5 php7 phtml phps",
     .interpreters = "php",
     .syntax =
         {
             .grammar = "php",
             .separator = "\\",
             .definitions = "class_declaration=class interface_declaration=interface "
                            "trait_declaration=trait enum_declaration=enum "
                            "function_definition=function method_declaration=method "
                            "const_element:#name=constant "
                            "property_element:#variable_name=field enum_case=constant",
             .members = "function_call_expression:%definecall=constant "
                        "property_promotion_parameter:name=field",
             .packages = "namespace_definition",
             .imports = "namespace_use_declaration",
             .calls = "function_call_expression:function "
                      "member_call_expression:name scoped_call_expression:name "
                      "object_creation_expression:#name",
             .types = "named_type",
         }},
    {.id = "perl",
     .display_name = "Perl",
     .category = "code",
     .aliases = "pl",
     .extensions = "pl pm t pod psgi",
     .interpreters = "perl",
     .syntax =
         {
             .grammar = "perl",
             .separator = "::",
             .definitions = "package_statement=module "
                            "subroutine_declaration_statement=function "
                            "method_declaration_statement=method class_statement=class "
                            "role_statement=class",
             .members = "use_statement:%constants=constant",
             .packages = "package_statement",
             .imports = "use_statement require_expression",
             .calls = "function_call_expression:function "
                      "method_call_expression:method "
                      "ambiguous_function_call_expression:function",
             .features = "guarded",
         }},
    {.id = "lua",
     .display_name = "Lua",
     .category = "code",
     .extensions = "lua rockspec luau",
     .interpreters = "lua luajit",
     .syntax =
         {
             .grammar = "lua",
             .separator = ".",
             .definitions =
                 "function_declaration=function "
                 "assignment_statement:#variable_list/@=function?val "
                 "field:name=function?val "
                 "variable_declaration:#assignment_statement/#variable_list/@=variable?top",
             .calls = "function_call:name",
             .import_calls = "require",
         }},
    {.id = "bash",
     .display_name = "Shell",
     .category = "code",
     .aliases = "shell sh zsh ksh ash dash console shellscript",
     .extensions = "sh bash zsh ksh ash dash bats ebuild",
     .filenames = ".bashrc .bash_profile .bash_aliases .profile .zshrc .zshenv "
                  ".zprofile .kshrc pkgbuild apkbuild",
     .interpreters = "sh bash zsh ksh ash dash busybox bats",
     .syntax =
         {
             .grammar = "bash",
             .separator = ".",
             .definitions = "function_definition=function variable_assignment=variable?top",
             .calls = "command:name",
             .import_calls = "source",
             .embedded = "redirected_statement string",
         }},
    {.id = "powershell",
     .display_name = "PowerShell",
     .category = "code",
     .aliases = "ps1 pwsh posh",
     .extensions = "ps1 psm1 psd1",
     .interpreters = "pwsh powershell",
     .syntax =
         {
             .grammar = "powershell",
             .separator = ".",
             .definitions = "function_statement:#function_name=function "
                            "class_statement:#simple_name=class "
                            "class_method_definition:#simple_name=method "
                            "class_property_definition:#variable=property "
                            "enum_statement:#simple_name=enum",
             .members = "enum_member:#simple_name=enumerator",
             .calls = "command:command_name",
             .import_calls = "using Import-Module",
             .features = "dashes",
         }},
    {.id = "r",
     .display_name = "R",
     .category = "code",
     .aliases = "rscript splus",
     .extensions = "r rprofile",
     .filenames = ".rprofile",
     .interpreters = "Rscript rscript littler",
     .syntax =
         {
             .grammar = "r",
             .separator = "$",
             .definitions = "binary_operator:lhs=function?val binary_operator:%rclass=class "
                            "call:%rcall=function argument:name=method?val&member "
                            "binary_operator:lhs=variable?top&'<-' "
                            "binary_operator:lhs=variable?top&'='",
             .members = "call:%rfields=field",
             .calls = "call:function",
             .import_calls = "library require source",
         }},
    {.id = "julia",
     .display_name = "Julia",
     .category = "code",
     .aliases = "jl",
     .extensions = "jl",
     .interpreters = "julia",
     .syntax =
         {
             .grammar = "julia",
             .separator = ".",
             .definitions = "module_definition=module "
                            "struct_definition:#type_head=struct "
                            "abstract_definition:#type_head=type "
                            "primitive_definition:#type_head=type "
                            "function_definition:#signature=function "
                            "macro_definition:#signature=macro "
                            "assignment:@=function?call "
                            "const_statement:#assignment/@=constant",
             .members = "struct_definition:#identifier=field "
                        "struct_definition:#typed_expression/@=field",
             .imports = "import_statement using_statement",
             .calls = "call_expression:@",
             .import_calls = "include",
             .features = "strings_before",
         }},
    {.id = "elixir",
     .display_name = "Elixir",
     .category = "code",
     .aliases = "ex",
     .extensions = "ex exs",
     .filenames = "mix.lock",
     .interpreters = "elixir",
     .syntax =
         {
             .grammar = "elixir",
             .separator = ".",
             .definitions = "call:%elixir=function",
             .calls = "call:target",
             .import_calls = "alias import require use",
             .features = "doc_attributes clauses",
         }},
    {.id = "groovy",
     .display_name = "Groovy",
     .category = "code",
     .aliases = "gradle",
     .extensions = "groovy gradle gvy gsh",
     .filenames = "jenkinsfile",
     .interpreters = "groovy",
     .syntax =
         {
             .grammar = "groovy",
             .separator = ".",
             .definitions = "class_declaration:%trait=trait function_definition=function "
                            "class_declaration=class interface_declaration=interface "
                            "enum_declaration=enum method_declaration=method "
                            "constructor_declaration=constructor "
                            "field_declaration:declarator/name=field",
             .members = "field_declaration:declarator/name=field "
                        "enum_constant=enumerator "
                        "local_variable_declaration:declarator/name=variable?top",
             .packages = "package_declaration",
             .imports = "import_declaration",
             .calls = "method_invocation:name",
             .features = "traits",
         }},
};

}  // namespace

std::span<const LanguageRow> rows_scripting() noexcept {
  return kScriptingRows;
}

}  // namespace codeweaver::syntax
