// Table of help texts: a row for each command.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "cli/app/help_texts.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace codeweaver::cli {
namespace {

constexpr std::string_view kSearchCodes =
                               "0 success, even if nothing is found; 1 error;\n"
                               "2 wrong command line",
                           kRunCodes =
                               "0 success, even if single files failed; 1 error or stopped;\n"
                               "2 wrong command line",
                           kServeCodes = "0 stopped by a signal, 1 error, 2 wrong command line";

constexpr std::string_view kSearchGroup = "Search", kIndexGroup = "Index",
                           kServeGroup = "Agents and servers",
                           kSetupGroup = "Projects and settings",
                           kToolGroup = "Data of other tools", kTryGroup = "Try and measure",
                           kShellGroup = "Shell";

constexpr HelpText kHelpTexts[] = {
    {"search", kSearchGroup, "search where do we retry failed uploads",
     "search \"parse config\" --language python -o json", kSearchCodes},
    {"grep", kSearchGroup, "grep -n \"def \\w+_invoice\" src", "grep -t py -A 3 \"retry\\(\"",
     "0 found, 1 nothing found, 2 error"},
    {"symbol", kSearchGroup, "symbol Pool.acquire", "symbol acquire -o vimgrep", kSearchCodes},
    {"refs", kSearchGroup, "refs acquire", "refs Pool.acquire -o json", kSearchCodes},
    {"callers", kSearchGroup, "callers Pool.acquire", "callers acquire --depth 3 --exclude-tests",
     kSearchCodes},
    {"callees", kSearchGroup, "callees Pool.acquire", "callees src/pool.py:35 --depth 2",
     kSearchCodes},
    {"impact", kSearchGroup, "impact Pool.acquire", "impact --diff main", kSearchCodes},
    {"tests", kSearchGroup, "tests src/pool.py", "tests --diff", kSearchCodes},
    {"implementations", kSearchGroup, "implementations Storage", "implementations Storage.save",
     kSearchCodes},
    {"path", kSearchGroup, "path main Pool.acquire", "path src/app.py:12 acquire", kSearchCodes},
    {"imports", kSearchGroup, "imports src/app.py", "imports --cycles src", kSearchCodes},
    {"importers", kSearchGroup, "importers src/pool.py --depth 2", "importers requests",
     kSearchCodes},
    {"rename", kSearchGroup, "rename Pool.acquire take --preview",
     "rename src/pool.py:35 take --preview -o json", kSearchCodes},
    {"map", kSearchGroup, "map --token-limit 4000", "map src -o json", kSearchCodes},
    {"similar", kSearchGroup, "similar src/pool.py:35", "similar src/pool.py -l 3", kSearchCodes},
    {"ask", kSearchGroup, "ask how are uploads retried", "ask \"who closes the pool\" --dry-run",
     kSearchCodes},
    {"index", kIndexGroup, "index", "index ~/src/shop --force", kRunCodes},
    {"watch", kIndexGroup, "watch", "watch ~/src/shop -o json", kServeCodes},
    {"status", kIndexGroup, "status", "status -p shop -o json"},
    {"snapshot", kIndexGroup, "snapshot export project.cwsnap", "snapshot import project.cwsnap",
     kRunCodes},
    {"snapshot export", "", "snapshot export project.cwsnap",
     "snapshot export --base old.cwsnap new.cwsnap"},
    {"snapshot import", "", "snapshot import project.cwsnap",
     "snapshot import new.cwsnap --base old.cwsnap", kRunCodes},
    {"snapshot pull", "", "snapshot pull https://ci.example/index/",
     "snapshot pull https://ci.example/index/ --key public.pem", kRunCodes},
    {"extract", kIndexGroup, "extract manual.pdf", "extract - --kind docx < letter.docx",
     "0 success, 1 error, 2 wrong command line, 3 the document on\nstandard input cannot be read"},
    {"install", kServeGroup, "install", "install cursor --instructions AGENTS.md",
     "0 success, 1 error or a file that could not be changed,\n2 wrong command line"},
    {"uninstall", kServeGroup, "uninstall", "uninstall cursor --dry-run",
     "0 success, 1 error or a file that could not be changed,\n2 wrong command line"},
    {"mcp", kServeGroup, "mcp", "mcp -p ~/src/shop",
     "0 the client disconnected or a signal stopped the program, 1 error,\n2 wrong command line"},
    {"server", kServeGroup, "server --open", "server --port 8080 --token-file token.txt",
     kServeCodes},
    {"init", kSetupGroup, "init", "init ~/src/shop --id shop"},
    {"projects", kSetupGroup, "projects", "projects use shop"},
    {"projects list", "", "projects list", "projects list -o json"},
    {"projects add", "", "projects add ~/src/shop", "projects add ~/src/shop --id shop"},
    {"projects use", "", "projects use shop", "projects use shop -o json"},
    {"projects rename", "", "projects rename shop \"The shop\"",
     "projects rename shop Shop -o json"},
    {"projects remove", "", "projects remove shop", "projects remove shop --keep-index"},
    {"projects settings", "", "projects settings show shop",
     "projects settings set shop search.limit=20"},
    {"projects settings show", "", "projects settings show shop",
     "projects settings show shop -o json"},
    {"projects settings set", "", "projects settings set shop search.limit=20",
     "projects settings set shop search.limit="},
    {"config", kSetupGroup, "config --show", "config -p shop -o json"},
    {"doctor", kSetupGroup, "doctor", "doctor -p shop --verify",
     "0 all checks passed, 1 a check failed, 2 wrong command line"},
    {"migrate", kSetupGroup, "migrate --to qdrant --url http://localhost:6333",
     "migrate --to embedded -p shop"},
    {"namespaces", kToolGroup, "namespaces", "namespaces create docs_search/wiki"},
    {"namespaces list", "", "namespaces list", "namespaces list -p shop -o json"},
    {"namespaces create", "", "namespaces create docs_search/wiki",
     "namespaces create shop/docs_search/wiki -o json"},
    {"namespaces drop", "", "namespaces drop docs_search/wiki",
     "namespaces drop shop/docs_search/wiki"},
    {"namespaces clean", "", "namespaces clean", "namespaces clean -p shop"},
    {"push", kToolGroup, "push batch.json", "push - --stream < items.ndjson",
     "0 all items were accepted, 1 some were rejected, or an error;\n2 wrong command line"},
    {"push check", "", "push check batch.json", "push check items.ndjson -o json",
     "0 all items would be accepted, 1 some would be rejected, or an\nerror; 2 wrong command line"},
    {"reconcile", kToolGroup, "reconcile", "reconcile --namespace shop/docs_search/wiki --mode fix",
     "0 success, even if there are differences; 1 error;\n2 wrong command line"},
    {"query", kToolGroup, "query request.json", "query - < request.json",
     "0 success, even if nothing is found; 1 error, as JSON on\nstandard output; 2 wrong command "
     "line"},
    {"demo", kTryGroup, "demo", "demo --port 8080 --no-open", kServeCodes},
    {"tour", kTryGroup, "tour", "tour ~/src/shop"},
    {"bench", kTryGroup, "bench self", "bench self -p shop"},
    {"bench self", "", "bench self", "bench self --tune --apply"},
    {"completion", kShellGroup, "completion bash", "completion zsh > _codeweaver"},
    {"manual", kShellGroup, "manual | man -l -", "manual > codeweaver.1"},
};

std::string footer_of(const HelpText& text, const std::string& program) {
  std::string out = "Examples:";
  for (const auto example : {text.first, text.second})
    out.append("\n  ").append(program).append(" ").append(example);
  return out.append("\n\nExit codes: ").append(text.codes).append(".");
}

void add_below(CLI::App& above, const std::string& program, const std::string& path,
               std::span<const HelpText> texts) {
  for (CLI::App* command : above.get_subcommands([](const CLI::App*) { return true; })) {
    const auto own = path.empty() ? command->get_name() : path + ' ' + command->get_name();
    const auto text = std::ranges::find(texts, own, &HelpText::path);
    if (text != texts.end()) {
      command->group(text->group.empty() ? "Commands" : std::string(text->group));
      command->footer(footer_of(*text, program));
    }
    add_below(*command, program, own, texts);
  }
}

}  // namespace

void add_help_of_commands(CLI::App& app, std::span<const HelpText> texts) {
  add_below(app, app.get_name(), {}, texts);
}

void add_help_texts(CLI::App& app) {
  app.footer(
      "Examples:\n  codeweaver search where do we retry failed uploads\n"
      "  codeweaver install --dry-run\n\n"
      "Help of a command: codeweaver COMMAND --help. All settings: codeweaver config\n"
      "--show. Exit codes: 0 success, 1 error, 2 wrong command line; the help of a\n"
      "command lists its own codes.");
  add_help_of_commands(app, kHelpTexts);
}

}  // namespace codeweaver::cli
