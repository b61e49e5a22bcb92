// Searchable: the answers of projects without a feature.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/searchable.hpp"

#include <utility>

#include "codeweaver/error_codes.hpp"
#include "codeweaver/repo_status.hpp"
#include "codeweaver/text_hits.hpp"

namespace codeweaver::inline v0_1 {
namespace {

/// What a call that needs the feature was doing.
const char* operation_of(Feature feature) {
  switch (feature) {
    case Feature::kLookups:
      return "looking up a definition or a file";
    case Feature::kReferences:
      return "looking up the uses of a name";
    case Feature::kSuggestions:
      return "completing a name";
    case Feature::kExactText:
      return "searching for exact text";
    case Feature::kExplanations:
      return "explaining why a file is not among the matches";
    case Feature::kCommits:
      return "searching a commit or a difference";
    case Feature::kIndexing:
      return "using the index of this machine";
  }
  return "searching";
}

/// The smaller of a time limit (zero: none) and the time until the deadline of a call.
std::chrono::milliseconds limit_until(std::chrono::milliseconds limit, const CallContext& call) {
  return limit.count() == 0 ? call.left().value_or(limit) : call.left_of(limit);
}

SearchOptions options_until(SearchOptions options, const CallContext& call) {
  options.deadline = limit_until(options.deadline, call);
  return options;
}

Lookup lookup_until(Lookup lookup, const CallContext& call) {
  lookup.deadline = limit_until(lookup.deadline, call);
  return lookup;
}

}  // namespace

Error unsupported(const Searchable& asked, Feature feature) {
  if (!asked.can(Feature::kLookups))
    return {ErrorCategory::kUnsupported, error_code::kOneProjectOnly,
            "Several projects were given to an operation that works on one project",
            operation_of(feature), "Repeat it for each project."};
  return unsupported_in_store(feature);
}

Error unsupported_in_store(Feature feature) {
  return {ErrorCategory::kUnsupported, error_code::kQueryNode,
          "This is a query node (search.from_store): it searches only the store, and has no "
          "index and no files",
          operation_of(feature),
          "Use the machine where the project is indexed, or set search.from_store to false."};
}

Searchable::~Searchable() = default;

Result<WhyNot> Searchable::why_not(std::string_view /*query*/, std::string_view /*path*/,
                                   const SearchOptions& /*options*/, std::stop_token /*stop*/) {
  return unsupported(*this, Feature::kExplanations);
}

Result<TextHits> Searchable::find_text(const TextSearchOptions& /*search*/,
                                       const TextHitsOptions& /*options*/,
                                       std::stop_token /*stop*/) {
  return unsupported(*this, Feature::kExactText);
}

Result<std::vector<SymbolMatch>> Searchable::find_symbol(std::string_view /*name*/,
                                                         std::size_t /*limit*/,
                                                         const Lookup& /*lookup*/,
                                                         std::stop_token /*stop*/) {
  return unsupported(*this, Feature::kLookups);
}

Result<std::vector<ReferenceMatch>> Searchable::find_references(std::string_view /*name*/,
                                                                std::size_t /*limit*/,
                                                                const Lookup& /*lookup*/,
                                                                std::stop_token /*stop*/) {
  return unsupported(*this, Feature::kReferences);
}

Result<CallGraphAnswer> Searchable::call_graph(std::string_view /*start*/,
                                               const CallGraphOptions& /*options*/,
                                               const Lookup& /*lookup*/, std::stop_token /*stop*/) {
  return unsupported(*this, Feature::kReferences);
}

Result<RenamePreview> Searchable::rename_preview(std::string_view /*name*/,
                                                 std::string_view /*new_name*/,
                                                 std::size_t /*limit*/, const Lookup& /*lookup*/,
                                                 std::stop_token /*stop*/) {
  return unsupported(*this, Feature::kReferences);
}

Result<CodeMap> Searchable::code_map(const CodeMapOptions& /*options*/, const Lookup& /*lookup*/,
                                     std::stop_token /*stop*/) {
  return unsupported(*this, Feature::kReferences);
}

Result<std::vector<SymbolMatch>> Searchable::definitions_in(std::string_view /*path*/,
                                                            const Lookup& /*lookup*/,
                                                            std::stop_token /*stop*/) {
  return unsupported(*this, Feature::kLookups);
}

Result<std::string> Searchable::file_text(std::string_view /*path*/, const Lookup& /*lookup*/,
                                          std::stop_token /*stop*/) {
  return unsupported(*this, Feature::kLookups);
}

Result<FindCodeResponseSummary> Searchable::search(std::string_view query,
                                                   const SearchOptions& options,
                                                   const CallContext& call) {
  return search(query, options_until(options, call), call.stop);
}

Result<FindCodeResponseSummary> Searchable::find_code(std::string_view query, SearchOptions options,
                                                      const CallContext& call) {
  return find_code(query, options_until(std::move(options), call), call.stop);
}

Result<WhyNot> Searchable::why_not(std::string_view query, std::string_view path,
                                   const SearchOptions& options, const CallContext& call) {
  return why_not(query, path, options_until(options, call), call.stop);
}

Result<TextHits> Searchable::find_text(const TextSearchOptions& search,
                                       const TextHitsOptions& options, const CallContext& call) {
  return find_text(search, options, call.stop);
}

Result<std::vector<SymbolMatch>> Searchable::find_symbol(std::string_view name, std::size_t limit,
                                                         const Lookup& lookup,
                                                         const CallContext& call) {
  return find_symbol(name, limit, lookup_until(lookup, call), call.stop);
}

Result<std::vector<ReferenceMatch>> Searchable::find_references(std::string_view name,
                                                                std::size_t limit,
                                                                const Lookup& lookup,
                                                                const CallContext& call) {
  return find_references(name, limit, lookup_until(lookup, call), call.stop);
}

Result<CallGraphAnswer> Searchable::call_graph(std::string_view start,
                                               const CallGraphOptions& options,
                                               const Lookup& lookup, const CallContext& call) {
  return call_graph(start, options, lookup_until(lookup, call), call.stop);
}

Result<RenamePreview> Searchable::rename_preview(std::string_view name, std::string_view new_name,
                                                 std::size_t limit, const Lookup& lookup,
                                                 const CallContext& call) {
  return rename_preview(name, new_name, limit, lookup_until(lookup, call), call.stop);
}

Result<CodeMap> Searchable::code_map(const CodeMapOptions& options, const Lookup& lookup,
                                     const CallContext& call) {
  return code_map(options, lookup_until(lookup, call), call.stop);
}

Result<std::vector<SymbolMatch>> Searchable::definitions_in(std::string_view path,
                                                            const Lookup& lookup,
                                                            const CallContext& call) {
  return definitions_in(path, lookup_until(lookup, call), call.stop);
}

Result<std::string> Searchable::file_text(std::string_view path, const Lookup& lookup,
                                          const CallContext& call) {
  return file_text(path, lookup_until(lookup, call), call.stop);
}

Result<RepoStatus> Searchable::status(const CallContext& /*call*/) const {
  return status();
}

std::vector<std::string> Searchable::similar_symbols(std::string_view /*name*/,
                                                     std::size_t /*limit*/) const {
  return {};
}

std::vector<std::string> Searchable::complete_path(std::string_view /*prefix*/,
                                                   std::size_t /*limit*/) const {
  return {};
}

std::vector<std::string> Searchable::complete_symbol(std::string_view /*prefix*/,
                                                     std::size_t /*limit*/) const {
  return {};
}

std::size_t Searchable::committed_files() const {
  return 0;
}

Result<WhyNot> ContextSearchable::why_not(std::string_view /*query*/, std::string_view /*path*/,
                                          const SearchOptions& /*options*/,
                                          const CallContext& /*call*/) {
  return unsupported(*this, Feature::kExplanations);
}

Result<TextHits> ContextSearchable::find_text(const TextSearchOptions& /*search*/,
                                              const TextHitsOptions& /*options*/,
                                              const CallContext& /*call*/) {
  return unsupported(*this, Feature::kExactText);
}

Result<std::vector<SymbolMatch>> ContextSearchable::find_symbol(std::string_view /*name*/,
                                                                std::size_t /*limit*/,
                                                                const Lookup& /*lookup*/,
                                                                const CallContext& /*call*/) {
  return unsupported(*this, Feature::kLookups);
}

Result<std::vector<ReferenceMatch>> ContextSearchable::find_references(
    std::string_view /*name*/, std::size_t /*limit*/, const Lookup& /*lookup*/,
    const CallContext& /*call*/) {
  return unsupported(*this, Feature::kReferences);
}

Result<CallGraphAnswer> ContextSearchable::call_graph(std::string_view /*start*/,
                                                      const CallGraphOptions& /*options*/,
                                                      const Lookup& /*lookup*/,
                                                      const CallContext& /*call*/) {
  return unsupported(*this, Feature::kReferences);
}

Result<RenamePreview> ContextSearchable::rename_preview(std::string_view /*name*/,
                                                        std::string_view /*new_name*/,
                                                        std::size_t /*limit*/,
                                                        const Lookup& /*lookup*/,
                                                        const CallContext& /*call*/) {
  return unsupported(*this, Feature::kReferences);
}

Result<CodeMap> ContextSearchable::code_map(const CodeMapOptions& /*options*/,
                                            const Lookup& /*lookup*/, const CallContext& /*call*/) {
  return unsupported(*this, Feature::kReferences);
}

Result<std::vector<SymbolMatch>> ContextSearchable::definitions_in(std::string_view /*path*/,
                                                                   const Lookup& /*lookup*/,
                                                                   const CallContext& /*call*/) {
  return unsupported(*this, Feature::kLookups);
}

Result<std::string> ContextSearchable::file_text(std::string_view /*path*/,
                                                 const Lookup& /*lookup*/,
                                                 const CallContext& /*call*/) {
  return unsupported(*this, Feature::kLookups);
}

Result<FindCodeResponseSummary> ContextSearchable::search(std::string_view query,
                                                          const SearchOptions& options,
                                                          std::stop_token stop) {
  return search(query, options, CallContext(std::move(stop)));
}

Result<FindCodeResponseSummary> ContextSearchable::find_code(std::string_view query,
                                                             SearchOptions options,
                                                             std::stop_token stop) {
  return find_code(query, std::move(options), CallContext(std::move(stop)));
}

Result<WhyNot> ContextSearchable::why_not(std::string_view query, std::string_view path,
                                          const SearchOptions& options, std::stop_token stop) {
  return why_not(query, path, options, CallContext(std::move(stop)));
}

Result<TextHits> ContextSearchable::find_text(const TextSearchOptions& search,
                                              const TextHitsOptions& options,
                                              std::stop_token stop) {
  return find_text(search, options, CallContext(std::move(stop)));
}

Result<std::vector<SymbolMatch>> ContextSearchable::find_symbol(std::string_view name,
                                                                std::size_t limit,
                                                                const Lookup& lookup,
                                                                std::stop_token stop) {
  return find_symbol(name, limit, lookup, CallContext(std::move(stop)));
}

Result<std::vector<ReferenceMatch>> ContextSearchable::find_references(std::string_view name,
                                                                       std::size_t limit,
                                                                       const Lookup& lookup,
                                                                       std::stop_token stop) {
  return find_references(name, limit, lookup, CallContext(std::move(stop)));
}

Result<CallGraphAnswer> ContextSearchable::call_graph(std::string_view start,
                                                      const CallGraphOptions& options,
                                                      const Lookup& lookup, std::stop_token stop) {
  return call_graph(start, options, lookup, CallContext(std::move(stop)));
}

Result<RenamePreview> ContextSearchable::rename_preview(std::string_view name,
                                                        std::string_view new_name,
                                                        std::size_t limit, const Lookup& lookup,
                                                        std::stop_token stop) {
  return rename_preview(name, new_name, limit, lookup, CallContext(std::move(stop)));
}

Result<CodeMap> ContextSearchable::code_map(const CodeMapOptions& options, const Lookup& lookup,
                                            std::stop_token stop) {
  return code_map(options, lookup, CallContext(std::move(stop)));
}

Result<std::vector<SymbolMatch>> ContextSearchable::definitions_in(std::string_view path,
                                                                   const Lookup& lookup,
                                                                   std::stop_token stop) {
  return definitions_in(path, lookup, CallContext(std::move(stop)));
}

Result<std::string> ContextSearchable::file_text(std::string_view path, const Lookup& lookup,
                                                 std::stop_token stop) {
  return file_text(path, lookup, CallContext(std::move(stop)));
}

Result<RepoStatus> ContextSearchable::status() const {
  return status(CallContext());
}

}  // namespace codeweaver::inline v0_1
