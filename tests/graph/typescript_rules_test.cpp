// Tests of linking TypeScript: modules, classes, generic types, callbacks, and what stays unlinked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/typescript_rules.hpp"

#include <doctest/doctest.h>

#include "graph/evaluator.hpp"
#include "graph/language_rules.hpp"
#include "graph/linked_project.hpp"
#include "graph/values.hpp"

using codeweaver::graph::LinkedProject;

TEST_CASE("TypeScript: imports are followed to the definition") {
  LinkedProject project({{"src/main.ts", R"(import run, { add as plus } from './lib/index.js'
import * as all from './lib'
import { readFile } from 'node:fs'
import type { Shape } from '@lib/shape'

plus(all.add(1))
all.Tools.format()
run()
readFile()
let s: Shape
)"},
                         {"src/lib/index.ts", R"(export * from './math'
export * as Tools from './tools'
export { start as default } from './tools'
)"},
                         {"src/lib/math.ts", "export const add = (a: number) => a\n"},
                         {"src/lib/tools.ts", R"(import { add } from './math'
export function format() {}
export function start() {}
)"},
                         {"src/shape.ts", "export interface Shape {}\n"},
                         {"tsconfig.json", R"({ // where modules are
  "compilerOptions": { "paths": { "@lib/*": ["./src/*"] } } })"}});
  CHECK(project.link("src/main.ts", "add as") == "no use");
  CHECK(project.link("src/main.ts", "{ add") == "resolved src/lib/math.ts:1");
  CHECK(project.link("src/main.ts", "\nplus") == "resolved src/lib/math.ts:1");
  CHECK(project.link("src/main.ts", "(all.add") == "resolved src/lib/math.ts:1");
  CHECK(project.link("src/main.ts", "Tools.format") == "resolved src/lib/tools.ts:2");
  CHECK(project.link("src/main.ts", "\nrun") == "resolved src/lib/tools.ts:3");
  CHECK(project.link("src/main.ts", "\nreadFile") == "outside");
  CHECK(project.link("src/main.ts", "s: Shape") == "resolved src/shape.ts:1");
}

TEST_CASE("TypeScript: packages of the workspace, with their built paths") {
  LinkedProject project(
      {{"packages/core/package.json",
        R"({ "name": "@a/core", "exports": { ".": "./dist/index.js", "./deep/*": "./dist/deep/*.js" } })"},
       {"packages/core/src/index.ts", "export class Core {}\n"},
       {"packages/core/src/deep/one.ts", "export const one = 1\n"},
       {"app/main.ts", R"(import { Core } from '@a/core'
import { one } from '@a/core/deep/one'
import { other } from '@a/core/missing'
import { far } from '@a/corelike'
)"}});
  CHECK(project.link("app/main.ts", "{ Core") == "resolved packages/core/src/index.ts:1");
  CHECK(project.link("app/main.ts", "{ one") == "resolved packages/core/src/deep/one.ts:1");
  CHECK(project.link("app/main.ts", "{ other") == "by_name");
  CHECK(project.link("app/main.ts", "{ far") == "outside");
}

TEST_CASE("TypeScript: members along bases, this and type arguments") {
  LinkedProject project({{"package.json", "{}"}, {"a.ts", R"(export {}
class Base<T> {
  item!: T
  with(): this { return this }
  get(): T { return this.item }
}
class Job { run() {} }
class Queue extends Base<Job> {
  #size = 0
  push() { this.get().run(); super.get(); return this.#size }
}
function work(queue: Queue, text: string) {
  queue.with().push()
  queue.item.run()
  text.with()
}
)"}});
  CHECK(project.link("a.ts", "this.get().run") == "resolved a.ts:7");
  CHECK(project.link("a.ts", "super.get") == "resolved a.ts:5");
  CHECK(project.link("a.ts", "with().push") == "resolved a.ts:10");
  CHECK(project.link("a.ts", "queue.item.run") == "resolved a.ts:7");
  CHECK(project.link("a.ts", "text.with") == "outside");
  CHECK(project.link("a.ts", "\n  text") == "local");
}

TEST_CASE("TypeScript: callbacks, promises and containers give their parameters a type") {
  LinkedProject project({{"package.json", "{}"}, {"a.ts", R"(export {}
interface Ctx { json(): void }
type Handler<C> = (c: C, next: () => Promise<C>) => void
declare function on(path: string, ...handlers: Handler<Ctx>[]): void
async function load(): Promise<Ctx[]> { return [] }
on('/', (c) => c.json(), async (d, next) => { (await next()).json() })
load().then((all) => all.map((one) => one.json()))
const table = new Map<string, Ctx>()
for (const [key, held] of table) held.json()
const pick = <T>(list: T[], test: (one: T) => boolean): T => list.find(test)!
pick(await load(), (third) => third.json()).json()
)"}});
  for (const auto* const use :
       {"=> c.json", "next()).json", "one.json", "held.json", "third.json", ")).json"})
    CHECK_MESSAGE(project.link("a.ts", use) == "resolved a.ts:2", use);
}

TEST_CASE("TypeScript: overloads, merged declarations and unions are several targets") {
  LinkedProject project({{"package.json", "{}"}, {"a.ts", R"(export {}
function f(a: string): void
function f(a: number): void
function f(a: unknown) {}
void f(1)
type A = { kind: 'a'; value: string; error?: never }
type B = { kind: 'b'; value: number; error: Error }
function g(x: A | B) {
  x.value
  x.error
  if (x.kind === 'a') return x.value
  switch (x.kind) { case 'b': return [x.value] }
}
)"}});
  CHECK(project.link("a.ts", "void f") == "candidates a.ts:2 a.ts:3 a.ts:4");
  CHECK(project.link("a.ts", "{\n  x.value") == "candidates a.ts:6 a.ts:7");
  CHECK(project.link("a.ts", "x.error") == "resolved a.ts:7");
  CHECK(project.link("a.ts", "return x.value") == "resolved a.ts:6");
  CHECK(project.link("a.ts", "[x.value") == "resolved a.ts:7");
}

TEST_CASE("TypeScript: object literals, enumerations and namespaces have members") {
  LinkedProject project({{"package.json", "{}"}, {"a.ts", R"(export {}
const tools = { cut() {}, glue: { dry() {} } }
enum Color { Red }
namespace Deep { export function dig() {} }
tools.glue.dry(Color.Red, Deep.dig())
const { cut: snip } = tools
tools['cut']
)"}});
  CHECK(project.link("a.ts", "glue.dry") == "resolved a.ts:2");
  CHECK(project.link("a.ts", "Color.Red") == "resolved a.ts:3");
  CHECK(project.link("a.ts", "Deep.dig") == "resolved a.ts:4");
  CHECK(project.link("a.ts", "{ cut:") == "resolved a.ts:2");
}

TEST_CASE("TypeScript: parts of type parameters wait for the type") {
  LinkedProject project({{"package.json", "{}"}, {"a.ts", R"(export {}
interface Env { Bindings?: object }
class Context<E extends Env = any> { env!: E['Bindings'] }
type H<E extends Env = any> = (c: Context<E>) => void
class App<E extends Env> { get<E2 extends Env = E>(handler: H<E2>): this { return this } }
new App<{ Bindings: { db: string } }>().get((c) => c.env.db)
function any(c: Context) { c.env.db }
)"}});
  CHECK(project.link("a.ts", "=> c.env.db") == "resolved a.ts:6");
  CHECK(project.link("a.ts", "{ c.env.db") == "by_name");
}

TEST_CASE("TypeScript: a method of the library is not the project's method of that name") {
  LinkedProject project({{"package.json", "{}"},
                         {"a.ts", R"(import { Store } from 'somewhere'
class Cache { get() {} }
new Map<string, number>().get('a')
new Store().get()
function f(x, y: any) { x.get(); y.get() }
unheardOf()
)"},
                         {"script.js", "unheardOf(); parseInt('1')\n"}});
  CHECK(project.link("a.ts", "number>().get") == "outside");
  CHECK(project.link("a.ts", "Store().get") == "outside");
  CHECK(project.link("a.ts", "x.get") == "by_name");
  CHECK(project.link("a.ts", "y.get") == "by_name");
  CHECK(project.link("a.ts", "\nunheardOf") == "outside");
  CHECK(project.link("script.js", "unheardOf") == "by_name");
  CHECK(project.link("script.js", "parseInt") == "outside");
}

TEST_CASE("JavaScript: CommonJS modules and fields that only an assignment declares") {
  LinkedProject project({{"a.js", R"(const { Cart } = require('./cart')
const helper = require('./helper')
const cart = new Cart()
cart.add(cart.items)
helper.help()
helper(1)
)"},
                         {"cart.js", R"(class Cart {
  constructor() { this.items = [] }
  add() {}
}
exports.Cart = Cart
)"},
                         {"helper.js", R"(function main() {}
module.exports = main
module.exports.help = function () {}
)"}});
  CHECK(project.link("a.js", "cart.add") == "resolved cart.js:3");
  CHECK(project.link("a.js", "cart.items") == "resolved cart.js:2");
  CHECK(project.link("a.js", "\nhelper(1") == "no use");
  CHECK(project.link("a.js", "require('./helper')\nconst cart") == "no use");
}

TEST_CASE("TypeScript: modules that pass on each other's names come to an end") {
  LinkedProject project({{"a.ts", "export * from './b'\nexport { x } from './b'\n"},
                         {"b.ts", "export * from './a'\nexport { x } from './a'\n"},
                         {"c.ts", R"(import { x, y } from './a'
type T = T[] | { [K in keyof T]: T[K] }
declare let t: T
t.a.b(t.a)
interface I extends I { me: I }
declare let i: I
i.me.me.other()
const f = () => f().g()
)"}});
  CHECK(project.link("c.ts", "{ x") == "by_name");
  CHECK(project.link("c.ts", ", y") == "by_name");
  CHECK(project.link("c.ts", "i.me.me") == "resolved c.ts:5");
  CHECK(project.link("c.ts", "me.other") == "by_name");
}
