// TargetScan: files, git objects and texts in memory as one kind of source.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/exact/target_scan.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/try.hpp"

namespace codeweaver::engine {
namespace {

/// The facts about a target that do not need its text.
TextFile file_of(const TextTarget& target) {
  TextFile file;
  file.path = target.shown;
  file.is_named = target.is_named;
  file.name_space = target.item.name_space;
  return file;
}

/// Converts line numbers of a content to those of the item's file.
void number_lines(const ItemLines& item, TextFile& file) {
  if (item.name_space.empty()) return;
  for (auto& line : file.lines) {
    line.number += item.first - 1;
    if (item.last > 0) line.number = std::min<std::uint64_t>(line.number, item.last);
  }
}

}  // namespace

Result<TextSource> TargetScan::open_object(const TextTarget& target, const std::string& commit) {
  if (!commit_) {
    CODEWEAVER_ASSIGN(auto tree, corpus::CommitTree::open(options_.working_directory, commit));
    commit_.emplace(std::move(tree));
  }
  CODEWEAVER_ASSIGN(auto bytes, commit_->read(target.object));
  return text_in_memory(std::move(bytes), target.is_named, target.is_mapped);
}

Result<TextSource> TargetScan::open(const TextTarget& target, const std::string& commit,
                                    std::uint64_t& bytes) {
  CODEWEAVER_ASSIGN(auto text, target.text != nullptr
                                   ? text_in_memory(*target.text, target.is_named, target.is_mapped)
                               : !target.object.empty() ? open_object(target, commit)
                               : target.path.empty()    ? read_text(options_.input)
                               : target.is_mapped ? open_text(target.path, target.is_named, true)
                                                  : files_.open(target.path, target.is_named));
  text.lines = target.lines;
  text.read = [read = std::move(text.read), &bytes](char* out, std::size_t size) {
    const auto count = read(out, size);
    if (count > 0) bytes += static_cast<std::uint64_t>(count);
    return count;
  };
  return text;
}

void TargetScan::note_failure(ScanEnd end, ScannedTarget& out) const {
  if (end != ScanEnd::kFailed) return;
  out.is_costly = !scanner_.problem().empty();
  out.problem = out.is_costly ? scanner_.problem() : message_of_system(errno);
}

void TargetScan::scan(const TextTarget& target, const std::string& commit, ScannedTarget& out,
                      const std::stop_token& stop) {
  out.file = file_of(target);
  const auto text = open(target, commit, out.bytes);
  if (!text) {
    out.problem = text.error().cause;
    return;
  }
  if (text->whole.data() != nullptr && !options_.is_inverted &&
      !pattern_.may_match_in(text->whole)) {
    out.bytes = text->whole.size();
    return;
  }
  const auto end = scanner_.scan(*text, out.file, out.arena, stop);
  number_lines(target.item, out.file);
  out.is_large = end == ScanEnd::kFull;
  note_failure(end, out);
}

void TargetScan::scan_in_pieces(const TextTarget& target, const std::string& commit,
                                ScannedTarget& out, const TextFileSink& sink,
                                const std::stop_token& stop) {
  out.file = file_of(target);
  out.arena.clear();
  out.bytes = 0;
  const auto text = open(target, commit, out.bytes);
  if (!text) {
    out.problem = text.error().cause;
    return;
  }
  note_failure(scanner_.scan_in_pieces(*text, out.file, sink, stop), out);
}

}  // namespace codeweaver::engine
