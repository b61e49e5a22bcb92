// Chunker: interface for cutting files into chunks; and the built-in implementations.
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

/// Identifies a chunker. The index records it with each text that it cut. If the project gets
/// another chunker, the next run cuts these texts again.
struct ChunkerInfo {
  /// The chunk strategy in namespaces and audits: up to 100 letters, digits, '.', '_' and '-'. Must
  /// not be "ast" or "simple_file_chunks".
  std::string name{};
  std::string version{};  ///< must change with the behaviour and the configuration of the chunker
  friend bool operator==(const ChunkerInfo&, const ChunkerInfo&) = default;
};

/// A file to cut. Views stay valid during the call.
struct FileText {
  std::string_view path;      ///< relative to the project, '/' separated; only for messages
  std::string_view language;  ///< language id; "text" for plain text
  std::string_view text;      ///< UTF-8
};

/// One piece of a file. A field is empty if its value is unknown.
struct FilePiece {
  std::size_t begin = 0, end = 0;  ///< byte range of the text; must not split a character
  SemanticClass semantic_class = SemanticClass::kDefinitionData;
  ChunkSource source = ChunkSource::kTextBlock;
  bool is_part = false;                   ///< a part of a larger definition
  std::string symbol{};                   ///< qualified name of its definition
  std::string kind{};                     ///< kind of the definition: "function", "class", ...
  std::string doc{};                      ///< doc comment of the definition
  std::string context{};                  ///< enclosing signatures and headings; one a line
  std::vector<std::string> defines{};     ///< qualified names, including `symbol`
  std::vector<std::string> references{};  ///< names that it uses
};

/// A definition, for search by name.
struct FileSymbol {
  std::string name{}, qualified_name{}, kind{};
  Span lines{};  ///< lines of the file
};

/// The pieces of a file.
struct CutFile {
  /// Ordered by `begin`. Pieces may overlap; their total size is at most 16 times that of the text.
  /// Searches do not find text outside all pieces. Blank pieces are dropped.
  std::vector<FilePiece> pieces{};
  std::vector<FileSymbol> symbols{};    ///< empty: derived from the names of the pieces
  std::vector<std::string> warnings{};  ///< for the report of the run; need not name the path
};

/// Cuts files into pieces. IndexOptions::chunker selects the chunker of an index. It receives all
/// files of the folder, and can pass some of them to a built-in chunker.
/// - The library counts lines and tokens itself. It masks secrets before the call.
/// - Pieces must depend only on the text and the language, not on the path, because files with the
///   same text are cut only once.
/// - The library checks the result. A file is not indexed after an error, an exception, a piece
///   outside the text, or a name that is not UTF-8. The report then has the reason
///   "chunker_failed". The run continues, and a later run tries the file again.
///
/// Ownership: shared with the indexers that use it. Thread safety: the threads of a run call const
/// members concurrently.
class Chunker {
 public:
  virtual ~Chunker() = default;
  virtual const ChunkerInfo& info() const noexcept = 0;
  /// Errors: any reason why this file cannot be cut.
  virtual Result<CutFile> cut(const FileText& file) const = 0;
};

/// Sizes in tokens; see IndexOptions.
struct ChunkSizes {
  std::uint32_t target = 500, min = 200, max = 800, hard_limit = 4000;
  double text_overlap = 0.10;  ///< share of a text chunk that the next one repeats
};

/// Cuts by syntax if the language has a grammar, else by lines, as the strategy "ast" does. `name`
/// becomes ChunkerInfo::name.
std::shared_ptr<const Chunker> make_syntax_chunker(std::string name, const ChunkSizes& sizes = {});
/// Cuts all languages by lines, as the strategy "simple_file_chunks" does.
std::shared_ptr<const Chunker> make_line_chunker(std::string name, const ChunkSizes& sizes = {});

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_CHUNKER_HPP_
