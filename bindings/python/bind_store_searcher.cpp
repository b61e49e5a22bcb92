// Searchable, the base class of projects, and StoreSearcher.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "bindings.hpp"
#include "codeweaver/repo_status.hpp"
#include "codeweaver/searchable.hpp"
#include "long_call.hpp"
#include "named_plugins.hpp"
#include "options.hpp"
#include "settings/environment.hpp"
#include "workspace.hpp"

namespace codeweaver::python {
namespace {

StoredProject open_stored(const std::string& project_id, const py::object& embedder,
                          const py::object& reranker) {
  const opening::WorkspaceOpener opener({settings::capture_environment()});
  auto effective = unwrap(opener.settings());
  opening::SuppliedParts supplied;
  supplied.index = IndexOptions();
  const py::none nothing;
  choose_plugins(effective.settings, {embedder, reranker, nothing, nothing}, supplied);
  auto opened = unwrap(opener.open_store(project_id, std::move(effective), std::move(supplied)));
  return {std::move(opened.project), std::move(opened.effective.settings)};
}

/// Returns `call(project, lookup, stop)` with the limits of the settings.
template <class Call>
auto look_up(Searched& self, Call call) {
  const Lookup lookup{base_options(self).deadline};
  return run_long(
      [&](std::stop_token stop) { return call(self.searchable(), lookup, std::move(stop)); });
}

}  // namespace

void bind_searchable(py::module_& module) {
  py::class_<Searched>(module, "Searchable",
                       "A project that can be searched: a CodeWeaver or a StoreSearcher. Look-ups "
                       "take at most search.deadline_ms of the settings. Any number of threads may "
                       "search.")
      .def(
          "find_references",
          [](Searched& self, const std::string& name, std::int64_t limit) {
            const auto most = count_of("limit", limit);
            return look_up(self, [&](Searchable& project, const Lookup& lookup, auto stop) {
              return project.find_references(name, most, lookup, std::move(stop));
            });
          },
          py::arg("name"), py::arg("limit") = 100,
          "Lines that use this name: linked ones first, then those known by name only, then those "
          "that mean something else. A StoreSearcher raises UnsupportedError.")
      .def(
          "call_graph",
          [](Searched& self, const std::string& start, CallRelation relation,
             std::optional<std::int64_t> depth, bool include_tests, std::int64_t limit,
             const std::string& to, const std::string& changed_in) {
            const CallGraphOptions options{.relation = relation,
                                           .depth = depth ? count_of("depth", *depth) : 0,
                                           .include_tests = include_tests,
                                           .limit = count_of("limit", limit),
                                           .to = to,
                                           .changed_in = changed_in};
            return look_up(self, [&](Searchable& project, const Lookup& lookup, auto stop) {
              return project.call_graph(start, options, lookup, std::move(stop));
            });
          },
          py::arg("start") = "", py::arg("relation") = CallRelation::kCallers, py::kw_only(),
          py::arg("depth") = py::none(), py::arg("include_tests") = true, py::arg("limit") = 100,
          py::arg("to") = "", py::arg("changed_in") = "",
          "What calls or uses a definition ('callers'), what it calls ('callees'), the tests that "
          "reach it ('tests'), what implements, extends or overrides it ('implementations'), or "
          "the shortest path of calls from it to another one ('path', with to). Between files: "
          "what a file or folder imports ('imports'), what imports a file, a folder or a library "
          "('importers'), and files that import each other ('cycles'). start: a name, "
          "\"PATH\" or \"PATH:LINE\"; or give changed_in: a git range, whose changed definitions "
          "are meant. depth: 1 for direct ones, 2 also for theirs, and so on; None: 1 for callers "
          "and callees of a name, 3 for those of a file or a range, 5 for tests, 20 for the "
          "others. A StoreSearcher raises UnsupportedError.")
      .def(
          "rename_preview",
          [](Searched& self, const std::string& name, const std::string& new_name,
             std::int64_t limit) {
            const auto most = count_of("limit", limit);
            return look_up(self, [&](Searchable& project, const Lookup& lookup, auto stop) {
              return project.rename_preview(name, new_name, most, lookup, std::move(stop));
            });
          },
          py::arg("name"), py::arg("new_name"), py::arg("limit") = 100,
          "What renaming a definition would change, as a unified diff: its declarations, all "
          "linked uses and imports, and methods that override or implement it. Writes nothing. "
          "name: a name or \"PATH:LINE\". limit: maximum number of places that are not in the "
          "diff. A StoreSearcher raises UnsupportedError.")
      .def(
          "code_map",
          [](Searched& self, const std::string& folder, std::int64_t token_limit,
             bool include_tests) {
            const CodeMapOptions options{.folder = folder,
                                         .token_limit = count_of("token_limit", token_limit),
                                         .include_tests = include_tests};
            return look_up(self, [&](Searchable& project, const Lookup& lookup, auto stop) {
              return project.code_map(options, lookup, std::move(stop));
            });
          },
          py::arg("folder") = "", py::kw_only(), py::arg("token_limit") = 2000,
          py::arg("include_tests") = false,
          "The most important files, which others use most, each with its most used definitions; "
          "as many as fit into token_limit. A StoreSearcher raises UnsupportedError.")
      .def(
          "definitions_in",
          [](Searched& self, const std::string& path) {
            return look_up(self, [&](Searchable& project, const Lookup& lookup, auto stop) {
              return project.definitions_in(path, lookup, std::move(stop));
            });
          },
          py::arg("path"), "All definitions of a file, by line; empty if it is not indexed.")
      .def(
          "file_text",
          [](Searched& self, const std::string& path) {
            return look_up(self, [&](Searchable& project, const Lookup& lookup, auto stop) {
              return project.file_text(path, lookup, std::move(stop));
            });
          },
          py::arg("path"),
          "A file as indexed. A StoreSearcher replaces parts that no chunk contains by blank "
          "lines. Raises NotFoundError.")
      .def(
          "status",
          [](Searched& self) {
            return run_long([&](std::stop_token) { return self.searchable().status(); });
          },
          "State and size of the index.")
      .def_property_readonly(
          "project_id", [](Searched& self) { return self.searchable().project().project_id; },
          "Id of the project.");
}

void bind_store_searcher(py::module_& module) {
  py::class_<StoredProject, Searched> stored(
      module, "StoreSearcher",
      "Answers queries about a project from the store that its indexers fill, without an index or "
      "files on this machine. Any number of threads may search.");
  stored
      .def(py::init(&open_stored), py::arg("project_id"), py::kw_only(),
           py::arg("embedder") = py::none(), py::arg("reranker") = py::none(),
           "project_id: the id of the project in the store. The store comes from store.kind and "
           "store.url in the user's settings or the environment. embedder, reranker: as for "
           "CodeWeaver; the embedder must be the indexers'.")
      .def(
          "search",
          [](StoredProject& self, const std::string& query, const py::kwargs& options) {
            const auto wanted = given_search(base_options(self), options);
            return run_long([&](std::stop_token stop) {
              return in_all_words(query, wanted,
                                  [&](std::string_view words, const SearchOptions& within) {
                                    return self.core->search(words, within, stop);
                                  });
            });
          },
          py::arg("query"),
          "Returns at most limit matches, best first. Keywords are the fields of SearchOptions.")
      .def(
          "find_code",
          [](StoredProject& self, const std::string& query, const py::kwargs& options) {
            const auto wanted = given_search(base_options(self), options);
            return run_long([&](std::stop_token stop) {
              return in_all_words(query, wanted,
                                  [&](std::string_view words, const SearchOptions& within) {
                                    return self.core->find_code(words, within, stop);
                                  });
            });
          },
          py::arg("query"), "The same, but without tests unless the intent is test.")
      .def(
          "find_symbol",
          [](StoredProject& self, const std::string& name, std::int64_t limit) {
            const auto most = count_of("limit", limit);
            return look_up(self, [&](Searchable& project, const Lookup& lookup, auto stop) {
              return project.find_symbol(name, most, lookup, std::move(stop));
            });
          },
          py::arg("name"), py::arg("limit") = 20,
          "Definitions with this name or qualified name, in any naming style.");
}

}  // namespace codeweaver::python
