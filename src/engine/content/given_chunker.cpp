// Custom chunkers: checks them and their results.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/given_chunker.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/utf8.hpp"
#include "chunk/line_index.hpp"
#include "codeweaver/namespace_key.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::string_view kBuiltIn[] = {"ast", "simple_file_chunks"};

constexpr std::size_t kMostCover = 16;  // limit of the pieces' total size, in sizes of the text
constexpr std::size_t kMostNameBytes = 1 << 20;  // for a piece: everything except its text
constexpr std::size_t kMostWarnings = 10, kMostWarningBytes = 1000;

std::string context_of(const Chunker& chunker, const FileText& file) {
  return "cutting '" + std::string(file.path) + "' with chunker '" + chunker.info().name + "'";
}

/// True if a character starts at the byte, or the text ends there.
bool is_character_edge(std::string_view text, std::size_t at) {
  return at == text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
}

/// Finds faults of texts; empty: none.
class NameCheck {
 public:
  void add(std::string_view text) {
    bytes_ += text.size();
    is_utf8_ = is_utf8_ && bytes_ <= kMostNameBytes && base::is_utf8(text);
  }
  void add(const std::vector<std::string>& texts) {
    for (const auto& text : texts) add(text);
  }
  std::string fault() const {
    if (bytes_ > kMostNameBytes) return "has more than 1 MiB of names";
    return is_utf8_ ? "" : "has a name that is not UTF-8";
  }

 private:
  std::size_t bytes_ = 0;
  bool is_utf8_ = true;
};

/// The fault of a piece; empty: none.
std::string fault_of(const FilePiece& piece, std::size_t before, std::string_view text) {
  if (piece.begin >= piece.end || piece.end > text.size()) return "is outside the text";
  if (!is_character_edge(text, piece.begin) || !is_character_edge(text, piece.end))
    return "splits a character";
  if (piece.begin < before) return "begins before the previous piece";
  if (static_cast<std::size_t>(piece.semantic_class) >= kSemanticClassCount ||
      piece.source > ChunkSource::kAstNode)
    return "has an unknown class";
  NameCheck names;
  for (const std::string_view text_of : {piece.symbol, piece.kind, piece.doc, piece.context})
    names.add(text_of);
  names.add(piece.defines);
  names.add(piece.references);
  return names.fault();
}

/// The fault of a symbol in a text of `lines` lines.
std::string fault_of(const FileSymbol& symbol, std::uint32_t lines) {
  if (symbol.name.empty()) return "has no name";
  if (symbol.lines.start_line < 1 || symbol.lines.start_line > symbol.lines.end_line ||
      symbol.lines.end_line > lines)
    return "is outside the text";
  NameCheck names;
  for (const std::string_view name : {symbol.name, symbol.qualified_name, symbol.kind})
    names.add(name);
  return names.fault();
}

/// The first fault of a result; empty: none.
std::string fault_of(const CutFile& cut, const chunk::LineIndex& lines) {
  std::size_t before = 0, covered = 0;
  for (const auto& piece : cut.pieces) {
    if (const auto fault = fault_of(piece, before, lines.text()); !fault.empty())
      return "The piece of bytes " + std::to_string(piece.begin) + " to " +
             std::to_string(piece.end) + " of " + std::to_string(lines.size()) + ' ' + fault;
    before = piece.begin;
    covered += piece.end - piece.begin;
    if (covered > kMostCover * lines.size())
      return "The pieces cover the text more than " + std::to_string(kMostCover) + " times";
  }
  if (cut.symbols.size() > lines.size()) return "There are more symbols than bytes";
  for (const auto& symbol : cut.symbols)
    if (const auto fault = fault_of(symbol, lines.line_count()); !fault.empty())
      return "The symbol of lines " + std::to_string(symbol.lines.start_line) + " to " +
             std::to_string(symbol.lines.end_line) + ' ' + fault;
  return {};
}

/// The first few warnings of a chunker, limited for reports.
std::vector<std::string> warnings_of(std::vector<std::string>&& given) {
  std::vector<std::string> out;
  for (const auto& text : given)
    if (out.size() < kMostWarnings && base::is_utf8(text))
      out.emplace_back(base::utf8_prefix(text, kMostWarningBytes));
  return out;
}

chunk::Piece to_piece(FilePiece&& given, syntax::ByteRange range, const chunk::LineIndex& lines) {
  chunk::Piece out;
  out.range = range;
  out.lines = lines.span_of(range);
  out.source = given.source;
  out.semantic_class = given.semantic_class;
  out.symbol = std::move(given.symbol);
  out.kind = std::move(given.kind);
  out.doc = std::move(given.doc);
  out.context = std::move(given.context);
  out.is_part = given.is_part;
  out.tokens = lines.tokens(range);
  out.defines = std::move(given.defines);
  out.references = std::move(given.references);
  return out;
}

