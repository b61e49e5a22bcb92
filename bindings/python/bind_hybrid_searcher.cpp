// HybridSearcher.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/hybrid_searcher.hpp"
#include "codeweaver/intent_classifier.hpp"
#include "long_call.hpp"
#include "options.hpp"
#include "overlay.hpp"
#include "plugins.hpp"

namespace codeweaver::python {
namespace {

/// The library's searcher, as the Python class stores it.
struct Searcher {
  HybridSearcher core;
  bool has_objects;  ///< a query may run code of Python objects
};

/// What `work(stop)` comes to. The library alone answers in milliseconds and stays on this thread;
/// an object of Python may take its time, and Ctrl-C must reach this thread meanwhile.
template <class Work>
auto ask(const Searcher& self, Work work) {
  if (self.has_objects) return run_long(work);
  auto result = [&] {
    const py::gil_scoped_release unlocked;
    return work(std::stop_token());
  }();
  return unwrap(std::move(result));
}

/// Objects, and the names of plug-ins, which are objects too.
bool runs_python(const py::object& plugin) {
  return !plugin.is_none() &&
         !(py::isinstance<py::str>(plugin) && plugin.equal(py::str("codeweaver")));
}

Searcher open_searcher(const std::filesystem::path& state_dir, const py::object& embedder,
                       const py::object& reranker, const py::object& sparse_encoder,
                       const std::optional<IntentClassifier>& intents) {
  HybridSearcher::Parts parts{
      embedder_from(embedder),
      reranker_from(reranker),
      nullptr,
      intents ? std::make_shared<const IntentClassifier>(*intents) : nullptr,
      nullptr,
      sparse_encoder_from(sparse_encoder)};
  auto core = [&] {
    const py::gil_scoped_release unlocked;
    return HybridSearcher::open(state_dir, std::move(parts));
  }();
  return {unwrap(std::move(core)),
          runs_python(embedder) || runs_python(reranker) || !sparse_encoder.is_none()};
}

using SearcherClass = py::class_<Searcher>;

void bind_queries(SearcherClass& searcher) {
  searcher
      .def(
          "search",
          [](const Searcher& self, const std::string& query, const py::kwargs& options) {
            const auto wanted = given_search({}, options);
            return ask(self, [&](std::stop_token stop) {
              return in_all_words(query, wanted,
                                  [&](std::string_view words, const SearchOptions& within) {
                                    return self.core.search(words, within, stop);
                                  });
            });
          },
          py::arg("query"),
          "Returns at most limit matches, best first. Keywords are the fields of SearchOptions.")
      .def(
          "find_code",
          [](const Searcher& self, const std::string& query, const py::kwargs& options) {
            const auto wanted = given_search({}, options);
            return ask(self, [&](std::stop_token stop) {
              return in_all_words(query, wanted,
                                  [&](std::string_view words, const SearchOptions& within) {
                                    return self.core.find_code(words, within, stop);
                                  });
            });
          },
          py::arg("query"), "Like search(), but skips tests unless the intent is test.")
      .def(
          "why_not",
          [](const Searcher& self, const std::string& query, const std::string& path,
             const py::kwargs& options) {
            const auto wanted = given_search({}, options);
            if (!wanted.queries.empty())
              raise({ErrorCategory::kInvalidArgument, "INVALID_OPTION", "queries is not empty",
                     "explaining why a file is not among the matches", "Ask for one query."});
            return ask(self, [&](std::stop_token stop) {
              return self.core.why_not(query, path, wanted.options, stop);
            });
          },
          py::arg("query"), py::arg("path"),
          "Explains why a file is not in the answer: the stage of search() that dropped it, and "
          "the reason.")
      .def(
          "find_symbol",
          [](const Searcher& self, const std::string& name, std::int64_t limit) {
            const auto most = count_of("limit", limit);
            return ask(self, [&](std::stop_token) { return self.core.find_symbol(name, most); });
          },
          py::arg("name"), py::arg("limit") = 20,
          "Returns definitions with this name or qualified name: types and functions first, then "
          "data, each group in path order.");
}

}  // namespace

void bind_hybrid_searcher(py::module_& module) {
  SearcherClass searcher(module, "HybridSearcher",
                         "Answers queries from the newest committed state of an index. Several "
                         "threads may search while an Indexer writes.");
  searcher
      .def(py::init(&open_searcher), py::arg("state_dir"), py::kw_only(),
           py::arg("embedder") = "codeweaver", py::arg("reranker") = "codeweaver",
           py::arg("sparse_encoder") = py::none(), py::arg("intents") = py::none(),
           "embedder: the same as for the Indexer that wrote the index; None searches words only. "
           "reranker: 'codeweaver' (built-in), a Reranker, the name of a plug-in, or None for the "
           "fused order. sparse_encoder: the same as for the Indexer. intents: an "
           "IntentClassifier; it is copied.")
      .def(
          "refresh",
          [](Searcher& self) {
            return ask(self, [&](std::stop_token) { return self.core.refresh(); });
          },
          "Switches to the newest committed state. Returns True if there was a newer one.")
      .def(
          "with_overlay",
          [](const Searcher& self, const py::object& texts, const py::kwargs& options) {
            const auto rules = index_options({}, options);
            auto overlay = overlay_from(texts);
            return Searcher{ask(self,
                                [&](std::stop_token) {
                                  return self.core.with_overlay(std::move(overlay), rules);
                                }),
                            self.has_objects};
          },
          py::arg("texts"),
          "Returns a searcher of the same index that uses these texts instead of the indexed "
          "files. texts: a dictionary from path to str, UTF-8 bytes, or None for a deleted file. "
          "Nothing is written, and this searcher does not change. A text is used if its file name "
          "belongs to a known language. Keywords: the same as for the Indexer that wrote the "
          "index.")
      .def(
          "statistics",
          [](const Searcher& self) {
            const py::gil_scoped_release unlocked;
            return self.core.statistics();
          },
          "Returns counts and sizes of the committed state.");
  bind_queries(searcher);
}

}  // namespace codeweaver::python
