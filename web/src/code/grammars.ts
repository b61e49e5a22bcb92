// Grammars for syntax colours, by the language names of the index.
// SPDX-License-Identifier: MIT OR Apache-2.0
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import clojure from "highlight.js/lib/languages/clojure";
import cmake from "highlight.js/lib/languages/cmake";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import dart from "highlight.js/lib/languages/dart";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import elixir from "highlight.js/lib/languages/elixir";
import erlang from "highlight.js/lib/languages/erlang";
import fsharp from "highlight.js/lib/languages/fsharp";
import go from "highlight.js/lib/languages/go";
import graphql from "highlight.js/lib/languages/graphql";
import groovy from "highlight.js/lib/languages/groovy";
import haskell from "highlight.js/lib/languages/haskell";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import julia from "highlight.js/lib/languages/julia";
import kotlin from "highlight.js/lib/languages/kotlin";
import less from "highlight.js/lib/languages/less";
import lisp from "highlight.js/lib/languages/lisp";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import nix from "highlight.js/lib/languages/nix";
import objectivec from "highlight.js/lib/languages/objectivec";
import ocaml from "highlight.js/lib/languages/ocaml";
import perl from "highlight.js/lib/languages/perl";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import properties from "highlight.js/lib/languages/properties";
import protobuf from "highlight.js/lib/languages/protobuf";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scala from "highlight.js/lib/languages/scala";
import scheme from "highlight.js/lib/languages/scheme";
import scss from "highlight.js/lib/languages/scss";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import vim from "highlight.js/lib/languages/vim";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";
import type { Grammars } from "./highlight";

const all = createLowlight({
  bash, c, clojure, cmake, cpp, csharp, css, dart, diff, dockerfile, elixir, erlang, fsharp, go, graphql,
  groovy, haskell, ini, java, javascript, json, julia, kotlin, less, lisp, lua, makefile, markdown, nix,
  objectivec, ocaml, perl, php, powershell, properties, protobuf, python, r, ruby, rust, scala, scheme, scss,
  sql, swift, typescript, vim, xml, yaml,
});

/** Language names that differ from the grammar's name, and similar grammars for languages without a grammar. */
const NAMES: Record<string, string> = {
  containerfile: "dockerfile",
  emacslisp: "lisp",
  commonlisp: "lisp",
  gomod: "go",
  hcl: "ini",
  html: "xml",
  svelte: "xml",
  vue: "xml",
  erb: "xml",
  astro: "xml",
  jupyter: "json",
  just: "makefile",
  make: "makefile",
  objc: "objectivec",
  ocaml_interface: "ocaml",
  proto: "protobuf",
  sass: "scss",
  solidity: "javascript",
  starlark: "python",
  toml: "ini",
  tsx: "typescript",
  zig: "rust",
};
const grammarOf = (language: string) => NAMES[language] ?? language;

export const grammars: Grammars = {
  knows: (language) => all.registered(grammarOf(language)),
  highlight: (language, text) => all.highlight(grammarOf(language), text),
};
