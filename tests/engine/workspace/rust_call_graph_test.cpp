// Tests of the call graph of Rust: crates, impls, traits and macros.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include "codeweaver/call_graph.hpp"
#include "engine/workspace/asked_calls.hpp"

namespace codeweaver {

using test::Calls;
using test::Lines;

TEST_CASE("call graph: callers, callees and implementations in a crate of Rust") {
  Calls calls;
  calls.write("Cargo.toml", "[package]\nname = \"shop\"\n");
  calls.write("src/lib.rs",
              "pub mod cart;\nuse cart::{Cart, Price};\n"
              "pub fn run(cart: &Cart) {\n  println!(\"{}\", cart.total());\n}\n"
              "pub fn any(price: &dyn Price) {\n  price.price();\n}\n");
  calls.write("src/cart.rs",
              "pub trait Price { fn price(&self) -> u8; }\npub struct Cart;\n"
              "impl Cart {\n  pub fn total(&self) -> u8 {\n    self.price()\n  }\n}\n"
              "impl Price for Cart {\n  fn price(&self) -> u8 {\n    1\n  }\n}\n");
  calls.write("tests/it.rs", "use shop::cart::Cart;\n#[test]\nfn pays() {\n  Cart.total();\n}\n");
  CHECK(calls.matches("total", {.relation = CallRelation::kCallers}) ==
        Lines{"1 src/lib.rs:4 run of Cart::total resolved",
              "1 tests/it.rs:4 pays of Cart::total resolved test"});
  CHECK(calls.matches("run", {.relation = CallRelation::kCallees, .depth = 2}) ==
        Lines{"1 src/lib.rs:4 total of run resolved",
              "2 src/cart.rs:5 price of Cart::total resolved"});
  CHECK(calls.matches("Price::price", {.relation = CallRelation::kImplementations}) ==
        Lines{"1 src/cart.rs:9 price of Price::price candidates"});
  CHECK(calls.matches("Price", {.relation = CallRelation::kImplementations}) ==
        Lines{"1 src/cart.rs:2 Cart of Price candidates"});
}

}  // namespace codeweaver
