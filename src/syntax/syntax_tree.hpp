// Parsing: source text to a syntax tree for chunkers, and to its definitions.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codeweaver/result.hpp"
#include "codeweaver/semantic.hpp"
#include "syntax/budget.hpp"
#include "syntax/language.hpp"

namespace codeweaver::syntax {

/// A half-open range of byte offsets into the source text.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t size() const noexcept { return end - begin; }
  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// A node of the tree, by value. Valid as long as its SyntaxTree.
struct Node {
  ByteRange range;
  std::uint16_t symbol = 0;  ///< grammar symbol, for name()
  bool is_named = false;
  bool is_error = false;  ///< ERROR or MISSING
  bool is_comment = false;
  std::array<std::uintptr_t, 4> handle{};  // a TSNode; opaque
};

/// A definition in a file.
struct Definition {
  /// Which part of the file belongs to it.
  enum class Extent : std::uint8_t {
    kNode,  ///< its node
    kOpen,  ///< everything up to the next definition that it does not enclose: page heading
    kFile,  ///< the whole file: page title
  };
  ByteRange range;             ///< with its doc comment, attributes and wrappers (export, template)
  ByteRange node;              ///< the defining node alone
  ByteRange signature;         ///< node start to before the body; empty: the name says it all
  std::string name;            ///< "validate"
  std::string qualified_name;  ///< "UserAuth.validate", with the language's separator
  std::string_view kind;       ///< "function", "class", "method", ...; static storage
  SemanticClass semantic_class = SemanticClass::kDefinitionData;
  std::string doc;           ///< doc comment without its comment markers; may be empty
  std::int32_t parent = -1;  ///< index of the enclosing definition; -1: top level
  std::uint32_t line = 1;    ///< of the defining node, 1-based
  Extent extent = Extent::kNode;
};

/// A small definition, found by name only: a field, an enumerator, a further name in a declaration.
/// Members do not delimit or name chunks.
struct Member {
  ByteRange node;              ///< the defining node
  std::string name;            ///< "kRed"
  std::string qualified_name;  ///< "Color::kRed"
  std::string_view kind;       ///< "field", "enumerator", "variant", ...; static storage
};

/// A name that the file uses.
struct Reference {
  enum class Kind : std::uint8_t { kCall, kImport, kType };
  std::string name;  ///< last identifier of a call or type; whole text of an import
  Kind kind = Kind::kCall;
  std::uint32_t offset = 0;
};

/// Limits that keep a hostile file cheap. Beyond them the caller uses text chunks.
struct ParseLimits {
  std::uint32_t max_bytes = 1U << 20;        ///< larger texts are not parsed
  std::uint32_t max_line_bytes = 10 * 1024;  ///< longer: minified code or data (check_shape)
  std::uint32_t max_bracket_depth = 2000;
  /// CPU time and memory for all work on one text: parsing, definitions and chunking. Optional work
  /// (second parses, embedded texts) leaves a reserve.
  std::chrono::milliseconds budget{2000};
  std::uint64_t max_memory = 256U << 20;
};

/// One parsed source text. Owns its tree, not the text. Thread safety: const members may be called
/// concurrently; each thread parses its own text.
class SyntaxTree {
 public:
  /// `text` must outlive the tree. Embedded languages (script and style in HTML, Vue and Svelte,
  /// code fences in Markdown) are also parsed, and their definitions are merged. No error is fatal
  /// to indexing. Errors:
  /// - kUnsupported "NO_GRAMMAR"
  /// - kInvalidArgument "FILE_TOO_LARGE", "LINE_TOO_LONG", "NESTING_TOO_DEEP", "BINARY_CONTENT"
  /// - kCancelled "PARSE_TIMEOUT", "PARSE_MEMORY", "SCANNER_STATE", "SCANNER_STUCK"
  static Result<SyntaxTree> parse(std::string_view text, LanguageIndex language,
                                  const ParseLimits& limits = {});
  SyntaxTree(SyntaxTree&&) noexcept;
  SyntaxTree& operator=(SyntaxTree&&) noexcept;
  ~SyntaxTree();

  Node root() const noexcept;
  /// Replaces `out` with all children of `node`, named and anonymous, in source order. A leaf with
  /// an embedded text has one child: the root of that text's tree.
  void children(const Node& node, std::vector<Node>& out) const;
  /// Replaces `out` with the named children of `node` that are not comments, in source order.
  /// Without the root of an embedded text.
  void named_children(const Node& node, std::vector<Node>& out) const;
  /// The child with a name of the grammar ("receiver"); nullopt: none.
  std::optional<Node> child(const Node& node, std::string_view field) const;
  /// Replaces `out` with all children that have this name of the grammar.
  void children(const Node& node, std::string_view field, std::vector<Node>& out) const;
  /// Zero-based row of the start of a node, and its column in bytes.
  std::pair<std::uint32_t, std::uint32_t> start(const Node& node) const noexcept;
  /// Zero-based row of the end of a node.
  std::uint32_t end_row(const Node& node) const noexcept;
  /// The grammar's name of the node's type ("function_definition"). Static storage.
  std::string_view name(const Node& node) const noexcept;

  /// In source order of their nodes. Parents come before their members.
  const std::vector<Definition>& definitions() const noexcept;
  /// In source order.
  const std::vector<Member>& members() const noexcept;
  const std::vector<Reference>& references() const noexcept;
  /// Share of bytes under ERROR nodes, in [0, 1].
  double error_ratio() const noexcept;
  LanguageIndex language() const noexcept;
  /// The remaining budget for work on the tree. Use it only on the thread that parsed.
  Budget& budget() const noexcept;

 private:
  struct Impl;
  explicit SyntaxTree(std::unique_ptr<Impl> impl) noexcept;
  std::unique_ptr<Impl> impl_;
};

}  // namespace codeweaver::syntax
