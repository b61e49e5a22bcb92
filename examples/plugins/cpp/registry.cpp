// A registry: chooses the reranker from a setting, a built-in or a custom one.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <codeweaver/plugin_registry.hpp>
#include <codeweaver/reranker.hpp>

#include "workspace.hpp"

int main(int argc, char** argv) {
  if (argc != 5) return 2;  // FOLDER STATE_FOLDER QUERY RERANKER
  auto registry = codeweaver::PluginRegistry::with_built_ins();
  codeweaver::Provider<const codeweaver::Reranker> rules;
  rules.name = "rules";
  rules.capabilities = {"local", "deterministic"};
  rules.make = [](const codeweaver::Settings&) {
    return codeweaver::Result(codeweaver::make_rule_reranker());
  };
  registry.rerankers.add(std::move(rules)).value();

  codeweaver::Settings settings;
  settings.rerank.provider = argv[4];
  codeweaver::WorkspaceOptions options;
  if (auto chosen = registry.choose(settings, options); !chosen) {
    std::cerr << chosen.error().message() << '\n';
    return 1;
  }
  std::cout << options.reranker->name() << '\n';
  auto workspace = open(argv[1], argv[2], std::move(options));
  show(workspace, argv[3]);
}
