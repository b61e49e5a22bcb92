// Turns one discovered file into database records: read, decode, hash, chunk.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/content/file_processor.hpp"

#include <chrono>
#include <utility>

#include "base/file.hpp"
#include "base/file_times.hpp"
#include "base/os/file_status.hpp"
#include "base/try.hpp"
#include "chunk/bulk_data.hpp"
#include "chunk/version.hpp"
#include "codeweaver/error_codes.hpp"
#include "corpus/discovery.hpp"
#include "document/document.hpp"
#include "document/read_apart.hpp"
#include "engine/content/document_parts.hpp"
#include "engine/content/given_chunker.hpp"
#include "engine/state/file_reasons.hpp"
#include "facts/facts_codec.hpp"
#include "facts/needed_facts.hpp"
#include "facts/read_facts.hpp"
#include "secrets/secrets.hpp"
#include "syntax/language.hpp"
#include "syntax/language_id.hpp"
#include "syntax/syntax_tree.hpp"

namespace codeweaver::engine {
namespace {

// Increased when the definition of secret values or files changes.
constexpr std::string_view kDetectorVersion = "2";

/// Converts "BINARY_FILE" to "binary" and so on: the values of FileOutcome::reason.
std::string skip_reason(const Error& error) {
  if (error.code == error_code::kBinaryFile) return "binary";
  if (error.code == error_code::kNotUtf8) return "not_utf8";
  if (error.code == error_code::kFileTooLarge) return "too_large";
  if (error.code == error_code::kDocumentCorrupt) return "document_corrupt";
  if (error.code == error_code::kDocumentEncrypted) return "document_encrypted";
  if (error.code == error_code::kDocumentTooLarge) return "document_too_large";
  if (error.code == error_code::kDocumentHasNoText) return "document_has_no_text";
  if (error.code == error_code::kNoPdfReader) return std::string(kNoPdfReaderReason);
  if (error.code == error_code::kNoOfficeReader) return "no_office_reader";
  return "unreadable";
}

store::ChunkRecord to_record(chunk::Piece&& piece) {
  store::ChunkRecord record;
  record.begin = piece.range.begin;
  record.end = piece.range.end;
  record.lines = piece.lines;
  record.source = piece.source;
  record.semantic_class = piece.semantic_class;
  record.is_part = piece.is_part;
  record.by_words_alone = piece.by_words_alone;
  record.tokens = piece.tokens;
  record.symbol = std::move(piece.symbol);
  record.kind = std::move(piece.kind);
  record.doc = std::move(piece.doc);
  record.context = std::move(piece.context);
  record.defines = std::move(piece.defines);
  record.references = std::move(piece.references);
  return record;
}

store::ContentRecord to_content(const base::Hash128& key, const std::string& language,
                                std::string&& text, chunk::ChunkedText&& chunked) {
  store::ContentRecord content;
  content.key = key;
  content.language = language;
  content.text = std::move(text);
  content.error_ratio = chunked.error_ratio;
  for (auto& piece : chunked.pieces) content.chunks.push_back(to_record(std::move(piece)));
  for (auto& symbol : chunked.symbols)
    content.symbols.push_back({std::move(symbol.name), std::move(symbol.qualified_name),
                               std::move(symbol.kind), symbol.lines, symbol.piece});
  return content;
}

/// Packed as links need them.
std::string packed_facts(const syntax::SyntaxTree& tree, std::string_view text) {
  const facts::Facts needed = facts::needed_facts(facts::read_facts(tree, text));
  return facts::pack_facts(&needed);
}

}  // namespace

FileProcessor::FileProcessor(const IndexOptions& options, std::stop_token stop)
    : max_file_bytes_(options.max_file_bytes),
      max_document_bytes_(options.max_document_bytes),
      pdf_reader_(options.pdf_reader),
      stop_(std::move(stop)),
      strategy_(chunk_strategy_of(options)),
      secrets_(options.secrets),
      chunker_(options.chunker) {
  chunking_.use_syntax = options.chunk_strategy == ChunkStrategy::kAst;
  chunking_.target_tokens = options.target_tokens;
  chunking_.min_tokens = options.min_tokens;
  chunking_.max_tokens = options.max_tokens;
  chunking_.hard_limit = options.hard_limit;
  chunking_.text_overlap = options.text_overlap;
  chunking_.data_file_chunks = options.data_file_chunks;
  chunking_.parse.max_memory = options.parse_memory;
  chunking_key_ = std::string(chunk::kChunkerVersion) + (chunking_.use_syntax ? "/" : "/lines/") +
                  std::to_string(options.target_tokens) + '/' + std::to_string(options.min_tokens) +
                  '/' + std::to_string(options.max_tokens) + '/' +
                  std::to_string(options.hard_limit) + '/' +
                  std::to_string(static_cast<int>(options.text_overlap * 1000));
  // With default values the key is as before these options existed, so that nothing is
  // indexed again.
  if (options.parse_memory != IndexOptions{}.parse_memory)
    chunking_key_ += "/memory=" + std::to_string(options.parse_memory);
  if (options.data_file_chunks > 0)
    chunking_key_ += "/data=" + std::to_string(options.data_file_chunks);
  if (secrets_ != SecretPolicy::kKeep)
    chunking_key_.append("/").append(to_string(secrets_)).append(kDetectorVersion);
  if (chunker_)
    chunking_key_ += "/chunker=" + chunker_->info().name + '/' + chunker_->info().version;
  fingerprint_ = chunking_key_ + "/facts=" + facts::facts_versions();
}

Result<chunk::ChunkedText> FileProcessor::cut(const DiscoveredFile& file, std::string_view text,
                                              std::string& packed) const {
  const auto language = syntax::find_language(file.language);
  const bool has_facts = language && facts::has_facts(*language);
  const auto take_facts = [&](const syntax::SyntaxTree& tree) {
    packed = packed_facts(tree, text);
  };
  if (has_facts && (chunker_ || !chunking_.use_syntax))
    if (const auto tree = syntax::SyntaxTree::parse(text, *language, chunking_.parse))
      take_facts(*tree);
  if (has_facts && packed.empty()) packed = facts::pack_facts(nullptr);
  if (chunker_) return cut_with(*chunker_, {file.path, file.language, text}, chunking_.hard_limit);
  const auto kind = document::kind_of(file.language);
  if (!kind)
    return chunk::chunk_text(text, language, chunking_,
                             has_facts ? chunk::TreeVisitor(take_facts) : chunk::TreeVisitor());
  auto chunked = chunk::chunk_text(text, syntax::find_language("markdown"), chunking_);
  note_parts(*kind, text, chunked.pieces);
  return chunked;
}

Result<std::string> FileProcessor::text_of(const DiscoveredFile& file, std::string bytes) const {
  const auto kind = document::kind_of(file.language);
  if (!kind) return corpus::decode_text(std::move(bytes), file.path);
  return document::read_document(*kind, bytes, pdf_reader_, {.stop = stop_}, &syntax::language_id);
}

Result<std::string> FileProcessor::read(const DiscoveredFile& file) const {
  if (!document::kind_of(file.language))
    return corpus::read_text(file.absolute_path, max_file_bytes_);
  CODEWEAVER_ASSIGN(auto bytes, base::read_file(file.absolute_path, max_document_bytes_));
  return text_of(file, std::move(bytes));
}

ProcessedFile FileProcessor::describe(const DiscoveredFile& file) const {
  ProcessedFile out;
  out.file.path = file.path;
  out.language = file.language;
  out.file.extension = file.ext_kind.extension;
  out.file.ext_category = file.ext_kind.category;
  out.file.is_test = file.is_test;
  out.file.size_bytes = file.size_bytes;
  out.file.chunk_strategy = strategy_;
  return out;
}

base::Hash128 FileProcessor::content_key(const base::Hash128& raw_hash,
                                         std::string_view language) const {
  std::string key = raw_hash.hex() + '/' + std::string(language) + '/' + chunking_key_;
  // Only of languages with facts, so that a new reader leaves the other contents as they are.
  if (const auto version = facts::facts_version(language); !version.empty())
    key.append("/facts=").append(version);
  return base::hash128(key);
}

Result<base::Hash128> FileProcessor::raw_hash(const DiscoveredFile& file) const {
  CODEWEAVER_ASSIGN(const auto text, read(file));
  return base::hash128(text);
}

bool FileProcessor::is_secret(const DiscoveredFile& file) const {
  return secrets_ != SecretPolicy::kKeep && secrets::is_secret_file(file.path, file.language);
}

ProcessedFile FileProcessor::left_out(const DiscoveredFile& file, std::string_view reason) const {
  ProcessedFile out = describe(file);
  out.file.outcome = store::FileOutcome::kSkipped;
  out.file.reason = reason;
  out.detail = reason == kSecretFile
                   ? "Its name is typical of a file of secrets, or it contains a credential"
                   : "It contains secrets";
  out.detail += "; the setting indexing.secrets controls how they are handled";
  return out;
}

void FileProcessor::note_bulk(std::string_view text, ProcessedFile& out) const {
  const std::size_t limit = chunking_.data_file_chunks;
  if (chunker_ || limit == 0 || out.chunk_count <= limit) return;
  if (chunk::is_bulk_data(text, out.language))
    out.file.reason = with_bulk(std::move(out.file.reason));
}

ProcessedFile FileProcessor::process(const DiscoveredFile& file, const store::Database* known,
                                     const GivenSnapshot& given) const {
  // The stamp is taken before the read: the next run sees a write in between as a change.
  const auto stamp = stamp_of(file.absolute_path).value_or(FileStamp{0, 0, file.size_bytes});
  auto out =
      is_secret(file) ? left_out(file, kSecretFile) : process_text(file, read(file), known, given);
  out.stamp = stamp;
  out.file.mtime_ns = stamp.mtime_ns;
  out.file.size_bytes = stamp.size_bytes;
  return out;
}

/// True if a snapshot has the content, so that the text need not be chunked. Ignores snapshots for
/// files with secrets: snapshots contain no such files.
bool FileProcessor::take_given(const GivenSnapshot& given, const std::string& text,
                               ProcessedFile& out) const {
  if (given.snapshot == nullptr || !out.file.reason.empty()) return false;
  auto found = given.snapshot->impl().content(out.file.content, text, given.model);
  if (!found || found->record.language != out.language) return false;
  out.is_from_snapshot = true;
  out.chunk_count = found->record.chunks.size();
  out.vectors = std::move(found->vectors);
  out.content = std::move(found->record);
  note_bulk(text, out);
  return true;
}

ProcessedFile FileProcessor::process_text(const DiscoveredFile& file, Result<std::string> text,
                                          const store::Database* known,
                                          const GivenSnapshot& given) const {
  ProcessedFile out = describe(file);
  if (!text) {
    out.file.reason = skip_reason(text.error());
    out.is_failure = out.file.reason == "unreadable";
    out.file.outcome = out.is_failure ? store::FileOutcome::kFailed : store::FileOutcome::kSkipped;
    out.detail = text.error().cause;
    return out;
  }
  if (secrets_ != SecretPolicy::kKeep && secrets::holds_credentials(file.path, *text))
    return left_out(file, kSecretFile);
  out.file.is_generated = file.is_generated || corpus::looks_generated(file.path, *text);
  out.file.raw_hash = base::hash128(*text);
  out.file.content = content_key(out.file.raw_hash, file.language);
  if (secrets_ != SecretPolicy::kKeep) {
    const auto masked = secrets::mask_secrets(*text, secrets::form_of(file.language));
    if (masked > 0 && secrets_ == SecretPolicy::kLeaveOut) return left_out(file, kHoldsSecrets);
    if (masked > 0) out.file.reason = masked_reason(masked);
  }
  if (known != nullptr) {
    if (auto chunks = known->chunk_count(out.file.content); chunks && *chunks) {
      out.chunk_count = **chunks;
      note_bulk(*text, out);
      return out;
    }
  }
  if (take_given(given, *text, out)) return out;
  std::string packed;
  auto chunked = cut(file, *text, packed);
  if (!chunked) {
    out.file.content = {};
    out.file.outcome = store::FileOutcome::kFailed;
    out.file.reason = kChunkerFailed;
    out.is_failure = true;
    out.detail = chunked.error().message();
    return out;
  }
  for (auto& warning : chunked->warnings) out.warnings.push_back(file.path + ": " + warning);
  out.chunk_count = chunked->pieces.size();
  note_bulk(*text, out);
  out.content = to_content(out.file.content, file.language, std::move(*text), std::move(*chunked));
  out.content->facts = std::move(packed);
  return out;
}

std::optional<FileStamp> stamp_of(const std::string& absolute_path) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::int64_t now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  os::FileStatus status;
  if (!os::status_of(absolute_path.c_str(), status)) return std::nullopt;
  FileStamp stamp{status.modified_ns, status.changed_ns, status.size_bytes};
  stamp.is_racy = stamp.ctime_ns + base::clock_slack_ns(stamp.ctime_ns) >= now_ns;
  return stamp;
}

}  // namespace codeweaver::engine
