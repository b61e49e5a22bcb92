// Reads the recorded embedder of an index.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <charconv>

#include "base/try.hpp"
#include "codeweaver/embedder.hpp"
#include "codeweaver/remote_models.hpp"
#include "engine/state/database_keys.hpp"
#include "engine/state/state_paths.hpp"
#include "store/database/database.hpp"

namespace codeweaver::inline v0_1 {

Result<std::optional<EmbedderInfo>> recorded_embedder(const std::filesystem::path& state_dir) {
  const engine::StatePaths paths{state_dir};
  if (!paths.has_database()) return std::optional<EmbedderInfo>();
  CODEWEAVER_ASSIGN(const auto database, store::Database::open_read_only(paths.database()));
  CODEWEAVER_ASSIGN(const auto recorded, database.meta(engine::kModelKey));
  if (!recorded) return std::optional<EmbedderInfo>();
  // "provider/model/dimension", plus "+..." for a sparse encoder; models may contain '/'.
  const auto text = std::string_view(*recorded).substr(0, recorded->find('+'));
  const auto first = text.find('/'), last = text.rfind('/');
  if (first == std::string_view::npos || first == last) return std::optional<EmbedderInfo>();
  EmbedderInfo info;
  info.provider = text.substr(0, first);
  info.model = text.substr(first + 1, last - first - 1);
  const auto digits = text.substr(last + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), info.dimension);
  return std::optional(std::move(info));
}

}  // namespace codeweaver::inline v0_1
