// HybridSearcher.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/hybrid_searcher.hpp"
#include "long_call.hpp"
#include "options.hpp"
#include "plugins.hpp"

namespace codeweaver::python {
namespace {

HybridSearcher open_searcher(const std::filesystem::path& state_dir, const py::object& embedder,
                             const py::object& reranker,
                             const std::optional<IntentClassifier>& intents) {
  HybridSearcher::Parts parts{embedder_from(embedder), reranker_from(reranker), nullptr,
                              intents.value_or(IntentClassifier())};
  const py::gil_scoped_release unlocked;
  auto searcher = HybridSearcher::open(state_dir, std::move(parts));
  const py::gil_scoped_acquire locked;
  return unwrap(std::move(searcher));
}

using Searcher = py::class_<HybridSearcher>;

void bind_queries(Searcher& searcher) {
  searcher
      .def(
          "search",
          [](const HybridSearcher& self, const std::string& query, const py::kwargs& options) {
            const auto wanted = search_options({}, options);
            return run_long([&](std::stop_token stop) { return self.search(query, wanted, stop); });
          },
          py::arg("query"),
          "At most top_k matches, best first. Keywords are the fields of SearchOptions.")
      .def(
          "find_code",
          [](const HybridSearcher& self, const std::string& query, const py::kwargs& options) {
            const auto wanted = search_options({}, options);
            return run_long(
                [&](std::stop_token stop) { return self.find_code(query, wanted, stop); });
          },
          py::arg("query"), "The same, with tests left out unless the intent is test.")
      .def(
          "find_symbol",
          [](const HybridSearcher& self, const std::string& name, std::size_t limit) {
            return run_long([&](std::stop_token) { return self.find_symbol(name, limit); });
          },
          py::arg("name"), py::arg("limit") = 20,
          "Definitions by exact name or qualified name, in path order.");
}

}  // namespace

void bind_hybrid_searcher(py::module_& module) {
  Searcher searcher(module, "HybridSearcher",
                    "Answers queries from the newest committed state of an index. Any number of "
                    "threads may search while an Indexer writes.");
  searcher
      .def(py::init(&open_searcher), py::arg("state_dir"), py::kw_only(),
           py::arg("embedder") = "codeweaver", py::arg("reranker") = "codeweaver",
           py::arg("intents") = py::none(),
           "embedder: as for the Indexer that wrote the index; None searches words only. "
           "reranker: 'codeweaver' (built in), a Reranker, or None for the fused order. intents: "
           "an IntentClassifier, copied.")
      .def(
          "refresh",
          [](HybridSearcher& self) {
            return run_long([&](std::stop_token) { return self.refresh(); });
          },
          "Moves to the newest committed state; True when there was a newer one.")
      .def(
          "statistics",
          [](const HybridSearcher& self) {
            const py::gil_scoped_release unlocked;
            return self.statistics();
          },
          "What the committed state holds.");
  bind_queries(searcher);
}

}  // namespace codeweaver::python
