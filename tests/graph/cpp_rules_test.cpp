// Tests of linking C and C++: includes, namespaces, classes, overloads, and what stays unlinked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/cpp_rules.hpp"

#include <doctest/doctest.h>

#include "graph/cpp_includes.hpp"
#include "graph/evaluator.hpp"
#include "graph/language_rules.hpp"
#include "graph/linked_project.hpp"
#include "graph/paths.hpp"
#include "graph/values.hpp"

using codeweaver::graph::LinkedProject;

TEST_CASE("C++: a name means what the included files say") {
  LinkedProject project({{"include/shop/cart.h", R"(#pragma once
namespace shop {
class Cart {
 public:
  void add(int price);
  int sum() const { return sum_; }
 private:
  int sum_ = 0;
};
}
)"},
                         {"src/cart.cc", R"(#include "shop/cart.h"
namespace shop {
void Cart::add(int price) { sum_ += price; }
}
)"},
                         {"src/main.cc", R"(#include "shop/cart.h"
#include <vector>
int main() {
  shop::Cart cart;
  cart.add(3);
  std::vector<shop::Cart*> all;
  all.push_back(&cart);
  for (auto* one : all) one->sum();
  return other();
}
)"},
                         {"other/cart.h", "struct Cart { void add(int); };\nint other();\n"}});
  CHECK(project.link("src/main.cc", "shop::Cart") == "resolved include/shop/cart.h:3");
  CHECK(project.link("src/main.cc", "cart.add") == "resolved include/shop/cart.h:5");
  CHECK(project.link("src/main.cc", "one->sum") == "resolved include/shop/cart.h:6");
  CHECK(project.link("src/main.cc", "all.push_back") == "outside");
  CHECK(project.link("src/main.cc", "return other") == "outside");
  CHECK(project.link("src/cart.cc", "sum_") == "resolved include/shop/cart.h:8");
  CHECK(project.link("src/cart.cc", "void Cart") == "resolved include/shop/cart.h:3");
}

TEST_CASE("C++: includes go by folder, by the end of the path, and not to headers of the system") {
  LinkedProject project({{"a/util.h", "int a_only();\nint both();\n"},
                         {"b/util.h", "int b_only();\nint both();\n"},
                         {"a/string.h", "int mine();\n"},
                         {"lib/include/z/z.h", "int z();\n"},
                         {"a/main.cc", R"(#include "util.h"
#include <string.h>
#include <z/z.h>
int main() { return both() + b_only() + mine() + z(); }
)"},
                         {"b/main.cc", "#include \"../a/util.h\"\nint x = a_only();\n"},
                         {"c.cc", "#include \"missing.h\"\nint x = both();\n"}});
  CHECK(project.link("a/main.cc", "both") == "resolved a/util.h:2");
  CHECK(project.link("a/main.cc", "b_only") == "outside");
  CHECK(project.link("a/main.cc", "mine") == "outside");
  CHECK(project.link("a/main.cc", "+ z") == "resolved lib/include/z/z.h:1");
  CHECK(project.link("b/main.cc", "a_only") == "resolved a/util.h:1");
  CHECK(project.link("c.cc", "both") == "by_name");
}

TEST_CASE("C++: a declaration and its definition are one, and a use means the definition") {
  LinkedProject project({{"a.h", R"(class Job;
struct Queue { void push(Job* job); void push(int n); };
void run(Job* job);
)"},
                         {"a.cc", R"(#include "a.h"
class Job { public: void go(); };
void Queue::push(Job* job) { job->go(); }
void run(Job* job) { Queue q; q.push(job); run(job); q.push(3); }
)"},
                         {"b.cc", "static void run(int) {}\nvoid f() { run(1); }\n"}});
  CHECK(project.link("a.cc", "q.push(job); run") == "resolved a.cc:4");
  CHECK(project.link("a.cc", "q.push") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "q.push(3") == "no use");
  CHECK(project.link("a.cc", "run(job); q.push") == "resolved a.h:2");
  CHECK(project.link("a.cc", "job->go") == "resolved a.cc:2");
  CHECK(project.link("b.cc", "{ run") == "resolved b.cc:1");
  CHECK(project.is_same("a.h", 3, "a.cc", 4));
  CHECK(project.is_same("a.h", 2, "a.cc", 3));
  CHECK(project.is_same("a.h", 1, "a.cc", 2));
  CHECK(!project.is_same("a.h", 3, "b.cc", 1));
}

