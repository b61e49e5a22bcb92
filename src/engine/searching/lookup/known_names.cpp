// Known names: passes over the files and the chunks of a snapshot.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/known_names.hpp"

#include <set>

#include "engine/state/item_path.hpp"

namespace codeweaver::engine {
namespace {

/// True if the name, or its part after the last separator, starts with `prefix`.
bool is_like(std::string_view name, std::string_view prefix, std::string_view separators) {
  if (name.starts_with(prefix)) return true;
  const auto last = name.find_last_of(separators);
  return last != std::string_view::npos && name.substr(last + 1).starts_with(prefix);
}

/// Collects the first `limit` names in order.
class Collector {
 public:
  explicit Collector(std::size_t limit) : limit_(limit) {}

  void add(std::string_view name) {
    if (limit_ == 0 || (names_.size() == limit_ && name >= *names_.rbegin())) return;
    names_.emplace(name);
    if (names_.size() > limit_) names_.erase(std::prev(names_.end()));
  }
  std::vector<std::string> take() const { return {names_.begin(), names_.end()}; }

 private:
  std::size_t limit_;
  std::set<std::string, std::less<>> names_;
};

}  // namespace

std::vector<std::string> paths_like(const store::Snapshot& snapshot, std::string_view prefix,
                                    std::size_t limit) {
  Collector found(limit);
  for (const auto& part : snapshot.parts) {
    for (std::size_t file = 0; file < part.segment->file_count(); ++file) {
      const auto [first, last] = part.segment->file_chunks(file);
      if (first == last || !part.live.test(first)) continue;
      const auto path = read_item_path(part.segment->file_path(file)).path;
      if (is_like(path, prefix, "/")) found.add(path);
    }
  }
  return found.take();
}

std::vector<std::string> symbols_like(const store::Snapshot& snapshot, std::string_view prefix,
                                      std::size_t limit) {
  Collector found(limit);
  for (const auto& part : snapshot.parts) {
    for (std::size_t i = 0; i < part.segment->size(); ++i) {
      if (!part.live.test(i)) continue;
      const auto symbol = part.segment->chunk(i).symbol;
      if (!symbol.empty() && is_like(symbol, prefix, ".:#")) found.add(symbol);
    }
  }
  return found.take();
}

}  // namespace codeweaver::engine
