// Tests of linking Python: modules, classes, types, and what stays unlinked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/python_rules.hpp"

#include <doctest/doctest.h>

#include "graph/evaluator.hpp"
#include "graph/language_rules.hpp"
#include "graph/linked_project.hpp"
#include "graph/values.hpp"

using codeweaver::graph::LinkedProject;

namespace {

std::map<std::string, std::string> python_file(const std::string& text) {
  return {{"a.py", text}};
}

}  // namespace

TEST_CASE("Python: imports lead through __init__, stars and relative paths to the declaration") {
  LinkedProject project(
      {{"src/shop/__init__.py", "from .cart import Cart\nfrom .prices import *\n"},
       {"src/shop/cart.py", R"(from . import prices
from .gone import nothing
class Cart:
  def total(self): return prices.tax(1)
)"},
       {"src/shop/prices.py", "def tax(x): return x\n"},
       {"tests/test_shop.py", R"(import os
import shop.prices
from shop import Cart as C, tax
C().total()
tax(shop.prices.tax(os.getcwd()))
len(undefined)
)"}});
  CHECK(project.link("tests/test_shop.py", "import Cart") == "resolved src/shop/cart.py:3");
  CHECK(project.link("tests/test_shop.py", "C().total") == "resolved src/shop/cart.py:4");
  CHECK(project.link("tests/test_shop.py", "\ntax") == "resolved src/shop/prices.py:1");
  CHECK(project.link("tests/test_shop.py", "shop.prices.tax") == "resolved src/shop/prices.py:1");
  CHECK(project.link("tests/test_shop.py", "os.getcwd") == "outside");
  CHECK(project.link("tests/test_shop.py", "len") == "outside");
  CHECK(project.link("tests/test_shop.py", "len(undefined") == "by_name");
  CHECK(project.link("src/shop/cart.py", "prices.tax") == "resolved src/shop/prices.py:1");
  CHECK(project.link("src/shop/cart.py", ".gone import nothing") == "outside");
}

TEST_CASE("Python: methods do not see the names of their class") {
  LinkedProject project(python_file(R"(size = 1
class A:
  size = size
  def f(self): return size
  def g(self): return self.size
)"));
  CHECK(project.link("a.py", "  size = size") == "resolved a.py:1");
  CHECK(project.link("a.py", "return size") == "resolved a.py:1");
  CHECK(project.link("a.py", "self.size") == "resolved a.py:3");
}

TEST_CASE("Python: members along bases, super, cls, properties and fields of any method") {
  LinkedProject project(python_file(R"(import json
class Item:
  def price(self): pass
class Base:
  def open(self): self.item = Item()
  @property
  def first(self) -> Item: ...
  @classmethod
  def make(cls): return cls()
class Shop(Base):
  def open(self):
    super().open()
    self.item.price()
    self.first.price()
    Shop.make().open()
class Text(json.JSONEncoder):
  def f(self): self.encode(1).price()
)"));
  CHECK(project.link("a.py", "super().open") == "resolved a.py:5");
  CHECK(project.link("a.py", "self.item.price") == "resolved a.py:3");
  CHECK(project.link("a.py", "self.first.price") == "resolved a.py:3");
  CHECK(project.link("a.py", "Shop.make") == "resolved a.py:9");
  CHECK(project.link("a.py", "self.encode(1).price") == "by_name");
}

TEST_CASE("Python: types of parameters, containers, results and with") {
  LinkedProject project(python_file(R"(from typing import Dict, Iterator, List, Optional, Union
from contextlib import contextmanager
class A:
  def go(self): pass
class B:
  def go(self): pass
Table = Dict[str, List[A]]
@contextmanager
def opened() -> Iterator[A]: yield A()
async def later(): return A()
async def f(one: Optional['A'], both: Union[A, B], table: Table, *rest: B):
  one.go(); both.go(); rest[0].go()
  for key, values in table.items():
    values[0].go(); key.go()
  [x for x in table['a']][0].go()
  with opened() as a: a.go()
  b, c = (B(), later())
  b.go(); (await c).go()
  sorted(table["x"]).go()
)"));
  CHECK(project.link("a.py", "one.go") == "resolved a.py:4");
  CHECK(project.link("a.py", "both.go") == "candidates a.py:4 a.py:6");
  CHECK(project.link("a.py", "rest[0].go") == "resolved a.py:6");
  CHECK(project.link("a.py", "values[0].go") == "resolved a.py:4");
  CHECK(project.link("a.py", "key.go") == "by_name");
  CHECK(project.link("a.py", "['a']][0].go") == "resolved a.py:4");
  CHECK(project.link("a.py", "as a: a.go") == "resolved a.py:4");
  CHECK(project.link("a.py", "b.go") == "resolved a.py:6");
  CHECK(project.link("a.py", "(await c).go") == "resolved a.py:4");
  CHECK(project.link("a.py", "sorted(table[\"x\"]).go") == "by_name");
}

TEST_CASE("Python: type variables, of a class along its bases and of a call") {
  LinkedProject project(python_file(R"(from typing import Generic, List, Type, TypeVar
class A:
  def go(self): pass
T = TypeVar('T')
U = TypeVar('U', bound=A)
class Box(Generic[T]):
  def get(self) -> T: ...
class Boxes(Box[List[A]]): pass
def make(kind: Type[T]) -> T: return kind()
def use(box: Box[A], one: U):
  box.get().go()
  Boxes().get()[0].go()
  make(A).go(); one.go()
  Box().get().go()
)"));
  CHECK(project.link("a.py", "box.get().go") == "resolved a.py:3");
  CHECK(project.link("a.py", "[0].go") == "resolved a.py:3");
  CHECK(project.link("a.py", "make(A).go") == "resolved a.py:3");
  CHECK(project.link("a.py", "one.go") == "resolved a.py:3");
  CHECK(project.link("a.py", "Box().get().go") == "by_name");
}

TEST_CASE("Python: operators of classes, and descriptors") {
  LinkedProject project(python_file(R"(class A:
  def go(self): pass
class Bag:
  def __iter__(self): return self
  def __next__(self) -> A: ...
  def __getitem__(self, key) -> A: ...
  def __call__(self) -> A: ...
  def __enter__(self): return A()
class Lazy:
  def __get__(self, owner, kind) -> A: ...
class User:
  lazy = Lazy()
def f(bag: Bag, user: User):
  for one in bag: one.go()
  bag['x'].go(); bag().go()
  with bag as held: held.go()
  user.lazy.go()
)"));
  for (const char* const snippet : {"one.go", "bag['x'].go", "bag().go", "held.go", "user.lazy.go"})
    CHECK(project.link("a.py", snippet) == "resolved a.py:2");
}

TEST_CASE("Python: keywords name parameters, or the fields of a record") {
  LinkedProject project(python_file(R"(from dataclasses import dataclass
@dataclass
class Point:
  x: int
def move(by): pass
move(by=Point(x=1))
)"));
  CHECK(project.link("a.py", "Point(x") == "resolved a.py:4");
  CHECK(project.link("a.py", "\nmove(by") == "local");
}

TEST_CASE("Python: a fallback does not count next to the first choice") {
  LinkedProject project(python_file(R"(import sys
try:
  from fast import load
except ImportError:
  def load(): pass
if sys.version_info >= (3, 9):
  def cut(): pass
else:
  def cut(): pass
load()
cut()
)"));
  CHECK(project.link("a.py", "\nload") == "outside");
  CHECK(project.link("a.py", "\ncut") == "resolved a.py:7");
}

TEST_CASE("Python: isinstance, global, nested functions, and what stays by name") {
  LinkedProject project(python_file(R"(class A:
  def go(self): pass
current = None
def start():
  global current
  current = A()
def f(x, y):
  def inner(): return A()
  if isinstance(x, A) and y:
    x.go()
  inner().go()
  current.go()
  y.go()
)"));
  CHECK(project.link("a.py", "    x.go") == "resolved a.py:2");
  CHECK(project.link("a.py", "  inner") == "resolved a.py:8");
  CHECK(project.link("a.py", "inner().go") == "resolved a.py:2");
  CHECK(project.link("a.py", "current.go") == "resolved a.py:2");
  CHECK(project.link("a.py", "  y.go") == "by_name");
}

TEST_CASE("Python: cycles of imports, bases, values and types end") {
  LinkedProject project({{"a.py", "from b import *\nfrom b import x\nx.f()\nmissing.f()\n"},
                         {"b.py", R"(from a import *
from a import x
from typing import Generic, List, TypeVar
T = TypeVar('T')
U = TypeVar('U')
class C(D): pass
class D(C): pass
class G(Generic[U], List[T]): pass
class H(G[T]):
  def get(self) -> T: return self.get()
y = [y]
def f(): return f()
D().f(); y[0].f(); f().f(); H().get().f()
)"}});
  for (const char* const snippet : {"D().f", "y[0].f", "f().f", "H().get().f"})
    CHECK(project.link("b.py", snippet) != "no use");
  CHECK(project.link("a.py", "x.f") == "by_name");
  CHECK(project.link("a.py", "missing") == "by_name");
}

TEST_CASE("Python: a nested class does not see the names of the class around it") {
  LinkedProject project(python_file(R"(def size(): pass
class A:
  def size(self): pass
  class B:
    x = size()
)"));
  CHECK(project.link("a.py", "x = size") == "resolved a.py:1");
}

TEST_CASE("Python: the bases of the first base come before the second base") {
  LinkedProject project(python_file(R"(class Root:
  def go(self): pass
class Left(Root): pass
class Right:
  def go(self): pass
class Near(Root):
  def go(self): pass
class Apart(Left, Right): pass
class Shared(Left, Near): pass
Apart().go()
Shared().go()
)"));
  CHECK(project.link("a.py", "Apart().go") == "resolved a.py:2");
  CHECK(project.link("a.py", "Shared().go") == "resolved a.py:7");
}

TEST_CASE("Python: a library may return what a function of the project returns") {
  LinkedProject project(python_file(R"(import asyncio, pool
class A:
  def go(self): pass
async def make(): return A()
def use():
  asyncio.run(make()).go()
  pool.submit(make).go()
  pool.size(1).go()
  [x for x in map(A, '12')][0].go()
)"));
  CHECK(project.link("a.py", "run(make()).go") == "resolved a.py:3");
  CHECK(project.link("a.py", "pool.submit(make).go") == "by_name");
  CHECK(project.link("a.py", "pool.size(1).go") == "by_name");
  CHECK(project.link("a.py", "'12')][0].go") == "resolved a.py:3");
}

TEST_CASE("Python: what a library's value gives is not known, what its module gives is outside") {
  LinkedProject project({{"a.py", R"(import os, json
from typing import Any

class Job:
    def close(self): pass
    def path(self): pass

class Child(Job):
    def close(self): pass

def run(one: Any, many: list):
    one.close()
    for item in many:
        item.close()
    json.load(one).close()
    os.path.join("a")
)"},
                         {"b.py", "pass\n"}});
  CHECK(project.link("a.py", "one.close") == "by_name");
  CHECK(project.link("a.py", "item.close") == "by_name");
  CHECK(project.link("a.py", "load(one).close") == "by_name");
  CHECK(project.link("a.py", "os.path.join") == "outside");
  CHECK(project.may_run("a.py", 9, 5));
  CHECK_FALSE(project.may_run("a.py", 5, 9));
}