TEST_CASE("C++: namespaces, aliases of them, using, and unnamed ones") {
  LinkedProject project({{"README.md", ""}, {"a.cc", R"(#include <vector>
namespace one { inline namespace v1 { int f(); } int g(); }
namespace two { namespace { int f(); } int h() { return f(); } }
namespace alias = one;
using one::g;
int x = alias::f() + g();
void local() { using namespace two; h(); }
int y = two::f() + h();
namespace std { int z(); }
namespace one::inline v2::deep { int k(); }
int v = one::deep::k();
int w = std::z();
)"}});
  CHECK(project.link("a.cc", "return f") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "alias::f") == "resolved a.cc:2");
  CHECK(project.link("a.cc", "f() + g") == "resolved a.cc:2");
  CHECK(project.link("a.cc", "two; h") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "two::f") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "f() + h") == "outside");
  CHECK(project.link("a.cc", "w = std::z") == "outside");
  CHECK(project.link("a.cc", "deep::k") == "resolved a.cc:10");
}

TEST_CASE("C++: members of bases, of nested classes, and of classes of a library") {
  LinkedProject project({{"README.md", ""}, {"a.cc", R"(#include <ostream>
struct Base { struct Handle { int id; }; int count; void stop(); };
class Impl : public Base {
  Handle* get() { stop(); this->count = 1; return nullptr; }
  class Rep;
};
class Impl::Rep { int n; int twice() { return 2 * n; } };
class Log : public std::ostream { void f() { write("", 0); } };
void use(Impl& impl, Log& log) { impl.get()->id = impl.count; log.flush(); }
struct LIB_API Far { void stop(); };
)"}});
  CHECK(project.link("a.cc", "  Handle") == "resolved a.cc:2");
  CHECK(project.link("a.cc", "{ stop") == "resolved a.cc:2");
  CHECK(project.link("a.cc", "this->count") == "resolved a.cc:2");
  CHECK(project.link("a.cc", "2 * n") == "resolved a.cc:7");
  CHECK(project.link("a.cc", "impl.get()->id") == "resolved a.cc:2");
  CHECK(project.link("a.cc", "class Impl::Rep") == "no use");
  CHECK(project.link("a.cc", "log.flush") == "outside");
  CHECK(project.link("a.cc", "{ write") == "outside");
}

TEST_CASE("C++: pointers that act like pointers, iterators, and containers") {
  LinkedProject project({{"README.md", ""}, {"a.cc", R"(#include <map>
#include <memory>
struct Job { void run(); Job* next; int reset; };
struct Iter { Job& operator*(); Job* operator->(); };
struct Jobs { Iter begin(); Job& operator[](int); Job operator()(); };
void f(std::unique_ptr<Job> p, std::map<int, std::shared_ptr<Job>> m, Jobs jobs, Job** pp) {
  p->run(); p.reset(); (*p).next->run(); p.get()->next;
  for (auto& [key, held] : m) held->run();
  auto it = m.find(3);
  it->second->run();
  m[1]->next->next->run();
  for (Job& one : jobs) one.run();
  jobs[0].next; jobs().run(); jobs.begin()->next; (*pp)->run(); pp[0]->next;
  auto made = std::make_unique<Job>(); made->run(); auto moved = std::move(made); moved->next;
  auto call = [&](Job* j) { return j->next; }; call(nullptr)->run();
}
)"}});
  CHECK(project.link("a.cc", "  p->run") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "p.reset") == "outside");
  CHECK(project.link("a.cc", "(*p).next->run") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "p.get()->next") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "held->run") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "it->second->run") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "next->next->run") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "one.run") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "jobs[0].next") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "jobs().run") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "jobs.begin()->next") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "(*pp)->run") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "pp[0]->next") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "made->run") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "moved->next") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "call(nullptr)->run") == "resolved a.cc:3");
}

