// The database: writing contents, and reading chunks like a search.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "cases.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"
#include "store/database/tree_view.hpp"
#include "workbench.hpp"

namespace codeweaver::bench {
namespace {

constexpr std::size_t kStoredBatch = 100, kLookups = 100, kRead = 100;
constexpr std::uint32_t kStorageSeed = 20261121;

struct StoredFile {
  base::Hash128 content;
  std::uint32_t chunks = 0;
};

std::vector<StoredFile> stored_files(const store::Database& database) {
  std::vector<StoredFile> files;
  std::set<base::Hash128> seen;
  need(need(database.tree("")).for_each_file([&](const store::FileRecord& file) {
    if (!file.chunk_ids.empty() && seen.insert(file.content).second)
      files.push_back({file.content, static_cast<std::uint32_t>(file.chunk_ids.size())});
    return true;
  }));
  return files;
}

/// All chunks with the same probability, as in ranking: most are from large files.
std::vector<store::ChunkPlace> any_chunks(const std::vector<StoredFile>& files,
                                          std::mt19937& random) {
  std::vector<store::ChunkPlace> all, out;
  for (const auto& file : files)
    for (std::uint32_t i = 0; i < file.chunks; ++i) all.push_back({file.content, i});
  std::sample(all.begin(), all.end(), std::back_inserter(out), kRead, random);
  return out;
}

/// One chunk from each of some files.
std::vector<store::ChunkPlace> chunks_of_files(const std::vector<StoredFile>& files,
                                               std::mt19937& random) {
  std::vector<StoredFile> some;
  std::sample(files.begin(), files.end(), std::back_inserter(some), kRead, random);
  std::vector<store::ChunkPlace> out;
  for (const auto& file : some)
    out.push_back({file.content, static_cast<std::uint32_t>(random() % file.chunks)});
  return out;
}

/// CPU time in milliseconds for the candidates of one query.
double read_queries(const store::Database& database,
                    const std::vector<std::vector<store::ChunkPlace>>& queries, Run& run) {
  double seconds = 0;
  bool is_right = true;
  for (const auto& places : queries) {
    const Stopwatch watch;
    const auto loaded = database.chunk_texts(places);
    seconds += watch.cpu();
    for (const auto& one : loaded) is_right = is_right && one.has_value();
    if (!is_right) break;
    const auto& [record, text] = *loaded.front();
    const auto whole = need(database.content_text(places.front().content));
    is_right = text == whole.substr(record.begin, record.end - record.begin);
  }
  run.check(is_right, "separately read chunks are parts of the whole text");
  return seconds * 1e3 / static_cast<double>(queries.size());
}

void read_chunks(Workbench& bench, Run& run) {
  const auto database =
      need(store::Database::open_read_only(engine::StatePaths{bench.index()}.database()));
  const auto files = stored_files(database);
  std::mt19937 random(kStorageSeed);
  std::vector<std::vector<store::ChunkPlace>> of_files, of_chunks;
  for (std::size_t i = 0; i < kLookups; ++i) {
    of_files.push_back(chunks_of_files(files, random));
    of_chunks.push_back(any_chunks(files, random));
  }
  run.record("100 chunks of 100 files", "ms cpu", read_queries(database, of_files, run));
  run.record("100 of all chunks", "ms cpu", read_queries(database, of_chunks, run));
}

void write_contents(Workbench& bench, Run& run) {
  std::vector<store::ContentRecord> contents;
  double text_bytes = 0;
  {
    const auto source =
        need(store::Database::open_read_only(engine::StatePaths{bench.index()}.database()));
    for (const auto& file : stored_files(source)) {
      contents.push_back(need(source.content(file.content)));
      text_bytes += static_cast<double>(contents.back().text.size());
    }
  }
  const auto file = bench.fresh_folder("contents") / "index.db";
  const Stopwatch watch;
  {
    auto database = need(store::Database::open(file));
    for (std::size_t i = 0; i < contents.size(); i += kStoredBatch)
      need(database.transaction([&]() -> Result<void> {
        for (std::size_t k = i; k < std::min(contents.size(), i + kStoredBatch); ++k)
          if (auto put = database.put_content(contents[k]); !put) return put;
        return {};
      }));
  }
  run.record("write", "s cpu", watch.cpu());
  const auto size = static_cast<double>(std::filesystem::file_size(file));
  run.record("database", "MB", size / 1e6);
  run.record("database / text", "ratio", size / text_bytes);
  const auto database = need(store::Database::open_read_only(file));
  const Stopwatch reading;
  bool is_right = true;
  for (const auto& content : contents)
    is_right = is_right && need(database.content(content.key)) == content;
  run.record("read all back", "s cpu", reading.cpu());
  run.check(is_right, "the written contents can be read back");
}

}  // namespace

std::vector<Case> storage_cases() {
  return {
      {"store/write", "all contents of the index into a new database", write_contents},
      {"store/read", "chunks of the index, as many as a query ranks", read_chunks},
  };
}

}  // namespace codeweaver::bench
