// codeweaver-bench graph.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "base/try.hpp"
#include "bench/commands.hpp"
#include "facts/read_facts.hpp"
#include "graph/linker.hpp"
#include "graph/listed_tree.hpp"

namespace codeweaver::bench {
namespace {

using cli::Session;

/// Paths of all files below a folder, sorted, without hidden ones.
std::vector<std::string> paths_below(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  std::error_code failed;
  for (auto at = std::filesystem::recursive_directory_iterator(folder, failed);
       at != std::filesystem::recursive_directory_iterator(); at.increment(failed)) {
    const bool is_hidden = at->path().filename().string().starts_with('.');
    if (is_hidden && at->is_directory()) at.disable_recursion_pending();
    if (!is_hidden && at->is_regular_file())
      out.push_back(at->path().lexically_relative(folder).generic_string());
  }
  std::ranges::sort(out);
  return out;
}

std::string_view to_string(facts::Use::Kind kind) {
  if (kind == facts::Use::Kind::kCall) return "call";
  const bool is_type = kind == facts::Use::Kind::kType || kind == facts::Use::Kind::kConstruct;
  return is_type ? "type" : "other";
}

/// The rows of one use: one for each target.
std::string rows(const std::string& path, const facts::Facts& facts, const facts::Use& use,
                 const graph::Link& link) {
  const facts::Id caller = facts.outermost(use.scope);
  const auto number = [](std::uint32_t value) { return std::to_string(value); };
  const std::string begin = path + '\t' + number(use.place.line) + '\t' + number(use.place.column) +
                            '\t' + std::string(facts.name_of(use)) + '\t' +
                            std::string(to_string(use.kind)) + '\t' +
                            std::string(graph::to_string(link.link_class)) + '\t';
  const std::string end =
      '\t' + number(caller == facts::kNone ? 0 : facts.decls[caller].place.line) + '\n';
  std::string out;
  for (const graph::Target& target : link.targets)
    out += begin + target.path + '\t' + number(target.place.line) + end;
  return out.empty() ? begin + '\t' + end : out;
}

}  // namespace

int run_graph(Session& session, const GraphCommand& command) {
  const std::filesystem::path folder = session.working_directory() / command.folder;
  const auto paths = paths_below(folder);
  graph::ListedTree tree(paths, [&](const std::string& path) {
    auto text = base::read_file(folder / path);
    return text ? *std::move(text) : std::string();
  });
  graph::Linker linker(tree);
  session.streams().out
      << "path\tline\tcolumn\tname\tkind\tclass\ttarget_path\ttarget_line\tcaller_path_line\n";
  for (const std::string& path : paths) {
    const auto facts = linker.facts(path);
    if (!facts) continue;
    for (std::size_t i = 0; i < facts->uses.size(); ++i)
      session.streams().out << rows(path, *facts, facts->uses[i], linker.link(path, i));
  }
  return 0;
}

}  // namespace codeweaver::bench
