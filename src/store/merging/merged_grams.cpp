// Merges exact text: blocks in the merged order, and the lists of each gram with new numbers.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "base/try.hpp"
#include "store/merging/merge_plan.hpp"
#include "store/postings/gram_dictionary.hpp"
#include "store/postings/gram_list.hpp"
#include "store/segments/segment.hpp"

namespace codeweaver::store {
namespace {

constexpr std::size_t kGramStopInterval = 1024;

/// New numbers of each input's blocks, in the order of the merged files.
struct BlockNumbers {
  std::vector<std::vector<std::uint32_t>> of_part;
  std::uint32_t count = 0;
};

Result<BlockNumbers> put_blocks(const MergePlan& plan, SegmentFile& out) {
  BlockNumbers numbers;
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
    if (!plan.part(i).is_intact(SectionId::kTextBlocks))
      return damaged_input(*plan.inputs[i].segment, "the checksum of a page differs");
    numbers.of_part.emplace_back(plan.part(i).text_blocks.size(), MergePlan::kDropped);
  }
  auto section = out.begin(SectionId::kTextBlocks);
  for (const auto& file : plan.files) {
    const Segment::Impl& segment = plan.part(file.part);
    const auto [first, last] = segment.file_blocks(file.file);
    section.append_array(segment.text_blocks.subspan(first, last - first));
    for (std::uint32_t block = first; block < last; ++block)
      numbers.of_part[file.part][block] = numbers.count++;
  }
  section.finish();
  return numbers;
}

/// The distinct grams of all inputs, ascending.
Result<std::vector<text::Gram>> union_of_grams(const MergePlan& plan) {
  std::vector<text::Gram> grams, merged;
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) {
    std::vector<text::Gram> own;
    const bool is_whole = plan.part(i).grams.for_each([&](const GramInfo& info) {
      const bool is_next = own.empty() || own.back() < info.gram;
      own.push_back(info.gram);
      return is_next;
    });
    if (!is_whole) return damaged_input(*plan.inputs[i].segment, "its grams are not in order");
    merged.clear();
    std::ranges::set_union(grams, own, std::back_inserter(merged));
    grams.swap(merged);
  }
  return grams;
}

}  // namespace

Result<void> merge_grams(const MergePlan& plan, SegmentFile& out) {
  CODEWEAVER_ASSIGN(const auto numbers, put_blocks(plan, out));
  CODEWEAVER_ASSIGN(const auto grams, union_of_grams(plan));
  GramDictionaryWriter dictionary;
  std::vector<std::uint32_t> blocks;
  std::string list;
  auto section = out.begin(SectionId::kGramLists);
  for (std::size_t i = 0; i < grams.size(); ++i) {
    if (i % kGramStopInterval == 0 && plan.stop.stop_requested()) return merge_cancelled();
    blocks.clear();
    for (std::size_t part = 0; part < plan.inputs.size(); ++part) {
      const auto& renumbered = numbers.of_part[part];
      ChunkSet set(renumbered.size(), false);
      if (!plan.part(part).add_gram(grams[i], set))
        return damaged_input(*plan.inputs[part].segment, "the blocks of a gram cannot be read");
      set.for_each([&](std::size_t block) {
        if (renumbered[block] != MergePlan::kDropped) blocks.push_back(renumbered[block]);
      });
    }
    if (blocks.empty()) continue;
    std::ranges::sort(blocks);
    list.clear();
    put_gram_list(list, blocks, numbers.count);
    section.append(list);
    dictionary.add(grams[i], list.size());
  }
  section.finish();
  out.add(SectionId::kGramBlocks, dictionary.blocks());
  out.add(SectionId::kGramData, dictionary.data());
  return {};
}

}  // namespace codeweaver::store
