// Tests of members that assignments of JavaScript declare, and of what CommonJS exports.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "graph/linked_project.hpp"
#include "graph/linker.hpp"

using codeweaver::graph::LinkedProject;

TEST_CASE("JavaScript: functions that are assigned to members of an object") {
  LinkedProject project({{"a.js", R"(const internals = {}
exports.route = function () { return internals.chain(1) }
internals.chain = function (x) { return internals.limit }
internals.limit = 3
internals.Server = class {
  start() {}
}
new internals.Server().start()
exports.other = () => exports.route()
function plain() {}
plain.helper = () => plain()
plain.helper()
const arrow = () => 1
arrow.extra = 2
arrow.extra
)"},
                         {"package.json", "{}"}});
  CHECK(project.link("a.js", "return internals.chain") == "resolved a.js:3");
  CHECK(project.link("a.js", "return internals.limit") == "resolved a.js:4");
  CHECK(project.link("a.js", "\ninternals.chain") == "resolved a.js:3");
  CHECK(project.link("a.js", "new internals.Server") == "resolved a.js:5");
  CHECK(project.link("a.js", "new internals.Server().start") == "resolved a.js:6");
  CHECK(project.link("a.js", "=> exports.route") == "resolved a.js:2");
  CHECK(project.link("a.js", "\nexports.route") == "resolved a.js:2");
  CHECK(project.link("a.js", "\nplain.helper") == "resolved a.js:11");
  CHECK(project.link("a.js", "\narrow.extra") == "resolved a.js:14");
}

TEST_CASE("JavaScript: methods of a prototype, and functions that make objects") {
  LinkedProject project({{"a.js", R"(const util = require('util')
function Runner(suite) {
  this.suite = suite
  this.start()
}
Runner.prototype.start = function () {
  const self = this
  return this.parents(function () { self.suite })
}
Runner.prototype.parents = function () { return this.suite }
Runner.create = function () { return new Runner() }
function Fast() { Runner.call(this) }
util.inherits(Fast, Runner)
Fast.prototype.own = function () { return this.parents() }
function Slow() {}
Slow.prototype = Object.create(Runner.prototype)
function Bag() {}
Bag.prototype = {
  put: function () { return this.take() },
  take() {}
}
const runner = new Runner()
runner.start()
runner.suite
Runner.create().parents()
new Fast().start()
new Slow().start()
new Bag().put()
Runner.prototype.start.call(runner)
const Kept = function () {}
Kept.prototype.keep = function () {}
new Kept().keep()
runner.nothing()
)"},
                         {"package.json", "{}"}});
  CHECK(project.link("a.js", "this.start") == "resolved a.js:6");
  CHECK(project.link("a.js", "return this.parents") == "resolved a.js:10");
  CHECK(project.link("a.js", "self.suite") == "resolved a.js:3");
  CHECK(project.link("a.js", "{ return this.suite") == "resolved a.js:3");
  CHECK(project.link("a.js", "runner.start") == "resolved a.js:6");
  CHECK(project.link("a.js", "\nrunner.suite") == "resolved a.js:3");
  CHECK(project.link("a.js", "Runner.create().parents") == "resolved a.js:10");
  CHECK(project.link("a.js", "new Fast().start") == "resolved a.js:6");
  CHECK(project.link("a.js", "own = function () { return this.parents") == "resolved a.js:10");
  CHECK(project.link("a.js", "new Slow().start") == "resolved a.js:6");
  CHECK(project.link("a.js", "new Bag().put") == "resolved a.js:19");
  CHECK(project.link("a.js", "return this.take") == "resolved a.js:20");
  CHECK(project.link("a.js", "\nRunner.prototype.start.call") == "by_name");
  CHECK(project.link("a.js", "\nRunner.prototype.start") == "resolved a.js:6");
  CHECK(project.link("a.js", "new Kept().keep") == "resolved a.js:31");
  CHECK(project.link("a.js", "runner.nothing") == "by_name");
}

TEST_CASE("JavaScript: what CommonJS exports, also as a default import") {
  LinkedProject project({{"a.cjs", "exports.escape = function () {}\n"},
                         {"b.mjs", "import utils from './a.cjs'\nutils.escape()\n"},
                         {"c.js",
                          "function one() {}\nfunction two() {}\n"
                          "module.exports = { one, other: two }\n"},
                         {"d.js",
                          "const { one } = require('./c')\nconst c = require('./c')\n"
                          "one()\nc.one()\nc.other()\n"}});
  CHECK(project.link("b.mjs", "utils.escape") == "resolved a.cjs:1");
  CHECK(project.link("d.js", "\none") == "resolved c.js:1");
  CHECK(project.link("d.js", "c.one") == "resolved c.js:1");
  CHECK(project.link("d.js", "c.other") == "resolved c.js:3");
}
