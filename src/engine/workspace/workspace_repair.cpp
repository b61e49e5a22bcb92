// CodeWeaver's recovery from an unusable state: repair it and repeat the call.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <string_view>
#include <utility>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/logger.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/state_repair.hpp"
#include "engine/workspace/workspace_impl.hpp"

namespace codeweaver::inline v0_1 {
namespace {

constexpr std::string_view kRebuilt =
    "Part of the index was damaged and was rebuilt from the database";

}  // namespace

bool CodeWeaver::Impl::can_be_repaired(const Error& error) noexcept {
  return engine::is_database_damage(error) || error.code == error_code::kSegmentCorrupt ||
         error.code == error_code::kFormerModel;
}

/// Repairs a state that is damaged or has another release's model, so that searches work. Returns
/// notes for the answer.
Result<std::vector<std::string>> CodeWeaver::Impl::repair(const Error& met,
                                                          const std::stop_token& stop) {
  std::vector<std::string> notes;
  {
    const std::lock_guard turn(runs);
    if (engine::is_database_damage(met)) {
      CODEWEAVER_ASSIGN(auto repaired,
                        engine::repair_database(paths(), engine::Replace::kDamaged, stop));
      notes = std::move(repaired);
    } else if (met.code == error_code::kSegmentCorrupt) {
      CODEWEAVER_ASSIGN(const auto removed, engine::remove_damaged_segments(paths(), stop));
      if (removed > 0) notes.emplace_back(kRebuilt);
    }
    const std::lock_guard lock(mutex);
    searcher.reset();
    commits.clear();
    namespaces->forget();
  }
  log_repair(met, notes);
  CODEWEAVER_TRY(index({}, stop));
  if (met.code == error_code::kFormerModel) notes.emplace_back(engine::kRebuiltForModel);
  return notes;
}

void CodeWeaver::Impl::log_repair(const Error& met, const std::vector<std::string>& notes) const {
  if (!options.logger) return;
  LogRecord record;
  record.component = "indexer";
  record.operation = "repair";
  record.project_id = project.project_id;
  record.status = notes.empty() ? "skipped" : "success";
  record.level = LogLevel::kWarning;
  record.error = met;
  for (std::size_t i = 0; i < notes.size(); ++i)
    record.context.push_back({"note_" + std::to_string(i + 1), notes[i]});
  options.logger->log(record);
}

Result<std::vector<std::string>> CodeWeaver::verify() const {
  return engine::find_all_damage(impl_->paths());
}

}  // namespace codeweaver::inline v0_1
