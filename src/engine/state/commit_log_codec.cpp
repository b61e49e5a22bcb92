// CommitLog as bytes: checksum, newest commit, ids, texts, then the commits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "engine/state/commit_log.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::string_view kLogMagic = "CWCOMM1\n";
constexpr std::size_t kIdBytes = 20;

int digit_value(char digit) noexcept {
  return digit >= 'a' ? digit - 'a' + 10 : digit - '0';
}

void put_id(std::string& out, std::string_view hex) {
  for (std::size_t i = 0; i + 1 < 2 * kIdBytes; i += 2)
    out += static_cast<char>(digit_value(hex[i]) * 16 + digit_value(hex[i + 1]));
}

std::string id_of(base::ByteReader& in) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : in.take(kIdBytes)) {
    const auto byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

/// Texts in the order of their first use, which depends only on the commits.
class UsedTexts {
 public:
  explicit UsedTexts(const std::vector<std::string>& texts) : texts_(texts) {}
  std::uint32_t number(std::uint32_t old) {
    const auto [at, is_new] = numbers_.emplace(old, static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) base::put_text(bytes_, texts_[old]);
    return at->second;
  }
  void write(std::string& out) const {
    base::put_varint(out, numbers_.size());
    out += bytes_;
  }

 private:
  const std::vector<std::string>& texts_;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers_;
  std::string bytes_;
};

}  // namespace

std::string CommitLog::encode() const {
  std::string ids, records;
  UsedTexts terms(terms_.texts), paths(paths_.texts);
  std::unordered_map<std::string_view, std::size_t> places;
  for (const auto& commit : commits_) {
    put_id(ids, commit.id);
    places.emplace(commit.id, places.size());
  }
  for (const auto& commit : commits_) {
    base::put_varint(records, static_cast<std::uint64_t>(commit.time));
    base::put_varint(records, commit.parents.size());
    for (const auto& parent : commit.parents) {
      const auto at = places.find(parent);
      base::put_varint(records, at == places.end() ? 0 : at->second + 1);
      if (at == places.end()) put_id(records, parent);
    }
    auto ordered = commit.terms;  // by text, independent of this log's numbers
    std::ranges::sort(ordered, {}, [&](const MessageTerm& term) -> const std::string& {
      return terms_.texts[term.term];
    });
    base::put_varint(records, commit.length);
    base::put_varint(records, ordered.size());
    for (const auto& [term, count] : ordered) {
      base::put_varint(records, terms.number(term));
      base::put_varint(records, count);
    }
    base::put_varint(records, commit.files ? commit.files->size() + 1 : 0);
    for (const auto file : commit.files.value_or(std::vector<std::uint32_t>()))
      base::put_varint(records, paths.number(file));
  }
  std::string body;
  put_id(body, newest_.empty() ? std::string(2 * kIdBytes, '0') : newest_);
  base::put_text(body, scope_);
  base::put_varint(body, commits_.size());
  body += ids;
  terms.write(body);
  paths.write(body);
  body += records;
  std::string out(kLogMagic);
  base::put_raw(out, base::hash64(body));
  return out += body;
}

CommitLog CommitLog::decode(std::string_view bytes) {
  base::ByteReader in(bytes);
  const auto magic = in.take(kLogMagic.size());
  const auto checksum = in.raw<std::uint64_t>();
  if (!in.ok() || magic != kLogMagic ||
      checksum != base::hash64(bytes.substr(bytes.size() - in.remaining())))
    return {};
  CommitLog log;
  log.newest_ = id_of(in);
  log.scope_ = in.text();
  const auto size = in.varint();
  for (std::uint64_t i = 0; i < size && in.ok(); ++i) log.commits_.emplace_back().id = id_of(in);
  for (Texts* const texts : {&log.terms_, &log.paths_})
    for (auto left = in.varint(); left > 0 && in.ok(); --left) texts->put(in.text());
  for (auto& commit : log.commits_) {
    commit.time = static_cast<std::int64_t>(in.varint());
    for (auto left = in.varint(); left > 0 && in.ok(); --left) {
      const auto place = in.varint();
      if (place > log.commits_.size()) return {};
      commit.parents.push_back(place == 0 ? id_of(in) : log.commits_[place - 1].id);
    }
    commit.length = in.varint32();
    for (auto left = in.varint(); left > 0 && in.ok(); --left) {
      const auto term = in.varint32();
      commit.terms.push_back({term, in.varint32()});
      if (term >= log.terms_.texts.size()) return {};
    }
    const auto files = in.varint();
    if (files > 0) commit.files.emplace();
    for (std::uint64_t i = 1; i < files && in.ok(); ++i) {
      commit.files->push_back(in.varint32());
      if (commit.files->back() >= log.paths_.texts.size()) return {};
    }
    if (!commit.is_merge()) ++log.messages_;
  }
  return in.ok() && in.at_end() ? std::move(log) : CommitLog();
}

}  // namespace codeweaver::engine
