// Adds prepared files to segments.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/segments/segment_assembly.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "engine/content/memory_shares.hpp"
#include "store/segments/manifest.hpp"

namespace codeweaver::engine {
namespace {

std::size_t dimension_of(const Embedder* embedder) {
  return embedder != nullptr ? embedder->info().dimension : 0;
}

/// The hash of a sequence of files after one more file.
base::Hash128 next_hash(const base::Hash128& before, const WantedFile& file) {
  std::string row = before.hex() + file.content.hex();
  row += file.is_test ? 't' : ' ';
  row += file.is_generated ? 'g' : ' ';
  return base::hash128(row += file.path);
}

}  // namespace

SegmentAssembly::SegmentAssembly(const StatePaths& paths, const DeriveRequest& request)
    : folder_(paths.segments()),
      dimension_(dimension_of(request.embedder)),
      segments_(folder_, dimension_, request.vector_index, segment_share(request.memory_budget)) {}

Result<void> SegmentAssembly::add(const WantedFile& file, const PreparedFile& prepared) {
  for (const auto& input : segment_inputs(file, prepared, dimension_)) segments_.add(input);
  files_ = next_hash(files_, file);
  note(file, prepared.outage, outage_.first, outage_.vectors);
  note(file, prepared.sparse_outage, outage_.first_sparse, outage_.words);
  return segments_.end_file();
}

void SegmentAssembly::note(const WantedFile& file, const std::optional<Error>& outage,
                           std::optional<Error>& first, std::size_t& files) {
  if (!outage) return;
  outage_.contents.insert(file.content);
  if (!first) first = outage;
  ++files;
}

bool SegmentAssembly::holds(const std::vector<WantedFile>& files) const {
  base::Hash128 all;
  for (const auto& file : files) all = next_hash(all, file);
  return all == files_;
}

Result<std::vector<store::Manifest::Entry>> SegmentAssembly::finish() && {
  return entries(std::move(segments_).finish());
}

Result<std::vector<store::Manifest::Entry>> SegmentAssembly::publish() {
  return entries(segments_.publish());
}

Result<std::vector<store::Manifest::Entry>> SegmentAssembly::entries(
    Result<std::vector<std::string>> names) const {
  if (!names) return names.error();
  std::vector<store::Manifest::Entry> entries;
  for (auto& name : *names) {
    CODEWEAVER_ASSIGN(auto identity, base::identity_of(folder_ / name));
    entries.push_back({std::move(name), {}, identity});
  }
  return entries;
}

}  // namespace codeweaver::engine
