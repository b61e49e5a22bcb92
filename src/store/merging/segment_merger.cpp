// SegmentMerger: the order of the merged files, and their tables.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "store/merging/segment_merger.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "store/merging/merge_plan.hpp"

namespace codeweaver::store {
namespace {

Result<void> check_inputs(std::span<const MergeInput> inputs, std::size_t dimension) {
  for (const MergeInput& input : inputs) {
    const std::size_t own = input.segment->dimension();
    if (own != 0 && own != dimension)
      return Error{ErrorCategory::kInvalidArgument,
                   "DIMENSION_MISMATCH",
                   "The segment " + input.segment->name() + " has vectors of " +
                       std::to_string(own) + " dimensions, not " + std::to_string(dimension),
                   "merging segments",
                   "Rebuild the index",
                   RemedyKind::kRebuild};
  }
  return {};
}

/// Sorts the live files and numbers their chunks.
MergePlan make_plan(std::span<const MergeInput> inputs, std::size_t dimension,
                    std::stop_token stop) {
  MergePlan plan;
  plan.inputs = inputs;
  plan.dimension = dimension;
  plan.stop = std::move(stop);
  for (std::uint32_t part = 0; part < inputs.size(); ++part) {
    const Segment& segment = *inputs[part].segment;
    const auto& deleted = inputs[part].deleted_files;
    for (std::uint32_t file = 0; file < segment.file_count(); ++file) {
      const auto [first, last] = segment.file_chunks(file);
      if (first < last && !std::binary_search(deleted.begin(), deleted.end(), file))
        plan.files.push_back({segment.file_path(file), part, file});
    }
    plan.chunks.emplace_back(segment.size(), MergePlan::kDropped);
  }
  std::stable_sort(plan.files.begin(), plan.files.end(),
                   [](const auto& a, const auto& b) { return a.path < b.path; });
  std::uint32_t number = 0;
  for (const auto& file : plan.files) {
    const auto [first, last] = inputs[file.part].segment->file_chunks(file.file);
    for (std::uint32_t chunk = first; chunk < last; ++chunk)
      plan.chunks[file.part][chunk] = number++;
  }
  plan.chunk_count = number;
  return plan;
}

/// Writes chunks, files and their strings in the order of SegmentBuilder.
class TableWriter {
 public:
  TableWriter(const MergePlan& plan, SegmentFile& out)
      : plan_(plan),
        out_(out),
        chunks_(out.reserve(SectionId::kChunks, plan.chunk_count * sizeof(ChunkEntry))),
        files_(out.reserve(SectionId::kFiles, plan.files.size() * sizeof(FileEntry))),
        strings_(out.begin(SectionId::kStrings)),
        languages_(plan.inputs.size()) {}

  Result<void> write();

 private:
  StringRef store(std::string_view text) {
    const StringRef ref{static_cast<std::uint32_t>(string_bytes_),
                        static_cast<std::uint32_t>(text.size())};
    strings_.append(text);
    string_bytes_ += text.size();
    return ref;
  }
  std::uint16_t language_number(std::size_t part, std::uint16_t number);
  void add_file(const MergePlan::File& file, std::uint32_t first_chunk);
  void add_chunk(std::size_t part, std::uint32_t chunk, std::uint32_t number);
  void write_lengths();

