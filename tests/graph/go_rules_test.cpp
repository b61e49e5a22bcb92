// Tests of linking Go: packages, methods, embedding, generics, and what stays unlinked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/go_rules.hpp"

#include <doctest/doctest.h>

#include "graph/evaluator.hpp"
#include "graph/language_rules.hpp"
#include "graph/linked_project.hpp"
#include "graph/paths.hpp"
#include "graph/values.hpp"

using codeweaver::graph::LinkedProject;

namespace {

const std::string kModule = "module example.com/shop\n\ngo 1.22\n";

}  // namespace

TEST_CASE("Go: names of the package, of an import, and of elsewhere") {
  LinkedProject project({{"go.mod", kModule},
                         {"main.go", R"(package main

import (
  "fmt"
  "example.com/shop/cart"
)

func main() {
  c := cart.New()
  c.Add("tea")
  fmt.Println(total(c))
}
)"},
                         {"total.go", R"(package main

import "example.com/shop/cart"

func total(c *cart.Cart) int { return c.Sum() }
)"},
                         {"cart/cart.go", R"(package cart

type Cart struct{ names []string }

func New() *Cart { return &Cart{} }
func (c *Cart) Add(name string) { c.names = append(c.names, name) }
func (c *Cart) Sum() int { return len(c.names) }
)"}});
  CHECK(project.link("main.go", "cart.New") == "resolved cart/cart.go:5");
  CHECK(project.link("main.go", "c.Add") == "resolved cart/cart.go:6");
  CHECK(project.link("main.go", "total") == "resolved total.go:5");
  CHECK(project.link("main.go", "fmt.Println") == "outside");
  CHECK(project.link("main.go", "total(c") == "local");
  CHECK(project.link("total.go", "cart.Cart") == "resolved cart/cart.go:3");
  CHECK(project.link("total.go", "c.Sum") == "resolved cart/cart.go:7");
  CHECK(project.link("cart/cart.go", "len(c.names") == "resolved cart/cart.go:3");
}

TEST_CASE("Go: a method of the standard library is not the project's method of that name") {
  LinkedProject project({{"go.mod", kModule}, {"log.go", R"(package log

import "bytes"

type Entry struct{ text string }

func (e Entry) String() string { return e.text }

func render(e Entry) string {
  var buf bytes.Buffer
  buf.WriteString(e.String())
  return buf.String()
}
)"}});
  CHECK(project.link("log.go", "e.String") == "resolved log.go:7");
  CHECK(project.link("log.go", "return buf.String") == "outside");
}

TEST_CASE("Go: embedded types give their members, the nearest first") {
  LinkedProject project({{"go.mod", kModule}, {"a.go", R"(package a

type base struct{ id int }

func (b *base) Close() {}
func (b *base) Name() string { return "" }

type outer struct {
  *base
  next map[string]*outer
}

func (o *outer) Close() {}

func run(o outer) {
  o.Close()
  o.Name()
  o.next["x"].base.Close()
  for _, one := range o.next {
    _ = one.id
  }
}
)"}});
  CHECK(project.link("a.go", "  o.Close") == "resolved a.go:13");
  CHECK(project.link("a.go", "o.Name") == "resolved a.go:6");
  CHECK(project.link("a.go", "base.Close") == "resolved a.go:5");
  CHECK(project.link("a.go", "one.id") == "resolved a.go:3");
}

TEST_CASE("Go: generic types, results of calls, and several results") {
  LinkedProject project({{"go.mod", kModule}, {"a.go", R"(package a

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Pop() (T, bool) { return s.items[0], true }

type Job struct{}

func (j Job) Run() error { return nil }

func drain(s *Stack[Job], fallback func() Job) {
  job, ok := s.Pop()
  _ = ok
  job.Run()
  fallback().Run()
}
)"}});
  CHECK(project.link("a.go", "job.Run") == "resolved a.go:9");
  CHECK(project.link("a.go", "fallback().Run") == "resolved a.go:9");
}

TEST_CASE("Go: a variable hides the name that its own value uses") {
  LinkedProject project({{"go.mod", kModule}, {"a.go", R"(package a

type key struct{ part *key }

func (k *key) Next() *key { return k.part }

func walk(first key) {
  key := lookup(key{})
  for p := &first; p != nil; p = p.Next() {
    use(p.part, key)
  }
}

func lookup(k key) int { return 0 }
func use(k *key, n int) {}
)"}});
  CHECK(project.link("a.go", "lookup(key") == "resolved a.go:3");
  CHECK(project.link("a.go", "use(p.part, key") == "local");
  CHECK(project.link("a.go", "p = p.Next") == "resolved a.go:5");
  CHECK(project.link("a.go", "use(p.part") == "resolved a.go:3");
}

TEST_CASE(
    "Go: several definitions for build tags are candidates, and unknown types stay unlinked") {
  LinkedProject project({{"go.mod", kModule},
                         {"a.go", "package a\n\nfunc run(x unknown) {\n  open()\n  x.Start()\n}\n"},
                         {"open_linux.go", "package a\n\nfunc open() {}\n"},
                         {"open_windows.go", "package a\n\nfunc open() {}\n"},
                         {"b.go", "package a\n\ntype T struct{}\n\nfunc (t T) Start() {}\n"}});
  CHECK(project.link("a.go", "open") == "candidates open_linux.go:3 open_windows.go:3");
  CHECK(project.link("a.go", "x.Start") == "by_name");
}

TEST_CASE(
    "Go: a call through an interface may run the methods of types that have all of its methods") {
  LinkedProject project({{"go.mod", kModule}, {"a.go", R"(package a

type Store interface {
  Load() int
  Save(n int)
}

type Disk struct{ base }
type base struct{}
type Half struct{}

func (d Disk) Load() int { return 1 }
func (b base) Save(n int) {}
func (h Half) Load() int { return 2 }

func run(s Store) { s.Load() }

type Named struct{}

func (n Named) Load() int { return 3 }
func (n Named) Save(name string, n int) {}
)"}});
  CHECK(project.link("a.go", "s.Load") == "resolved a.go:4");
  CHECK(project.may_run("a.go", 12, 4));
  CHECK_FALSE(project.may_run("a.go", 14, 4));
  CHECK_FALSE(project.may_run("a.go", 20, 4));  // its Save has two parameters
  CHECK_FALSE(project.may_run("a.go", 12, 14));
  CHECK(project.types_above("a.go", 12) == " a.go:9");  // not what it only has the shape of
}

TEST_CASE("Go: new() of a value, and the function around it") {
  LinkedProject project({{"go.mod", kModule}, {"a.go", R"(package a

import "time"

type Job struct{ seen *time.Time }

func (j *Job) Run() *Job { return j }
func make2() Job { return Job{} }

func run(old []*Job) {
  update(func(j *Job) {
    j.seen = new(time.Now())
    if j.seen == nil {
      j.Run()
    }
  })
  job := new(make2())
  job.Run()
  new(Job).Run()
}

func update(change func(j *Job)) {}
)"}});
  CHECK(project.link("a.go", "      j.Run") == "resolved a.go:7");
  CHECK(project.link("a.go", "job.Run") == "resolved a.go:7");
  CHECK(project.link("a.go", "new(Job).Run") == "resolved a.go:7");
  CHECK(project.link("a.go", "new(make2") == "resolved a.go:8");
}
