// Summary of an indexing run: totals, then the files that were not indexed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/render/index_summary.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace codeweaver::cli {
namespace {

constexpr std::size_t kListedFiles = 10, kNamedFiles = 3, kNamedKinds = 30;

/// "a.py, b.py, c.py and 9 more".
std::string some_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamedFiles); ++i)
    text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > kNamedFiles) text += " and " + grouped(names.size() - kNamedFiles) + " more";
  return text;
}

/// Returns the file at the start of a warning; empty: the warning is not about one file.
std::string_view file_of(std::string_view warning) {
  const auto file = warning.substr(0, warning.find(": "));
  const bool is_file = file.size() < warning.size() && file.find(' ') == std::string_view::npos &&
                       file.find_first_of("./") != std::string_view::npos;
  return is_file ? file : std::string_view();
}

/// Replaces all numbers by 0, so that warnings of the same kind become equal.
std::string kind_of(std::string_view text) {
  std::string out(text);
  std::ranges::replace_if(
      out, [](char c) { return c >= '0' && c <= '9'; }, '0');
  const auto repeated =
      std::unique(out.begin(), out.end(), [](char a, char b) { return a == '0' && b == '0'; });
  out.erase(repeated, out.end());
  return out;
}

/// Merges warnings of the same kind and keeps the order of the kinds.
std::vector<std::string> grouped_warnings(const std::vector<std::string>& warnings) {
  struct Group {
    std::string whole, rest;
    std::vector<std::string> files;
    std::size_t count = 0;
  };
  std::vector<Group> groups;
  std::map<std::string, std::size_t> known;
  for (const auto& warning : warnings) {
    const auto file = file_of(warning);
    const auto rest = file.empty() ? warning : warning.substr(file.size() + 2);
    const auto [at, is_new] = known.emplace(kind_of(rest), groups.size());
    if (is_new) groups.push_back({warning, rest, {}, 0});
    ++groups[at->second].count;
    if (!file.empty()) groups[at->second].files.emplace_back(file);
  }
  std::vector<std::string> out;
  for (const auto& [whole, rest, files, count] : groups) {
    if (files.size() > 1)
      out.push_back(grouped(files.size()) + " files: " + rest + " (" + some_of(files) + ')');
    else
      out.push_back(count == 1 ? whole : whole + " (and " + grouped(count - 1) + " similar)");
  }
  return out;
}

/// "Skipped 71 files: 40 binary (a.png, b.png and 38 more), 31 too large (...)".
void print_skipped(const std::vector<FileOutcome>& skipped, std::ostream& out) {
  if (skipped.size() <= kListedFiles) return list_files(out, "Skipped", skipped);
  std::map<std::string, std::vector<std::string>> reasons;
  for (const auto& file : skipped) reasons[file.reason].push_back(printable(file.path));
  out << "Skipped " << counted(skipped.size(), "file") << ':';
  std::string_view separator = " ";
  for (const auto& [reason, files] : reasons) {
    auto words = reason;
    std::ranges::replace(words, '_', ' ');
    out << separator << grouped(files.size()) << ' ' << words << " (" << some_of(files) << ')';
    separator = ", ";
  }
  out << '\n';
}

/// "Skipped 3 files, binary or bulk data: .png 2, none 1"; empty: there are none.
std::string unknown_kinds_text(const IndexReport& report) {
  std::vector<std::pair<std::string, std::size_t>> kinds(report.unknown_extensions.begin(),
                                                         report.unknown_extensions.end());
  std::ranges::stable_sort(kinds, std::greater(), [](const auto& kind) { return kind.second; });
  std::size_t total = 0;
  for (const auto& [extension, count] : kinds) total += count;
  if (total == 0) return {};
  std::string text = "Skipped " + counted(total, "file") + ", binary or bulk data: ";
  for (std::size_t i = 0; i < std::min(kinds.size(), kNamedKinds); ++i) {
    const auto& [extension, count] = kinds[i];
    text += (i > 0 ? ", " : "") + (extension.empty() ? "none" : '.' + printable(extension)) + ' ' +
            grouped(count);
  }
  if (kinds.size() > kNamedKinds)
    text += " and " + grouped(kinds.size() - kNamedKinds) + " more kinds";
  return text + '\n';
}

}  // namespace

void list_files(std::ostream& out, std::string_view title, const std::vector<FileOutcome>& files) {
  if (files.empty()) return;
  out << title << ' ' << counted(files.size(), "file") << ":\n";
  for (std::size_t i = 0; i < std::min(files.size(), kListedFiles); ++i)
    out << "  " << printable(files[i].path) << ": " << printable(files[i].detail) << '\n';
  if (files.size() > kListedFiles)
    out << "  and " << grouped(files.size() - kListedFiles) << " more\n";
}

void print_index_summary(const IndexReport& report, const Project& project,
                         const Streams& streams) {
  auto& out = streams.out;
  for (const auto& warning : grouped_warnings(report.warnings))
    out << styled(streams, Style::kWarning, "Warning: " + printable(warning)) << '\n';
  if (report.status == IndexStatus::kSkipped) {
    out << "Repository already indexed: " << counted(report.total_files, "file") << ", "
        << counted(report.total_chunks, "chunk") << ", nothing changed ("
        << duration(report.duration_seconds) << ")\n";
    return;
  }
  if (report.status == IndexStatus::kCancelled) {
    out << "Indexing was stopped after " << counted(report.files_indexed, "file")
        << "; run the command again to continue\n";
    return;
  }
  const auto unknown = unknown_kinds_text(report);
  if (report.files_discovered == 0 && unknown.empty())
    out << "No files found in " << project.root.string() << '\n';
  out << styled(streams, Style::kBold, "Indexed " + counted(report.files_indexed, "file")) << " ("
      << counted(report.chunks_created, "new chunk") << ") in "
      << duration(report.duration_seconds);
  if (report.files_unchanged > 0) out << ", " << grouped(report.files_unchanged) << " unchanged";
  if (report.files_removed > 0) out << ", " << grouped(report.files_removed) << " removed";
  out << "\nProject " << project.project_id << " now has " << counted(report.total_files, "file")
      << " and " << counted(report.total_chunks, "chunk");
  std::string separator = ": ";
  for (const auto& [language, files] : report.languages) {
    out << separator << language << ' ' << grouped(files);
    separator = ", ";
  }
  out << '\n';
  if (!report.secrets.none()) out << "Secrets: " << secrets_text(report.secrets) << '\n';
  if (report.bulk_files > 0) out << "Data: " << bulk_text(report.bulk_files) << '\n';
  list_files(out, "Failed", report.failures);
  print_skipped(report.skipped, out);
  if (std::ranges::any_of(report.skipped,
                          [](const auto& file) { return file.reason == "no_pdf_reader"; }))
    out << "To index PDFs, put libpdfium.so next to the program: run scripts/pdfium in a checkout, "
           "or copy the file from the Python package pypdfium2\n";
  out << unknown;
}

}  // namespace codeweaver::cli
