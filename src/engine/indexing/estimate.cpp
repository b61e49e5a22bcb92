// Estimates what a run would send to an embedder: chunks the files, but sends nothing.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "base/thread_pool.hpp"
#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/index_types.hpp"
#include "codeweaver/project.hpp"
#include "codeweaver/remote_models.hpp"
#include "codeweaver/text/token_count.hpp"
#include "corpus/discovery.hpp"
#include "engine/content/features.hpp"
#include "engine/content/file_processor.hpp"
#include "engine/content/memory_shares.hpp"
#include "engine/segments/file_groups.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::engine {
namespace {

/// Sizes of the texts of one content.
struct TextSizes {
  base::Hash128 content;
  std::size_t chunks = 0, tokens = 0;
};

TextSizes sizes_of(const std::string& path, const store::ContentRecord& content) {
  TextSizes out{content.key, 0, 0};
  for (const auto& chunk : content.chunks) {
    if (chunk.by_words_alone) continue;
    ++out.chunks;
    out.tokens += text::count_tokens(embedding_text(path, chunk, content.text, false));
  }
  return out;
}

/// Adds up contents, each once, without those that have stored vectors.
class Sum {
 public:
  Sum(const store::Database* database, std::string identity, std::size_t batch_size)
      : database_(database), identity_(std::move(identity)), batch_size_(batch_size) {}

  Result<void> add(const TextSizes& sizes) {
    if (sizes.chunks == 0 || !seen_.insert(sizes.content).second) return {};
    if (database_ != nullptr) {
      CODEWEAVER_ASSIGN(const auto kept, database_->vectors(sizes.content, identity_));
      if (kept) {
        out_.kept_chunks += sizes.chunks;
        return {};
      }
    }
    ++out_.files;
    out_.chunks += sizes.chunks;
    out_.tokens += sizes.tokens;
    group_chunks_ += sizes.chunks;
    if (out_.files % FileGroups::kFilesOfRequest == 0) end_group();
    return {};
  }
  EmbeddingEstimate finish() {
    end_group();
    return out_;
  }

 private:
  void end_group() {
    out_.requests += (group_chunks_ + batch_size_ - 1) / batch_size_;
    group_chunks_ = 0;
  }

  const store::Database* database_;
  std::string identity_;
  std::size_t batch_size_, group_chunks_ = 0;
  std::set<base::Hash128> seen_;
  EmbeddingEstimate out_;
};

}  // namespace
}  // namespace codeweaver::engine

namespace codeweaver::inline v0_1 {

Result<EmbeddingEstimate> estimate_embedding(const Project& project, const IndexOptions& options,
                                             const Embedder& embedder, std::size_t batch_size,
                                             std::stop_token stop) {
  const engine::StatePaths paths{project.state_dir};
  std::optional<store::Database> database;
  if (paths.has_database()) {
    CODEWEAVER_ASSIGN(auto opened, store::Database::open_read_only(paths.database()));
    database.emplace(std::move(opened));
  }
  CODEWEAVER_ASSIGN(const auto found,
                    corpus::discover(project.root, corpus::discovery_options(options), stop));
  const engine::FileProcessor processor(options, stop);
  engine::Sum sum(database ? &*database : nullptr, engine::model_identity(&embedder),
                  std::max<std::size_t>(1, batch_size));
  const auto& files = found.files;
  std::vector<std::optional<engine::TextSizes>> sizes(files.size());
  Result<void> added;
  const auto done = base::ordered_parallel(
      files.size(), options.workers,
      engine::in_flight_window(
          options.memory_budget,
          [&](std::size_t i) { return engine::in_flight_bytes(files[i].size_bytes); }),
      [&](std::size_t i, std::size_t) {
        const auto processed = processor.process(files[i], nullptr);
        if (processed.content) sizes[i] = engine::sizes_of(files[i].path, *processed.content);
      },
      [&](std::size_t i) {
        if (added && sizes[i]) added = sum.add(*sizes[i]);
      },
      stop);
  if (!added) return added.error();
  if (done < files.size())
    return Error{ErrorCategory::kCancelled, error_code::kCancelled, "The estimate was stopped",
                 "estimating what would be sent", ""};
  return sum.finish();
}

}  // namespace codeweaver::inline v0_1
