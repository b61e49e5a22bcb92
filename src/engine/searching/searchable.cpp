// Searchable: the answers of projects without a feature.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/searchable.hpp"

#include <utility>

#include "codeweaver/error_codes.hpp"
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

Result<std::vector<SymbolMatch>> Searchable::definitions_in(std::string_view /*path*/,
                                                            const Lookup& /*lookup*/,
                                                            std::stop_token /*stop*/) {
  return unsupported(*this, Feature::kLookups);
}

Result<std::string> Searchable::file_text(std::string_view /*path*/, const Lookup& /*lookup*/,
                                          std::stop_token /*stop*/) {
  return unsupported(*this, Feature::kLookups);
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

}  // namespace codeweaver::inline v0_1
