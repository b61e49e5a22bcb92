// The progress bar: figures first, then as much of the path as fits.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/progress_bar.hpp"

#include <algorithm>

namespace codeweaver::cli {
namespace {

constexpr std::size_t kBarWidth = 20, kUsualColumns = 80;
constexpr auto kPlainInterval = std::chrono::seconds(5);
/// A rate is shown only after this time.
constexpr double kLeastSeconds = 0.5;

std::string_view stage_name(IndexProgress::Stage stage) {
  switch (stage) {
    case IndexProgress::Stage::kDiscover:
      return "Discovering files";
    case IndexProgress::Stage::kIndex:
      return "Indexing";
    case IndexProgress::Stage::kDerive:
      return "Building search structures";
    case IndexProgress::Stage::kDone:
      return "Done";
  }
  return "";
}

/// ", 850 files/s, 12.0s left".
std::string pace(std::size_t done, std::size_t all, double seconds) {
  if (done == 0 || seconds < kLeastSeconds) return {};
  const auto rate = static_cast<double>(done) / seconds;
  auto text = ", " + grouped(static_cast<std::size_t>(rate)) + " files/s";
  if (done < all) text += ", " + duration(static_cast<double>(all - done) / rate) + " left";
  return text;
}

}  // namespace

std::string path_end(std::string_view path, std::size_t width) {
  if (path.size() <= width) return printable(path);
  for (auto at = path.find('/'); at != std::string_view::npos; at = path.find('/', at + 1))
    if (path.size() - at + 1 <= width) return "\u2026" + printable(path.substr(at));
  return {};
}

void ProgressBar::show(const IndexProgress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (progress.stage == IndexProgress::Stage::kIndex && begin_ == Time()) begin_ = now;
  if (streams_.err_is_terminal) {
    streams_.err << "\r\033[K" << line(progress, now) << std::flush;
    is_drawn_ = true;
    return;
  }
  const bool is_idle =
      progress.stage == IndexProgress::Stage::kDone || (stage_ && progress.files_discovered == 0);
  if (is_idle || (stage_ == progress.stage && now - last_line_ < kPlainInterval)) return;
  last_line_ = now;
  stage_ = progress.stage;
  streams_.err << line(progress, now) << std::endl;
}

void ProgressBar::finish() {
  if (is_drawn_) streams_.err << "\r\033[K" << std::flush;
  is_drawn_ = false;
}

std::string ProgressBar::line(const IndexProgress& progress, Time now) const {
  std::string text(stage_name(progress.stage));
  const auto all = progress.files_discovered;
  if (progress.stage != IndexProgress::Stage::kIndex || all == 0) return text;
  const auto done = std::min(progress.files_processed, all);
  if (streams_.err_is_terminal) {
    const auto filled = kBarWidth * done / all;
    text += " [" + std::string(filled, '#') + std::string(kBarWidth - filled, '.') + ']';
  }
  text += ' ' + grouped(done) + '/' + grouped(all) + " files";
  if (done > 0) text += " (" + std::to_string(100 * done / all) + " %)";
  text += ", " + grouped(progress.chunks_created) + " chunks" +
          pace(done, all, std::chrono::duration<double>(now - begin_).count());
  if (progress.errors > 0) text += ", " + counted(progress.errors, "error");
  if (!streams_.err_is_terminal) return text;
  const auto columns = streams_.columns > 0 ? streams_.columns : kUsualColumns;
  if (text.size() >= columns) text.resize(columns - 1);
  if (text.size() + 4 < columns)
    if (const auto path = path_end(progress.current_file, columns - 3 - text.size()); !path.empty())
      text += "  " + path;
  return text;
}

}  // namespace codeweaver::cli
