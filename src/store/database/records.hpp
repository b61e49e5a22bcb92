// The records of the database.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/hash.hpp"
#include "codeweaver/types.hpp"
#include "store/layout/file_outcome.hpp"

namespace codeweaver::store {

/// A chunk of a content, addressed by content and ordinal. All files with this content share it.
struct ChunkRecord {
  std::uint32_t begin = 0, end = 0;  ///< bytes of the content's text
  Span lines;
  ChunkSource source = ChunkSource::kTextBlock;
  SemanticClass semantic_class = SemanticClass::kDefinitionData;
  bool is_part = false;
  bool by_words_alone = false;  ///< no vector
  std::uint32_t tokens = 0;
  std::string symbol, kind, doc, context;
  std::vector<std::string> defines, references;
  friend bool operator==(const ChunkRecord&, const ChunkRecord&) = default;
};

/// The address of a chunk: its content and its ordinal in it.
struct ChunkPlace {
  base::Hash128 content;
  std::uint32_t ordinal = 0;
  friend auto operator<=>(const ChunkPlace&, const ChunkPlace&) = default;
};

/// The record of a chunk with its text.
struct ChunkText {
  ChunkRecord record;
  std::string text;
  friend bool operator==(const ChunkText&, const ChunkText&) = default;
};

/// Consecutive bytes of a content's text.
struct TextPart {
  std::uint32_t begin = 0;
  std::string text;
};

struct SymbolRecord {
  std::string name, qualified_name, kind;
  Span lines;
  std::uint32_t chunk = 0;  ///< ordinal
  friend bool operator==(const SymbolRecord&, const SymbolRecord&) = default;
};

/// Everything derived from the bytes of a file, independent of its path. The result depends on the
/// language, so the key is the hash of (bytes, language id, chunking settings): see content_key.
struct ContentRecord {
  base::Hash128 key;
  std::string language;  ///< language id; "" unknown
  std::string text;      ///< UTF-8, as chunked (stored in compressed blocks)
  double error_ratio = 0;
  std::vector<ChunkRecord> chunks;
  std::vector<SymbolRecord> symbols;
  std::string facts;  ///< of the symbol graph, packed; empty: not known
  friend bool operator==(const ContentRecord&, const ContentRecord&) = default;
};

/// One path of one project: an occurrence of a content.
struct FileRecord {
  std::string path;        ///< relative, '/' separated
  base::Hash128 content;   ///< key of its ContentRecord
  base::Hash128 raw_hash;  ///< of the bytes on disk, for change detection
  std::string git_blob;    ///< object id, if git knows it; may be empty
  std::uint64_t size_bytes = 0;
  std::int64_t mtime_ns = 0;
  std::string extension, ext_category;
  bool is_test = false, is_generated = false;
  FileOutcome outcome = FileOutcome::kIndexed;
  std::string reason;           ///< why the file was skipped or failed, or how its text was changed
  std::vector<Uuid> chunk_ids;  ///< one per chunk of its content
  std::string purpose = "code_search", chunk_strategy = "ast";  ///< its namespace
  // audit
  std::string source_system = "local", source_batch_id, git_commit, git_branch;
  bool git_dirty = false;
  std::string source_captured_at, indexed_at;  ///< ISO 8601
  std::string indexer_version;
  friend bool operator==(const FileRecord&, const FileRecord&) = default;
};

/// One element that another tool pushed into a tree, or its deletion.
struct ItemRecord {
  std::string node_id;
  std::string path;         ///< of its FileRecord; empty: deleted
  std::string captured_at;  ///< see text::utc_timestamp(); empty: unknown
  std::string node_type;
  std::string meta;           ///< further facts, a JSON object
  std::string orphan_policy;  ///< how its missing source was handled; empty: it has a source
  friend bool operator==(const ItemRecord&, const ItemRecord&) = default;
};

/// The project of an index, with its namespace.
struct ProjectRecord {
  std::string project_id, display_name, root;
  std::string purpose = "code_search", chunk_strategy = "ast";
  friend bool operator==(const ProjectRecord&, const ProjectRecord&) = default;
};

/// A namespace with the number of its files in one tree.
struct NamespaceRecord {
  std::string purpose, chunk_strategy;
  std::size_t files = 0;
  friend bool operator==(const NamespaceRecord&, const NamespaceRecord&) = default;
};

/// One indexing run, for the status and for resuming.
struct RunRecord {
  Uuid id;                              ///< version 7, so runs sort by start time
  std::string started_at, finished_at;  ///< ISO 8601; finished_at is empty while it runs
  std::string status = "running";  ///< running | success | partial | skipped | failed | cancelled
  std::string settings_hash;
  std::uint64_t files_indexed = 0, files_skipped = 0, files_removed = 0, chunks = 0;
  struct Failure {
    std::string path, reason;
    friend bool operator==(const Failure&, const Failure&) = default;
  };
  std::vector<Failure> failures;  ///< in path order
  friend bool operator==(const RunRecord&, const RunRecord&) = default;
};

}  // namespace codeweaver::store
