// Assembling segments beside the reading of files.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <utility>

#include "base/private_files.hpp"
#include "codeweaver/embedder.hpp"
#include "engine/indexing/index_run.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {
DeriveRequest IndexRun::derive_request() const {
  DeriveRequest request(config_.options, parts_.embedder.get());
  request.rebuild = request_.force;
  request.missing = missing_;
  return request;
}

/// Where all files are read anyway, their chunks are analysed and embedded while they are at hand:
/// what they are derived from need not be read again. Other runs derive little, from the database.
void IndexRun::begin_assembly() {
  const auto* embedder = parts_.embedder.get();
  if (embedder != nullptr && embedder->info().is_remote) return;  // database first, then the net
  const auto manifests = store::list_manifests(paths_.segments());
  const bool has_segments = manifests && !manifests->empty();  // that another tree may share
  if (!request_.force && (known_.file_count() > 0 || has_segments)) return;
  static_cast<void>(base::make_private_folder(paths_.segments()));  // else writing says so
  assembly_.emplace(paths_, derive_request());
  tolerant_.emplace(Encoders{embedder, config_.options.sparse_encoder.get()});
}

/// nullopt: nothing to add to segments, or an error that deriving will meet again.
std::optional<PreparedFile> IndexRun::prepare(const ProcessedFile& processed,
                                              const store::Database& database) const {
  const auto file = wanted_file(processed);
  if (!file) return std::nullopt;
  const auto prepared = [&](const store::ContentRecord& content) {
    auto made = prepare_file(*file, content, tolerant_ ? tolerant_->view() : Encoders{}, database);
    return made ? std::optional(std::move(*made)) : std::nullopt;
  };
  if (processed.content) return prepared(*processed.content);
  const auto content = database.content(file->content);
  return content ? prepared(*content) : std::nullopt;
}

void IndexRun::assemble(const ProcessedFile& processed, const PreparedFile& prepared) {
  if (assembly_ && !assembly_->add(*wanted_file(processed), prepared)) assembly_.reset();
}

}  // namespace codeweaver::engine
