// The record of install: for each file one replaced range of bytes, and the hash of the result.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/clients/install_record.hpp"

#include <algorithm>
#include <utility>

#include "base/base64.hpp"
#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/private_files.hpp"
#include "base/try.hpp"
#include "json/members.hpp"
#include "json/writer.hpp"

namespace codeweaver::cli {
namespace {

/// Member names of a file's entry in the record.
constexpr std::string_view kAfter = "after", kAt = "at", kLength = "length", kBytes = "bytes",
                           kIsNew = "is_new", kFormer = "former", kChecksum = "checksum";

std::string hash_of(std::string_view text) {
  return base::hash128(text).hex();
}

bool is_as_left(const json::Value& known, std::string_view now) {
  const auto* const after = known.find(kAfter);
  return after != nullptr && after->is_string() && *after->if_string() == hash_of(now);
}

/// Reads a position in a text of `size` bytes; nullopt: missing or out of range.
std::optional<std::size_t> position_in(const json::Value& known, std::string_view key,
                                       std::size_t size) {
  const auto* const number = json::integer_in(known, key);
  if (number == nullptr || *number < 0 || static_cast<std::uint64_t>(*number) > size)
    return std::nullopt;
  return static_cast<std::size_t>(*number);
}

/// Returns the difference between two texts as members of the record.
json::Object difference(std::string_view before, std::string_view after) {
  const auto [old_end, new_end] = std::ranges::mismatch(before, after);
  const auto front = static_cast<std::size_t>(old_end - before.begin());
  before.remove_prefix(front);
  after.remove_prefix(front);
  const auto limit = std::min(before.size(), after.size());
  std::size_t back = 0;
  while (back < limit && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
  before.remove_suffix(back);
  return {{std::string(kAt), front},
          {std::string(kLength), after.size() - back},
          {std::string(kBytes), base::base64(before)}};
}

/// Checksum of a file's entry, without the checksum that it may contain.
std::string checksum_of(const std::filesystem::path& path, json::Object entry) {
  std::erase_if(entry, [](const json::Member& member) { return member.key == kChecksum; });
  return hash_of(path.string() + '\n' + json::dump(entry));
}

}  // namespace

InstallRecord::InstallRecord(std::filesystem::path file) : file_(std::move(file)) {
  if (const auto text = base::read_file(file_))
    if (auto known = json::parse(*text); known && known->is_object()) files_ = std::move(*known);
}

void InstallRecord::note(const std::filesystem::path& path,
                         const std::optional<std::string>& before, const std::string& after,
                         const std::optional<json::Object>& former_now) {
  const auto* const known = entry_of(path);
  std::optional<std::optional<std::string>> original;
  auto first = former_now;
  if (known != nullptr && before && is_as_left(*known, *before)) {
    original = this->before(path, *before);
    first = former(path);
  } else if (known != nullptr && former_now) {  // another program changed the file, not our entry
    first = former(path);
  } else {
    original.emplace(before);
  }
  json::Object entry;
  const bool is_new = original ? !original->has_value() : created(path);
  if (original) {
    entry = difference(original->value_or(""), after);
    entry.push_back({std::string(kAfter), hash_of(after)});
  }
  entry.push_back({std::string(kIsNew), is_new});
  if (first) entry.push_back({std::string(kFormer), *first});
  entry.push_back({std::string(kChecksum), checksum_of(path, entry)});
  files_.set(path.string(), std::move(entry));
}

const json::Value* InstallRecord::entry_of(const std::filesystem::path& path) const {
  const auto* const known = files_.find(path.string());
  if (known == nullptr || !known->is_object()) return nullptr;
  const auto* const checksum = json::text_in(*known, kChecksum);
  const bool is_whole = checksum != nullptr && *checksum == checksum_of(path, *known->if_object());
  return is_whole ? known : nullptr;
}

Result<void> InstallRecord::check(const std::filesystem::path& path) const {
  if (files_.find(path.string()) == nullptr || entry_of(path) != nullptr) return {};
  return Error{ErrorCategory::kCorruption, "INSTALL_RECORD_DAMAGED",
               "The record of the former text in " + file_.string() + " is damaged",
               "reading the record of an installation",
               "Write or remove the entry for codeweaver by hand, then delete that record."};
}

std::optional<std::optional<std::string>> InstallRecord::before(const std::filesystem::path& path,
                                                                std::string_view now) const {
  const auto* const known = entry_of(path);
  if (known == nullptr || !is_as_left(*known, now)) return std::nullopt;
  const auto at = position_in(*known, kAt, now.size());
  const auto length = position_in(*known, kLength, now.size() - at.value_or(0));
  const auto* const text = known->find(kBytes);
  const auto bytes =
      text != nullptr && text->is_string() ? base::parse_base64(*text->if_string()) : std::nullopt;
  if (!at || !length || !bytes) return std::nullopt;
  if (created(path)) return std::optional<std::string>();
  return std::optional(std::string(now).replace(*at, *length, *bytes));
}

std::optional<json::Object> InstallRecord::former(const std::filesystem::path& path) const {
  const auto* const known = entry_of(path);
  const auto* const members = known != nullptr ? known->find(kFormer) : nullptr;
  return members != nullptr && members->is_object() ? std::optional(*members->if_object())
                                                    : std::nullopt;
}

bool InstallRecord::created(const std::filesystem::path& path) const {
  const auto* const known = entry_of(path);
  const auto* const is_new = known != nullptr ? known->find(kIsNew) : nullptr;
  return is_new != nullptr && is_new->if_bool() != nullptr && *is_new->if_bool();
}

void InstallRecord::forget(const std::filesystem::path& path) {
  if (auto* const members = files_.if_object())
    std::erase_if(*members,
                  [&](const json::Member& member) { return member.key == path.string(); });
}

Result<void> InstallRecord::save() const {
  CODEWEAVER_TRY(base::make_private_folder(file_.parent_path()));
  return base::write_file_atomic(file_, json::dump(files_));
}

}  // namespace codeweaver::cli
