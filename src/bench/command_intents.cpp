// codeweaver-bench intents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string>

#include "base/file.hpp"
#include "base/try.hpp"
#include "bench/commands.hpp"
#include "bench/intent_evaluation.hpp"
#include "cli/render/terminal.hpp"
#include "json/writer.hpp"

namespace codeweaver::bench {
namespace {

using cli::counted;
using cli::formatted;
using cli::Session;
using cli::Streams;
using cli::Style;

/// A row per label: how often each class was predicted for it, then precision, recall and F1.
std::string table(const std::string& title, const Confusion& confusion, const Streams& streams) {
  std::string head = formatted("%-12s", title.c_str());
  for (const auto& score : confusion.classes) head += formatted(" %11s", score.name.c_str());
  std::string out = '\n' + styled(streams, Style::kBold, head + "  precision recall    F1") + '\n';
  for (std::size_t row = 0; row < confusion.classes.size(); ++row) {
    const auto& score = confusion.classes[row];
    out += formatted("%-12s", score.name.c_str());
    for (const std::size_t count : confusion.counts[row]) out += formatted(" %11zu", count);
    out += formatted("  %9.3f %6.3f %5.3f\n", score.precision(), score.recall(), score.f1());
  }
  return out +
         formatted("accuracy %.3f, macro F1 %.3f\n", confusion.accuracy(), confusion.macro_f1());
}

Result<IntentReport> intent_report(const Session& session, const IntentsCommand& command) {
  const auto& here = session.working_directory();
  CODEWEAVER_ASSIGN(auto queries, read_labelled_queries(here / command.queries, command.split));
  auto report = evaluate_intents(queries);
  if (command.json.empty()) return report;
  const auto text = json::dump(to_json(report), json::Layout::kIndented) + '\n';
  CODEWEAVER_TRY(base::write_user_file(here / command.json, text));
  return report;
}

}  // namespace

int run_intents(cli::Session& session, const IntentsCommand& command) {
  const auto report = intent_report(session, command);
  if (!report) return session.fail(report.error());
  const auto& streams = session.streams();
  streams.out << counted(report->queries, "query", "queries")
              << "; rows are labels, columns are predictions\n"
              << table("intent", report->intents, streams) << table("kind", report->kinds, streams);
  return cli::kOk;
}

}  // namespace codeweaver::bench
