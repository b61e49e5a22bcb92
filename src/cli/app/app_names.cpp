// Options of `symbol`, `refs`, `similar`, `ask`, `extract` and `tour`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/app_commands.hpp"
#include "cli/app/usage_error.hpp"

namespace codeweaver::cli {

void Commands::declare_names(CLI::App& app) {
  const auto add = [&](const std::string& name, const std::string& about, NameCommand& into,
                       int (*run)(Session&, const NameCommand&)) {
    auto& sub = command(app, name, about);
    sub.add_option("name", into.name, "Name, with or without its class: close, Pool.close")
        ->required()
        ->check(not_empty());
    sub.add_option("-l,--limit", into.limit, "Number of results (default: 100)")
        ->check(CLI::Range(1, 100'000));
    add_format_of_lines(sub, into.format);
    if (&into == &symbol) add_from_store(sub);
    sub.callback([this, &into, run] {
      chosen = [&into, run](Session& session, std::stop_token) { return run(session, into); };
    });
  };
  add("symbol", "Show where a name is defined", symbol, &run_symbol);
  add("refs", "Show where a name is called, imported or used", references, &run_references);
}

void Commands::declare_similar(CLI::App& app) {
  auto& sub = command(app, "similar", "Find code that resembles a file or a place in it");
  sub.add_option("place", similar.place, "FILE:LINE, or FILE for the whole file")->required();
  sub.add_option("-l,--limit", similar.limit, "Number of matches (default: 10)")
      ->check(CLI::Range(1, 1000));
  add_format_of_lines(sub, similar.format);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_similar(session, similar, std::move(stop));
    };
  });
}

void Commands::declare_ask(CLI::App& app) {
  auto& sub = command(app, "ask", "Answer a question, with sources");
  sub.add_option("question", ask.words, "Question")->required();
  sub.add_option("--query", ask.queries, "Other wording of the question, to find more (repeatable)")
      ->expected(1)
      ->take_all();
  sub.add_option("--passages", ask.passages,
                 "Number of passages that the model receives (default: answer.passages)")
      ->check(CLI::Range(1, 50));
  sub.add_option("--token-limit", ask.token_limit,
                 "Maximum length of the answer in tokens (default: 1000)")
      ->check(CLI::Range(1, 100'000));
  sub.add_flag("--dry-run", ask.is_dry_run, "Print the prompt without sending it to the model");
  add_from_store(sub);
  add_format(sub, ask.format);
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_ask(session, ask, std::move(stop));
    };
  });
}

void Commands::declare_extract(CLI::App& app) {
  auto& sub = *app.add_subcommand("extract", "Print the indexed text of a document");
  sub.add_option("file", extract.file, "PDF, DOCX, PPTX or notebook; - for standard input")
      ->required();
  sub.add_option("--kind", extract.kind, "Kind of document (default: from the file name)")
      ->check(one_of({"pdf", "docx", "pptx", "notebook"}));
  sub.add_option("--pdfium", extract.pdfium, "Path of the PDFium library");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token) { return run_extract(session, extract); };
  });
}

void Commands::declare_tour(CLI::App& app) {
  auto& sub = command(app, "tour", "Show example searches made from your project");
  sub.add_option("folder", tour.folder, "Folder of the project (default: the project)");
  sub.callback([this] {
    chosen = [this](Session& session, std::stop_token stop) {
      return run_tour(session, tour, std::move(stop));
    };
  });
}

}  // namespace codeweaver::cli
