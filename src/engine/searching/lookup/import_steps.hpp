// ImportSteps: from a file to those that it imports, or to those that import it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/searching/lookup/call_steps.hpp"
#include "engine/searching/open/import_graph.hpp"

namespace codeweaver::engine {

/// Kinds of the symbols that stand for files.
inline constexpr std::string_view kFileKind = "file", kFolderKind = "folder",
                                  kPackageKind = "package", kLibraryKind = "library";

/// A file, folder, package or library in place of a definition.
SymbolMatch file_symbol(std::string_view path, std::string_view kind);

/// One import as a match: `symbol` is what the edge leads to, or what it comes from.
CallGraphMatch import_match(const ImportGraph& graph, const ImportEdge& edge, bool is_reverse,
                            std::size_t depth);

/// Each import is in one step only, however many files lead to it.
class ImportSteps final : public CallSteps {
 public:
  ImportSteps(std::shared_ptr<const ImportGraph> graph, bool is_reverse)
      : graph_(std::move(graph)), is_reverse_(is_reverse) {}

  Result<std::vector<CallGraphMatch>> from(const SymbolMatch& symbol, std::size_t depth) override;
  bool is_late() const override { return !graph_->is_complete; }
  void finish(CallGraphAnswer& answer) override;

 private:
  std::vector<std::uint32_t> edges_of(const SymbolMatch& symbol) const;

  std::shared_ptr<const ImportGraph> graph_;
  bool is_reverse_;
  std::set<std::uint32_t> known_;               // edges
  std::map<std::string, std::size_t> outside_;  // lines by library
};

}  // namespace codeweaver::engine
