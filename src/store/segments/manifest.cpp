// Manifest: the list of segments of a generation, a small text file with a checksum.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/segments/manifest.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "base/file.hpp"
#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "store/layout/segment_file.hpp"
#include "store/segments/vector_index_kind.hpp"

namespace codeweaver::store {
namespace {

constexpr std::string_view kFirstLine = "codeweaver-manifest 1";
constexpr std::string_view kChecksumKey = "checksum ";
constexpr std::array<std::string_view, 3> kKindNames = {"scan", "faiss_flat", "faiss_hnsw"};

Error manifest_damaged(const std::filesystem::path& file, std::string_view what) {
  Error error{ErrorCategory::kCorruption,
              error_code::kManifestCorrupt,
              "The index manifest is damaged: ",
              "reading '" + file.string() + "'",
              "The next run rebuilds it from the database",
              RemedyKind::kIndex};
  error.cause += what;
  return error;
}

/// Removes the text up to the next `end` from the front of `rest` and returns it.
std::string_view take_until(std::string_view& rest, char end) noexcept {
  const std::size_t at = rest.find(end);
  const std::string_view taken = rest.substr(0, at);
  rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + 1);
  return taken;
}

template <class T>
std::optional<T> parse_number(std::string_view text) noexcept {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Parses "name.seg 3 5 9": the file of a segment, then its deleted files in ascending order. The
// name must be a hash, so it cannot be a path outside the folder.
std::optional<Manifest::Entry> parse_segment(std::string_view line) {
  Manifest::Entry entry;
  const std::string_view name = take_until(line, ' ');
  if (!name.ends_with(".seg") || !base::Hash128::parse(name.substr(0, name.size() - 4)))
    return std::nullopt;
  entry.file = name;
  while (!line.empty()) {
    auto file = parse_number<std::uint32_t>(take_until(line, ' '));
    if (!file || (!entry.deleted_files.empty() && *file <= entry.deleted_files.back()))
      return std::nullopt;
    entry.deleted_files.push_back(*file);
  }
  return entry;
}

// Parses "inode size mtime ctime", which belongs to the previous segment.
std::optional<base::FileIdentity> parse_identity(std::string_view line) {
  const auto inode = parse_number<std::uint64_t>(take_until(line, ' '));
  const auto size = parse_number<std::uint64_t>(take_until(line, ' '));
  const auto modified = parse_number<std::int64_t>(take_until(line, ' '));
  const auto changed = parse_number<std::int64_t>(line);
  if (!inode || !size || !modified || !changed) return std::nullopt;
  return base::FileIdentity{*inode, *size, *modified, *changed};
}

bool parse_line(std::string_view line, Manifest& manifest) {
  const std::string_view key = take_until(line, ' ');
  if (key == "generation") {
    auto value = parse_number<std::uint64_t>(line);
    manifest.generation = value.value_or(0);
    return value.has_value();
  }
  if (key == "dimension") {
    auto value = parse_number<std::size_t>(line);
    manifest.dimension = value.value_or(0);
    return value.has_value();
  }
  if (key == "covers") {
    const auto files = parse_number<std::uint64_t>(take_until(line, ' '));
    const auto of = parse_number<std::uint64_t>(line);
    if (files && of) manifest.coverage = {*files, *of};
    return files && of;
  }
  if (key == "vectors") {
    const auto found = std::find(kKindNames.begin(), kKindNames.end(), line);
    if (found == kKindNames.end()) return false;
    manifest.vector_index = static_cast<VectorIndexKind>(found - kKindNames.begin());
    return true;
  }
  if (key == "tree") {
    manifest.tree = line;
    return true;
  }
  if (key == "verified") {
    auto identity = parse_identity(line);
    if (!identity || manifest.segments.empty()) return false;
    manifest.segments.back().verified = identity;
    return true;
  }
  if (key != "segment") return false;
  auto entry = parse_segment(line);
  if (!entry) return false;
  manifest.segments.push_back(std::move(*entry));
  return true;
}

std::string checksum_of(std::string_view body) {
  return base::hash128(body).hex();
}

}  // namespace

Result<Manifest> read_manifest(const std::filesystem::path& folder, std::string_view name) {
  const auto file = folder / name;
  auto bytes = base::read_file(file, 1ULL << 30);
  if (!bytes) {
    if (bytes.error().category == ErrorCategory::kInvalidArgument)
      return manifest_damaged(file, "it is larger than 1 GiB");
    return std::move(bytes).error();
  }
  const std::size_t at = bytes->rfind(kChecksumKey);
  if (at == std::string::npos) return manifest_damaged(file, "it ends early");
  const std::string_view body = std::string_view(*bytes).substr(0, at);
  std::string_view rest = std::string_view(*bytes).substr(at + kChecksumKey.size());
  if (rest != checksum_of(body) + '\n') return manifest_damaged(file, "its checksum differs");

  rest = body;
  if (take_until(rest, '\n') != kFirstLine)
    return manifest_damaged(file, "it was written by another version");
  Manifest manifest;
  while (!rest.empty())
    if (!parse_line(take_until(rest, '\n'), manifest))
      return manifest_damaged(file, "a line cannot be parsed");
  return manifest;
}

Result<void> write_manifest(const std::filesystem::path& folder, const Manifest& manifest,
                            std::string_view name) {
  std::string text(kFirstLine);
  text += "\ngeneration " + std::to_string(manifest.generation);
  text += "\ndimension " + std::to_string(manifest.dimension);
  text += "\nvectors ";
  text += kKindNames[static_cast<std::size_t>(manifest.vector_index)];
  text += '\n';
  if (!manifest.tree.empty()) text += "tree " + manifest.tree + '\n';
  if (const auto& covered = manifest.coverage)
    text += "covers " + std::to_string(covered->files) + ' ' + std::to_string(covered->of) + '\n';
  for (const Manifest::Entry& entry : manifest.segments) {
    text += "segment " + entry.file;
    for (const std::uint32_t file : entry.deleted_files) text += ' ' + std::to_string(file);
    text += '\n';
    if (const auto& file = entry.verified)
      text += "verified " + std::to_string(file->inode) + ' ' + std::to_string(file->size_bytes) +
              ' ' + std::to_string(file->mtime_ns) + ' ' + std::to_string(file->ctime_ns) + '\n';
  }
  const std::string checksum = checksum_of(text);
  text += kChecksumKey;
  text += checksum;
  text += '\n';
  return base::write_file_atomic(folder / name, text);
}

Result<std::vector<std::string>> list_manifests(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  if (!std::filesystem::exists(folder, error) && !error) return names;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    auto name = it->path().filename().string();
    if (name == kManifestName || name.ends_with(kManifestEnding)) names.push_back(std::move(name));
  }
  if (error)
    return Error{ErrorCategory::kIo, "IO",
                 "Cannot list '" + folder.string() + "': " + error.message(),
                 "listing the manifests of an index", "Check the folder's permissions."};
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::size_t> remove_unlisted(const std::filesystem::path& folder) {
  CODEWEAVER_ASSIGN(auto manifests, list_manifests(folder));
  std::error_code error, ignored;
  if (manifests.empty() && !std::filesystem::exists(folder, error)) return std::size_t{0};
  std::set<std::string> listed;
  for (const auto& name : manifests) {
    const auto manifest = read_manifest(folder, name);
    if (!manifest && manifest.error().category == ErrorCategory::kCorruption)
      std::filesystem::remove(folder / name, ignored);
    if (!manifest) continue;
    for (const Manifest::Entry& entry : manifest->segments) listed.insert(entry.file);
  }
  std::size_t removed = 0;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    const std::string extension = it->path().extension().string();
    const bool is_ours = extension == ".seg" ||
                         (extension == ".tmp" && (name.find(".seg.") != std::string::npos ||
                                                  name.find(kManifestName) != std::string::npos));
    // A merge takes the lock before it creates the file, so check the lock after finding the file.
    const bool is_being_merged =
        name.starts_with(kMergePrefix) && base::FileLock::is_held(folder / kMergeLock);
    if (is_ours && !is_being_merged && !listed.contains(name) &&
        std::filesystem::remove(it->path(), ignored))
      ++removed;
  }
  if (error)
    return Error{ErrorCategory::kIo, "IO", "Cannot list '" + folder.string() + "'",
                 "removing old segments: " + error.message(), "Check the folder's permissions."};
  return removed;
}

}  // namespace codeweaver::store
