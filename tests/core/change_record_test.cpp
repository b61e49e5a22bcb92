// Tests of records of changes: their paths, and the questions that may mean them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/change_record.hpp"

#include <doctest/doctest.h>

namespace codeweaver::text {

TEST_CASE("change record: migrations, update scripts of extensions and change logs") {
  for (const auto* path :
       {"db/migrate/20240102_add_ban_reason.rb", "db/old_migrations/20180705_add_index.rb",
        "API/Data/ManualMigrations/MigrateSpecials.cs", "src/flyway/resources/V2__oneshots.sql",
        "updates/pg_partman--4.5.1--4.6.0.sql", "CHANGELOG.md", "docs/History.rst", "CHANGES",
        "src/plugin/NEWS.txt"})
    CHECK_MESSAGE(records_change(path), path);
  for (const auto* path :
       {"src/database/migrations.py", "sql/functions/run_maintenance.sql", "pkg/changelog/log.go",
        "src/history.md.rs", "src/history.py", "internal/pipe/changelog/changelog.go",
        "schema/changelog-6.11.0.xml", "src/immigration/form.py", "sql/pg--partman.sql", ""})
    CHECK_MESSAGE(!records_change(path), path);
}

TEST_CASE("change record: questions for tables, migrations and versions may mean one") {
  for (const auto* query :
       {"migration that widens the preview column", "table that keeps the old names",
        "what changed in version 4", "upgrade fails at once", "in which release was it removed"})
    CHECK_MESSAGE(may_ask_for_changes(query), query);
  for (const auto* query :
       {"downvoted posts of a banned person still show up", "where are old sign-ins thrown away",
        "how does it correct a wrong number of phases", "ERROR: parent table not set up", ""})
    CHECK_MESSAGE(!may_ask_for_changes(query), query);
}

}  // namespace codeweaver::text
