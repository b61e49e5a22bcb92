// Tests of linking Rust: crates, modules, imports, impls, traits, generics, and what stays
// unlinked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/rust_rules.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <utility>

#include "graph/linked_project.hpp"
#include "graph/rust_crates.hpp"
#include "graph/rust_modules.hpp"
#include "graph/rust_names.hpp"

using codeweaver::graph::LinkedProject;

namespace {

constexpr const char* kPackage = "[package]\nname = \"my-shop\"\n";

LinkedProject library(std::string text) {
  return LinkedProject({{"Cargo.toml", kPackage}, {"src/lib.rs", std::move(text)}});
}

}  // namespace

TEST_CASE("Rust: modules in files, in folders, inline, and at a path that is written") {
  LinkedProject project({{"Cargo.toml", kPackage},
                         {"src/lib.rs", R"(mod a;
mod b;
#[path = "elsewhere/c.rs"]
mod other;
mod inline { pub fn f() { super::b::g(); self::h(); } fn h() {} }
fn run() { a::deep::f(); other::k(); inline::f(); crate::b::g(); }
)"},
                         {"src/a/mod.rs", "pub mod deep;\n"},
                         {"src/a/deep.rs", "pub fn f() { super::super::b::g(); }\n"},
                         {"src/b.rs", "pub fn g() {}\n"},
                         {"src/elsewhere/c.rs", "pub fn k() {}\n"}});
  CHECK(project.link("src/lib.rs", "a::deep::f") == "resolved src/a/deep.rs:1");
  CHECK(project.link("src/lib.rs", "other::k") == "resolved src/elsewhere/c.rs:1");
  CHECK(project.link("src/lib.rs", "inline::f") == "resolved src/lib.rs:5");
  CHECK(project.link("src/lib.rs", "super::b::g") == "resolved src/b.rs:1");
  CHECK(project.link("src/lib.rs", "self::h") == "resolved src/lib.rs:5");
  CHECK(project.link("src/a/deep.rs", "b::g") == "resolved src/b.rs:1");
}

TEST_CASE("Rust: crates of a workspace, renamed ones, tests, and crates from elsewhere") {
  LinkedProject project(
      {{"Cargo.toml",
        "[workspace]\nmembers = [\"a\"]\n[workspace.dependencies]\ntools = { path = "
        "\"b\", package = \"b-tools\" }\n"},
       {"a/Cargo.toml",
        "[package]\nname = \"a\"\n[dependencies]\ntools = { workspace = true }\n"
        "serde = \"1\"\n"},
       {"a/src/lib.rs",
        "pub use tools::{Hammer as Tool, missing};\nuse serde::Value;\n"
        "pub fn f(v: Value) { Tool::hit(); v.hit(); }\n"},
       {"a/tests/it.rs", "use a::Tool;\n#[test] fn t() { Tool::hit(); a::f(); }\n"},
       {"b/Cargo.toml", "[package]\nname = \"b-tools\"\n[lib]\nname = \"tools\"\n"},
       {"b/src/lib.rs", "pub struct Hammer;\nimpl Hammer { pub fn hit() {} }\n"},
       {"c/Cargo.toml", "[package]\nname = \"c\"\n"},
       {"c/src/main.rs", "fn main() { tools::Hammer::hit(); }\n"}});
  CHECK(project.link("a/src/lib.rs", "{Hammer") == "resolved b/src/lib.rs:1");
  CHECK(project.link("a/src/lib.rs", "Tool::hit") == "resolved b/src/lib.rs:2");
  CHECK(project.link("a/src/lib.rs", "v.hit") == "outside");
  CHECK(project.link("a/tests/it.rs", "Tool::hit") == "resolved b/src/lib.rs:2");
  CHECK(project.link("a/tests/it.rs", "a::f") == "resolved a/src/lib.rs:3");
  CHECK(project.link("c/src/main.rs", "Hammer::hit") == "outside");
}

TEST_CASE("Rust: imports of all names, of variants, re-exports, and names of a function") {
  LinkedProject project =
      library(R"(pub mod kinds { pub enum Kind { One, Two(u8) } pub fn make() {} }
pub mod front { pub use super::kinds::*; }
use front::{Kind, make};
fn f(kind: Kind) -> u8 {
  use Kind::*;
  make();
  match kind { One => 0, Two(n) => n }
}
mod tests { use super::*; fn t() { f(Kind::One); make(); } }
)");
  CHECK(project.link("src/lib.rs", "  make") == "resolved src/lib.rs:1");
  CHECK(project.link("src/lib.rs", "front::{Kind") == "resolved src/lib.rs:1");
  CHECK(project.link("src/lib.rs", "match kind { One") == "resolved src/lib.rs:1");
  CHECK(project.link("src/lib.rs", "0, Two") == "resolved src/lib.rs:1");
  CHECK(project.link("src/lib.rs", "t() { f") == "resolved src/lib.rs:4");
  CHECK(project.link("src/lib.rs", "f(Kind::One") == "resolved src/lib.rs:1");
}

