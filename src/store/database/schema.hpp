// The schema of index.db, version 6: all tables and indexes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

namespace codeweaver::store {

/// Identifies the file as ours in the SQLite header ("CWix").
inline constexpr int kApplicationId = 0x43576978;

/// Content and occurrence are separate: `contents` and its dependent tables describe the bytes;
/// `files` lists the paths with these bytes. So a move or a copy writes one row of `files`.
inline constexpr const char* kSchemaSql = R"sql(
CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE projects (
  id INTEGER PRIMARY KEY CHECK (id = 1),   -- one directory, one project
  project_id TEXT NOT NULL,
  display_name TEXT NOT NULL,
  root TEXT NOT NULL,
  purpose TEXT NOT NULL,
  chunk_strategy TEXT NOT NULL
) STRICT;

CREATE TABLE namespaces (                  -- project/purpose/chunk_strategy
  id INTEGER PRIMARY KEY,
  purpose TEXT NOT NULL,
  chunk_strategy TEXT NOT NULL,
  UNIQUE (purpose, chunk_strategy)
) STRICT;

CREATE TABLE trees (                       -- a working tree, a ref, or a pushed source
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE contents (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL UNIQUE,                -- hash of bytes, language and chunking settings
  language TEXT NOT NULL,
  error_ratio REAL NOT NULL,
  text_bytes INTEGER NOT NULL,
  chunks INTEGER NOT NULL                  -- their number
) STRICT;

CREATE TABLE blocks (                      -- text, chunks, symbols of a content: see text_block.hpp
  id INTEGER PRIMARY KEY,                  -- content << 24 | ordinal of the first chunk
  data BLOB NOT NULL                       -- zstd
) STRICT;
CREATE TRIGGER contents_deleted AFTER DELETE ON contents BEGIN
  DELETE FROM blocks WHERE id BETWEEN old.id << 24 AND old.id << 24 | 0xFFFFFF;
END;

CREATE TABLE symbol_names (                -- chunks that define a name; the names are in the blocks
  hash INTEGER NOT NULL,                   -- 48 bits of XXH3-64 of a name or qualified name
  content INTEGER NOT NULL,
  chunk INTEGER NOT NULL,                  -- ordinal
  PRIMARY KEY (hash, content, chunk)
) STRICT, WITHOUT ROWID;

CREATE TABLE vectors (                     -- of embedders that cost money or time
  content INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
  embedder TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  data BLOB NOT NULL,                      -- little-endian float32, one row per chunk
  PRIMARY KEY (content, embedder)
) STRICT;

CREATE TABLE audits (                      -- most files of a run share one
  id INTEGER PRIMARY KEY,
  source_system TEXT NOT NULL,
  source_batch_id TEXT NOT NULL,
  git_commit TEXT NOT NULL,
  git_branch TEXT NOT NULL,
  git_dirty INTEGER NOT NULL,
  source_captured_at TEXT NOT NULL,
  indexed_at TEXT NOT NULL,
  indexer_version TEXT NOT NULL,
  UNIQUE (source_system, source_batch_id, git_commit, git_branch, git_dirty, source_captured_at,
          indexed_at, indexer_version)
) STRICT;

CREATE TABLE files (                       -- occurrences of contents
  tree INTEGER NOT NULL REFERENCES trees(id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  namespace INTEGER NOT NULL REFERENCES namespaces(id),
  content INTEGER REFERENCES contents(id), -- null: skipped or failed
  raw_hash BLOB NOT NULL,
  git_blob TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  extension TEXT NOT NULL,
  ext_category TEXT NOT NULL,
  is_test INTEGER NOT NULL,
  is_generated INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  reason TEXT NOT NULL,
  chunk_ids BLOB NOT NULL,                 -- one per chunk of the content: see record_codec.hpp
  audit INTEGER NOT NULL REFERENCES audits(id),
  PRIMARY KEY (tree, path)
) STRICT;
CREATE INDEX files_by_content ON files (content);
CREATE INDEX files_by_audit ON files (audit);

CREATE TABLE git_objects (                 -- git's id of raw bytes; differs with autocrlf, LFS
  object_id TEXT PRIMARY KEY,
  raw_hash BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
  id BLOB PRIMARY KEY,                     -- UUIDv7
  started_at TEXT NOT NULL,
  finished_at TEXT NOT NULL,
  status TEXT NOT NULL,
  settings_hash TEXT NOT NULL,
  files_indexed INTEGER NOT NULL,
  files_skipped INTEGER NOT NULL,
  files_removed INTEGER NOT NULL,
  chunks INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE file_failures (
  run BLOB NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (run, path)
) STRICT, WITHOUT ROWID;
)sql";

/// The tables that version 2 lacks, for items that other tools push. Files of version 2 are read
/// without these tables and get them on the next write.
inline constexpr const char* kItemsSql = R"sql(
CREATE TABLE items (                       -- elements from other tools; the tree is a namespace
  tree INTEGER NOT NULL REFERENCES trees(id) ON DELETE CASCADE,
  node_id TEXT NOT NULL,
  path TEXT NOT NULL,                      -- path of its row in files; empty: deleted
  captured_at TEXT NOT NULL,               -- UTC, sortable; empty: unknown
  node_type TEXT NOT NULL,
  meta TEXT NOT NULL,                      -- further facts, a JSON object
  orphan_policy TEXT NOT NULL,             -- how its missing source was handled; empty: it has one
  PRIMARY KEY (tree, node_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE batches (                     -- accepted batches, so that none is accepted twice
  tree INTEGER NOT NULL REFERENCES trees(id) ON DELETE CASCADE,
  batch_id TEXT NOT NULL,
  reply TEXT NOT NULL,                     -- JSON
  PRIMARY KEY (tree, batch_id)
) STRICT, WITHOUT ROWID;
)sql";
/// The table that version 5 lacks. Files of versions 4 and 5 are read without it and get it on the
/// next write.
inline constexpr const char* kFactsSql = R"sql(
CREATE TABLE facts (                       -- what a content declares and uses: see facts_codec.hpp
  content INTEGER PRIMARY KEY,
  data BLOB NOT NULL                       -- zstd
) STRICT;
CREATE TRIGGER facts_deleted AFTER DELETE ON contents BEGIN
  DELETE FROM facts WHERE content = old.id;
END;
)sql";
inline constexpr int kVersionWithoutItems = 2;
/// It has the tables of version 4. Its blocks use no dictionary and stay as they are. Only newer
/// programs can read the blocks added since.
inline constexpr int kVersionWithOldBlocks = 3;
/// Its pages have no checksums and cannot get any, so the file keeps this version.
inline constexpr int kVersionWithoutChecksums = 4;
inline constexpr int kVersionWithoutFacts = 5;

}  // namespace codeweaver::store
