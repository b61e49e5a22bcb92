// Use places: links of earlier questions, or files by postings.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/searching/lookup/use_places.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "base/try.hpp"
#include "engine/searching/lookup/text_uses.hpp"
#include "syntax/builtin_names.hpp"

namespace codeweaver::engine {
namespace {

using TextMatches = std::vector<ReferenceMatch>;

std::pair<std::string_view, std::uint32_t> place_of_use(const UsePlace& one) {
  return {one.path, one.line};
}

/// Reads the files that may use a name: those with facts into the links, others as text.
class PlaceReader {
 public:
  /// `links` null: uses are not linked.
  PlaceReader(const SearchContext& context, const WantedPlaces& wanted, LinkedUses* links)
      : context_(context),
        name_(wanted.name),
        links_(links),
        are_linked_only_(wanted.are_linked_only) {}

  Result<void> read(bool is_defined) {
    auto chunks = chunks_with_name(context_.snapshot, name_);
    std::ranges::sort(chunks, {}, [](const auto& one) { return std::tuple(one.part, one.chunk); });
    std::optional<std::pair<std::uint32_t, std::size_t>> file;
    bool is_text = false;
    for (const auto& one : chunks) {
      const auto info = context_.snapshot.parts[one.part].segment->chunk(one.chunk);
      if (!is_defined && syntax::is_builtin_name(info.language, name_)) continue;
      if (!file || *file != std::pair(one.part, std::size_t{info.file})) {
        file.emplace(one.part, info.file);
        is_text = !reads_facts(info.path);
      }
      if (is_text && !are_linked_only_) CODEWEAVER_TRY(add(info));
    }
    return flush();
  }
  TextMatches take_texts() { return std::move(texts_); }

 private:
  /// False: the file has no facts.
  bool reads_facts(std::string_view path) {
    if (links_ == nullptr) return false;
    return are_linked_only_ ? links_->read_if_seen(path) : links_->read(path);
  }

  Result<void> add(const store::SegmentChunk& info) {
    infos_.push_back(info);
    places_.push_back({info.content, info.ordinal});
    return infos_.size() < kChunksAtOnce ? Result<void>() : flush();
  }

  Result<void> flush() {
    const auto found = read_chunks(context_.database, context_.chunks, places_);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!found[i]) return found[i].error();
      CODEWEAVER_TRY(add_text_uses(context_.database, infos_[i], **found[i], name_, texts_));
    }
    infos_.clear();
    places_.clear();
    return {};
  }

  const SearchContext& context_;
  std::string_view name_;
  LinkedUses* links_;
  bool are_linked_only_;
  std::vector<store::SegmentChunk> infos_;
  std::vector<store::ChunkPlace> places_;
  TextMatches texts_;
};

/// Each line once: chunks overlap.
std::shared_ptr<const TextUses> kept_texts(TextMatches texts) {
  std::ranges::sort(texts, {}, [](const auto& one) { return std::tie(one.path, one.line); });
  TextUses out;
  for (auto& one : texts) {
    if (out.files.empty() || out.files.back().path != one.path)
      out.files.push_back({.path = std::move(one.path)});
    auto& lines = out.files.back().lines;
    if (lines.empty() || lines.back() != one.line) lines.push_back(one.line);
  }
  return std::make_shared<const TextUses>(std::move(out));
}

/// Sorts them into three groups.
std::vector<UsePlace> in_order(std::vector<UsePlace> linked, const TextUses* by_text,
                               const WantedPlaces& wanted) {
  std::vector<UsePlace> out, by_name, elsewhere;
  for (const UsePlace& one : linked) {
    if (one.link == ReferenceLink::kResolved || one.link == ReferenceLink::kCandidates)
      out.push_back(one);
    else if (!wanted.are_linked_only)
      (one.link == ReferenceLink::kByName ? by_name : elsewhere).push_back(one);
  }
  if (by_text != nullptr && !wanted.are_linked_only) {
    for (const auto& [path, lines] : by_text->files)
      for (const std::uint32_t line : lines)
        by_name.push_back({path, line, {}, ReferenceLink::kByName});
    std::ranges::stable_sort(by_name, {}, &place_of_use);
  }
  std::ranges::move(by_name, std::back_inserter(out));
  std::ranges::move(elsewhere, std::back_inserter(out));
  if (out.size() > wanted.limit) out.resize(wanted.limit);
  return out;
}

}  // namespace

Result<FoundPlaces> use_places(const SearchContext& context, const WantedPlaces& wanted) {
  FoundPlaces out;
  if (wanted.name.empty()) return out;
  CODEWEAVER_ASSIGN(const auto own, context.database.find_definitions(wanted.name, 1));
  std::optional<LinkedUses> links;
  if (context.graph != nullptr) {
    links.emplace(*context.graph, context.database, wanted.name, !own.empty(),
                  std::vector{wanted.definition}, LinkedUses::Wanted::kThese);
    out.by_text = links->known_texts();
  }
  const bool needs_texts = !wanted.are_linked_only && out.by_text == nullptr;
  if (needs_texts || !links || !links->are_all_known()) {
    PlaceReader reader(context, wanted, links ? &*links : nullptr);
    CODEWEAVER_TRY(reader.read(!own.empty()));
    if (needs_texts) out.by_text = kept_texts(reader.take_texts());
    if (needs_texts && links) links->keep_texts(out.by_text);
  }
  out.places =
      in_order(links ? links->places() : std::vector<UsePlace>(), out.by_text.get(), wanted);
  out.is_late = links && links->is_late();
  return out;
}

}  // namespace codeweaver::engine
