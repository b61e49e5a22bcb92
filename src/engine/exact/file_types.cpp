// File types with ripgrep's names, for the most common languages and formats.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <string_view>

#include "codeweaver/text_search.hpp"

namespace codeweaver::inline v0_1 {
namespace {

struct FileType {
  std::string_view name;
  std::string_view globs;  ///< separated by blanks
};
constexpr FileType kFileTypes[] = {
    {"ada", "*.adb *.ads"},
    {"asm", "*.S *.asm *.s"},
    {"bazel",
     "*.BUILD *.bazel *.bazelrc *.bzl BUILD MODULE.bazel WORKSPACE WORKSPACE.bazel "
     "WORKSPACE.bzlmod"},
    {"c", "*.[chH] *.[chH].in *.cats"},
    {"clojure", "*.clj *.cljc *.cljs *.cljx"},
    {"cmake", "*.cmake CMakeLists.txt"},
    {"config", "*.cfg *.conf *.config *.ini"},
    {"cpp",
     "*.[ChH] *.[ChH].in *.[ch]pp *.[ch]pp.in *.[ch]xx *.[ch]xx.in *.cc *.cc.in *.hh "
     "*.hh.in *.inl"},
    {"crystal", "*.cr *.ecr Projectfile shard.yml"},
    {"cs", "*.cs"},
    {"csharp", "*.cs"},
    {"css", "*.css *.scss"},
    {"csv", "*.csv"},
    {"cuda", "*.cu *.cuh"},
    {"cython", "*.pxd *.pxi *.pyx"},
    {"d", "*.d"},
    {"dart", "*.dart"},
    {"diff", "*.diff *.patch"},
    {"docker", "*Dockerfile*"},
    {"elixir", "*.eex *.ex *.exs *.heex *.leex *.livemd"},
    {"elm", "*.elm"},
    {"erlang", "*.erl *.hrl"},
    {"fish", "*.fish"},
    {"fortran", "*.F *.F77 *.F90 *.F95 *.f *.f77 *.f90 *.f95 *.pfo"},
    {"fsharp", "*.fs *.fsi *.fsx"},
    {"go", "*.go"},
    {"gradle", "*.gradle *.gradle.kts gradle-wrapper.* gradle.properties gradlew gradlew.bat"},
    {"graphql", "*.graphql *.graphqls"},
    {"groovy", "*.gradle *.groovy"},
    {"h", "*.h *.hh *.hpp"},
    {"haskell", "*.c2hs *.cpphs *.hs *.hsc *.lhs"},
    {"html", "*.ejs *.htm *.html"},
    {"java", "*.java *.jsp *.jspx *.properties"},
    {"jl", "*.jl"},
    {"js", "*.cjs *.js *.jsx *.mjs *.vue"},
    {"json", "*.json *.sarif composer.lock"},
    {"jsonl", "*.jsonl"},
    {"julia", "*.jl"},
    {"jupyter", "*.ipynb *.jpynb"},
    {"kotlin", "*.kt *.kts"},
    {"less", "*.less"},
    {"lock", "*.lock package-lock.json"},
    {"log", "*.log"},
    {"lua", "*.lua"},
    {"make",
     "*.mak *.mk Makefile.* [Gg][Nn][Uu]makefile [Gg][Nn][Uu]makefile.am "
     "[Gg][Nn][Uu]makefile.in [Mm]akefile [Mm]akefile.am [Mm]akefile.in"},
    {"markdown", "*.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn"},
    {"md", "*.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn"},
    {"meson", "meson.build meson.options meson_options.txt"},
    {"nim", "*.nim *.nimble *.nimf *.nims"},
    {"nix", "*.nix"},
    {"objc", "*.h *.m"},
    {"ocaml", "*.ml *.mli *.mll *.mly"},
    {"perl", "*.PL *.perl *.pl *.plh *.plx *.pm *.t"},
    {"php", "*.php *.php3 *.php4 *.php5 *.php7 *.php8 *.pht *.phtml"},
    {"protobuf", "*.proto"},
    {"ps", "*.cdxml *.ps1 *.ps1xml *.psd1 *.psm1"},
    {"py", "*.py *.pyi"},
    {"python", "*.py *.pyi"},
    {"r", "*.R *.Rmd *.Rnw *.r *.rmd *.rnw"},
    {"rst", "*.rst"},
    {"ruby", "*.gemspec *.rake *.rb *.rbw .irbrc Gemfile Rakefile config.ru"},
    {"rust", "*.rs"},
    {"sass", "*.sass *.scss"},
    {"scala", "*.sbt *.scala"},
    {"sh",
     "*.bash *.bashrc *.csh *.cshrc *.env *.ksh *.kshrc *.sh *.tcsh *.zsh .bash_login "
     ".bash_logout .bash_profile .bashrc .cshrc .env .kshrc .login .logout .profile "
     ".tcshrc .zlogin .zlogout .zprofile .zshenv .zshrc bash_login bash_logout "
     "bash_profile bashrc profile zlogin zlogout zprofile zshenv zshrc"},
    {"sql", "*.psql *.sql"},
    {"svelte", "*.svelte *.svelte.ts"},
    {"svg", "*.svg"},
    {"swift", "*.swift"},
    {"tcl", "*.tcl"},
    {"tex", "*.bib *.cls *.dtx *.ins *.ltx *.sty *.tex"},
    {"tf",
     "*.terraform.lock.hcl *.terraformrc *.tf *.tf.json *.tfrc *.tfvars *.tfvars.json "
     "terraform.rc"},
    {"toml", "*.toml Cargo.lock"},
    {"ts", "*.cts *.mts *.ts *.tsx"},
    {"txt", "*.txt"},
    {"typescript", "*.cts *.mts *.ts *.tsx"},
    {"vim", "*.vim .gvimrc .vimrc _gvimrc _vimrc gvimrc vimrc"},
    {"vue", "*.vue"},
    {"xml", "*.dtd *.rng *.sch *.xhtml *.xjb *.xml *.xml.dist *.xsd *.xsl *.xslt"},
    {"yaml", "*.yaml *.yml"},
    {"zig", "*.zig"},
    {"zsh", "*.zsh .zlogin .zlogout .zprofile .zshenv .zshrc zlogin zlogout zprofile zshenv zshrc"},
};

std::vector<std::string> globs_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const auto blank = std::min(text.find(' '), text.size());
    out.emplace_back(text.substr(0, blank));
    text.remove_prefix(std::min(blank + 1, text.size()));
  }
  return out;
}

}  // namespace

std::vector<std::pair<std::string, std::vector<std::string>>> text_file_types() {
  std::vector<std::pair<std::string, std::vector<std::string>>> out;
  for (const FileType& type : kFileTypes) out.emplace_back(type.name, globs_of(type.globs));
  return out;
}

}  // namespace codeweaver::inline v0_1