TEST_CASE("C++: templates pass their arguments on, and dependent names stay by name") {
  LinkedProject project({{"README.md", ""}, {"a.cc", R"(struct Job { void run(); };
template <typename T> struct Box { T* get(); T held; void each() { held.go(); } };
template <typename T> T* Box<T>::get() { return &held; }
template <> struct Box<int> { void other(); };
struct Jobs : Box<Job> {};
template <typename T> T* made();
void f(Box<Job> box, Jobs jobs) { box.get()->run(); jobs.held.run(); made<Job>()->run(); }
)"}});
  CHECK(project.link("a.cc", "box.get()->run") == "resolved a.cc:1");
  CHECK(project.link("a.cc", "jobs.held.run") == "resolved a.cc:1");
  CHECK(project.link("a.cc", "made<Job>()->run") == "resolved a.cc:1");
  CHECK(project.link("a.cc", "box.get") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "held.go") == "by_name");
  CHECK(project.link("a.cc", "T held") == "no use");
  CHECK(project.link("a.cc", "return &held") == "resolved a.cc:2");
}

TEST_CASE("C++: overloads by the number of arguments, their types, and const") {
  LinkedProject project({{"README.md", ""}, {"a.cc", R"(struct A {}; struct B : A {}; struct C {};
void f(A& a);
void f(C* c);
void f(int n, int m = 0);
void f(const char* text);
struct Row {
  int* at(int i);
  const int* at(int i) const;
  const Row* next() const;
  Row* next();
};
void use(B b, C c, Row row, const Row& same) {
  f(b); f(&c); f(1, 2); f("x"); f(3); row.at(0); same.at(1);
  row.next()->next()->at(2); same.next()->next()->at(3);
}
)"}});
  CHECK(project.link("a.cc", "  f") == "resolved a.cc:2");
  CHECK(project.link("a.cc", "f(b); f") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "f(&c); f") == "resolved a.cc:4");
  CHECK(project.link("a.cc", "f(1, 2); f") == "resolved a.cc:5");
  CHECK(project.link("a.cc", "f(\"x\"); f") == "resolved a.cc:4");
  CHECK(project.link("a.cc", "row.at") == "resolved a.cc:7");
  CHECK(project.link("a.cc", "same.at") == "resolved a.cc:8");
  CHECK(project.link("a.cc", "row.next()->next") == "resolved a.cc:10");
  CHECK(project.link("a.cc", "row.next()->next()->at") == "resolved a.cc:7");
  CHECK(project.link("a.cc", "same.next()->next()->at") == "resolved a.cc:8");
}

TEST_CASE("C++: functions beside the classes of their arguments") {
  LinkedProject project({{"README.md", ""}, {"a.cc", R"(#include <vector>
namespace shop { struct Cart {}; int total(const Cart& c); }
namespace other { int weight(int n); }
int main() { shop::Cart cart; return total(cart) + weight(3); }
)"}});
  CHECK(project.link("a.cc", "return total") == "resolved a.cc:2");
  CHECK(project.link("a.cc", "+ weight") == "outside");
}

TEST_CASE("C++: the tests of a fixture see its members") {
  LinkedProject project({{"README.md", ""}, {"a_test.cc", R"(#include <gtest/gtest.h>
struct CartTest { void fill(); };
struct Other { void clear(); };
TEST_F(CartTest, Fill) { fill(); }
TEST(Other, Clear) { clear(); }
)"}});
  CHECK(project.link("a_test.cc", "{ fill") == "resolved a_test.cc:2");
  CHECK(project.link("a_test.cc", "TEST_F(CartTest") == "resolved a_test.cc:2");
  CHECK(project.link("a_test.cc", "{ clear") == "outside");
}

TEST_CASE("C: functions, fields through pointers, enumerations, macros and tags") {
  LinkedProject project({{"list.h", R"(#ifndef LIST_H
#define LIST_H
typedef struct list list;
struct list { list *next; int size; int (*cmp)(list *a); };
enum { LIST_MAX = 10 };
#define LIST_EACH(l) for (; l; l = l->next)
int list_size(const list *l);
#endif
)"},
                         {"list.c", R"(#include "list.h"
static int count(const list *l) { return l->size; }
int list_size(const list *l) { return count(l) < LIST_MAX; }
)"},
                         {"other.c", R"(#include "list.h"
static int count(int n) { return n; }
struct stat { int size; };
int stat(struct stat *s);
int main(void) {
  struct list l = {.size = 1}; struct stat st;
  list *p = &l;
  LIST_EACH(p) { p->next->cmp(p); }
  stat(&st);
  return list_size(p) + count(LIST_MAX) + ((list *)0)->size;
}
)"}});
  CHECK(project.link("list.c", "l->size") == "resolved list.h:4");
  CHECK(project.link("list.c", "return count") == "resolved list.c:2");
  CHECK(project.link("list.c", "LIST_MAX") == "resolved list.h:5");
  CHECK(project.link("other.c", "{.size") == "resolved list.h:4");
  CHECK(project.link("other.c", "LIST_EACH") == "resolved list.h:6");
  CHECK(project.link("other.c", "p->next->cmp") == "resolved list.h:4");
  CHECK(project.link("other.c", "return list_size") == "resolved list.h:7");
  CHECK(project.link("other.c", "+ count") == "resolved other.c:2");
  CHECK(project.link("other.c", "0)->size") == "resolved list.h:4");
  CHECK(project.link("other.c", "  struct list") == "resolved list.h:4");
  CHECK(project.link("other.c", "1}; struct stat") == "resolved other.c:3");
  CHECK(project.link("other.c", "\n  stat") == "resolved other.c:4");
  CHECK(project.link("list.h", "l = l->next") == "by_name");
}

TEST_CASE("C++: a variable with arguments is not a function") {
  LinkedProject project({{"README.md", ""}, {"a.cc", R"(#include <utility>
struct Job { Job(int n); void run(); operator bool() const; int n; };
namespace ns { const int kOne = 1; int two(Job& job); }
Job::operator bool() const { return n != 0; }
void f(Job other) {
  Job a(ns::kOne); a.run();
  Job b(std::move(other)); b.run();
  Job c(ns::two(other)); c.run();
}
)"}});
  for (const char* const snippet : {"a.run", "b.run", "c.run"})
    CHECK(project.link("a.cc", snippet) == "resolved a.cc:2");
  CHECK(project.link("a.cc", "ns::kOne") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "ns::two") == "resolved a.cc:3");
  CHECK(project.link("a.cc", "ns::two(other") == "local");
  CHECK(project.link("a.cc", "return n") == "resolved a.cc:2");
}

TEST_CASE("C++: macros that declare variables in functions") {
  LinkedProject project({{"README.md", ""}, {"a.cc", R"(struct Node { void go(); };
Node list;
void f() {
  ASSIGN(const Node& x, list.at(0));
  x.go();
  FOREACH(Node* list, all) { list->go(); }
  list.go();
}
)"}});
  CHECK(project.link("a.cc", "  x") == "local");
  CHECK(project.link("a.cc", "x.go") == "resolved a.cc:1");
  CHECK(project.link("a.cc", "list->go") == "resolved a.cc:1");
  CHECK(project.link("a.cc", "\n  list") == "resolved a.cc:2");
}

TEST_CASE("C: a function that no included file declares is not known") {
  LinkedProject project(
      {{"a.c", "int price(int n) { return n; }\n"}, {"b.c", "int f(void) { return price(1); }\n"}});
  CHECK(project.link("b.c", "return price") == "by_name");
}

TEST_CASE("C: both branches of a condition are candidates") {
  LinkedProject project({{"README.md", ""}, {"a.c", R"(#ifdef _WIN32
static int now(void) { return 1; }
#else
static int now(void) { return 2; }
#endif
int f(void) { return now(); }
)"}});
  CHECK(project.link("a.c", "return now") == "candidates a.c:2 a.c:4");
}

TEST_CASE("C++: a file that is included in the middle of another one sees what that one sees") {
  LinkedProject project(
      {{"box.h", "struct Box { void f(); int n; };\n#include \"box.inl\"\n"},
       {"box.inl", "inline void Box::f() { n = 1; }\n"},
       {"table.h", "{1, kLast},\n"},
       {"guarded.h", "#ifndef G\n#define G\nint g = kLast;\n#endif\n"},
       {"use.h", "void use(Box* box);\n"},
       {"use.cc",
        "#include \"box.h\"\n#include \"use.h\"\nenum { kLast };\n"
        "int rows[][2] = {\n#include \"table.h\"\n};\n#include \"guarded.h\"\n"}});
  CHECK(project.link("table.h", "kLast") == "resolved use.cc:3");
  CHECK(project.link("guarded.h", "= kLast") != "resolved use.cc:3");
  CHECK(project.link("box.inl", "{ n") == "resolved box.h:1");
  CHECK(project.link("use.h", "use(Box") == "resolved box.h:1");
}

TEST_CASE("C++: answers do not depend on the files that were asked for before") {
  const std::map<std::string, std::string> texts{
      {"one.h", "struct A { int n; };\n"},
      {"two.h", "struct A { int n; };\n"},
      {"shared.h", "struct A;\ninline A* made();\n"},
      {"one.cc", "#include \"shared.h\"\n#include \"one.h\"\nint x = made()->n;\n"},
      {"two.cc", "#include \"shared.h\"\n#include \"two.h\"\nint x = made()->n;\n"}};
  LinkedProject project(texts);
  for (int round = 0; round < 2; ++round) {
    CHECK(project.link("one.cc", "made()->n") == "resolved one.h:1");
    CHECK(project.link("two.cc", "made()->n") == "resolved two.h:1");
  }
}

TEST_CASE("C++: classes in themselves and bases in a circle end") {
  LinkedProject project(
      {{"README.md", ""}, {"a.cc", R"(struct A::A { A::A a; int f() { return a.a.b; } };
struct B : C { int x; }; struct C : B { int f() { return x + y; } };
template <class T> struct D : D<D<T>> { int f() { return this->z; } };
typedef E F; typedef F E; E e; int n = e.m;
using namespace G; namespace G { using namespace H; } namespace H { using namespace G; int k = q; }
)"}});
  CHECK(project.link("a.cc", "return x") == "resolved a.cc:2");
  for (const char* const snippet : {"a.a.b", "x + y", "this->z", "e.m", "k = q"})
    CHECK(project.link("a.cc", snippet).find("resolved") == std::string::npos);
}

TEST_CASE("C++: a method may run for a call through its base class") {
  LinkedProject project({{"a.h", "struct Base { virtual void run(); };\n"},
                         {"b.cc",
                          "#include \"a.h\"\nstruct Job : Base { void run() override; };\n"
                          "void Job::run() {}\nstruct Far { void run(); };\n"}});
  CHECK(project.may_run("b.cc", 3, "a.h", 1));
  CHECK(project.may_run("b.cc", 2, "a.h", 1));
  CHECK(!project.may_run("b.cc", 4, "a.h", 1));
}
