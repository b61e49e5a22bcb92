// Makes projects of real code and checks that no answer contains code of another project.
// SPDX-License-Identifier: MIT OR Apache-2.0
//
// check_isolation DATA_DIR QUERIES STORE FOLDER...
// STORE is a kind of store (see make_vector_store), which all projects share.
// Queries are names, comments and lines of code, half of them of another project than the one that
// is asked. Prints what was asked and found as JSON; exit code 1 when a match is not of the project
// that was asked.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "codeweaver/project_registry.hpp"
#include "codeweaver/vector_store.hpp"
#include "codeweaver/workspace.hpp"

namespace {

using namespace codeweaver;
namespace fs = std::filesystem;

constexpr std::uint32_t kSeed = 20261122;
constexpr std::uintmax_t kLargestFile = 1U << 20;
constexpr std::size_t kShownFaults = 20;

/// A project with its files as they are on disk.
struct Asked {
  Project project;
  CodeWeaver workspace;
  std::map<std::string, std::string> texts;  ///< by path, of all files
  std::vector<std::string> queries;          ///< of its code, in random order
  std::size_t files = 0;                     ///< in the index
};

[[noreturn]] void give_up(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message().c_str());
  std::exit(1);
}

template <class T>
T checked(Result<T> result) {
  if (!result) give_up(result.error());
  return std::move(*result);
}

std::map<std::string, std::string> read_texts(const fs::path& root) {
  std::map<std::string, std::string> texts;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || entry.file_size() > 10 * kLargestFile) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    texts[entry.path().lexically_relative(root).generic_string()] =
        std::string(std::istreambuf_iterator<char>(file), {});
  }
  return texts;
}

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The longest name of a line.
std::string longest_name(std::string_view line) {
  std::string_view best;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && is_name_char(line[end])) ++end;
    if (end - at > best.size()) best = line.substr(at, end - at);
    at = end + 1;
  }
  return std::string(best);
}

/// What somebody who looks for this line might type; empty: nothing.
std::string query_of(std::string_view line, std::mt19937& random) {
  const auto start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos) return {};
  line = line.substr(start, 300);
  if (line.find('\0') != std::string_view::npos) return {};
  const bool is_comment = line.starts_with("//") || line.starts_with('#') ||
                          line.starts_with('*') || line.starts_with("--");
  if (is_comment) {
    const auto words = line.find_first_not_of("/#*-!< \t");
    return words == std::string_view::npos || line.size() - words < 12
               ? std::string()
               : std::string(line.substr(words));
  }
  auto name = longest_name(line);
  if (name.size() < 6) return {};
  return random() % 3 == 0 ? std::string(line) : name;
}

std::vector<std::string> queries_of(const std::map<std::string, std::string>& texts,
                                    std::size_t count) {
  std::mt19937 random(kSeed);
  std::vector<const std::string*> files;
  for (const auto& [path, text] : texts)
    if (text.size() > 100 && text.size() <= kLargestFile) files.push_back(&text);
  std::vector<std::string> queries;
  for (std::size_t tries = 0; !files.empty() && queries.size() < count && tries < 100 * count;
       ++tries) {
    const std::string& text = *files[random() % files.size()];
    const auto begin = text.rfind('\n', random() % text.size());
    const auto from = begin == std::string::npos ? 0 : begin + 1;
    const auto line = std::string_view(text).substr(from, text.find('\n', from) - from);
    if (auto query = query_of(line, random); !query.empty()) queries.push_back(std::move(query));
  }
  return queries;
}

Asked make_project(ProjectRegistry& registry, const std::shared_ptr<VectorStore>& store,
                   const fs::path& folder, std::size_t queries) {
  auto project = checked(registry.add(folder));
  WorkspaceOptions options;
  options.store = store;
  options.index.secrets = SecretPolicy::kKeep;  // answers are compared with the bytes of files
  auto workspace = checked(CodeWeaver::open(project, options));
  const auto report = checked(workspace.index());
  Asked asked{project, std::move(workspace), read_texts(project.root), {}, report.total_files};
  asked.queries = queries_of(asked.texts, queries);
  return asked;
}

/// What is wrong with a match for the project that was asked; empty: nothing.
std::string fault(const Asked& asked, const CodeMatch& match) {
  const auto& id = asked.project.project_id;
  if (match.audit.project != id) return "is of project " + match.audit.project;
  if (!match.audit.name_space.starts_with(id + '/')) return "is of " + match.audit.name_space;
  if (match.file.absolute_path != (asked.project.root / match.file.path).string())
    return "lies at " + match.file.absolute_path;
  const auto text = asked.texts.find(match.file.path);
  if (text == asked.texts.end()) return "is of no file of the project";
  if (text->second.find(match.content.content) == std::string::npos)
    return "is no text of the file";
  return {};
}

/// Sums over all answers.
struct Tally {
  std::atomic<std::size_t> answered{0}, matches{0}, faults{0};
  std::mutex printing{};

  void count(const Asked& asked, const std::string& query, const FindCodeResponseSummary& answer) {
    if (!answer.matches.empty()) ++answered;
    matches += answer.matches.size();
    for (const auto& match : answer.matches) {
      const auto said = fault(asked, match);
      if (said.empty() || ++faults > kShownFaults) continue;
      std::lock_guard lock(printing);
      std::fprintf(stderr, "%s asked for '%s': %s:%u %s\n", asked.project.project_id.c_str(),
                   query.c_str(), match.file.path.c_str(), match.span.start_line, said.c_str());
    }
  }
};

/// Asks the query of this number: every project in turn, its own code and that of the others.
void ask(std::vector<Asked>& projects, std::size_t number, Tally& tally) {
  const std::size_t count = projects.size(), round = number / count;
  auto& asked = projects[number % count];
  const auto step = round % 2 == 0 ? 0 : 1 + round / 2 % std::max<std::size_t>(count - 1, 1);
  const auto& queries = projects[(number + step) % count].queries;
  if (queries.empty()) return;
  const auto& query = queries[round % queries.size()];
  SearchOptions options;
  options.filter.min_similarity = 0;  // even what hardly matches has to be of the project
  const auto answer = asked.workspace.search(query, options);
  if (!answer) give_up(answer.error());
  tally.count(asked, query, *answer);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 6) {
    std::fprintf(stderr, "usage: check_isolation DATA_DIR QUERIES STORE FOLDER FOLDER...\n");
    return 2;
  }
  ProjectRegistry registry{fs::path(argv[1])};
  const std::size_t queries = std::strtoul(argv[2], nullptr, 10);
  const auto store = checked(make_vector_store(argv[3]));
  std::vector<Asked> projects;
  for (int i = 4; i < argc; ++i)
    projects.push_back(
        make_project(registry, store, argv[i], queries / static_cast<std::size_t>(argc - 4) + 1));

  Tally tally;
  std::atomic<std::size_t> next{0};
  const auto start = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < std::max(2U, std::thread::hardware_concurrency()); ++i)
      workers.emplace_back([&] {
        for (auto number = next++; number < queries; number = next++) ask(projects, number, tally);
      });
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::size_t files = 0;
  for (const auto& asked : projects) files += asked.files;
  std::printf(
      "{\"projects\": %zu, \"files\": %zu, \"queries\": %zu, \"answered\": %zu, \"matches\": %zu, "
      "\"foreign\": %zu, \"seconds\": %.1f}\n",
      projects.size(), files, queries, tally.answered.load(), tally.matches.load(),
      tally.faults.load(), taken.count());
  return tally.faults == 0 ? 0 : 1;
}
