// Snapshot: opens files that belong together.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/snapshot.hpp"

#include <algorithm>
#include <utility>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "engine/snapshot/snapshot_impl.hpp"
#include "signing/signature.hpp"

namespace codeweaver::inline v0_1 {

Snapshot::Snapshot(std::unique_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}
Snapshot::~Snapshot() = default;

Result<std::shared_ptr<const Snapshot>> Snapshot::open(
    const std::vector<std::filesystem::path>& files, const std::filesystem::path& public_key) {
  std::vector<SnapshotBytes> read_files;
  for (const auto& file : files) {
    CODEWEAVER_ASSIGN(auto bytes, base::read_file(file));
    read_files.push_back({file.string(), std::move(bytes)});
  }
  return read(std::move(read_files), public_key);
}

Result<std::shared_ptr<const Snapshot>> Snapshot::read(std::vector<SnapshotBytes> files,
                                                       const std::filesystem::path& public_key) {
  if (files.empty())
    return Error{ErrorCategory::kInvalidArgument, "NO_SNAPSHOT", "No snapshot was given",
                 "opening a snapshot", "Give the path of a snapshot file."};
  std::string trusted;
  if (!public_key.empty()) {
    CODEWEAVER_ASSIGN(auto key, signing::read_public_key(public_key));
    trusted = std::move(key);
  }
  auto impl = std::make_unique<Impl>();
  for (auto& [name, bytes] : files) {
    CODEWEAVER_ASSIGN(auto file, engine::SnapshotFile::parse(std::move(bytes), name, trusted));
    impl->facts.push_back(file.facts());
    CODEWEAVER_ASSIGN(auto reader, engine::SnapshotReader::open(std::move(file)));
    impl->readers.push_back(std::move(reader));
  }
  for (const auto& facts : impl->facts) CODEWEAVER_TRY(impl->check_settings(facts.settings));
  return std::shared_ptr<const Snapshot>(new Snapshot(std::move(impl)));
}

const std::vector<SnapshotFacts>& Snapshot::facts() const noexcept {
  return impl_->facts;
}

bool Snapshot::Impl::has(const base::Hash128& key) const noexcept {
  return std::ranges::any_of(readers, [&](const auto& reader) { return reader->has(key); });
}

std::optional<engine::SnapshotContent> Snapshot::Impl::content(const base::Hash128& key,
                                                               const std::string& text,
                                                               const std::string& model) const {
  for (const auto& reader : readers) {
    auto found = reader->content(key, text);
    if (!found) continue;
    if (model.empty() || reader->file().head().model != model) {
      found->dimension = 0;
      found->vectors.clear();
    }
    return found;
  }
  return std::nullopt;
}

Result<void> Snapshot::Impl::check_settings(const std::string& settings) const {
  const auto other = std::ranges::find_if(
      facts, [&](const SnapshotFacts& one) { return one.settings != settings; });
  if (other == facts.end()) return {};
  return Error{ErrorCategory::kInvalidArgument, error_code::kSnapshotOfOtherSettings,
               "The snapshot was made with the settings '" + other->settings +
                   "', but this program uses '" + settings + "'",
               "opening a snapshot of version " + other->version,
               "Make the snapshot with the same version and settings, or index without it. "
               "Nothing was changed."};
}

}  // namespace codeweaver::inline v0_1
