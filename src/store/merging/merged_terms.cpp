// Merges terms: walks the dictionaries in parallel, and renumbers the postings of each term.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "store/merging/merge_plan.hpp"
#include "store/postings/posting_blocks.hpp"
#include "store/postings/term_dictionary.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kStopInterval = 4096;  // terms

/// One input's next live posting of the current term.
struct Source {
  std::size_t part = 0;
  PostingWalk walk;
  std::uint32_t chunk = 0;  // in the merged numbers
};

class TermMerge {
 public:
  TermMerge(const MergePlan& plan, PostingCutter& cutter, SectionStream& section)
      : plan_(plan), cutter_(cutter), section_(section) {}

  Result<void> run();
  const TermDictionaryWriter& dictionary() const noexcept { return dictionary_; }
  std::uint32_t terms() const noexcept { return terms_; }

 private:
  Result<void> take_next(std::size_t part);
  Result<void> merge_term(std::string_view term);
  Result<void> add_source(std::size_t part);
  bool advance(Source& source) const;
  Result<void> put_postings();
  /// Orders inputs by their current terms, descending.
  auto after() const {
    return [this](std::size_t a, std::size_t b) {
      const int order = cursors_[a].term().compare(cursors_[b].term());
      return order > 0 || (order == 0 && a > b);
    };
  }

  const MergePlan& plan_;
  PostingCutter& cutter_;
  SectionStream& section_;
  TermDictionaryWriter dictionary_;
  std::uint32_t terms_ = 0;
  std::vector<TermCursor> cursors_;  // one per input
  std::vector<std::size_t> heap_;    // inputs with terms left, lowest term on top
  std::vector<Source> sources_;
  std::string postings_;
  std::uint32_t frequency_ = 0;
};

/// Moves an input to its next term and puts it back into the heap, if it has terms left.
Result<void> TermMerge::take_next(std::size_t part) {
  if (cursors_[part].next()) {
    heap_.push_back(part);
    std::push_heap(heap_.begin(), heap_.end(), after());
    return {};
  }
  if (cursors_[part].is_damaged())
    return damaged_input(*plan_.inputs[part].segment, "its terms are not in order");
  return {};
}

/// Moves to the next live posting; false at the end and at a missing chunk.
bool TermMerge::advance(Source& source) const {
  const auto& numbers = plan_.chunks[source.part];
  while (source.walk.chunk() < numbers.size()) {
    source.chunk = numbers[static_cast<std::size_t>(source.walk.chunk())];
    if (source.chunk != MergePlan::kDropped) return true;
    source.walk.skip();
  }
  return false;
}

Result<void> TermMerge::add_source(std::size_t part) {
  const auto postings = plan_.part(part).postings_of(cursors_[part].info());
  if (!postings)
    return damaged_input(*plan_.inputs[part].segment, "postings are outside their section");
  Source source{part, PostingWalk(*postings)};
  if (advance(source)) {
    sources_.push_back(source);
    return {};
  }
  if (source.walk.chunk() != PostingCursor::kEnd)
    return damaged_input(*plan_.inputs[part].segment, "a posting refers to a missing chunk");
  return {};
}

Result<void> TermMerge::put_postings() {
  std::uint32_t last = 0;
  while (!sources_.empty()) {
    auto least = sources_.begin();
    for (auto source = sources_.begin() + 1; source != sources_.end(); ++source)
      if (source->chunk < least->chunk) least = source;
    const Segment& segment = *plan_.inputs[least->part].segment;
    if (frequency_ > 0 && least->chunk <= last)
      return damaged_input(segment, "postings are not in order");
    const std::uint32_t chunk = least->chunk;
    put_posting(postings_, chunk - last, least->walk.take());
    last = chunk;
    ++frequency_;
    if (advance(*least)) continue;
    if (least->walk.chunk() != PostingCursor::kEnd)
      return damaged_input(segment, "a posting refers to a missing chunk");
    sources_.erase(least);
  }
  return {};
}

Result<void> TermMerge::merge_term(std::string_view term) {
  postings_.clear();
  frequency_ = 0;
  if (auto done = put_postings(); !done) return done;
  if (frequency_ == 0) return {};
  std::string_view out = postings_;
  if (is_cut(plan_.chunk_count, frequency_)) {
    const std::size_t size = postings_.size();
    postings_.append(kPostingsPadding, '\0');
    out = cutter_.cut(std::string_view(postings_).substr(0, size));
  }
  section_.append(out);
  dictionary_.add(term, frequency_, out.size());
  ++terms_;
  return {};
}

Result<void> TermMerge::run() {
  for (std::size_t part = 0; part < plan_.inputs.size(); ++part) {
    cursors_.emplace_back(plan_.part(part).dictionary);
    if (auto done = take_next(part); !done) return done;
  }
  std::string term;
  std::vector<std::size_t> parts;  // that contain the term
  for (std::size_t count = 0; !heap_.empty(); ++count) {
    if (count % kStopInterval == 0 && plan_.stop.stop_requested()) return merge_cancelled();
    term = cursors_[heap_.front()].term();
    parts.clear();
    while (!heap_.empty() && cursors_[heap_.front()].term() == term) {
      std::pop_heap(heap_.begin(), heap_.end(), after());
      parts.push_back(heap_.back());
      heap_.pop_back();
      if (auto added = add_source(parts.back()); !added) return added;
    }
    if (auto done = merge_term(term); !done) return done;
    for (const std::size_t part : parts)
      if (auto done = take_next(part); !done) return done;
  }
  return {};
}

/// Lengths of all fields of all chunks in merged order; empty if no postings are cut.
std::vector<std::array<std::uint16_t, kFieldCount>> merged_lengths(const MergePlan& plan) {
  std::vector<std::array<std::uint16_t, kFieldCount>> lengths;
  if (plan.chunk_count < kPostingBlocksFrom) return lengths;
  lengths.reserve(plan.chunk_count);
  plan.for_each_chunk([&](std::size_t part, std::uint32_t chunk, std::uint32_t) {
    lengths.push_back(plan.part(part).lengths[chunk]);
    return true;
  });
  return lengths;
}

}  // namespace

Result<void> merge_terms(const MergePlan& plan, SegmentFile& out) {
  const auto lengths = merged_lengths(plan);
  if (plan.stop.stop_requested()) return merge_cancelled();  // then some lengths are missing
  PostingCutter cutter(lengths, out.header.field_lengths);
  auto section = out.begin(SectionId::kPostings);
  TermMerge merge(plan, cutter, section);
  if (auto done = merge.run(); !done) return done;
  section.append(std::string(kPostingsPadding, '\0'));
  section.finish();
  out.add(SectionId::kTermBlocks, merge.dictionary().blocks());
  out.add(SectionId::kTermData, merge.dictionary().data());
  out.header.terms = merge.terms();
  return {};
}

}  // namespace codeweaver::store
