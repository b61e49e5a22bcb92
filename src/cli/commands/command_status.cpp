// codeweaver status.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <cmath>

#include "cli/commands/commands.hpp"
#include "cli/render/print_json.hpp"
#include "service/hosting/project_json.hpp"
#include "settings/options.hpp"

namespace codeweaver::cli {
namespace {

constexpr double kMegabyte = 1e6;

std::string size_text(std::uint64_t bytes) {
  const auto size = static_cast<double>(bytes);
  return size < kMegabyte ? formatted("%.1f kB", size / 1e3)
                          : formatted("%.1f MB", size / kMegabyte);
}

/// Size of the index and of the source. For at least 1 MB of source also their ratio; below that
/// the fixed size of an index dominates.
std::string disk_use(const IndexStatistics& statistics) {
  auto text = size_text(statistics.size_bytes);
  if (statistics.source_bytes == 0) return text;
  text += " for " + size_text(statistics.source_bytes) + " of source";
  if (static_cast<double>(statistics.source_bytes) < kMegabyte) return text;
  return text + " (" + formatted("%.2f", statistics.size_ratio) + ")";
}

/// "indexing now: 1,200 of 12,345 files; searches see 8 %".
std::string state_of(const RepoStatus& status) {
  std::string text = status.is_indexing ? "indexing now" : "";
  if (const auto& run = status.running; run && run->files_discovered > 0)
    text +=
        ": " + grouped(run->files_processed) + " of " + grouped(run->files_discovered) + " files";
  if (status.coverage < 1)
    text += (text.empty() ? "the first run was interrupted; searches see " : "; searches see ") +
            formatted("%.0f %%", std::floor(status.coverage * 100)) + " of the files";
  if (!text.empty()) return text;
  if (status.is_stale) return counted(status.changed_files, "file") + " changed since the last run";
  return status.warnings.empty() ? "up to date" : "up to date, but incomplete";
}

void print_run(const LastRun& run, std::ostream& out) {
  out << "Last run: " << to_string(run.status) << ", " << grouped(run.files_indexed) << " indexed, "
      << grouped(run.files_removed) << " removed";
  if (!run.failures.empty()) out << ", " << grouped(run.failures.size()) << " failed";
  out << " (" << run.finished_at << ")\n";
}

void print_languages(const RepoStatus& status, std::ostream& out) {
  out << "Languages:";
  std::string separator = " ";
  for (const auto& [language, files] : status.statistics.languages) {
    out << separator << language << ' ' << grouped(files);
    separator = ", ";
  }
  out << '\n';
}

void print_content(const RepoStatus& status, std::ostream& out) {
  out << "Content:  " << counted(status.total_files, "file") << ", "
      << counted(status.total_chunks, "chunk") << '\n';
}

void print_models(const RepoStatus& status, std::ostream& out) {
  out << "Embedder: " << status.statistics.embedder_provider << '/'
      << status.statistics.embedder_model << '\n';
}

void print_status(const Project& project, const RepoStatus& status, const Streams& streams) {
  auto& out = streams.out;
  out << "Project:  " << styled(streams, Style::kBold, project.project_id) << " ("
      << project.root.string() << ")\n";
  out << "Index:    " << project.state_dir.string() << '\n';
  if (!status.indexed) {
    if (status.last_run) print_run(*status.last_run, out);
    out << "Status:   " << (status.is_indexing ? state_of(status) : "not indexed") << '\n';
    if (!status.is_indexing) out << "Next:     codeweaver index " << project.root.string() << '\n';
    return;
  }
  out << "Status:   " << state_of(status) << (status.is_watched ? ", watched" : "") << '\n';
  for (const auto& warning : status.warnings) out << "Missing:  " << warning << '\n';
  print_content(status, out);
  out << "Disk:     " << disk_use(status.statistics) << '\n';
  if (!status.last_indexed_at.empty())
    out << "Indexed:  " << status.last_indexed_at << " (generation " << status.statistics.generation
        << ")\n";
  if (const auto& secrets = status.statistics.secrets; !secrets.none())
    out << "Secrets:  " << secrets_text(secrets) << '\n';
  if (const auto files = status.statistics.bulk_files; files > 0)
    out << "Data:     " << bulk_text(files) << '\n';
  if (status.last_run) print_run(*status.last_run, out);
  print_models(status, out);
  print_languages(status, out);
}

/// Prints the status of a project of the store, which has fewer details.
void print_stored(const Project& project, const RepoStatus& status, const Streams& streams) {
  auto& out = streams.out;
  out << "Project:  " << styled(streams, Style::kBold, project.project_id) << " (from the store)\n";
  out << "Status:   "
      << (status.is_indexing ? "records are being written now" : "as current as the store") << '\n';
  print_content(status, out);
  print_models(status, out);
  if (!status.statistics.languages.empty()) print_languages(status, out);
}

}  // namespace

int run_status(Session& session, OutputFormat format) {
  const auto project = session.project_to_search();
  if (!project) return session.fail(project.error());
  const auto opened = session.open_to_search(*project);
  if (!opened) return session.fail(opened.error());
  const auto end = settings::end_of_lookup(session.effective().settings, 0);
  const auto status = opened->project->status(session.call().until(end));
  if (!status) return session.fail(status.error());
  if (format == OutputFormat::kJson)
    print_json(session.streams(), service::status_json(*project, *status));
  else if (opened->project->can(Feature::kIndexing))
    print_status(*project, *status, session.streams());
  else
    print_stored(*project, *status, session.streams());
  return kOk;
}

}  // namespace codeweaver::cli
