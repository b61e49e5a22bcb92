// Makes matches: content, context lines, related symbols, audit, token budget, summary.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/answer/assemble.hpp"

#include <algorithm>

#include "base/counted.hpp"
#include "base/path_name.hpp"
#include "base/utf8.hpp"
#include "codeweaver/doubt.hpp"
#include "codeweaver/match_place.hpp"
#include "codeweaver/namespace_key.hpp"
#include "codeweaver/reconcile.hpp"
#include "codeweaver/text/token_count.hpp"
#include "codeweaver/version.hpp"
#include "document/document.hpp"
#include "engine/content/document_parts.hpp"
#include "engine/searching/answer/shown_text.hpp"
#include "engine/searching/text/context_lines.hpp"
#include "engine/searching/text/excerpt.hpp"
#include "engine/searching/text/naming_line.hpp"
#include "engine/state/item_path.hpp"
#include "json/value.hpp"
#include "syntax/builtin_names.hpp"
#include "syntax/kinds.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kMaxRelatedSymbols = 10;
constexpr std::size_t kMaxSummary = 1000;

/// Cuts at `limit` bytes without splitting a character.
std::string clip(std::string text, std::size_t limit) {
  if (text.size() <= limit) return text;
  return std::string(base::utf8_prefix(text, limit - 3)) + "...";
}

std::vector<std::string> related_symbols(const store::ChunkRecord& record,
                                         std::string_view language) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& name) {
    if (out.size() < kMaxRelatedSymbols && name.size() > 2 && name.size() <= 80 &&
        name != record.symbol && std::find(out.begin(), out.end(), name) == out.end())
      out.push_back(name);
  };
  for (const auto& name : record.defines) add(name);
  for (const auto& name : record.references)
    if (!syntax::is_builtin_name(language, name)) add(name);
  return out;
}

Audit make_audit(const Candidate& candidate, const Focus& focus, const store::FileRecord* file,
                 const IndexIdentity& identity) {
  Audit audit;
  const auto item = read_item_path(candidate.info.path);
  const std::string path(item.path);
  audit.node_id =
      !item.node_id.empty() ? std::string(item.node_id)
      : focus.symbol.empty()
          ? "chunk:" + path + ':' + std::to_string(focus.lines.start_line) + '-' +
                std::to_string(focus.lines.end_line)
          : (focus.kind.empty() ? "symbol" : focus.kind) + ':' + path + ':' + focus.symbol;
  audit.project = identity.project.project_id;
  audit.chunk_strategy = file != nullptr ? file->chunk_strategy : identity.project.chunk_strategy;
  const auto purpose = parse_purpose(file != nullptr ? file->purpose : identity.project.purpose);
  audit.name_space =
      NamespaceKey{audit.project, purpose.value_or(Purpose::kCodeSearch), audit.chunk_strategy}
          .to_string();
  audit.indexer_version = std::string(kVersion);
  audit.embedder_provider = identity.embedder_provider;
  audit.embedder_model = identity.embedder_model;
  audit.vector_backend = identity.vector_backend;
  if (file == nullptr) return audit;
  audit.source_system = file->source_system;
  audit.source_batch_id = file->source_batch_id;
  audit.git_commit = file->git_commit;
  audit.git_branch = file->git_branch;
  if (!file->git_commit.empty()) audit.git_dirty = file->git_dirty;
  audit.source_captured_at = file->source_captured_at;
  audit.indexed_at = file->indexed_at;
  return audit;
}

DiscoveredFile make_file(const Candidate& candidate, const store::FileRecord* file,
                         const IndexIdentity& identity) {
  DiscoveredFile out;
  const auto item = read_item_path(candidate.info.path);
  out.path = std::string(item.path);
  const auto& root = identity.project.root;  // empty on a query node, which has no files
  if (item.node_id.empty() && !root.empty()) out.absolute_path = root + '/' + out.path;
  out.language = std::string(candidate.info.language);
  out.is_test = candidate.info.is_test;
  out.is_generated = candidate.info.is_generated;
  if (file == nullptr) return out;
  out.size_bytes = file->size_bytes;
  out.last_modified = static_cast<double>(file->mtime_ns) * 1e-9;
  out.ext_kind = {file->extension, file->ext_category};
  out.content_hash = file->raw_hash.hex();
  return out;
}

/// Line numbers in the file that users know; an item can be a part of it.
Span shown_lines(const Candidate& candidate, const Focus& focus) {
  return shown_lines(read_item_path(candidate.info.path), focus.lines);
}

/// Class of the shown part: a method of a class is callable, whatever the class of the chunk.
SemanticClass class_of(const Candidate& candidate, const Focus& focus) {
  const auto whole = candidate.semantic_class();
  const auto* const kind = syntax::find_kind(focus.kind);
  const bool is_whole = focus.text.size() == candidate.text().size();
  if (kind == nullptr || (is_whole && focus.symbol == candidate.record().symbol)) return whole;
  const auto own =
      syntax::classify(*kind, last_name(focus.symbol), {}, whole == SemanticClass::kDefinitionTest);
  return candidate.info.is_test && rank::is_definition(own) ? SemanticClass::kDefinitionTest : own;
}