TEST_CASE("Rust: methods of impls in other files, of traits, and by default") {
  LinkedProject project(
      {{"Cargo.toml", kPackage},
       {"src/lib.rs", R"(mod more;
pub struct Cart { pub items: Vec<Item> }
pub struct Item;
pub trait Price { fn price(&self) -> u8; fn twice(&self) -> u8 { self.price() } }
impl Price for Item { fn price(&self) -> u8 { 1 } }
fn f(cart: &Cart, any: &dyn Price, boxed: Box<Item>) {
  cart.pay();
  cart.items[0].price();
  cart.items[0].twice();
  any.price();
  boxed.price();
  cart.clone();
}
fn g<T: Price>(one: T, other: impl Price, same: T) { one.price(); other.twice(); same.missing(); }
)"},
       {"src/more.rs", "use crate::Cart;\nimpl Cart { pub fn pay(&self) {} }\n"}});
  CHECK(project.link("src/lib.rs", "cart.pay") == "resolved src/more.rs:2");
  CHECK(project.link("src/lib.rs", "items[0].price") == "resolved src/lib.rs:5");
  CHECK(project.link("src/lib.rs", "items[0].twice") == "resolved src/lib.rs:4");
  CHECK(project.link("src/lib.rs", "self.price") == "resolved src/lib.rs:4");
  CHECK(project.link("src/lib.rs", "any.price") == "resolved src/lib.rs:4");
  CHECK(project.link("src/lib.rs", "boxed.price") == "resolved src/lib.rs:5");
  CHECK(project.link("src/lib.rs", "cart.clone") == "by_name");
  CHECK(project.link("src/lib.rs", "one.price") == "resolved src/lib.rs:4");
  CHECK(project.link("src/lib.rs", "other.twice") == "resolved src/lib.rs:4");
  CHECK(project.link("src/lib.rs", "same.missing") == "by_name");
  CHECK(project.may_run("src/lib.rs", 5, 4));
}

TEST_CASE("Rust: a method of the project does not hide that of a library's value") {
  LinkedProject project = library(R"(struct Cart;
impl Cart { fn len(&self) -> usize { 0 } fn push(&self) {} }
trait Ext { fn shout(&self); }
impl Ext for str { fn shout(&self) {} }
fn f(text: String, list: Vec<u8>, cart: Cart) {
  text.len();
  list.push(1);
  cart.len();
  text.shout();
  "a".shout();
}
)");
  CHECK(project.link("src/lib.rs", "text.len") == "outside");
  CHECK(project.link("src/lib.rs", "list.push") == "outside");
  CHECK(project.link("src/lib.rs", "cart.len") == "resolved src/lib.rs:2");
  CHECK(project.link("src/lib.rs", "text.shout") == "resolved src/lib.rs:4");
  CHECK(project.link("src/lib.rs", "\"a\".shout") == "resolved src/lib.rs:4");
}

TEST_CASE("Rust: Option, Result, ?, containers, closures and iterators give their elements") {
  LinkedProject project = library(R"(use std::collections::HashMap;
use std::{cell::RefCell, rc::Rc};
struct Item { next: Option<Box<Item>>, tag: Tag }
struct Tag(u8);
impl Item { fn cost(&self) -> Option<u8> { None } fn tag(&self) -> Result<Tag, String> { todo!() } }
impl Tag { fn show(&self) {} }
fn f(items: Vec<Item>, map: HashMap<String, Item>, shared: Rc<RefCell<Item>>) -> Option<Tag> {
  items.iter().filter(|a| a.cost().is_some()).map(|b| &b.tag).for_each(|c| c.show());
  for (key, d) in &map { d.cost(); }
  if let Some(e) = map.get("x") { e.cost(); }
  let Some(g) = items.first() else { return None };
  g.cost();
  let h: Vec<_> = items.iter().map(|x| x.tag()).collect();
  h[0].as_ref().unwrap().show();
  shared.borrow_mut().cost();
  let mut list = Vec::new();
  list.push(Tag(1));
  for i in list.iter() { i.show(); }
  let j = items[0].next.as_ref()?;
  j.tag().ok()?.show();
  match j.tag() { Ok(k) => k.show(), Err(l) => l.show() }
  let m = map.values().max_by_key(|n| n.tag.0).map(|o| o.tag());
  m?.unwrap_or_else(|_| Tag(0)).show();
  None
}
)");
  const std::string path = "src/lib.rs";
  CHECK(project.link(path, "a.cost") == "resolved src/lib.rs:5");
  CHECK(project.link(path, "b.tag") == "resolved src/lib.rs:3");
  CHECK(project.link(path, "c.show") == "resolved src/lib.rs:6");
  CHECK(project.link(path, "{ d.cost") == "resolved src/lib.rs:5");
  CHECK(project.link(path, "e.cost") == "resolved src/lib.rs:5");
  CHECK(project.link(path, "g.cost") == "resolved src/lib.rs:5");
  CHECK(project.link(path, "unwrap().show") == "resolved src/lib.rs:6");
  CHECK(project.link(path, "shared.borrow_mut().cost") == "resolved src/lib.rs:5");
  CHECK(project.link(path, "{ i.show") == "resolved src/lib.rs:6");
  CHECK(project.link(path, "ok()?.show") == "resolved src/lib.rs:6");
  CHECK(project.link(path, "k.show") == "resolved src/lib.rs:6");
  CHECK(project.link(path, "l.show") == "outside");
  CHECK(project.link(path, "n.tag") == "resolved src/lib.rs:3");
  CHECK(project.link(path, "o.tag") == "resolved src/lib.rs:5");
  CHECK(project.link(path, "Tag(0)).show") == "resolved src/lib.rs:6");
}

