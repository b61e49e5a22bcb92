// Reads the facts of a text and links every use in it, as if it were a project of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "facts/facts_codec.hpp"
#include "facts/needed_facts.hpp"
#include "facts/read_facts.hpp"
#include "fuzz/treatment.hpp"
#include "graph/linker.hpp"
#include "graph/listed_tree.hpp"

namespace codeweaver::fuzz {

/// What is wrong with the packed facts; empty: nothing.
inline std::string broken_packing(const facts::Facts& read) {
  const facts::Facts needed = facts::needed_facts(read);
  const std::string bytes = facts::pack_facts(&needed);
  const auto unpacked = facts::unpack_facts(bytes);
  if (!unpacked || !unpacked->facts) return "packed facts that are refused";
  if (facts::pack_facts(&*unpacked->facts) != bytes) return "facts that differ once packed";
  return {};
}

/// What is wrong with the facts or the links; empty: nothing, or the language has no facts.
inline std::string broken_links(std::string_view text, syntax::LanguageIndex language) {
  if (!facts::has_facts(language)) return {};
  const std::string path = "a." + std::string(syntax::languages()[language].extensions[0]);
  graph::ListedTree tree({path}, [&](const std::string&) { return std::string(text); });
  graph::Linker linker(tree);
  const auto facts = linker.facts(path);
  if (facts == nullptr) return {};
  if (auto fault = broken_packing(*facts); !fault.empty()) return fault;
  const auto begin = thread_cpu_time();
  for (std::size_t i = 0; i < facts->uses.size(); ++i) {
    if (facts->name_of(facts->uses[i]).empty()) return "a use without a name";
    for (const graph::Target& target : linker.link(path, i).targets)
      if (target.decl >= facts->decls.size()) return "a link to no declaration";
  }
  const auto cpu = thread_cpu_time() - begin;
  const auto granted = kSlowness * (std::chrono::milliseconds(2000) +
                                    facts->uses.size() * std::chrono::milliseconds(1));
  return cpu > granted ? "linking took too long" : std::string();
}

}  // namespace codeweaver::fuzz
