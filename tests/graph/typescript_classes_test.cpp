// Tests of classes of TypeScript: interfaces that they implement, and static members.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "graph/linked_project.hpp"
#include "graph/linker.hpp"

using codeweaver::graph::LinkedProject;

TEST_CASE("TypeScript: a call through an interface may run the method that implements it") {
  LinkedProject project({{"store.ts", R"(export interface Named<T> {
  name(): T
}
export interface Store extends Named<string> {
  save(x: number): void
}
)"},
                         {"disk.ts", R"(import type { Store } from './store'
export class Disk implements Store {
  save(x: number) {}
  name() { return '' }
}
export class Fast extends Disk {
  save(x: number) {}
}
export class Other {
  save(x: number) {}
}
)"}});
  CHECK(project.may_run("disk.ts", 3, "store.ts", 5));
  CHECK(project.may_run("disk.ts", 4, "store.ts", 2));
  CHECK(project.may_run("disk.ts", 7, "store.ts", 5));
  CHECK_FALSE(project.may_run("disk.ts", 10, "store.ts", 5));
  CHECK_FALSE(project.may_run("store.ts", 5, "disk.ts", 3));
  CHECK(project.types_above("disk.ts", 7).starts_with(" disk.ts:2 store.ts:"));
  CHECK(project.types_above("disk.ts", 10).empty());
}

TEST_CASE("TypeScript: what a class implements gives it no members") {
  LinkedProject project({{"a.ts", R"(import { Outer } from 'somewhere'
interface Store { save(): void; load?(): void }
class Base { save() {} }
class Both extends Base implements Store, Outer {
  own() {}
}
const both = new Both()
both.save()
both.own()
both.load()
both.other()
)"},
                         {"package.json", "{}"}});
  CHECK(project.link("a.ts", "both.save") == "resolved a.ts:3");
  CHECK(project.link("a.ts", "both.own") == "resolved a.ts:5");
  CHECK(project.link("a.ts", "both.load") == "by_name");
  CHECK(project.link("a.ts", "both.other") == "by_name");
}

TEST_CASE("TypeScript: a static member and one of the instances have the same name") {
  LinkedProject project({{"a.ts", R"(class Base {
  static make(): Base { return new Base() }
  static shared = 1
}
class Box extends Base {
  make() { return 1 }
  shared = 2
  static of() { return this.make() }
  again() { return this.make() }
  static only() {}
}
const box = new Box()
box.make()
Box.make()
Box.shared
box.shared
box.only()
enum Color { Red }
Color.Red
class Two {
  static run() {}
  run() {}
}
Two.run()
new Two().run()
)"},
                         {"package.json", "{}"}});
  CHECK(project.link("a.ts", "\nbox.make") == "resolved a.ts:6");
  CHECK(project.link("a.ts", "\nBox.make") == "resolved a.ts:2");
  CHECK(project.link("a.ts", "Box.shared") == "resolved a.ts:3");
  CHECK(project.link("a.ts", "box.shared") == "resolved a.ts:7");
  CHECK(project.link("a.ts", "of() { return this.make") == "resolved a.ts:2");
  CHECK(project.link("a.ts", "again() { return this.make") == "resolved a.ts:6");
  CHECK(project.link("a.ts", "box.only") == "resolved a.ts:10");
  CHECK(project.link("a.ts", "Color.Red") == "resolved a.ts:18");
  CHECK(project.link("a.ts", "\nTwo.run") == "resolved a.ts:21");
  CHECK(project.link("a.ts", "new Two().run") == "resolved a.ts:22");
}
