// Tests of the files that names of modules stand for: the imports of package.json.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/typescript_modules.hpp"

#include <doctest/doctest.h>

#include "graph/linked_project.hpp"

using codeweaver::graph::LinkedProject;

TEST_CASE("TypeScript: the imports of package.json name files and other packages") {
  LinkedProject project({{"package.json", R"({ "imports": {
  "#*.js": "./src/*.ts",
  "#plain": "./src/plain.ts",
  "#models": { "types": "./dist/models.d.ts", "dev": "./src/models/index.ts" },
  "#tools/*": ["./dist/tools/*.js"],
  "#core": { "node": "@a/core", "default": "./src/plain.ts" },
  "#away": "away",
  "#lost": "./src/lost.ts" } })"},
                         {"core/package.json", R"({ "name": "@a/core", "main": "index.js" })"},
                         {"core/index.ts", "export class Core {}\n"},
                         {"away/index.ts", "export class Away {}\n"},
                         {"src/plain.ts", "export function plain() {}\n"},
                         {"src/models/index.ts", "export * from './item'\n"},
                         {"src/models/item.ts", "export class Item {}\n"},
                         {"src/tools/cut.ts", "export function cut() {}\n"},
                         {"src/main.ts", R"(import { plain } from '#plain'
import { Item } from '#models'
import { cut } from '#tools/cut'
import { cut as other } from '#tools/cut.js'
import { Core } from '#core'
import { Away } from '#away'
import { lost } from '#lost'
import { never } from '#never'
new Item(); lost(); never()
)"}});
  CHECK(project.link("src/main.ts", "{ plain") == "resolved src/plain.ts:1");
  CHECK(project.link("src/main.ts", "new Item") == "resolved src/models/item.ts:1");
  CHECK(project.link("src/main.ts", "{ cut") == "resolved src/tools/cut.ts:1");
  CHECK(project.link("src/main.ts", "'#tools/cut'\nimport { cut") == "resolved src/tools/cut.ts:1");
  CHECK(project.link("src/main.ts", "{ Core") == "resolved core/index.ts:1");
  CHECK(project.link("src/main.ts", "{ Away") == "by_name");
  CHECK(project.link("src/main.ts", "lost()") == "by_name");
  CHECK(project.link("src/main.ts", "never()") == "by_name");
}

TEST_CASE("TypeScript: the nearest package.json with imports counts") {
  LinkedProject project({{"package.json", R"({ "imports": { "#x": "./x.ts" } })"},
                         {"x.ts", "export const x = 1\n"},
                         {"app/package.json", R"({ "imports": { "#x": "./own.ts" } })"},
                         {"app/own.ts", "export const x = 2\n"},
                         {"app/main.ts", "import { x } from '#x'\n"},
                         {"apple/main.ts", "import { x } from '#x'\n"}});
  CHECK(project.link("app/main.ts", "{ x") == "resolved app/own.ts:1");
  CHECK(project.link("apple/main.ts", "{ x") == "resolved x.ts:1");
}

TEST_CASE("TypeScript: paths of tsconfig.json may begin with # and need no ./") {
  LinkedProject project(
      {{"tsconfig.json",
        R"({ "compilerOptions": { "baseUrl": ".", "paths": { "#/*": ["src/*"] } } })"},
       {"src/one.ts", "export const one = 1\n"},
       {"src/main.ts", "import { one } from '#/one'\n"}});
  CHECK(project.link("src/main.ts", "{ one") == "resolved src/one.ts:1");
}