/// Adds the facts that its source gave for an item.
void add_item_facts(std::string_view node_id, const IndexRows& database,
                    std::map<std::string, std::string>& metadata) {
  if (node_id.empty()) return;
  const auto item = database.item(node_id);
  if (!item || !*item) return;
  metadata.insert_or_assign("kind", (*item)->node_type);
  if ((*item)->orphan_policy == to_string(OrphanPolicy::kMark))
    metadata.insert_or_assign("orphan", "true");
  const auto facts = json::parse((*item)->meta);
  if (!facts || !facts->is_object()) return;
  for (const auto& [name, value] : *facts->if_object())
    if (value.is_string()) metadata.insert_or_assign(name, *value.if_string());
}

std::size_t match_tokens(const CodeMatch& match, std::size_t content_tokens) {
  std::size_t tokens = content_tokens;
  for (const auto* lines : {&match.context_before, &match.context_after})
    for (const auto& line : *lines) tokens += text::count_tokens(line);
  return tokens + text::count_tokens(match.file.path);
}

MatchType match_type(const Candidate& candidate) {
  if (candidate.lane) {
    switch (candidate.lane->kind) {
      case LaneKind::kPlace:
      case LaneKind::kFile:
        return MatchType::kFilePattern;
      case LaneKind::kName:
        return MatchType::kSyntactic;
      case LaneKind::kText:
      case LaneKind::kWord:
        return MatchType::kKeyword;
    }
  }
  if (candidate.exact == rank::ExactMatch::kIdentifierSymbol) return MatchType::kSyntactic;
  if (candidate.exact != rank::ExactMatch::kNone) return MatchType::kKeyword;
  if (!candidate.dense_rank ||
      (candidate.lexical_rank && candidate.scores.sparse > candidate.scores.dense))
    return MatchType::kKeyword;
  return MatchType::kSemantic;
}

/// Adds its place in a document to the metadata, e.g. {"page": "3"}, and removes it from the
/// context.
void note_place(const Candidate& candidate, const Focus& focus, CodeMatch& match,
                std::string& context) {
  const auto kind = document::kind_of(candidate.info.language);
  if (!kind) return;
  const auto parts = take_parts(*kind, candidate.text(), focus.begin - candidate.record().begin,
                                focus.text, context);
  if (parts.first > 0) match.content.metadata.emplace(document::part_name(*kind), to_text(parts));
}

}  // namespace

CodeMatch make_match(const Candidate& candidate, const Focus& found_focus,
                     const IndexRows& database, const IndexIdentity& identity,
                     const ShownFor& shown_for) {
  auto focus = found_focus;
  if (const auto kind = document::kind_of(candidate.info.language))
    focus.text = without_marks_at_end(*kind, focus.text, focus.lines);
  const auto& record = candidate.record();
  const auto found = database.file(candidate.info.path);
  // If the file changed since the snapshot, its row is about other content.
  const store::FileRecord* file =
      found && *found && (*found)->content == candidate.info.content ? &**found : nullptr;

  CodeMatch match;
  match.file = make_file(candidate, file, identity);
  auto& chunk = match.content;
  auto context = context_of(candidate, focus, database);
  note_place(candidate, focus, match, context);
  std::string page;
  const bool is_full = shown_for.detail == Detail::kFull;
  const auto shown =
      is_full ? focus : as_read(focus, candidate.info.language, shown_for.query_terms, page);
  chunk.content = shown_text(shown, context, record.is_part, shown_for);
  chunk.line_range = match.span = shown_lines(candidate, focus);
  chunk.file_path = match.file.path;
  chunk.language = match.file.language;
  chunk.source = record.source;
  if (!match.file.ext_kind.extension.empty()) chunk.ext_kind = match.file.ext_kind;
  chunk.timestamp = match.file.last_modified;
  if (file != nullptr && candidate.info.ordinal < file->chunk_ids.size())
    chunk.chunk_id = file->chunk_ids[candidate.info.ordinal];
  if (!focus.symbol.empty())
    chunk.chunk_name =
        std::string(base::file_name(match.file.path)).append(1, ':').append(focus.symbol);
  if (!focus.kind.empty()) chunk.metadata.emplace("kind", focus.kind);
  if (!context.empty()) chunk.metadata.emplace("context", std::move(context));
  if (record.is_part && focus.text.size() == candidate.text().size())
    chunk.metadata.emplace("is_part", "true");
  if (focus.asked_line)
    chunk.metadata.emplace("asked_line", std::to_string(match.span.start_line + *focus.asked_line));
  if (is_full && chunk.content.size() < focus.text.size())
    chunk.metadata.emplace("content_cut", "true");
  add_item_facts(read_item_path(candidate.info.path).node_id, database, chunk.metadata);
  chunk.semantic_class = class_of(candidate, focus);

  match.relevance_score = candidate.scores.relevance;
  match.similarity = candidate.scores.similarity;
  match.dense_score = candidate.scores.components.dense;
  match.sparse_score = candidate.scores.components.sparse;
  match.rerank_score = candidate.scores.components.rerank;
  match.semantic_score = candidate.scores.components.semantic;
  match.match_type = match_type(candidate);
  match.related_symbols = related_symbols(record, candidate.info.language);
  match.audit = make_audit(candidate, focus, file, identity);
  return match;
}

