// TextCatalog: one walk, then set operations on blocks.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/text_catalog.hpp"

#include <algorithm>
#include <utility>

#include "base/os/file_status.hpp"
#include "base/try.hpp"
#include "engine/exact/text_targets.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::uint32_t kNoFile = UINT32_MAX;

}  // namespace

std::string TextCatalog::key_of(const TextSearchOptions& options) {
  std::string key{options.takes_hidden ? 'h' : '-', options.takes_ignored ? 'i' : '-'};
  for (const auto& glob : options.globs) key += "\ng" + glob;
  for (const auto& type : options.types) key += "\nt" + type;
  return key;
}

Result<TextCatalog> TextCatalog::make(const TextIndexPlace& place, const TextSearchOptions& options,
                                      std::stop_token stop) {
  CODEWEAVER_ASSIGN(auto index, TextIndex::open(place));
  TextCatalog out(std::move(index));
  out.files_.resize(out.index_.part_count());
  TextSearchOptions walk = options;
  walk.working_directory = place.root;
  walk.paths.clear();
  TextIndex::Cursor cursor;
  TextTargetVisitor visitor;
  visitor.spares = [&](std::string_view, const corpus::SearchedFile& file) {
    os::FileStatus status;
    const bool is_there = os::status_at(file.folder, file.name.c_str(), status);
    out.add(file.path, is_there ? out.index_.locate(file.path, status, cursor) : std::nullopt);
    return true;
  };
  visitor.on_spared = [] {};
  visitor.on_target = [](const TextTarget&) { return true; };
  visitor.on_problem = [](const std::string&, const std::string&) {};
  CODEWEAVER_TRY(visit_targets(walk, visitor, std::move(stop)));
  return out;
}

void TextCatalog::add(std::string_view path, const std::optional<TextPlace>& place) {
  const auto file = static_cast<std::uint32_t>(begins_.size());
  begins_.push_back(static_cast<std::uint32_t>(paths_.size()));
  paths_ += path;
  if (!place) {
    always_.push_back(file);
    return;
  }
  auto& files = files_[place->part];
  if (files.size() < place->last) files.resize(place->last, kNoFile);
  for (auto block = place->first; block < place->last; ++block) files[block] = file;
}

std::string_view TextCatalog::path(std::size_t file) const noexcept {
  const std::size_t end = file + 1 < begins_.size() ? begins_[file + 1] : paths_.size();
  return std::string_view(paths_).substr(begins_[file], end - begins_[file]);
}

Result<std::size_t> TextCatalog::visit_candidates(
    const text::GramQuery& query, std::string_view folder,
    const std::function<bool(std::size_t file)>& visit) const {
  CODEWEAVER_ASSIGN(const auto blocks, index_.blocks_of(query));
  store::ChunkSet candidates(file_count(), false);
  for (const auto file : always_) candidates.set(file, true);
  for (std::size_t part = 0; part < blocks.size(); ++part)
    blocks[part].for_each([&](std::size_t block) {
      if (block < files_[part].size() && files_[part][block] != kNoFile)
        candidates.set(files_[part][block], true);
    });
  bool goes_on = true;
  candidates.for_each([&](std::size_t file) {
    if (goes_on && path(file).starts_with(folder)) goes_on = visit(file);
  });
  if (folder.empty()) return file_count();
  std::size_t below = 0;
  for (std::size_t file = 0; file < file_count(); ++file)
    below += path(file).starts_with(folder) ? 1 : 0;
  return below;
}

}  // namespace codeweaver::engine
