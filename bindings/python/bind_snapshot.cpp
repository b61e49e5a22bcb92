// Snapshots in Python: their facts, and what the methods of CodeWeaver call.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bind_snapshot.hpp"

#include <utility>

#include "long_call.hpp"
#include "opening/snapshot_source.hpp"
#include "value_class.hpp"

namespace codeweaver::python {

void bind_snapshot(py::module_& module) {
  ValueClass<SnapshotFacts>(module, "SnapshotFacts", "Description of a snapshot.")
      .field("name", &SnapshotFacts::name, "Name of the file.")
      .field("id", &SnapshotFacts::id,
             "SHA-256 of its head, which contains the hashes of the rest.")
      .field("tree", &SnapshotFacts::tree, "SHA-256 of the paths and contents of its source tree.")
      .field("bases", &SnapshotFacts::bases, "Ids of the snapshots that contain the omitted data.")
      .field("version", &SnapshotFacts::version, "Library version that made it.")
      .field("settings", &SnapshotFacts::settings, "Other settings that affect chunking.")
      .field("model", &SnapshotFacts::model, "Model of its vectors; empty: no vectors.")
      .field("public_key", &SnapshotFacts::public_key, "Key of its signature; empty: not signed.")
      .field("files", &SnapshotFacts::files, "Files in the source tree.")
      .field("contents", &SnapshotFacts::contents,
             "Distinct contents in this file, without its bases.")
      .field("chunks", &SnapshotFacts::chunks, "Chunks of these contents.")
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
