// Chunker: cuts a file into the pieces that are indexed; the interface and the built-in ones.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_CHUNKER_HPP_
#define CODEWEAVER_CHUNKER_HPP_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/export.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/types.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

/// What identifies a chunker; stored with every content it cut, which another one cuts again.
struct ChunkerInfo {
  /// The chunk strategy of what it cuts, as namespaces and audits show it: up to 100 letters,
  /// digits, '.', '_' and '-'; neither "ast" nor "simple_file_chunks".
  std::string name{};
  std::string version{};  ///< of what it does, and of all that it was configured with
  friend bool operator==(const ChunkerInfo&, const ChunkerInfo&) = default;
};

/// A file to be cut. Views stay valid for the call.
struct FileText {
  std::string_view path;      ///< relative to the project, '/' separated; for messages alone
  std::string_view language;  ///< id of the language table; "text" for plain text
  std::string_view text;      ///< UTF-8
};

/// One piece of a file. What is left empty is not known.
struct FilePiece {
  std::size_t begin = 0, end = 0;  ///< bytes of the text, on whole characters
  SemanticClass semantic_class = SemanticClass::kDefinitionData;
  ChunkSource source = ChunkSource::kTextBlock;
  bool is_part = false;                ///< a piece of a larger definition
  std::string symbol{};                ///< qualified name of what it defines
  std::string kind{};                  ///< of that: "function", "class", ...
  std::string doc{};                   ///< its doc comment
  std::string context{};               ///< what stands around it: signatures, headings; one a line
  std::vector<std::string> defines{};  ///< qualified names, `symbol` among them
  std::vector<std::string> references{};  ///< names that it uses
};

/// A definition, for look-up by name.
struct FileSymbol {
  std::string name{}, qualified_name{}, kind{};
  Span lines{};  ///< of the file
};

/// A file in pieces.
struct CutFile {
  /// In order of `begin`; may overlap, all in all up to 16 times the text, and leave out what
  /// nobody searches. Blank ones are dropped.
  std::vector<FilePiece> pieces{};
  std::vector<FileSymbol> symbols{};    ///< empty: those that the pieces name
  std::vector<std::string> warnings{};  ///< for the report of the run, without the path
};

/// Cuts files. IndexOptions::chunker takes one; all files of the folder go through it, so what it
/// has no opinion about it hands to a built-in one. Lines and tokens are counted for it, and
/// secrets are masked before it sees them.
/// The same text of the same language must give the same pieces, whatever the path: files that are
/// equal are cut once.
/// What it returns is checked. An error, an exception, a piece outside the text, names that are no
/// UTF-8: that file is not indexed, the report says why ("chunker_failed"), and the run goes on. A
/// later run tries it again.
/// Ownership: shared with the indexers that use it. Thread safety: const members are called
/// concurrently, from the threads of a run.
class Chunker {
 public:
  virtual ~Chunker() = default;
  virtual const ChunkerInfo& info() const noexcept = 0;
  /// Errors: whatever keeps it from cutting this file.
  virtual Result<CutFile> cut(const FileText& file) const = 0;
};

/// Sizes in tokens, as IndexOptions has them.
struct ChunkSizes {
  std::uint32_t target = 500, min = 200, max = 800, hard_limit = 4000;
  double text_overlap = 0.10;  ///< share of a text chunk repeated in the next
};

/// By syntax where the language has a grammar, else by lines: what "ast" does. `name`: of its info.
std::shared_ptr<const Chunker> make_syntax_chunker(std::string name, const ChunkSizes& sizes = {});
/// Runs of lines, whatever the language: what "simple_file_chunks" does.
std::shared_ptr<const Chunker> make_line_chunker(std::string name, const ChunkSizes& sizes = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_CHUNKER_HPP_
