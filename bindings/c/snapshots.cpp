// Snapshots in the C ABI.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "codeweaver/c/snapshot.h"
#include "codeweaver/snapshot.hpp"
#include "index_run.hpp"
#include "json/snapshot_types.hpp"
#include "json/writer.hpp"
#include "opening/snapshot_source.hpp"

namespace codeweaver::c {
namespace {

/// A list of texts. A null list is empty; null texts are empty texts.
std::vector<std::string> texts_of(const char* const* list, std::size_t count) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; list != nullptr && i < count; ++i)
    texts.push_back(text_or_empty(list[i]));
  return texts;
}

Result<void> make_snapshot(cw_engine& engine, const char* file,
                           const cw_make_snapshot_options* given, cw_text** facts) {
  const auto options = read_struct(given, "cw_make_snapshot_options");
  if (!options) return options.error();
  if (file == nullptr || *file == '\0')
    return invalid("The file name is missing", "making a snapshot");
  SnapshotRequest request;
  request.file = file;
  request.private_key = text_or_empty(options->private_key);
  const auto bases = texts_of(options->bases, options->base_count);
  if (!bases.empty()) {
    auto opened = Snapshot::open({bases.begin(), bases.end()});
    if (!opened) return opened.error();
    request.base = std::move(*opened);
  }
  const auto workspace = workspace_of(engine);
  if (!workspace) return workspace.error();
  const auto made = (*workspace)->make_snapshot(request, token_of(options->stop));
  if (!made) return made.error();
  return facts == nullptr ? Result<void>() : give_text(json::dump(json::to_json(*made)), facts);
}

Result<void> pull_snapshot(cw_engine& engine, const char* place,
                           const cw_pull_snapshot_options* given, cw_index_report* report) {
  const auto options = read_struct(given, "cw_pull_snapshot_options");
  if (!options) return options.error();
  if (place == nullptr || *place == '\0')
    return invalid("The place is missing", "reading a snapshot");
  opening::SnapshotWish wish{
      {place, {}, {}, text_or_empty(options->token), engine.settings.network.ca_file},
      texts_of(options->bases, options->base_count),
      text_or_empty(options->public_key)};
  const auto workspace = workspace_of(engine);
  if (!workspace) return workspace.error();
  auto snapshot = opening::open_snapshot_of(**workspace, std::move(wish), token_of(options->stop));
  if (!snapshot) return snapshot.error();
  IndexRequest request;
  request.snapshot = std::move(*snapshot);
  return run_index(engine, std::move(request),
                   {options->on_progress, options->progress_context, options->stop}, report);
}

}  // namespace
}  // namespace codeweaver::c

extern "C" {

cw_error* cw_make_snapshot(cw_engine* engine, const char* file,
                           const cw_make_snapshot_options* options, cw_text** facts) {
  return codeweaver::c::guarded(
      [&] { return codeweaver::c::make_snapshot(*engine, file, options, facts); });
}

cw_error* cw_pull_snapshot(cw_engine* engine, const char* place,
                           const cw_pull_snapshot_options* options, cw_index_report* report) {
  return codeweaver::c::guarded(
      [&] { return codeweaver::c::pull_snapshot(*engine, place, options, report); });
}

}  // extern "C"
