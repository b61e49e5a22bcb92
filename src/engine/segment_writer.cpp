// Preparing files on all cores, adding them in order, keeping vectors that cost something.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segment_writer.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.hpp"
#include "base/thread_pool.hpp"
#include "engine/features.hpp"
#include "engine/memory_shares.hpp"
#include "engine/model_identity.hpp"
#include "engine/worker_databases.hpp"
#include "store/bounded_segments.hpp"
#include "store/database.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::size_t kWindow = 64;       // files prepared ahead of the writer: bounds memory
constexpr std::size_t kVectorBatch = 64;  // contents whose vectors are stored in one transaction

/// One file, ready to be added to a segment.
struct PreparedFile {
  std::string language;
  std::vector<store::ChunkRecord> chunks;
  std::vector<ChunkTerms> terms;
  std::vector<float> vectors;    // chunks x dimension
  bool has_new_vectors = false;  // to be kept
};

/// Vectors of a content as kept for this embedder; empty: none that fit.
Result<std::vector<float>> kept_vectors(const store::Database& database, const base::Hash128& key,
                                        const Embedder& embedder, std::size_t chunks) {
  auto kept = database.vectors(key, model_identity(&embedder));
  if (!kept) return kept.error();
  const bool fits = *kept && (*kept)->size() == chunks * embedder.info().dimension;
  return fits ? std::move(**kept) : std::vector<float>{};
}

Result<void> embed(const store::Database& database, const WantedFile& file,
                   const Embedder& embedder, const std::string& text, PreparedFile& out) {
  const bool is_remote = embedder.info().is_remote;
  if (is_remote) {
    auto kept = kept_vectors(database, file.content, embedder, out.chunks.size());
    if (!kept) return kept.error();
    out.vectors = std::move(*kept);
    if (!out.vectors.empty()) return {};
  }
  std::vector<std::string> texts;
  for (const auto& chunk : out.chunks)
    texts.push_back(embedding_text(file.path, chunk, text, !is_remote));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  out.vectors.resize(views.size() * embedder.info().dimension);
  out.has_new_vectors = is_remote;
  return embedder.embed_documents(views, out.vectors);
}

Result<PreparedFile> prepare(const store::Database& database, const WantedFile& file,
                             const Embedder* embedder) {
  auto content = database.content(file.content);
  if (!content) return content.error();
  PreparedFile out;
  out.language = std::move(content->language);
  out.chunks = std::move(content->chunks);
  out.terms.resize(out.chunks.size());
  for (std::size_t i = 0; i < out.chunks.size(); ++i)
    analyze_chunk(file.path, out.chunks[i], content->text, out.terms[i]);
  if (embedder != nullptr && !out.chunks.empty())
    if (auto done = embed(database, file, *embedder, content->text, out); !done)
      return done.error();
  return out;
}

Result<void> add_file(store::BoundedSegments& segments, const WantedFile& file,
                      const PreparedFile& prepared, std::size_t dimension) {
  for (std::size_t i = 0; i < prepared.chunks.size(); ++i) {
    auto input = segment_input(file.path, file.content, prepared.language, prepared.chunks[i], i,
                               prepared.terms[i]);
    input.is_test = file.is_test;
    input.is_generated = file.is_generated;
    if (dimension != 0)
      input.vector = std::span(prepared.vectors).subspan(i * dimension, dimension);
    segments.add(input);
  }
  return segments.end_file();
}

/// Stores new vectors in batches, each one transaction.
class VectorKeeper {
 public:
  VectorKeeper(const StatePaths& paths, const Embedder* embedder)
      : paths_(paths), embedder_(embedder) {}

  Result<void> add(const base::Hash128& key, std::vector<float> rows) {
    pending_.emplace_back(key, std::move(rows));
    return pending_.size() < kVectorBatch ? Result<void>() : flush();
  }
  Result<void> flush() {
    if (pending_.empty()) return {};
    if (!database_) {
      auto opened = store::Database::open(paths_.database());
      if (!opened) return opened.error();
      database_.emplace(std::move(*opened));
    }
    auto kept = database_->transaction([&]() -> Result<void> {
      for (const auto& [key, rows] : pending_)
        if (auto put = database_->put_vectors(key, model_identity(embedder_),
                                              embedder_->info().dimension, rows);
            !put)
          return put;
      return {};
    });
    pending_.clear();
    return kept;
  }

 private:
  const StatePaths& paths_;
  const Embedder* embedder_;
  std::optional<store::Database> database_;
  std::vector<std::pair<base::Hash128, std::vector<float>>> pending_;
};

}  // namespace

Result<std::vector<store::Manifest::Entry>> write_segments(const StatePaths& paths,
                                                           const std::vector<WantedFile>& files,
                                                           const DeriveRequest& request,
                                                           std::stop_token stop) {
  const std::size_t dimension = request.embedder ? request.embedder->info().dimension : 0;
  store::BoundedSegments segments(paths.segments(), dimension, request.vector_index,
                                  segment_share(request.memory_budget));
  WorkerDatabases databases(paths.database());
  VectorKeeper keeper(paths, request.embedder);
  std::vector<std::optional<Result<PreparedFile>>> prepared(files.size());
  std::optional<Error> failure;
  const auto add = [&](std::size_t i) {
    if (failure) return;
    if (!*prepared[i]) {
      failure = prepared[i]->error();
      return;
    }
    auto& file = **prepared[i];
    if (auto added = add_file(segments, files[i], file, dimension); !added) failure = added.error();
    if (!file.has_new_vectors) return;
    if (auto kept = keeper.add(files[i].content, std::move(file.vectors)); !kept)
      failure = kept.error();
  };
  const auto done = base::ordered_parallel(
      files.size(), request.workers, kWindow,
      [&](std::size_t i, std::size_t worker) {
        auto database = databases.get(worker);
        if (database)
          prepared[i].emplace(prepare(**database, files[i], request.embedder));
        else
          prepared[i].emplace(database.error());
      },
      [&](std::size_t i) {
        add(i);
        prepared[i].reset();
        if (request.on_progress) request.on_progress(i + 1, files.size());
      },
      stop);
  // What was paid for is kept, also when the run fails or is stopped.
  const auto kept = keeper.flush();
  if (failure) return *failure;
  if (!kept) return kept.error();
  if (done < files.size())
    return Error{ErrorCategory::kCancelled, "CANCELLED", "Indexing was stopped",
                 "deriving the search structures", "Run it again; finished work is kept."};
  auto names = std::move(segments).finish();
  if (!names) return names.error();
  std::vector<store::Manifest::Entry> entries;
  for (auto& name : *names) {
    auto identity = base::identity_of(paths.segments() / name);
    if (!identity) return identity.error();
    entries.push_back({std::move(name), {}, *identity});
  }
  return entries;
}

}  // namespace codeweaver::engine
