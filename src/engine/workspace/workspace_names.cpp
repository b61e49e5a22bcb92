// CodeWeaver's look-ups: definitions and uses by name, names and paths by their beginning, texts.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "base/try.hpp"
#include "engine/state/coverage.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver {

Result<std::vector<SymbolMatch>> CodeWeaver::find_symbol(std::string_view name, std::size_t limit) {
  return impl_->repairing({}, [&]() -> Result<std::vector<SymbolMatch>> {
    CODEWEAVER_ASSIGN(const auto prepared, impl_->ready({}, {}));
    if (!prepared.searcher) return std::vector<SymbolMatch>();
    return prepared.searcher->find_symbol(name, limit);
  });
}

Result<std::vector<ReferenceMatch>> CodeWeaver::find_references(std::string_view name,
                                                                std::size_t limit) {
  return impl_->repairing({}, [&]() -> Result<std::vector<ReferenceMatch>> {
    CODEWEAVER_ASSIGN(const auto prepared, impl_->ready({}, {}));
    if (!prepared.searcher) return std::vector<ReferenceMatch>();
    return prepared.searcher->find_references(name, limit);
  });
}

std::vector<std::string> CodeWeaver::similar_symbols(std::string_view name,
                                                     std::size_t limit) const {
  const auto searcher = impl_->open_searcher();
  return searcher ? (*searcher)->similar_symbols(name, limit) : std::vector<std::string>();
}

std::vector<std::string> CodeWeaver::complete_path(std::string_view prefix,
                                                   std::size_t limit) const {
  const auto searcher = impl_->open_searcher();
  return searcher ? (*searcher)->complete_path(prefix, limit) : std::vector<std::string>();
}

std::vector<std::string> CodeWeaver::complete_symbol(std::string_view prefix,
                                                     std::size_t limit) const {
  const auto searcher = impl_->open_searcher();
  return searcher ? (*searcher)->complete_symbol(prefix, limit) : std::vector<std::string>();
}

Result<std::string> CodeWeaver::file_text(std::string_view path, std::stop_token stop) {
  if (!engine::read_coverage(impl_->paths()).is_whole) {
    const auto searcher = impl_->open_searcher();
    return searcher ? (*searcher)->file_text(path) : searcher.error();
  }
  return impl_->repairing(stop, [&]() -> Result<std::string> {
    CODEWEAVER_ASSIGN(const auto prepared, impl_->ready({}, stop));
    if (!prepared.searcher) return file_text(path, {});  // somebody took the index away meanwhile
    return prepared.searcher->file_text(path);
  });
}

}  // namespace codeweaver
