// Language table, family: scripting languages. One row a language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language_rows.hpp"

namespace codeweaver::syntax {

namespace {

constexpr LanguageRow kRows[] = {
    {.id = "python",
     .display_name = "Python",
     .category = "code",
     .aliases = "py python3",
     .extensions = "py pyi pyw pyx pxd",
     .filenames = "sconstruct sconscript wscript",
     .interpreters = "python python2 python3 pypy pypy3 uv",
     .syntax =
         {
             .grammar = "python",
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
         }},
    {.id = "lua",
     .display_name = "Lua",
     .category = "code",
     .extensions = "lua rockspec luau",
     .interpreters = "lua luajit",
     .syntax =
         {
             .grammar = "lua",
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
         }},
};

}  // namespace

std::span<const LanguageRow> rows_scripting() noexcept {
  return kRows;
}

}  // namespace codeweaver::syntax
