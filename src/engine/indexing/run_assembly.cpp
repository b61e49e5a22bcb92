// Assembles segments while files are read.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/indexing/run_assembly.hpp"

#include <utility>

#include "base/private_files.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/writing/tree_writer.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {

bool can_assemble(const StatePaths& paths, const Embedder* embedder, bool is_forced,
                  bool has_files) {
  if (keeps_vectors(embedder)) return false;
  if (is_forced) return true;
  const auto manifests = store::list_manifests(paths.segments());
  return !has_files && (!manifests || manifests->empty());
}

RunAssembly::RunAssembly(const StatePaths& paths, const DeriveRequest& request)
    : encoders_(Encoders{request.embedder, request.sparse_encoder, request.call}) {
  static_cast<void>(base::make_private_folder(paths.segments()));  // writing reports a failure
  segments_.emplace(paths, request);
}

std::optional<PreparedFile> RunAssembly::prepare(const ProcessedFile& processed,
                                                 const store::Database& database) const {
  const auto file = wanted_file(processed);
  if (!file) return std::nullopt;
  const auto prepared = [&](const store::ContentRecord& content) {
    auto made = prepare_file(*file, content, encoders_.view(), database);
    return made ? std::optional(std::move(*made)) : std::nullopt;
  };
  if (processed.content) return prepared(*processed.content);
  const auto content = database.content(file->content);
  return content ? prepared(*content) : std::nullopt;
}

void RunAssembly::add(const ProcessedFile& processed, const PreparedFile& prepared) {
  if (segments_ && !segments_->add(*wanted_file(processed), prepared)) segments_.reset();
}

}  // namespace codeweaver::engine
