// Searchable: one project, or several, that can be searched, wherever the index is.
// SPDX-License-Identifier: MIT OR Apache-2.0
#ifndef CODEWEAVER_SEARCHABLE_HPP_
#define CODEWEAVER_SEARCHABLE_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "codeweaver/call_context.hpp"
#include "codeweaver/call_graph.hpp"
#include "codeweaver/code_map.hpp"
#include "codeweaver/export.hpp"
#include "codeweaver/rename.hpp"
#include "codeweaver/result.hpp"
#include "codeweaver/search_types.hpp"
#include "codeweaver/symbol_match.hpp"
#include "codeweaver/why_not.hpp"

namespace codeweaver {
inline namespace v0_1 CODEWEAVER_API {

struct Project;            // codeweaver/project.hpp
struct RepoStatus;         // codeweaver/repo_status.hpp
struct TextHits;           // codeweaver/text_hits.hpp
struct TextHitsOptions;    // codeweaver/text_hits.hpp
struct TextSearchOptions;  // codeweaver/text_search.hpp

/// The features that a Searchable may lack.
enum class Feature : std::uint8_t {
  kLookups,       ///< find_symbol(), definitions_in(), file_text()
  kReferences,    ///< find_references(), call_graph(), rename_preview(), code_map()
  kSuggestions,   ///< similar_symbols(), complete_path(), complete_symbol()
  kExactText,     ///< find_text()
  kExplanations,  ///< why_not()
  kCommits,       ///< SearchOptions::ref and changed_in
  kIndexing,      ///< the files and the index are on this machine, so it can be indexed
};

/// Time limit of a look-up, and the list for its warnings.
struct Lookup {
  /// Time limit of the look-up. After it, calls of services and stores fail. Zero: no limit.
  std::chrono::milliseconds deadline{0};
  /// If not null, the warnings of the look-up replace the content of this list.
  std::vector<std::string>* warnings = nullptr;
};

/// Something that can be searched: CodeWeaver (the index of a project), StoreSearcher (a project in
/// a store), ProjectSet (several projects). A program that holds a Searchable need not know its
/// kind. A call that needs a missing feature returns the error of unsupported().
///
/// Calls take a stop token or a CallContext, and pass it to the models and stores that they call.
/// Such an inner call ends at the deadline or after a stop request. The answer may then lack its
/// results, and has a warning. Classes derived from this one implement the calls with a stop token;
/// classes derived from ContextSearchable implement those with a context.
/// Thread safety: calls may be concurrent. Errors: every call can also return kCancelled (a stop
/// was requested before the call had its result).
class Searchable {
 public:
  virtual ~Searchable();

  /// The project. Its `root` is empty if this machine does not have the files.
  virtual const Project& project() const noexcept = 0;
  virtual bool can(Feature feature) const noexcept = 0;

  /// Returns at most options.top_k matches, best first.
  virtual Result<FindCodeResponseSummary> search(std::string_view query,
                                                 const SearchOptions& options = {},
                                                 std::stop_token stop = {}) = 0;
  /// Like search(), with the defaults of the find_code tool; see HybridSearcher::find_code().
  virtual Result<FindCodeResponseSummary> find_code(std::string_view query,
                                                    SearchOptions options = {},
                                                    std::stop_token stop = {}) = 0;
  /// Needs kExplanations; see HybridSearcher::why_not().
  virtual Result<WhyNot> why_not(std::string_view query, std::string_view path,
                                 const SearchOptions& options = {}, std::stop_token stop = {});
  /// Needs kExactText; see CodeWeaver::find_text().
  virtual Result<TextHits> find_text(const TextSearchOptions& search,
                                     const TextHitsOptions& options, std::stop_token stop = {});

  /// Needs kLookups. Returns definitions with this name; see HybridSearcher::find_symbol().
  virtual Result<std::vector<SymbolMatch>> find_symbol(std::string_view name,
                                                       std::size_t limit = 20,
                                                       const Lookup& lookup = {},
                                                       std::stop_token stop = {});
  /// Needs kReferences. Returns the lines that use a name; see HybridSearcher::find_references().
  virtual Result<std::vector<ReferenceMatch>> find_references(std::string_view name,
                                                              std::size_t limit = 100,
                                                              const Lookup& lookup = {},
                                                              std::stop_token stop = {});
  /// Needs kReferences. Returns what calls a definition, what it calls, and so on; see
  /// HybridSearcher::call_graph().
  virtual Result<CallGraphAnswer> call_graph(std::string_view start,
                                             const CallGraphOptions& options = {},
                                             const Lookup& lookup = {}, std::stop_token stop = {});
  /// Needs kReferences. Returns what renaming a definition would change; writes nothing. See
  /// HybridSearcher::rename_preview().
  virtual Result<RenamePreview> rename_preview(std::string_view name, std::string_view new_name,
                                               std::size_t limit = 100, const Lookup& lookup = {},
                                               std::stop_token stop = {});
  /// Needs kReferences. Returns the most important files with their most used definitions; see
  /// HybridSearcher::code_map().
  virtual Result<CodeMap> code_map(const CodeMapOptions& options = {}, const Lookup& lookup = {},
                                   std::stop_token stop = {});
  /// Needs kLookups. Returns all definitions of a file, by line; empty if the file is not indexed.
  virtual Result<std::vector<SymbolMatch>> definitions_in(std::string_view path,
                                                          const Lookup& lookup = {},
                                                          std::stop_token stop = {});
  /// Needs kLookups. Returns the indexed text of a file. Errors: kNotFound "FILE_NOT_INDEXED".
  virtual Result<std::string> file_text(std::string_view path, const Lookup& lookup = {},
                                        std::stop_token stop = {});

  /// The same calls with a context. By default, they call the functions above with the stop token
  /// of the context, and with the time until its deadline as the limit.
  virtual Result<FindCodeResponseSummary> search(std::string_view query,
                                                 const SearchOptions& options,
                                                 const CallContext& call);
  virtual Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options,
                                                    const CallContext& call);
  virtual Result<WhyNot> why_not(std::string_view query, std::string_view path,
                                 const SearchOptions& options, const CallContext& call);
  virtual Result<TextHits> find_text(const TextSearchOptions& search,
                                     const TextHitsOptions& options, const CallContext& call);
  virtual Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit,
                                                       const Lookup& lookup,
                                                       const CallContext& call);
  virtual Result<std::vector<ReferenceMatch>> find_references(std::string_view name,
                                                              std::size_t limit,
                                                              const Lookup& lookup,
                                                              const CallContext& call);
  virtual Result<CallGraphAnswer> call_graph(std::string_view start,
                                             const CallGraphOptions& options, const Lookup& lookup,
                                             const CallContext& call);
  virtual Result<RenamePreview> rename_preview(std::string_view name, std::string_view new_name,
                                               std::size_t limit, const Lookup& lookup,
                                               const CallContext& call);
  virtual Result<CodeMap> code_map(const CodeMapOptions& options, const Lookup& lookup,
                                   const CallContext& call);
  virtual Result<std::vector<SymbolMatch>> definitions_in(std::string_view path,
                                                          const Lookup& lookup,
                                                          const CallContext& call);
  virtual Result<std::string> file_text(std::string_view path, const Lookup& lookup,
                                        const CallContext& call);

