// Creates the vocabularies once; with a table of ranks, drawing a word is one look-up.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "generated_words.hpp"

#include <array>
#include <cmath>
#include <unordered_set>
#include <utility>

namespace codeweaver::bench {
namespace {

constexpr std::size_t kTableSize = 1U << 18;
constexpr std::size_t kNouns = 24'000, kVerbs = 96;

constexpr std::array<std::string_view, 48> kCommonVerbs = {
    "get",    "set",      "add",      "make",    "read",    "write",  "init",    "parse",
    "check",  "update",   "create",   "find",    "remove",  "load",   "build",   "send",
    "open",   "close",    "start",    "stop",    "handle",  "format", "encode",  "decode",
    "merge",  "split",    "register", "resolve", "compare", "copy",   "move",    "apply",
    "filter", "validate", "convert",  "fetch",   "store",   "flush",  "reset",   "visit",
    "render", "schedule", "commit",   "expire",  "retry",   "rank",   "compile", "allocate"};
constexpr std::array<std::string_view, 96> kCommonNouns = {
    "name",    "value",   "data",    "index",  "node",     "key",       "type",      "list",
    "size",    "path",    "file",    "state",  "config",   "error",     "buffer",    "count",
    "id",      "entry",   "item",    "result", "request",  "response",  "user",      "event",
    "message", "context", "option",  "table",  "string",   "line",      "block",     "table",
    "token",   "session", "record",  "header", "cache",    "stream",    "packet",    "policy",
    "cursor",  "segment", "vector",  "socket", "schema",   "worker",    "lease",     "payload",
    "window",  "account", "graph",   "region", "secret",   "archive",   "channel",   "snapshot",
    "budget",  "queue",   "thread",  "lock",   "page",     "frame",     "device",    "driver",
    "module",  "symbol",  "scope",   "field",  "column",   "row",       "query",     "filter",
    "handler", "service", "client",  "server", "version",  "timestamp", "timeout",   "limit",
    "offset",  "length",  "mask",    "flag",   "mode",     "color",     "image",     "layer",
    "matrix",  "weight",  "invoice", "order",  "customer", "checksum",  "signature", "callback"};
constexpr std::array<std::string_view, 20> kOnsets = {"b", "c",  "d",  "f",  "g",  "h", "k",
                                                      "l", "m",  "n",  "p",  "r",  "s", "t",
                                                      "v", "br", "cl", "st", "tr", "pl"};
constexpr std::array<std::string_view, 8> kVowels = {"a", "e", "i", "o", "u", "ai", "ea", "ou"};
constexpr std::array<std::string_view, 9> kCodas = {"", "", "n", "r", "l", "t", "st", "m", "x"};

template <std::size_t N>
std::string_view any_of(const std::array<std::string_view, N>& parts, Random& random) {
  return parts[random.below(N)];
}

std::string invented_word(Random& random) {
  std::string out;
  for (std::size_t syllables = 2 + random.below(2); syllables > 0; --syllables) {
    out += any_of(kOnsets, random);
    out += any_of(kVowels, random);
    if (syllables == 1) out += any_of(kCodas, random);
  }
  return out;
}

template <std::size_t N>
std::vector<std::string> vocabulary(const std::array<std::string_view, N>& common, std::size_t size,
                                    std::uint64_t seed) {
  std::vector<std::string> out;
  std::unordered_set<std::string> seen;
  const auto add = [&](std::string word) {
    if (seen.insert(word).second) out.push_back(std::move(word));
  };
  for (const auto word : common) add(std::string(word));
  for (Random random(seed); out.size() < size;) add(invented_word(random));
  return out;
}

char upper(char letter) {
  return static_cast<char>(letter - 'a' + 'A');
}

}  // namespace

double share(Random& random) noexcept {
  return static_cast<double>((random.next() >> 11) + 1) / 9007199254740992.0;
}

const Vocabulary& Vocabulary::verbs() {
  static const Vocabulary words(vocabulary(kCommonVerbs, kVerbs, 1));
  return words;
}

const Vocabulary& Vocabulary::nouns() {
  static const Vocabulary words(vocabulary(kCommonNouns, kNouns, 2));
  return words;
}

Vocabulary::Vocabulary(std::vector<std::string> words) : words_(std::move(words)) {
  double total = 0;
  for (std::size_t rank = 0; rank < words_.size(); ++rank)
    total += 1 / (static_cast<double>(rank) + 2);
  double sum = 0;
  table_.reserve(kTableSize);
  for (std::size_t rank = 0; rank < words_.size(); ++rank) {
    sum += 1 / (static_cast<double>(rank) + 2);
    const auto end = static_cast<std::size_t>(std::lround(sum / total * kTableSize));
    while (table_.size() < end) table_.push_back(static_cast<std::uint16_t>(rank));
  }
}

std::string_view Vocabulary::draw(Random& random) const {
  return words_[table_[random.below(table_.size())]];
}

void append_name(std::string& out, const std::vector<std::string_view>& words, NameStyle style) {
  const bool has_bars = style == NameStyle::kSnake || style == NameStyle::kScream;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && has_bars) out += '_';
    const bool is_raised = style == NameStyle::kPascal || (style == NameStyle::kCamel && i > 0);
    for (std::size_t at = 0; at < words[i].size(); ++at)
      out += style == NameStyle::kScream || (is_raised && at == 0) ? upper(words[i][at])
                                                                   : words[i][at];
  }
}

}  // namespace codeweaver::bench
