// Merging of terms: the dictionaries in step, the postings of each term in the merged numbers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "base/new_file.hpp"
#include "store/merge_plan.hpp"
#include "store/postings.hpp"
#include "store/term_dictionary.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kSpoolBytes = 1U << 20;
constexpr std::size_t kStopInterval = 4096;  // terms

/// Postings on their way: the dictionary, which holds their sizes, comes before them in the file.
class Spool {
 public:
  explicit Spool(base::NewFile file) : file_(std::move(file)) {}

  Result<void> append(std::string_view bytes) {
    buffer_ += bytes;
    if (buffer_.size() < kSpoolBytes) return {};
    auto written = file_.write(size_, buffer_);
    size_ += buffer_.size();
    buffer_.clear();
    return written;
  }
  Result<void> copy_to(SectionStream& section) const {
    std::string piece;
    for (std::uint64_t at = 0; at < size_; at += piece.size()) {
      piece.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kSpoolBytes, size_ - at)));
      if (auto got = file_.read(at, piece); !got) return got;
      section.append(piece);
    }
    section.append(buffer_);
    return {};
  }

 private:
  base::NewFile file_;
  std::uint64_t size_ = 0;
  std::string buffer_;
};

/// One input's next live posting of the current term.
struct Source {
  std::size_t part = 0;
  PostingCursor cursor;
  std::uint32_t chunk = 0;  // in the merged numbers
};

class TermMerge {
 public:
  TermMerge(const MergePlan& plan, Spool& spool) : plan_(plan), spool_(spool) {}

  Result<void> run();
  const TermDictionaryWriter& dictionary() const noexcept { return dictionary_; }
  std::uint32_t terms() const noexcept { return terms_; }

 private:
  Result<void> take_next(std::size_t part);
  Result<void> merge_term(std::string_view term);
  Result<void> add_source(std::size_t part);
  bool advance(Source& source) const;
  Result<void> put_postings();
  /// Orders inputs by their current terms, the least last.
  auto after() const {
    return [this](std::size_t a, std::size_t b) {
      const int order = cursors_[a].term().compare(cursors_[b].term());
      return order > 0 || (order == 0 && a > b);
    };
  }

  const MergePlan& plan_;
  Spool& spool_;
  TermDictionaryWriter dictionary_;
  std::uint32_t terms_ = 0;
  std::vector<TermCursor> cursors_;  // one an input
  std::vector<std::size_t> heap_;    // inputs that have terms left, the least term on top
  std::vector<Source> sources_;
  std::string postings_;
  std::uint32_t frequency_ = 0;
};

/// Puts the input back in its place among those that have terms left.
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

/// Moves to the next live posting; false at the end and at a chunk that is not there.
bool TermMerge::advance(Source& source) const {
  const auto& numbers = plan_.chunks[source.part];
  while (source.cursor.chunk() < numbers.size()) {
    source.chunk = numbers[static_cast<std::size_t>(source.cursor.chunk())];
    if (source.chunk != MergePlan::kDropped) return true;
    source.cursor.skip();
  }
  return false;
}

Result<void> TermMerge::add_source(std::size_t part) {
  const TermInfo& info = cursors_[part].info();
  const auto postings = plan_.part(part).postings_of(info);
  if (postings.size() != info.postings_bytes)
    return damaged_input(*plan_.inputs[part].segment, "postings lie outside their section");
  Source source{part, PostingCursor(postings)};
  if (advance(source)) {
    sources_.push_back(source);
    return {};
  }
  if (source.cursor.chunk() != PostingCursor::kEnd)
    return damaged_input(*plan_.inputs[part].segment, "a posting names a chunk that is not there");
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
    put_posting(postings_, chunk - last, least->cursor.take());
    last = chunk;
    ++frequency_;
    if (advance(*least)) continue;
    if (least->cursor.chunk() != PostingCursor::kEnd)
      return damaged_input(segment, "a posting names a chunk that is not there");
    sources_.erase(least);
  }
  return {};
}

Result<void> TermMerge::merge_term(std::string_view term) {
  postings_.clear();
  frequency_ = 0;
  if (auto done = put_postings(); !done) return done;
  if (frequency_ == 0) return {};
  dictionary_.add(term, frequency_, postings_.size());
  ++terms_;
  return spool_.append(postings_);
}

Result<void> TermMerge::run() {
  for (std::size_t part = 0; part < plan_.inputs.size(); ++part) {
    cursors_.emplace_back(plan_.part(part).dictionary);
    if (auto done = take_next(part); !done) return done;
  }
  std::string term;
  std::vector<std::size_t> parts;  // that hold the term
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

}  // namespace

Result<void> merge_terms(const MergePlan& plan, const std::filesystem::path& folder,
                         SegmentFile& out) {
  auto file = base::NewFile::create(folder / kMergePrefix);
  if (!file) return file.error();
  Spool spool(std::move(*file));
  TermMerge merge(plan, spool);
  if (auto done = merge.run(); !done) return done;
  out.add(SectionId::kTermBlocks, merge.dictionary().blocks());
  out.add(SectionId::kTermData, merge.dictionary().data());
  auto section = out.begin(SectionId::kPostings);
  if (auto done = spool.copy_to(section); !done) return done;
  section.append(std::string(kPostingsPadding, '\0'));
  section.finish();
  out.header.terms = merge.terms();
  return {};
}

}  // namespace codeweaver::store
