// Repair of a damaged database, of damaged segments, and of an index of another model.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "engine/freshness/index_repair.hpp"

#include <cstddef>
#include <string_view>

#include "base/try.hpp"
#include "codeweaver/error_codes.hpp"
#include "codeweaver/logger.hpp"
#include "engine/state/model_identity.hpp"
#include "engine/state/state_repair.hpp"

namespace codeweaver::engine {
namespace {

constexpr std::string_view kRebuilt =
    "Part of the index was damaged and was rebuilt from the database";

}  // namespace

bool is_damage(const Error& error) noexcept {
  return is_database_damage(error) || error.code == error_code::kSegmentCorrupt ||
         error.code == error_code::kFormerModel;
}

Result<std::vector<std::string>> IndexRepair::repair(const Error& met, const CallContext& call) {
  std::vector<std::string> notes;
  {
    const auto turn = runs_.exclude();
    if (is_database_damage(met)) {
      CODEWEAVER_ASSIGN(notes, repair_database(runs_.paths(), Replace::kDamaged, call.stop));
    } else if (met.code == error_code::kSegmentCorrupt) {
      CODEWEAVER_ASSIGN(const auto removed, remove_damaged_segments(runs_.paths(), call.stop));
      if (removed > 0) notes.emplace_back(kRebuilt);
    }
    on_replaced_();
  }
  log(met, notes, call.request_id);
  CODEWEAVER_TRY(runs_.index({}, call));
  if (met.code == error_code::kFormerModel) notes.emplace_back(kRebuiltForModel);
  return notes;
}

void IndexRepair::log(const Error& met, const std::vector<std::string>& notes,
                      const std::string& request_id) const {
  if (!logger_) return;
  LogRecord record;
  record.component = "indexer";
  record.operation = "repair";
  record.project_id = project_id_;
  record.request_id = request_id;
  record.status = notes.empty() ? "skipped" : "success";
  record.level = LogLevel::kWarning;
  record.error = met;
  for (std::size_t i = 0; i < notes.size(); ++i)
    record.context.push_back({"note_" + std::to_string(i + 1), notes[i]});
  logger_->log(record);
}

}  // namespace codeweaver::engine
