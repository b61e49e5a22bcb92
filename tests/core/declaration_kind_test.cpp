// Tests of the kind of declaration that a question asks for, and of the files that hold it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "codeweaver/detail/declaration_kind.hpp"

#include <doctest/doctest.h>

#include <string_view>
#include <utility>

using namespace codeweaver::text;  // NOLINT(google-build-using-namespace)

TEST_CASE("declaration kind: the words of a question name it") {
  using Kind = DeclarationKind;
  for (const auto& [query, kind] : {
           std::pair{"how many retries by default", Kind::kSetting},
           {"which setting limits the size of uploads", Kind::kSetting},
           {"how long does a login stay valid", Kind::kSetting},
           {"which env var changes the timeout", Kind::kEnvironment},
           {"environment variable for the disk of the backup", Kind::kEnvironment},
           {"command line flag that sorts by size", Kind::kFlag},
           {"parse a size given in a command line flag", Kind::kNone},
           {"migration that widens the preview column", Kind::kSchema},
           {"table that keeps the old names of users", Kind::kSchema},
           {"workflow job that opens the release pull request", Kind::kWorkflow},
           {"http route that pauses the recording", Kind::kRoute},
           {"cmake option for the tests", Kind::kBuild},
           {"css class of the sidebar", Kind::kStyle},
           {"terraform variable for the size of the runners", Kind::kDeployment},
           {"devicetree node of the display", Kind::kDevicetree},
           {"where are failed uploads retried", Kind::kNone},
           {"DefaultOptions", Kind::kNone},
           {"options.default = true; return options;", Kind::kNone},
           {"approval workflow engine", Kind::kNone},
           {"from the workflow job event to a launched instance", Kind::kNone},
           {"where do we wait until a docker image is pulled", Kind::kNone},
           {"look up a symbol in the hash table", Kind::kNone},
       })
    CHECK_MESSAGE(asked_declaration(query) == kind, query);
}

TEST_CASE("declaration kind: paths of files that usually hold it") {
  using Kind = DeclarationKind;
  for (const auto& [kind, path] : {
           std::pair{Kind::kSetting, "src/Config.cpp"},
           {Kind::kSetting, "Kavita.Common/ServerConfiguration.cs"},
           {Kind::kSetting, "config/runtime.exs"},
           {Kind::kSetting, "app/src/default_options.py"},
           {Kind::kSetting, "app/Kconfig"},
           {Kind::kSetting, "deploy/values.yaml"},
           {Kind::kEnvironment, "config/runtime.exs"},
           {Kind::kFlag, "src/cli/args.rs"},
           {Kind::kSchema, "db/schema.rb"},
           {Kind::kSchema, "src/flyway/resources/V2__oneshots.sql"},
           {Kind::kSchema, "schema/changelog-6.11.0.xml"},
           {Kind::kWorkflow, ".github/workflows/publish.yml"},
           {Kind::kWorkflow, "tools/.circleci/config.yml"},
           {Kind::kRoute, "lib/shop_web/router.ex"},
           {Kind::kRoute, "API/Controllers/ReaderController.cs"},
           {Kind::kBuild, "lib/CMakeLists.txt"},
           {Kind::kBuild, "cmake/Options.cmake"},
           {Kind::kStyle, "web/main.scss"},
           {Kind::kDeployment, "modules/runners/main.tf"},
           {Kind::kDeployment, "docker/Dockerfile"},
           {Kind::kDevicetree, "boards/arm/display.overlay"},
       })
    CHECK_MESSAGE(usually_declares(kind, path), path);
  for (const auto& [kind, path] : {
           std::pair{Kind::kSetting, "src/conflict.cpp"},
           {Kind::kSetting, ".github/workflows/ci.yml"},
           {Kind::kSetting, "src/upload.cpp"},
           {Kind::kSchema, "docs/migration.md"},
           {Kind::kWorkflow, "src/workflow/engine.py"},
           {Kind::kRoute, "src/grouter.c"},
           {Kind::kNone, "src/config.cpp"},
       })
    CHECK_MESSAGE(!usually_declares(kind, path), path);
}

TEST_CASE("declaration kind: lines that declare it in any file") {
  using Kind = DeclarationKind;
  for (const auto& [kind, text] : {
           std::pair{Kind::kEnvironment, "const port = process.env.PORT || 8080"},
           {Kind::kEnvironment, "timeout = System.get_env(\"TIMEOUT\", \"15\")"},
           {Kind::kFlag, "parser.add_argument('--sort-size')"},
           {Kind::kFlag, "#[arg(long)]\nsort_by_size: bool"},
           {Kind::kRoute, "[HttpGet(\"thumbnail\")]"},
           {Kind::kRoute, "  put \"/car/:id/pause\", CarController, :pause"},
       })
    CHECK_MESSAGE(declares_in_text(kind, text), text);
  for (const auto& [kind, text] : {
           std::pair{Kind::kEnvironment, "the environment of the process"},
           {Kind::kFlag, "sort_by_size(files)"},
           {Kind::kRoute, "class ThumbnailDto"},
           {Kind::kSetting, "const port = process.env.PORT || 8080"},
           {Kind::kNone, "[HttpGet(\"thumbnail\")]"},
       })
    CHECK_MESSAGE(!declares_in_text(kind, text), text);
}

TEST_CASE("declaration kind: the phrase that names it") {
  CHECK(read_asked_declaration("Devicetree node of the lamp").phrase == "devicetree node");
  CHECK(read_asked_declaration("device tree of the lamp").phrase == "device tree");
  CHECK(read_asked_declaration("where are failed uploads retried").phrase.empty());
}

TEST_CASE("declaration kind: some name the kind of file") {
  using Kind = DeclarationKind;
  for (const Kind kind :
       {Kind::kWorkflow, Kind::kBuild, Kind::kStyle, Kind::kDeployment, Kind::kDevicetree})
    CHECK(names_kind_of_file(kind));
  for (const Kind kind :
       {Kind::kNone, Kind::kEnvironment, Kind::kFlag, Kind::kSetting, Kind::kSchema, Kind::kRoute})
    CHECK(!names_kind_of_file(kind));
  CHECK(described(Kind::kSchema) == "tables or migrations");
}
