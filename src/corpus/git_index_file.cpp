// The index file format of git (gitformat-index): only names, stats and ids.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "corpus/git_index_file.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.hpp"

namespace codeweaver::corpus {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxIndexBytes = 4ULL << 30;
constexpr std::size_t kIdBytes = 20;
constexpr std::uint32_t kTreeMode = 0040000;

/// Reads big-endian numbers from a buffer. If bytes are missing, this and all later reads return
/// zero.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  bool is_broken() const noexcept { return is_broken_; }
  std::size_t size() const noexcept { return rest_.size(); }
  std::string_view take(std::size_t count) {
    if (count > rest_.size()) {
      is_broken_ = true;
      rest_ = {};
      return {};
    }
    const auto taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    for (const char c : take(bytes)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  /// Git's offset encoding: seven bits per byte; each further byte adds one.
  std::size_t offset() {
    auto byte = static_cast<unsigned>(number(1));
    std::size_t value = byte & 127U;
    while ((byte & 128U) != 0 && !is_broken_ && value < (SIZE_MAX >> 8)) {
      byte = static_cast<unsigned>(number(1));
      value = ((value + 1) << 7) | (byte & 127U);
    }
    return value;
  }
  std::string_view until_nul() {
    const std::size_t end = rest_.find('\0');
    const auto text = take(end == std::string_view::npos ? rest_.size() + 1 : end);
    take(1);
    return text;
  }

 private:
  std::string_view rest_;
  bool is_broken_ = false;
};

struct Entry {
  git_index_entry fields{};
  std::string path;
};

/// The "link" extension, which refers to the base of a split index.
struct SplitLink {
  std::string base_id;  // hex
  std::vector<bool> deleted;
  std::vector<bool> replaced;
};

struct IndexFile {
  std::vector<Entry> entries;
  std::optional<SplitLink> link;
};

git_oid read_id(ByteReader& reader) {
  git_oid id{};
  const auto bytes = reader.take(kIdBytes);
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(id.id));
  return id;
}

std::string hex_id(const git_oid& id) {
  std::string text(GIT_OID_HEXSZ, '\0');
  git_oid_fmt(text.data(), &id);
  return text;
}

Entry read_entry(ByteReader& reader, std::uint32_t version, std::string_view previous) {
  Entry entry;
  git_index_entry& fields = entry.fields;
  const std::size_t before = reader.size();
  fields.ctime = {static_cast<std::int32_t>(reader.u32()), reader.u32()};
  fields.mtime = {static_cast<std::int32_t>(reader.u32()), reader.u32()};
  fields.dev = reader.u32();
  fields.ino = reader.u32();
  fields.mode = reader.u32();
  fields.uid = reader.u32();
  fields.gid = reader.u32();
  fields.file_size = reader.u32();
  fields.id = read_id(reader);
  fields.flags = reader.u16();
  if ((fields.flags & GIT_INDEX_ENTRY_EXTENDED) != 0) fields.flags_extended = reader.u16();
  if (version == 4) {
    const std::size_t cut = std::min(reader.offset(), previous.size());
    entry.path = previous.substr(0, previous.size() - cut);
    entry.path += reader.until_nul();
    return entry;
  }
  entry.path = reader.until_nul();
  const std::size_t used = before - reader.size();  // entries are padded to eight bytes
  reader.take((8 - used % 8) % 8);
  return entry;
}

/// Reads an EWAH bitmap: runs of equal words, each followed by literal words.
std::vector<bool> read_bitmap(ByteReader& reader) {
  const std::size_t bits = reader.u32();
  std::size_t words = reader.u32();
  std::vector<bool> result;
  if (words > reader.size() / 8) {
    reader.take(reader.size() + 1);  // broken
    return result;
  }
  while (words > 0) {
    const std::uint64_t marker = reader.number(8);
    --words;
    const std::size_t run = (marker >> 1) & 0xFFFFFFFFULL;
    const std::size_t literals = std::min<std::size_t>(marker >> 33, words);
    const std::size_t room = bits - std::min(bits, result.size());
    result.insert(result.end(), std::min(run * 64, room), (marker & 1) != 0);
    for (std::size_t i = 0; i < literals; ++i) {
      const std::uint64_t word = reader.number(8);
      for (unsigned bit = 0; bit < 64 && result.size() < bits; ++bit)
        result.push_back(((word >> bit) & 1) != 0);
    }
    words -= literals;
  }
  reader.take(4);  // start of the last run, used for appending
  result.resize(bits);
  return result;
}

std::optional<IndexFile> parse(std::string_view bytes) {
  ByteReader reader(bytes.substr(0, bytes.size() - std::min(bytes.size(), kIdBytes)));
  if (reader.take(4) != "DIRC") return std::nullopt;
  const std::uint32_t version = reader.u32();
  const std::uint32_t count = reader.u32();
  if (version < 2 || version > 4) return std::nullopt;
  IndexFile file;
  file.entries.reserve(std::min<std::size_t>(count, reader.size() / 32));
  for (std::uint32_t i = 0; i < count && !reader.is_broken(); ++i)
    file.entries.push_back(
        read_entry(reader, version, i == 0 ? std::string_view{} : file.entries.back().path));
  while (reader.size() >= 8 && !reader.is_broken()) {
    const auto name = reader.take(4);
    ByteReader body(reader.take(reader.u32()));
    if (name != "link") continue;
    file.link.emplace();
    file.link->base_id = hex_id(read_id(body));
    if (body.size() == 0) continue;
    file.link->deleted = read_bitmap(body);
    file.link->replaced = read_bitmap(body);
    if (body.is_broken()) return std::nullopt;
  }
  if (reader.is_broken()) return std::nullopt;
  return file;
}

/// Merges the base into the file: the base without its deleted entries, with its replaced entries,
/// and the new entries of the file.
void join_base(IndexFile& file, std::vector<Entry> base) {
  const auto is_set = [](const std::vector<bool>& bits, std::size_t i) {
    return i < bits.size() && bits[i];
  };
  std::size_t next = 0;  // replacements come first, in order and without names
  std::vector<Entry> joined;
  for (std::size_t i = 0; i < base.size(); ++i) {
    if (is_set(file.link->replaced, i) && next < file.entries.size()) {
      file.entries[next].path = base[i].path;
      base[i] = std::move(file.entries[next++]);
    }
    if (!is_set(file.link->deleted, i)) joined.push_back(std::move(base[i]));
  }
  std::move(file.entries.begin() + static_cast<std::ptrdiff_t>(next), file.entries.end(),
            std::back_inserter(joined));
  file.entries = std::move(joined);
}

struct TreeVisit {
  git_index* index;
  const Entry* folder;
};

int add_tree_entry(const char* root, const git_tree_entry* item, void* payload) {
  const auto& visit = *static_cast<TreeVisit*>(payload);
  if (git_tree_entry_type(item) == GIT_OBJECT_TREE) return 0;
  const std::string path = visit.folder->path + root + git_tree_entry_name(item);
  git_index_entry entry{};
  entry.path = path.c_str();
  entry.mode = git_tree_entry_filemode(item);
  entry.id = *git_tree_entry_id(item);
  entry.flags_extended = GIT_INDEX_ENTRY_SKIP_WORKTREE;
  return git_index_add(visit.index, &entry);
}

bool add_folder(git_repository* repository, git_index* index, const Entry& folder) {
  git_object* raw = nullptr;
  if (git_object_lookup(&raw, repository, &folder.fields.id, GIT_OBJECT_TREE) != 0) return false;
  const ObjectHandle tree(raw);
  TreeVisit visit{index, &folder};
  return git_tree_walk(reinterpret_cast<git_tree*>(raw), GIT_TREEWALK_PRE, add_tree_entry,
                       &visit) == 0;
}

}  // namespace

IndexHandle read_index_file(git_repository* repository) {
  const fs::path folder = git_repository_path(repository);
  const auto bytes = base::read_file(folder / "index", kMaxIndexBytes);
  auto file = bytes ? parse(*bytes) : std::nullopt;
  if (!file) return nullptr;
  if (file->link && file->link->base_id.find_first_not_of('0') != std::string::npos) {
    const auto base_bytes =
        base::read_file(folder / ("sharedindex." + file->link->base_id), kMaxIndexBytes);
    auto base = base_bytes ? parse(*base_bytes) : std::nullopt;
    if (!base) return nullptr;
    join_base(*file, std::move(base->entries));
  }
  std::stable_sort(file->entries.begin(), file->entries.end(),
                   [](const Entry& a, const Entry& b) { return a.path < b.path; });
  git_index* raw = nullptr;
  if (git_index_new(&raw) != 0) return nullptr;
  IndexHandle index(raw);
  for (Entry& entry : file->entries) {
    entry.fields.path = entry.path.c_str();
    const bool added = entry.fields.mode == kTreeMode ? add_folder(repository, raw, entry)
                                                      : git_index_add(raw, &entry.fields) == 0;
    if (!added) return nullptr;
  }
  return index;
}

}  // namespace codeweaver::corpus