  /// See HybridSearcher. Empty without kSuggestions. These calls do not check files for changes.
  virtual std::vector<std::string> similar_symbols(std::string_view name,
                                                   std::size_t limit = 10) const;
  virtual std::vector<std::string> complete_path(std::string_view prefix,
                                                 std::size_t limit = 100) const;
  virtual std::vector<std::string> complete_symbol(std::string_view prefix,
                                                   std::size_t limit = 100) const;

  virtual Result<RepoStatus> status() const = 0;
  /// The same with a context. By default, calls status().
  virtual Result<RepoStatus> status(const CallContext& call) const;
  /// Number of files with chunks in the index on this machine; 0: there is none. Calls no service.
  virtual std::size_t committed_files() const;

 protected:
  Searchable() = default;
  Searchable(const Searchable&) = default;
  Searchable& operator=(const Searchable&) = default;
};

/// Base of classes that implement only the overloads with a CallContext. A stop token converts to a
/// context, so callers may also pass a stop token to the members of derived classes.
class ContextSearchable : public Searchable {
 public:
  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options = {},
                                         const CallContext& call = {}) override = 0;
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options = {},
                                            const CallContext& call = {}) override = 0;
  Result<WhyNot> why_not(std::string_view query, std::string_view path,
                         const SearchOptions& options = {}, const CallContext& call = {}) override;
  Result<TextHits> find_text(const TextSearchOptions& search, const TextHitsOptions& options,
                             const CallContext& call = {}) override;
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit = 20,
                                               const Lookup& lookup = {},
                                               const CallContext& call = {}) override;
  Result<std::vector<ReferenceMatch>> find_references(std::string_view name,
                                                      std::size_t limit = 100,
                                                      const Lookup& lookup = {},
                                                      const CallContext& call = {}) override;
  Result<CallGraphAnswer> call_graph(std::string_view start, const CallGraphOptions& options = {},
                                     const Lookup& lookup = {},
                                     const CallContext& call = {}) override;
  Result<RenamePreview> rename_preview(std::string_view name, std::string_view new_name,
                                       std::size_t limit = 100, const Lookup& lookup = {},
                                       const CallContext& call = {}) override;
  Result<CodeMap> code_map(const CodeMapOptions& options = {}, const Lookup& lookup = {},
                           const CallContext& call = {}) override;
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path, const Lookup& lookup = {},
                                                  const CallContext& call = {}) override;
  Result<std::string> file_text(std::string_view path, const Lookup& lookup = {},
                                const CallContext& call = {}) override;
  Result<RepoStatus> status(const CallContext& call) const override = 0;

  Result<FindCodeResponseSummary> search(std::string_view query, const SearchOptions& options,
                                         std::stop_token stop) final;
  Result<FindCodeResponseSummary> find_code(std::string_view query, SearchOptions options,
                                            std::stop_token stop) final;
  Result<WhyNot> why_not(std::string_view query, std::string_view path,
                         const SearchOptions& options, std::stop_token stop) final;
  Result<TextHits> find_text(const TextSearchOptions& search, const TextHitsOptions& options,
                             std::stop_token stop) final;
  Result<std::vector<SymbolMatch>> find_symbol(std::string_view name, std::size_t limit,
                                               const Lookup& lookup, std::stop_token stop) final;
  Result<std::vector<ReferenceMatch>> find_references(std::string_view name, std::size_t limit,
                                                      const Lookup& lookup,
                                                      std::stop_token stop) final;
  Result<CallGraphAnswer> call_graph(std::string_view start, const CallGraphOptions& options,
                                     const Lookup& lookup, std::stop_token stop) final;
  Result<RenamePreview> rename_preview(std::string_view name, std::string_view new_name,
                                       std::size_t limit, const Lookup& lookup,
                                       std::stop_token stop) final;
  Result<CodeMap> code_map(const CodeMapOptions& options, const Lookup& lookup,
                           std::stop_token stop) final;
  Result<std::vector<SymbolMatch>> definitions_in(std::string_view path, const Lookup& lookup,
                                                  std::stop_token stop) final;
  Result<std::string> file_text(std::string_view path, const Lookup& lookup,
                                std::stop_token stop) final;
  Result<RepoStatus> status() const final;
};

/// Returns the error for a call that needs `feature`, which `asked` does not have: kUnsupported
/// "QUERY_NODE" (a project in a store), "ONE_PROJECT_ONLY" (several projects).
Error unsupported(const Searchable& asked, Feature feature);
/// The same for the projects of a store.
Error unsupported_in_store(Feature feature);

}  // namespace v0_1 CODEWEAVER_API
}  // namespace codeweaver

#endif  // CODEWEAVER_SEARCHABLE_HPP_
