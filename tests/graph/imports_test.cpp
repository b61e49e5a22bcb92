// Tests of imports: the files, packages and libraries that they read, in each language.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "graph/linked_project.hpp"

namespace codeweaver::graph {
namespace {

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("imports: of Python, modules, names that are modules, and what runs later") {
  LinkedProject project({
      {"app.py",
       "import os.path\nimport shop.pool\nimport shop.pool as p\nfrom shop import pool, NAME\n"
       "from .gone import x\nfrom shop.pool import *\n\n\n"
       "def late():\n    from shop.cart import Cart\n"},
      {"typed.py",
       "import typing\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
       "    from shop.cart import Cart\n    import helper\nelse:\n    import app\n"
       "try:\n    import shop.pool\nexcept ImportError:\n    import shop.cart\n"},
      {"helper.py", "x = 1\n"},
      {"shop/__init__.py", "NAME = 1\n"},
      {"shop/pool.py", "def open(): pass\n"},
      {"shop/cart.py", "from . import pool\nfrom .. import helper\nclass Cart: pass\n"},
  });
  CHECK(project.imports("shop/cart.py")[0] == "1 ..pool: shop/pool.py");
  CHECK(project.imports("app.py") ==
        Lines{"1 os.path: outside", "2 shop.pool: shop/pool.py", "3 shop.pool: shop/pool.py",
              "4 shop.pool: shop/pool.py", "4 shop.NAME: shop/__init__.py", "5 .gone.x: missing",
              "6 shop.pool: shop/pool.py", "10 shop.cart.Cart: shop/cart.py deferred"});
  CHECK(project.imports("typed.py") ==
        Lines{"1 typing: outside", "2 typing.TYPE_CHECKING: outside",
              "4 shop.cart.Cart: shop/cart.py types", "5 helper: helper.py types", "7 app: app.py",
              "9 shop.pool: shop/pool.py", "11 shop.cart: shop/cart.py"});
}

TEST_CASE("imports: of TypeScript, also for effects, for types, later, and of other files") {
  LinkedProject project({
      {"src/app.ts",
       "import './polyfill'\nimport type { Cart } from './cart'\n"
       "import { type Cart as C, open } from './cart.js'\nimport fs from 'node:fs'\n"
       "import './style.css'\nimport './gone'\nexport * from './cart'\n"
       "export type { Cart } from './cart'\nconst data = require('./data.json')\n"
       "export async function late() {\n  return import('./cart')\n}\n"},
      {"src/polyfill.ts", "console.log(1)\n"},
      {"src/cart.ts", "export class Cart {}\nexport function open() {}\n"},
      {"src/style.css", "a {}\n"},
      {"src/data.json", "{}\n"},
  });
  CHECK(project.imports("src/app.ts") ==
        Lines{"1 ./polyfill: src/polyfill.ts", "2 ./cart.Cart: src/cart.ts types",
              "3 ./cart.js.Cart: src/cart.ts types", "3 ./cart.js.open: src/cart.ts",
              "4 node:fs.default: outside", "5 ./style.css: src/style.css", "6 ./gone: missing",
              "7 ./cart: src/cart.ts", "8 ./cart.Cart: src/cart.ts types",
              "9 ./data.json: src/data.json", "9 ./data.json: src/data.json",
              "11 ./cart: src/cart.ts deferred"});
}

TEST_CASE("imports: of Go and Java, packages and the files of classes") {
  LinkedProject project({
      {"go.mod", "module example.com/shop\n"},
      {"main.go",
       "package main\n\nimport (\n\t\"fmt\"\n\tp \"example.com/shop/pool\"\n"
       "\t_ \"example.com/shop/gone\"\n)\n"},
      {"pool/a.go", "package pool\n"},
      {"pool/b.go", "package pool\n"},
      {"pool/b_test.go", "package pool_test\n"},
      {"src/shop/Main.java",
       "package shop;\n\nimport java.util.List;\nimport shop.pool.Pool;\n"
       "import static shop.pool.Pool.open;\nimport shop.pool.*;\n\nclass Main {}\n"},
      {"src/shop/pool/Pool.java",
       "package shop.pool;\n\npublic class Pool {\n  public static void open() {}\n}\n"},
  });
  CHECK(project.imports("main.go") == Lines{"4 fmt: outside",
                                            "5 example.com/shop/pool: package pool/a.go pool/b.go",
                                            "6 example.com/shop/gone: missing"});
  CHECK(project.imports("src/shop/Main.java") ==
        Lines{"3 java.util.List: outside", "4 shop.pool.Pool: src/shop/pool/Pool.java",
              "5 shop.pool.Pool.open: src/shop/pool/Pool.java",
              "6 shop.pool: package src/shop/pool/Pool.java"});
}

TEST_CASE("imports: of C++, the included files with their lines") {
  LinkedProject project({
      {"src/main.cpp",
       "#include <vector>\n\n#include \"pool.h\"\n#ifdef X\n#  include \"shop/cart.h\"\n#endif\n"
       "#include \"gone.h\"\n"},
      {"src/pool.h", "#pragma once\n"},
      {"include/shop/cart.h", "#pragma once\n"},
  });
  CHECK(project.imports("src/main.cpp") == Lines{"1 <vector>: outside", "3 \"pool.h\": src/pool.h",
                                                 "5 \"shop/cart.h\": include/shop/cart.h",
                                                 "7 \"gone.h\": outside"});
}

}  // namespace codeweaver::graph