  const MergePlan& plan_;
  SegmentFile& out_;
  SectionStream chunks_, files_, strings_;
  std::uint64_t string_bytes_ = 0;
  std::uint32_t file_count_ = 0, block_count_ = 0;
  StringRef last_symbol_ref_;
  std::string last_symbol_;
  std::vector<StringRef> language_refs_;
  std::map<std::string_view, std::uint16_t> language_numbers_;
  std::vector<std::map<std::uint16_t, std::uint16_t>> languages_;  // of each input
};

std::uint16_t TableWriter::language_number(std::size_t part, std::uint16_t number) {
  const auto [at, is_new] = languages_[part].try_emplace(number);
  if (!is_new) return at->second;
  const Segment::Impl& segment = plan_.part(part);
  const auto name = segment.string(segment.languages[number]);
  const auto known = language_numbers_.find(name);
  if (known != language_numbers_.end()) return at->second = known->second;
  at->second = static_cast<std::uint16_t>(language_refs_.size());
  language_refs_.push_back(store(name));
  language_numbers_.emplace(name, at->second);
  return at->second;
}

void TableWriter::add_file(const MergePlan::File& file, std::uint32_t first_chunk) {
  FileEntry entry = plan_.part(file.part).files[file.file];
  entry.path = store(file.path);
  entry.first_chunk = first_chunk;
  entry.first_block = block_count_;
  const auto [first, last] = plan_.part(file.part).file_blocks(file.file);
  block_count_ += last - first;
  files_.append_array(std::span<const FileEntry>(&entry, 1));
  ++file_count_;
}

void TableWriter::add_chunk(std::size_t part, std::uint32_t chunk, std::uint32_t number) {
  const Segment::Impl& segment = plan_.part(part);
  ChunkEntry entry = segment.chunks[chunk];
  const auto symbol = segment.string(entry.symbol);
  if (number == 0 || symbol != last_symbol_) {
    last_symbol_ref_ = store(symbol);
    last_symbol_ = symbol;
  }
  entry.file = file_count_ - 1;
  entry.symbol = last_symbol_ref_;
  entry.language = language_number(part, entry.language);
  entry.flags &= static_cast<std::uint8_t>(~ChunkEntry::kHasVector);
  if (!plan_.has_vector.empty() && plan_.has_vector[number] != 0)
    entry.flags |= ChunkEntry::kHasVector;
  chunks_.append_array(std::span<const ChunkEntry>(&entry, 1));
}

void TableWriter::write_lengths() {
  auto section = out_.begin(SectionId::kLengths);
  plan_.for_each_chunk([&](std::size_t part, std::uint32_t chunk, std::uint32_t) {
    const auto& lengths = plan_.part(part).lengths[chunk];
    section.append_array(std::span<const std::uint16_t>(lengths));
    for (std::size_t f = 0; f < kFieldCount; ++f) out_.header.field_lengths[f] += lengths[f];
    return true;
  });
  section.finish();
}

Result<void> TableWriter::write() {
  std::uint32_t number = 0;
  for (const auto& file : plan_.files) {
    if (plan_.stop.stop_requested()) return merge_cancelled();
    const auto [first, last] = plan_.inputs[file.part].segment->file_chunks(file.file);
    add_file(file, number);
    for (std::uint32_t chunk = first; chunk < last; ++chunk) add_chunk(file.part, chunk, number++);
  }
  if (string_bytes_ > UINT32_MAX || language_refs_.size() > UINT16_MAX)
    return Error{
        ErrorCategory::kUnsupported, "SEGMENT_TOO_LARGE",
        "A segment of " + std::to_string(plan_.chunk_count) + " chunks exceeds 4 GiB of names",
        "merging segments", "The segments stay as they are."};
  chunks_.finish();
  files_.finish();
  strings_.finish();
  out_.add_array(SectionId::kLanguages, std::span<const StringRef>(language_refs_));
  out_.header.chunks = static_cast<std::uint32_t>(plan_.chunk_count);
  out_.header.files = file_count_;
  out_.header.languages = static_cast<std::uint32_t>(language_refs_.size());
  write_lengths();
  return {};
}

std::vector<std::vector<std::uint32_t>> file_numbers(const MergePlan& plan) {
  std::vector<std::vector<std::uint32_t>> numbers;
  for (const auto& input : plan.inputs)
    numbers.emplace_back(input.segment->file_count(), MergePlan::kDropped);
  for (std::uint32_t i = 0; i < plan.files.size(); ++i)
    numbers[plan.files[i].part][plan.files[i].file] = i;
  return numbers;
}

}  // namespace

Error merge_cancelled() {
  return {ErrorCategory::kCancelled, error_code::kCancelled, "Merging was stopped",
          "merging segments", "Nothing is lost; a later run merges them."};
}

Error damaged_input(const Segment& segment, std::string_view what) {
  return {ErrorCategory::kCorruption,
          error_code::kSegmentCorrupt,
          "The segment " + segment.name() + " is damaged: " + std::string(what),
          "merging segments",
          "Rebuild the index",
          RemedyKind::kRebuild};
}

Result<MergedSegment> merge_segments(std::span<const MergeInput> inputs, std::size_t dimension,
                                     VectorIndexKind kind, const std::filesystem::path& folder,
                                     std::stop_token stop) {
  CODEWEAVER_TRY(check_inputs(inputs, dimension));
  MergePlan plan = make_plan(inputs, dimension, std::move(stop));
  CodeSpace space(dimension);
  VectorWalk vectors;
  if (dimension != 0) {
    vectors = merged_vectors(plan);
    CODEWEAVER_ASSIGN(auto surveyed, survey_vectors(dimension, vectors));
    space = std::move(surveyed);
  }
  CODEWEAVER_ASSIGN(auto file, SegmentFile::create(folder));
  CODEWEAVER_TRY(TableWriter(plan, file).write());
  CODEWEAVER_TRY(merge_terms(plan, file));
  CODEWEAVER_TRY(merge_grams(plan, file));
  if (dimension != 0) CODEWEAVER_TRY(write_vectors(file, space, plan.has_vector, kind, vectors));
  CODEWEAVER_ASSIGN(auto name, file.finish());
  return MergedSegment{std::move(file), std::move(name), plan.chunk_count, file_numbers(plan)};
}

}  // namespace codeweaver::store
