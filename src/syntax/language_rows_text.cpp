// Language table, family: languages without a grammar: text chunks. One row a language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language_rows.hpp"

namespace codeweaver::syntax {

namespace {

constexpr LanguageRow kTextRows[] = {
    {"text", "Plain text", "docs", "txt plaintext plain", "txt text",
     "readme license licence copying authors contributors changelog changes news todo install "
     "notice maintainers codeowners version",
     ""},
    {"restructuredtext", "reStructuredText", "docs", "rst", "rst rest", "", ""},
    {"asciidoc", "AsciiDoc", "docs", "adoc", "adoc asciidoc", "", ""},
    {"latex", "LaTeX", "docs", "tex", "tex sty cls ltx bib", "", ""},
    {"org", "Org", "docs", "orgmode", "org", "", ""},
    {"texinfo", "Texinfo", "docs", "texi", "texi texinfo", "", ""},
    {"man", "Manual page", "docs", "roff troff groff", "man mdoc", "", ""},
    {"csv", "CSV", "data", "tsv", "csv tsv psv", "", ""},
    {"ini", "INI", "config", "conf cfg",
     "ini cfg conf cnf inf desktop service socket timer editorconfig gitconfig",
     ".editorconfig .gitconfig .gitmodules .npmrc .pylintrc .flake8 .coveragerc .condarc", ""},
    {"properties", "Properties", "config", "dotenv env", "properties env envrc", ".env .envrc", ""},
    {"ignore", "Ignore list", "config", "gitignore", "gitignore dockerignore",
     ".gitignore .dockerignore .npmignore .eslintignore .prettierignore .gitattributes .ignore "
     ".codeweaverignore",
     ""},
    {"diff", "Diff", "data", "patch", "diff patch", "", ""},
    {"gomod", "Go module", "config", "go.mod", "mod", "go.mod go.work go.sum", ""},
    {"meson", "Meson", "config", "", "build wrap", "meson.build meson_options.txt meson.options",
     ""},
    {"autotools", "Autotools", "config", "autoconf m4", "ac m4 am", "configure.ac configure.in",
     ""},
    {"erlang", "Erlang", "code", "erl", "erl hrl escript", "rebar.config", "escript"},
    {"clojure", "Clojure", "code", "clj", "clj cljs cljc edn", "", "clojure bb"},
    {"commonlisp", "Common Lisp", "code", "lisp cl", "lisp lsp cl asd", "", "sbcl clisp"},
    {"emacslisp", "Emacs Lisp", "code", "elisp", "el", ".emacs", ""},
    {"scheme", "Scheme", "code", "racket scm", "scm ss rkt sld sls", "", "guile racket"},
    {"fsharp", "F#", "code", "f# fs", "fs fsi fsx", "", ""},
    {"visualbasic", "Visual Basic", "code", "vb vbnet vba", "vb bas vbs", "", ""},
    {"fortran", "Fortran", "code", "f90", "f for f77 f90 f95 f03 f08 ftn", "", ""},
    {"pascal", "Pascal", "code", "delphi objectpascal", "pas dpr lpr pp", "", "instantfpc"},
    {"ada", "Ada", "code", "", "adb ads ada gpr", "", ""},
    {"d", "D", "code", "dlang", "d di", "", "rdmd"},
    {"nim", "Nim", "code", "", "nim nims nimble", "", ""},
    {"crystal", "Crystal", "code", "cr", "cr", "", "crystal"},
    {"gleam", "Gleam", "code", "", "gleam", "", ""},
    {"elm", "Elm", "code", "", "elm", "", ""},
    {"purescript", "PureScript", "code", "purs", "purs", "", ""},
    {"reason", "Reason", "code", "rescript", "re rei res resi", "", ""},
    {"v", "V", "code", "vlang", "vsh", "v.mod", ""},
    {"verilog", "Verilog", "code", "systemverilog sv", "v vh sv svh", "", ""},
    {"vhdl", "VHDL", "code", "", "vhd vhdl", "", ""},
    {"assembly", "Assembly", "code", "asm nasm gas", "s asm nasm", "", ""},
    {"glsl", "Shading language", "code", "hlsl wgsl metal",
     "glsl vert frag geom comp hlsl wgsl metal shader", "", ""},
    {"matlab", "MATLAB", "code", "octave", "mlx", "", "octave"},
    {"prolog", "Prolog", "code", "", "prolog", "", "swipl"},
    {"tcl", "Tcl", "code", "", "tcl exp", "", "tclsh wish expect"},
    {"awk", "AWK", "code", "gawk", "awk gawk", "", "awk gawk mawk"},
    {"fish", "fish", "code", "", "fish", "", "fish"},
    {"batch", "Batch", "code", "bat cmd", "bat cmd", "", ""},
    {"vim", "Vim script", "code", "vimscript viml", "vim", ".vimrc _vimrc", "vim"},
    {"coffeescript", "CoffeeScript", "code", "coffee", "coffee litcoffee", "cakefile", "coffee"},
    {"haxe", "Haxe", "code", "", "hx", "", ""},
    {"gdscript", "GDScript", "code", "godot", "gd", "", ""},
    {"smalltalk", "Smalltalk", "code", "", "st", "", ""},
    {"cobol", "COBOL", "code", "", "cob cbl cpy", "", ""},
    {"just", "Just", "config", "justfile", "just", "justfile", "just"},
    {"bitbake", "BitBake", "config", "", "bb bbappend bbclass", "", ""},
    {"thrift", "Thrift", "data", "", "thrift", "", ""},
    {"capnp", "Cap'n Proto", "data", "", "capnp", "", ""},
    {"flatbuffers", "FlatBuffers", "data", "", "fbs", "", ""},
    {"prisma", "Prisma", "data", "", "prisma", "", ""},
    {"cue", "CUE", "config", "", "cue", "", ""},
    {"dhall", "Dhall", "config", "", "dhall", "", ""},
    {"jsonnet", "Jsonnet", "config", "", "jsonnet libsonnet", "", ""},
    {"rego", "Rego", "code", "opa", "rego", "", ""},
    {"bicep", "Bicep", "config", "", "bicep", "", ""},
    {"gherkin", "Gherkin", "docs", "cucumber", "feature", "", ""},
    {"graphviz", "Graphviz", "docs", "dot", "dot gv", "", ""},
    {"mermaid", "Mermaid", "docs", "", "mmd mermaid", "", ""},
    {"plantuml", "PlantUML", "docs", "puml", "puml plantuml", "", ""},
    {"less", "Less", "markup", "", "less", "", ""},
    {"sass", "Sass", "markup", "", "sass styl", "", ""},
    {"pug", "Pug", "markup", "jade", "pug jade haml slim", "", ""},
    {"erb", "Embedded template", "markup", "ejs jinja jinja2 handlebars mustache liquid twig",
     "erb ejs eex heex leex hbs handlebars mustache njk liquid twig jinja jinja2 j2", "", ""},
    {"astro", "Astro", "markup", "", "astro", "", ""},
    {"razor", "Razor", "markup", "cshtml", "cshtml razor", "", ""},
    {"jupyter", "Jupyter notebook", "docs", "ipynb", "ipynb", "", ""},
    {"po", "Gettext", "data", "gettext", "po pot", "", ""},
};

}  // namespace

std::span<const LanguageRow> rows_text() noexcept {
  return kTextRows;
}

}  // namespace codeweaver::syntax