TEST_CASE("Rust: type parameters, associated types, Deref and functions as arguments") {
  LinkedProject project = library(R"(use std::ops::Deref;
struct Tag;
impl Tag { fn show(&self) {} }
struct Pair<A, B> { first: A, second: B }
impl<A, B> Pair<A, B> { fn swap(self) -> Pair<B, A> { todo!() } fn second(&self) -> &B { &self.second } }
struct Guard { tag: Tag }
impl Deref for Guard { type Target = Tag; fn deref(&self) -> &Tag { &self.tag } }
trait Make { type Made; fn make(&self) -> Self::Made; }
impl Make for Tag { type Made = Guard; fn make(&self) -> Guard { todo!() } }
struct Tags;
impl Iterator for Tags { type Item = Tag; fn next(&mut self) -> Option<Tag> { None } }
fn same<T>(one: T) -> T { one }
fn apply<R, F: Fn(&Tag) -> R>(f: F) -> R { f(&Tag) }
fn all(pair: Pair<u8, Tag>, guard: Guard) {
  pair.second().show();
  pair.swap().first.show();
  guard.show();
  Tag.make().show();
  same(Tag).show();
  apply(|a| { a.show(); Guard { tag: Tag } }).tag.show();
  for b in Tags { b.show(); }
  Tags.map(|c| c.make()).for_each(|d| d.show());
}
)");
  const std::string path = "src/lib.rs";
  for (const char* const snippet : {"second().show", "first.show", "guard.show", "make().show",
                                    "same(Tag).show", "a.show", "tag.show", "b.show", "d.show"})
    CHECK_MESSAGE(project.link(path, snippet) == "resolved src/lib.rs:3", snippet);
  CHECK(project.link(path, "c.make") == "resolved src/lib.rs:9");
}

TEST_CASE("Rust: macros of the crate, async functions, constants and aliases") {
  LinkedProject project = library(R"(macro_rules! check { ($e:expr) => { $e }; }
type Answer = Result<Tag, String>;
struct Tag;
impl Tag { const MOST: Tag = Tag; fn show(&self) {} async fn load() -> Answer { Ok(Self) } }
static LAST: Tag = Tag;
async fn run() -> Result<(), String> {
  Tag::load().await?.show();
  check!(Tag::MOST.show());
  println!("{}", LAST.show());
  unknown!(1);
  Ok(())
}
)");
  CHECK(project.link("src/lib.rs", "await?.show") == "resolved src/lib.rs:4");
  CHECK(project.link("src/lib.rs", "check!(Tag::MOST.show") == "resolved src/lib.rs:4");
  CHECK(project.link("src/lib.rs", "  check") == "resolved src/lib.rs:1");
  CHECK(project.link("src/lib.rs", "LAST.show") == "resolved src/lib.rs:4");
  CHECK(project.link("src/lib.rs", "unknown") == "outside");
}

TEST_CASE("Rust: imports in a circle and types that contain themselves end") {
  LinkedProject project = library(R"(mod a { pub use super::b::*; pub use super::b::X; }
mod b { pub use super::a::*; pub use super::a::X; }
use a::X;
type L = L;
trait T { type I; }
struct S;
impl T for S { type I = <S as T>::I; }
fn f(x: X, l: L, s: <S as T>::I) { x.g(); l.g(); s.g(); }
)");
  CHECK(project.link("src/lib.rs", "x.g") != "no use");
  CHECK(project.link("src/lib.rs", "l.g") != "no use");
  CHECK(project.link("src/lib.rs", "s.g") != "no use");
}
