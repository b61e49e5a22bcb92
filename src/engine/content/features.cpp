// Features of a chunk: the texts of its fields.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/features.hpp"

#include "codeweaver/text/analyzer.hpp"

namespace codeweaver::engine {
namespace {

text::TermList& field(ChunkTerms& terms, rank::Field which) {
  return terms.fields[static_cast<std::size_t>(which)];
}

}  // namespace

void analyze_chunk(std::string_view path, const store::ChunkRecord& chunk, std::string_view text,
                   ChunkTerms& out) {
  for (auto& list : out.fields) list.clear();
  auto& symbol = field(out, rank::Field::kSymbol);
  if (!chunk.symbol.empty()) text::analyze_code(chunk.symbol, symbol);
  for (const auto& name : chunk.defines)
    if (name != chunk.symbol) text::analyze_code(name, symbol);
  text::analyze_code(path, field(out, rank::Field::kPath));
  text::analyze_code(chunk.doc, field(out, rank::Field::kDoc));
  auto& body = field(out, rank::Field::kBody);
  text::analyze_code(text.substr(chunk.begin, chunk.end - chunk.begin), body);
  text::analyze_code(chunk.context, body);
}

std::string embedding_text(std::string_view path, const store::ChunkRecord& chunk,
                           std::string_view text, bool with_path) {
  const auto body = text.substr(chunk.begin, chunk.end - chunk.begin);
  std::string out;
  out.reserve(path.size() + chunk.symbol.size() + chunk.context.size() + body.size() + 3);
  if (with_path) out.append(path).push_back('\n');
  out.append(chunk.symbol).push_back('\n');
  out.append(chunk.context).push_back('\n');
  out.append(body);
  return out;
}

}  // namespace codeweaver::engine