void add_context(const Candidate& candidate, const Focus& focus, const IndexRows& database,
                 std::size_t lines, CodeMatch& match) {
  const auto part = database.text_around({candidate.info.content, candidate.info.ordinal}, lines);
  if (!part) return;
  auto context = read_context(*part, focus.begin,
                              focus.begin + static_cast<std::uint32_t>(focus.text.size()), lines);
  match.context_before = std::move(context.before);
  match.context_after = std::move(context.after);
  auto& metadata = match.content.metadata;
  if (context.is_cut) metadata.emplace("context_cut", "true");
  if (context.begins_inside_line) metadata.emplace("begins_inside_line", "true");
  if (context.ends_inside_line) metadata.emplace("ends_inside_line", "true");
}

namespace {

/// Reports how many matches the limit removed, or the tokens that a first match needs.
std::string budget_warning(std::size_t limit, std::size_t kept, std::size_t found,
                           std::size_t too_many) {
  const auto text = "token_limit " + std::to_string(limit);
  const auto of = base::counted(found, "match", "matches");
  if (kept > 0) return text + " allows only " + base::grouped(kept) + " of " + of;
  return text + " is too small for any of " + of + ": the first needs at least " +
         std::to_string(too_many);
}

}  // namespace

void fit_budget(FindCodeResponseSummary& response, std::size_t token_limit,
                const std::set<std::string, std::less<>>& query_terms,
                std::span<const std::uint32_t> content_tokens, std::string_view query) {
  std::size_t used = 0, kept = 0, too_many = 0;
  for (auto& match : response.matches) {
    const auto& content = match.content.content;
    std::size_t tokens = match_tokens(
        match, content_tokens.empty() ? text::count_tokens(content) : content_tokens[kept]);
    for (const std::size_t lines : {kWholeLines, kBriefLines, std::size_t{0}}) {
      if (token_limit == 0 || used + tokens <= token_limit) break;
      match.content.content = lines > 0
                                  ? shorter_snippet(match, lines, query_terms, query)
                                  : excerpt(match.content.content, Detail::kSummary, query_terms);
      match.context_before.clear();
      match.context_after.clear();
      tokens = match_tokens(match, text::count_tokens(content));
    }
    if (token_limit != 0 && used + tokens > token_limit) {
      too_many = tokens;
      break;
    }
    used += tokens;
    ++kept;
  }
  if (kept < response.matches.size()) {
    response.warnings.push_back(
        budget_warning(token_limit, kept, response.matches.size(), too_many));
    if (kept == 0) response.summary = response.warnings.back();
    response.matches.resize(kept);
  }
  response.token_count = used;
  response.total_results = kept;
}

std::vector<std::string> languages_of(std::span<const CodeMatch> matches) {
  std::set<std::string> languages;
  for (const auto& match : matches)
    if (!match.file.language.empty()) languages.insert(match.file.language);
  return {languages.begin(), languages.end()};
}

std::string summarize(const FindCodeResponseSummary& response) {
  if (response.matches.empty() && !response.summary.empty()) return response.summary;
  if (response.matches.empty())
    return std::string(kNoResults) + " (searched " +
           base::counted(response.searched_chunks, "chunk") + " across " +
           base::counted(response.searched_files, "file") + ")";
  std::string out;
  if (is_doubtful(response))
    out = doubt_text(*response.confidence) + ". Nearest: ";
  else
    out = "Found " + base::counted(response.matches.size(), "match", "matches") +
          (response.matches.size() == 1 ? ": " : ". Best: ");
  for (std::size_t i = 0; i < std::min<std::size_t>(3, response.matches.size()); ++i) {
    const auto& match = response.matches[i];
    if (i > 0) out += "; ";
    out += place_of(match);
    const auto kind = match.content.metadata.find("kind");
    if (!match.content.chunk_name) continue;
    const auto& name = *match.content.chunk_name;
    out += " (" + (kind == match.content.metadata.end() ? "" : kind->second + ' ') +
           name.substr(name.find(':') + 1) + ')';
  }
  return clip(std::move(out), kMaxSummary);
}

}  // namespace codeweaver::engine
