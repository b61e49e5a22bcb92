// StoreSearcher.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bindings.hpp"
#include "codeweaver/store_searcher.hpp"
#include "long_call.hpp"
#include "named_plugins.hpp"
#include "options.hpp"
#include "settings/environment.hpp"
#include "settings/options.hpp"
#include "settings/providers.hpp"

namespace codeweaver::python {
namespace {

/// A StoreSearcher with the user's settings.
struct QueryNode {
  StoreSearcher core;
  Settings settings;

  GivenSearch given(const py::kwargs& options) const {
    return given_search(settings::search_options(settings, 0), options);
  }
};

QueryNode open_node(const std::string& project_id, const py::object& embedder,
                    const py::object& reranker) {
  const opening::WorkspaceOpener opener({settings::capture_environment()});
  auto effective = unwrap(opener.settings());
  opening::SuppliedParts supplied;
  supplied.index = IndexOptions();
  const py::none nothing;
  choose_plugins(effective.settings, {embedder, reranker, nothing, nothing}, supplied);
  std::vector<std::string_view> named;
  if (supplied.embedder) named.emplace_back("embedding.provider");
  if (supplied.reranker) named.emplace_back("rerank.provider");
  unwrap(settings::check_providers(effective, named));
  const auto& values = effective.settings;
  HybridSearcher::Parts parts;
  parts.embedder =
      supplied.embedder ? supplied.embedder : unwrap(opener.embedder(values, {}, nullptr));
  parts.reranker = supplied.reranker ? supplied.reranker : unwrap(opener.reranker(values, nullptr));
  parts.store = unwrap(opener.store(values, nullptr));
  return {unwrap(StoreSearcher::open(project_id, std::move(parts))), values};
}

}  // namespace

void bind_store_searcher(py::module_& module) {
  py::class_<QueryNode> node(
      module, "StoreSearcher",
      "Answers queries about a project from the store that its indexers fill, without an index or "
      "files on this machine. Any number of threads may search.");
  node.def(py::init(&open_node), py::arg("project_id"), py::kw_only(),
           py::arg("embedder") = py::none(), py::arg("reranker") = py::none(),
           "project_id: the id of the project in the store. The store comes from store.kind and "
           "store.url in the user's settings or the environment. embedder, reranker: as for "
           "CodeWeaver; the embedder must be the indexers'.")
      .def(
          "search",
          [](const QueryNode& self, const std::string& query, const py::kwargs& options) {
            const auto wanted = self.given(options);
            return run_long([&](std::stop_token stop) {
              return in_all_words(query, wanted, [&](std::string_view words) {
                return self.core.search(words, wanted.options, stop);
              });
            });
          },
          py::arg("query"),
          "Returns at most limit matches, best first. Keywords are the fields of SearchOptions.")
      .def(
          "find_code",
          [](const QueryNode& self, const std::string& query, const py::kwargs& options) {
            const auto wanted = self.given(options);
            return run_long([&](std::stop_token stop) {
              return in_all_words(query, wanted, [&](std::string_view words) {
                return self.core.find_code(words, wanted.options, stop);
              });
            });
          },
          py::arg("query"), "The same, but without tests unless the intent is test.")
      .def(
          "find_symbol",
          [](const QueryNode& self, const std::string& name, std::int64_t limit) {
            const auto most = count_of("limit", limit);
            return run_long([&](std::stop_token) { return self.core.find_symbol(name, most); });
          },
          py::arg("name"), py::arg("limit") = 20,
          "Definitions with this name or qualified name, in any naming style.")
      .def(
          "file_text",
          [](const QueryNode& self, const std::string& path) {
            return run_long([&](std::stop_token) { return self.core.file_text(path); });
          },
          py::arg("path"),
          "A file as indexed; blank lines replace parts that no chunk contains. Raises "
          "NotFoundError.");
}

}  // namespace codeweaver::python
