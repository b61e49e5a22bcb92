// A language's row compiled against its grammar: the meaning of each grammar symbol.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "syntax/kinds.hpp"
#include "syntax/language.hpp"
#include "syntax/rewriting.hpp"

namespace codeweaver::syntax {

/// A set of grammar symbols. One name often has several.
using Symbols = std::vector<TSSymbol>;

/// Languages with names that need more than a path (name_hooks.cpp).
enum class Hook : std::uint8_t {
  kElixir,      ///< calls of def, defmodule, ...
  kObjc,        ///< selector of a method
  kHcl,         ///< block type and labels
  kSection,     ///< heading of a Markdown section
  kStage,       ///< name or image of a FROM
  kMlValue,     ///< OCaml value or operator
  kHaskell,     ///< function or infix operator
  kTestMacro,   ///< TEST(Suite, Name) { ... } of C++ test frameworks
  kTestCall,    ///< describe("...", ...), it("...", ...), test "..." do
  kBinding,     ///< OCaml: the first of `let f = ... and g = ...`
  kMaker,       ///< constructors of Dart: their last name
  kTrait,       ///< Groovy: a trait, which its grammar reads as a class
  kAttribute,   ///< Ruby: attr_reader :a, :b; alias_method :a, :b
  kDefineCall,  ///< define_method(:a) { }, define("A", 1)
  kConstants,   ///< Perl: use constant A => 1; use constant { A => 1, B => 2 }
  kRClass,      ///< Name <- R6Class(...), setRefClass(...), ggproto(...)
  kRCall,       ///< setClass("Name"), setMethod("name", ...), test_that("title", ...)
  kRFields,     ///< fields and slots listed in an R class
};

/// One step from a node towards the node with its name.
struct Step {
  enum class Kind : std::uint8_t {
    kField,     ///< `name`: child in that field
    kChild,     ///< `#type`: first named child of that type
    kFirst,     ///< `@`: first named child
    kFollow,    ///< `*field`: follow the field as often as possible (C declarators)
    kHook,      ///< `%hook`: code decides
    kConstant,  ///< `=text`: exactly this name
  };
  Kind kind = Kind::kField;
  TSFieldId field = 0;
  Symbols symbols{};
  Hook hook{};
  std::string_view text{};
};

/// A condition besides the node's type.
struct Condition {
  enum class Kind : std::uint8_t {
    kTop,       ///< `top`: outside functions, with a plain name
    kBody,      ///< `body`: has a body
    kFunction,  ///< `fn`: the path passed a function declarator
    kValue,     ///< `val`: its value is a function or class
    kCall,      ///< `call`: its first child is a call
    kDepth2,    ///< `depth2`: at most one enclosing definition, and not in a list of data
    kChild,     ///< `#type` or `'token'`: has this direct child
    kNoChild,   ///< `!'token'`: does not have it
    kMember,    ///< `member`: directly in a class or similar
    kNamedBy,   ///< `=#type`: its name is a node of this type
    kAnd,       ///< `and`: the preceding word is `and`
  };
  Kind kind = Kind::kTop;
  Symbols symbols{};
};

/// `node_type[:path]=kind[?condition[&condition]]`.
struct DefinitionRule {
  std::vector<Step> path;  ///< empty: field `name`, else the first child that looks like a name
  const Kind* kind = nullptr;
  std::vector<Condition> conditions{};  ///< all must hold
};

/// Marks of a symbol; 0: nothing to do at such a node.
enum SymbolFlag : std::uint16_t {
  kDefines = 1,
  kPackage = 2,
  kImport = 4,
  kCall = 8,
  kType = 16,
  kComment = 32,
  kDecorator = 64,
  kNameLike = 128,
  kBody = 256,
  kFunctionValue = 512,
  kTransparent = 1024,  ///< may appear next to a definition in a wrapper
  kListLike = 2048,     ///< a body or a list: never a wrapper
  kFunctionDeclarator = 4096,
  kEmbedded = 8192,   ///< may hold a text in another language
  kSequence = 16384,  ///< elements of a list of data
  kMember = 32768,    ///< may define names that are found by name only
  kInteresting = kDefines | kMember | kPackage | kImport | kCall | kType | kEmbedded,
};

/// Immutable; shared by all threads.
struct Rules {
  const TSLanguage* grammar = nullptr;
  LanguageIndex language = 0;
  std::string_view separator;
  std::vector<DefinitionRule> definitions;
  std::vector<Step> calls;
  std::vector<std::string_view> import_calls;  ///< functions that import when called
  bool has_docstrings = false;                 ///< Python: first string of the body
  bool has_strings_before = false;             ///< Julia: a string before the definition
  bool has_doc_attributes = false;             ///< Elixir: @doc, @moduledoc
  bool has_macros = false;                     ///< C family: blank macros when the parse fails
  bool is_guarded = false;                     ///< scans that hang are skipped (scanner_guard.hpp)
  bool has_dashes = false;                     ///< identifiers may have dashes
  bool is_prose = false;                       ///< brackets need not match
  bool has_routines = false;                   ///< SQL: procedures that the grammar cannot read
  bool has_front_matter = false;               ///< Markdown: a title before the text
  bool has_headings = false;                   ///< HTML: sections by heading (html_sections.hpp)
  bool merges_clauses = false;                 ///< neighbours of one name are one definition
  const Rewrite* rewrite = nullptr;  ///< for constructs that the grammar cannot read; null: none

  TSFieldId body = 0, name = 0, value = 0, right = 0, rhs = 0, receiver = 0;
  std::unordered_map<std::string_view, TSFieldId> fields;  ///< of the grammar, by name

  std::uint16_t flags(TSSymbol symbol) const noexcept {
    return symbol < symbol_flags.size() ? symbol_flags[symbol] : std::uint16_t{0};
  }
  /// The field with this name; 0: the grammar has none.
  TSFieldId field(std::string_view field_name) const noexcept {
    const auto at = fields.find(field_name);
    return at == fields.end() ? TSFieldId{0} : at->second;
  }
  /// Rules of a node type, in the order of the row: indexes into `definitions`.
  std::span<const std::uint16_t> rules_of(TSSymbol symbol) const noexcept;
  /// Like rules_of(), for members.
  std::span<const std::uint16_t> members_of(TSSymbol symbol) const noexcept;
  /// Path to the called name; null: not a call.
  const Step* call_of(TSSymbol symbol) const noexcept;

  std::vector<std::uint16_t> symbol_flags;
  std::vector<std::vector<std::uint16_t>> symbol_rules;
  std::vector<std::vector<std::uint16_t>> symbol_members;
  std::vector<std::int16_t> symbol_calls;  ///< index into `calls`; -1: none
  std::vector<std::string> problems;       ///< names in the row that the grammar does not have
};

/// The rules of a language, compiled at first use; null: it has no grammar in this build.
/// Thread safety: may be called concurrently.
const Rules* rules_of(LanguageIndex language);

}  // namespace codeweaver::syntax