/// "Auth::login" and "Auth.login" end in "login".
std::string last_name(const std::string& qualified) {
  const auto at = qualified.find_last_of(".:/#");
  return at == std::string::npos ? qualified : qualified.substr(at + 1);
}

/// The piece with the first line of a definition: the last one that begins at or before it.
std::uint32_t piece_of(const std::vector<chunk::Piece>& pieces, std::uint32_t line) {
  const auto after = std::ranges::upper_bound(
      pieces, line, {}, [](const chunk::Piece& piece) { return piece.lines.start_line; });
  return after == pieces.begin() ? 0 : static_cast<std::uint32_t>(after - pieces.begin() - 1);
}

void add_symbols(std::vector<FileSymbol>&& given, chunk::ChunkedText& out) {
  if (out.pieces.empty()) return;
  for (auto& symbol : given) {
    if (symbol.qualified_name.empty()) symbol.qualified_name = symbol.name;
    out.symbols.push_back({std::move(symbol.name), std::move(symbol.qualified_name),
                           std::move(symbol.kind), symbol.lines,
                           piece_of(out.pieces, symbol.lines.start_line)});
  }
  if (!given.empty()) return;
  for (std::uint32_t i = 0; i < out.pieces.size(); ++i)
    if (const auto& piece = out.pieces[i]; !piece.symbol.empty() && !piece.is_part)
      out.symbols.push_back({last_name(piece.symbol), piece.symbol, piece.kind, piece.lines, i});
}

Result<CutFile> call(const Chunker& chunker, const FileText& file) {
  const auto failed = [](const char* what) {
    return Error{ErrorCategory::kInternal, "CHUNKER_FAILED",
                 std::string("The chunker threw: ") + what, "", "Fix the chunker."};
  };
  try {
    return chunker.cut(file);
  } catch (const std::exception& thrown) {
    return failed(thrown.what());
  } catch (...) {
    return failed("an exception that is not a std::exception");
  }
}

/// Adds one warning for all pieces above the limit.
void warn_of_large(const Chunker& chunker, std::uint32_t hard_limit, chunk::ChunkedText& out) {
  const auto is_large = [&](const chunk::Piece& piece) { return piece.tokens > hard_limit; };
  const auto first = std::ranges::find_if(out.pieces, is_large);
  if (first == out.pieces.end()) return;
  const auto count = std::count_if(first, out.pieces.end(), is_large);
  out.warnings.push_back("Pieces of chunker '" + chunker.info().name + "' above " +
                         std::to_string(hard_limit) + " tokens: " + std::to_string(count) +
                         ", the first at line " + std::to_string(first->lines.start_line));
}

}  // namespace

std::string chunk_strategy_of(const IndexOptions& options) {
  return options.chunker ? options.chunker->info().name
                         : std::string(to_string(options.chunk_strategy));
}

Result<void> check_chunker(const IndexOptions& options) {
  if (!options.chunker) return {};
  const auto& name = options.chunker->info().name;
  if (is_key_part(name) && std::ranges::find(kBuiltIn, name) == std::end(kBuiltIn)) return {};
  return Error{ErrorCategory::kInvalidArgument, "INVALID_CHUNKER",
               "A chunker cannot be named '" + name + "'", "checking the chunker",
               "Give it another name. " + std::string(kKeyPartRule)};
}

Result<chunk::ChunkedText> cut_with(const Chunker& chunker, const FileText& file,
                                    std::uint32_t hard_limit) {
  auto cut = call(chunker, file);
  if (!cut) {
    auto error = std::move(cut).error();
    if (error.context.empty()) error.context = context_of(chunker, file);
    return error;
  }
  const chunk::LineIndex lines(file.text);
  chunk::ChunkedText out;
  if (auto fault = fault_of(*cut, lines); !fault.empty())
    return Error{ErrorCategory::kInvalidArgument, "INVALID_PIECES", std::move(fault),
                 context_of(chunker, file), "Fix the chunker."};
  out.warnings = warnings_of(std::move(cut->warnings));
  for (auto& piece : cut->pieces) {
    const syntax::ByteRange range{static_cast<std::uint32_t>(piece.begin),
                                  static_cast<std::uint32_t>(piece.end)};
    const auto held = lines.trim(range);
    if (held.size() == 0) continue;
    out.pieces.push_back(to_piece(std::move(piece), held, lines));
  }
  warn_of_large(chunker, hard_limit, out);
  add_symbols(std::move(cut->symbols), out);
  return out;
}

}  // namespace codeweaver::engine
