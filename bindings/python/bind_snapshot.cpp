// Snapshots in Python: their facts, and what the methods of CodeWeaver call.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bind_snapshot.hpp"

#include <utility>

#include "long_call.hpp"
#include "opening/snapshot_source.hpp"
#include "value_class.hpp"

namespace codeweaver::python {

void bind_snapshot(py::module_& module) {
  ValueClass<SnapshotFacts>(module, "SnapshotFacts", "What a snapshot says of itself.")
      .field("name", &SnapshotFacts::name, "Of the file.")
      .field("id", &SnapshotFacts::id, "SHA-256 of its head, which has those of all the rest.")
      .field("tree", &SnapshotFacts::tree, "SHA-256 over the paths and contents of the files.")
      .field("bases", &SnapshotFacts::bases, "Ids of those that hold what it leaves out.")
      .field("version", &SnapshotFacts::version, "Of the library that made it.")
      .field("settings", &SnapshotFacts::settings, "What else decides how files are cut.")
      .field("model", &SnapshotFacts::model, "Whose vectors it holds; empty: none.")
      .field("public_key", &SnapshotFacts::public_key, "Of who signed it; empty: nobody did.")
      .field("files", &SnapshotFacts::files, "Files of the tree.")
      .field("contents", &SnapshotFacts::contents, "Different contents that it holds.")
      .field("chunks", &SnapshotFacts::chunks, "Chunks of those.")
      .field("bytes", &SnapshotFacts::bytes, "Size of the file.")
      .finish();
}

SnapshotFacts make_snapshot(CodeWeaver& workspace, std::filesystem::path file,
                            const std::vector<std::filesystem::path>& bases,
                            const std::optional<std::filesystem::path>& private_key) {
  SnapshotRequest request;
  request.file = std::move(file);
  request.private_key = private_key.value_or(std::filesystem::path());
  if (!bases.empty()) request.base = unwrap(Snapshot::open(bases));
  return run_long(
      [&](std::stop_token stop) { return workspace.make_snapshot(request, std::move(stop)); });
}

std::shared_ptr<const Snapshot> fetch_snapshot(
    const Workspace& workspace, const std::string& place,
    const std::vector<std::filesystem::path>& bases,
    const std::optional<std::filesystem::path>& public_key,
    const std::optional<std::string>& token) {
  opening::SnapshotWish wish{
      {place, {}, {}, token.value_or(""), workspace.settings.network.ca_file},
      {},
      public_key.value_or(std::filesystem::path())};
  for (const auto& base : bases) wish.bases.push_back(base.string());
  return run_long(
      [&](std::stop_token stop) { return opening::open_snapshot_of(workspace.core, wish, stop); });
}

}  // namespace codeweaver::python
