// Tests of linking Java: packages, imports, members, overloads, generics, and what stays unlinked.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/java_rules.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <utility>

#include "graph/java_packages.hpp"
#include "graph/linked_project.hpp"

using codeweaver::graph::LinkedProject;

namespace {

std::map<std::string, std::string> one_file(std::string text) {
  return {{"A.java", std::move(text)}};
}

}  // namespace

TEST_CASE("Java: a package may lie in several source folders") {
  LinkedProject project(
      {{"src/main/java/shop/Cart.java",
        "package shop;\n\npublic class Cart {\n  void pay() {}\n}\n"},
       {"src/main/java/shop/Till.java", "package shop;\nclass Till {}\nclass Drawer {}\n"},
       {"src/test/java/shop/CartTest.java", R"(package shop;
class CartTest {
  void run(Drawer drawer, String text, Missing missing) {
    new Cart().pay();
    missing.pay();
    text.pay();
  }
}
)"}});
  const std::string test = "src/test/java/shop/CartTest.java";
  CHECK(project.link(test, "new Cart") == "resolved src/main/java/shop/Cart.java:3");
  CHECK(project.link(test, "new Cart().pay") == "resolved src/main/java/shop/Cart.java:4");
  CHECK(project.link(test, "Drawer") == "resolved src/main/java/shop/Till.java:3");
  CHECK(project.link(test, "missing.pay") == "outside");
  CHECK(project.link(test, "text.pay") == "outside");
  CHECK(project.link(test, "String") == "outside");
}

TEST_CASE("Java: of two types with one name, the one in the nearer source folder") {
  LinkedProject project(
      {{"src/main/java/a/Job.java", "package a;\nclass Job {}\n"},
       {"src/main/java11/a/Job.java", "package a;\nclass Job {}\n"},
       {"src/main/java/a/Run.java", "package a;\nclass Run { Job one; }\n"},
       {"src/test/java/a/RunTest.java", "package a;\nclass RunTest { Job one; }\n"}});
  CHECK(project.link("src/main/java/a/Run.java", "Job") == "resolved src/main/java/a/Job.java:2");
  CHECK(project.link("src/test/java/a/RunTest.java", "Job") ==
        "candidates src/main/java/a/Job.java:2 src/main/java11/a/Job.java:2");
}

TEST_CASE("Java: imports of a type, of all of a package, of static members, and whole names") {
  LinkedProject project({{"a/b/Cart.java", R"(package a.b;
public class Cart {
  public static final int MOST = 3;
  public static int total(int n) { return n; }
  public static class Item { public void weigh() {} }
  public enum Kind { BIG }
}
)"},
                         {"c/Use.java", R"(package c;
import a.b.Cart;
import static a.b.Cart.total;
import static a.b.Cart.Item;
import java.util.List;
class Use {
  Cart cart;
  int n = total(1) + a.b.Cart.MOST;
  void run(Item item, List list) { item.weigh(); list.weigh(); }
}
)"},
                         {"d/Star.java", R"(package d;
import a.b.*;
import static a.b.Cart.*;
class Star {
  int n = MOST + total(2);
  Cart cart;
  Kind kind = Kind.BIG;
}
)"},
                         {"e/Other.java", "package e;\nclass Other { Cart cart; }\n"}});
  CHECK(project.link("c/Use.java", "import a.b.Cart") == "resolved a/b/Cart.java:2");
  CHECK(project.link("c/Use.java", "static a.b.Cart.total") == "resolved a/b/Cart.java:4");
  CHECK(project.link("c/Use.java", "import java.util.List") == "outside");
  CHECK(project.link("c/Use.java", "  Cart") == "resolved a/b/Cart.java:2");
  CHECK(project.link("c/Use.java", "n = total") == "resolved a/b/Cart.java:4");
  CHECK(project.link("c/Use.java", "a.b.Cart.MOST") == "resolved a/b/Cart.java:3");
  CHECK(project.link("c/Use.java", "item.weigh") == "resolved a/b/Cart.java:5");
  CHECK(project.link("c/Use.java", "list.weigh") == "outside");
  CHECK(project.link("d/Star.java", "n = MOST") == "resolved a/b/Cart.java:3");
  CHECK(project.link("d/Star.java", "total") == "resolved a/b/Cart.java:4");
  CHECK(project.link("d/Star.java", "  Cart") == "resolved a/b/Cart.java:2");
  CHECK(project.link("d/Star.java", "Kind.BIG") == "resolved a/b/Cart.java:6");
  CHECK(project.link("e/Other.java", "Cart") == "outside");
}

TEST_CASE("Java: members of inherited and of outer classes come before imports") {
  LinkedProject project({{"a/Base.java", R"(package a;
class Base {
  int count;
  void save() {}
  static class Part { void fit() {} }
}
)"},
                         {"a/Part.java", "package a;\nclass Part { void fit() {} }\n"},
                         {"a/Outer.java", R"(package a;
import static b.Helper.save;
import static b.Helper.load;
class Outer extends Base {
  int own;
  class Inner {
    void run(int own) {
      save();
      load();
      count = own;
      Outer.this.own = 1;
      Part part = new Part();
      part.fit();
    }
  }
}
)"},
                         {"b/Helper.java", R"(package b;
public class Helper {
  public static void save() {}
  public static void load() {}
}
)"}});
  CHECK(project.link("a/Outer.java", "      save") == "resolved a/Base.java:4");
  CHECK(project.link("a/Outer.java", "      load") == "resolved b/Helper.java:4");
  CHECK(project.link("a/Outer.java", "      count") == "resolved a/Base.java:3");
  CHECK(project.link("a/Outer.java", "count = own") == "local");
  CHECK(project.link("a/Outer.java", "Outer.this.own") == "resolved a/Outer.java:5");
  CHECK(project.link("a/Outer.java", "      Part") == "resolved a/Base.java:5");
  CHECK(project.link("a/Outer.java", "part.fit") == "resolved a/Base.java:5");
}

TEST_CASE("Java: what a base class outside may have is not another class's member") {
  LinkedProject project(one_file(R"(import lib.Widget;
class Panel extends Widget {
  void draw() { super.draw(); }
  void run(Panel panel, Item item) {
    panel.draw();
    panel.hide();
    item.hide();
    item.show();
    item.toString();
  }
}
class Item { void hide() {} }
)"));
  CHECK(project.link("A.java", "super.draw") == "outside");
  CHECK(project.link("A.java", "panel.draw") == "resolved A.java:3");
  CHECK(project.link("A.java", "panel.hide") == "outside");
  CHECK(project.link("A.java", "item.hide") == "resolved A.java:12");
  CHECK(project.link("A.java", "item.show") == "by_name");
  CHECK(project.link("A.java", "item.toString") == "outside");
}

TEST_CASE("Java: the superclasses come before the interfaces, and overridden methods are one") {
  LinkedProject project(
      one_file(R"(interface Named { default String name() { return ""; } int size(); }
abstract class Root { String name() { return "r"; } }
abstract class Base extends Root implements Named { public abstract int size(); }
class Leaf extends Base { public int size() { return 1; } }
class Use {
  void run(Leaf leaf, Base base, Named named) {
    leaf.name(); leaf.size(); base.size(); named.size();
  }
}
)"));
  CHECK(project.link("A.java", "leaf.name") == "resolved A.java:2");
  CHECK(project.link("A.java", "leaf.size") == "resolved A.java:4");
  CHECK(project.link("A.java", "base.size") == "resolved A.java:3");
  CHECK(project.link("A.java", "named.size") == "resolved A.java:1");
  CHECK(project.may_run("A.java", 4, 3));
}

TEST_CASE("Java: overloads by the number of arguments, then by their types") {
  LinkedProject project(one_file(R"(class Out {
  void put(String text) {}
  void put(char sign) {}
  void put(long number) {}
  void put(Object any) {}
  void put(String text, Object... more) {}
  void put(Item item, boolean deep) {}
  void put(Special item, boolean deep) {}
  void put(int[] all) {}
}
class Item {}
class Special extends Item {}
class VerySpecial extends Special {}
class Use {
  void run(Out out, Item item, Special special, VerySpecial very, int n, Integer boxed) {
    out.put("text");
    out.put('c');
    out.put(n + 1);
    out.put(item);
    out.put("text", n);
    out.put("text", n, special);
    out.put(item, true);
    out.put(special, n > 1);
    out.put(very, !false);
    out.put(new int[] {1});
    out.put("n: " + n);
    out.put(lib.Text.of(n));
  }
}
)"));
  CHECK(project.link("A.java", "boxed) {\n    out.put") == "resolved A.java:2");
  CHECK(project.link("A.java", "\"text\");\n    out.put") == "resolved A.java:3");
  CHECK(project.link("A.java", "'c');\n    out.put") == "resolved A.java:4");
  CHECK(project.link("A.java", "n + 1);\n    out.put") == "resolved A.java:5");
  CHECK(project.link("A.java", "item);\n    out.put") == "resolved A.java:6");
  CHECK(project.link("A.java", "\"text\", n);\n    out.put") == "resolved A.java:6");
  CHECK(project.link("A.java", "special);\n    out.put") == "resolved A.java:7");
  CHECK(project.link("A.java", "true);\n    out.put") == "resolved A.java:8");
  CHECK(project.link("A.java", "> 1);\n    out.put") == "resolved A.java:8");
  CHECK(project.link("A.java", "!false);\n    out.put") == "resolved A.java:9");
  CHECK(project.link("A.java", "{1});\n    out.put") == "resolved A.java:2");
  CHECK(project.link("A.java", "\"n: \" + n);\n    out.put").starts_with("candidates"));
}

TEST_CASE("Java: a field and a method may have one name, and records have accessors") {
  LinkedProject project(one_file(R"(class Box {
  Item item;
  Item item() { return item; }
  void run(Box box, Point point) {
    box.item.open();
    box.item().open();
    point.x().open();
    point.y();
  }
}
record Point(Item x, Item y) {
  Point { x.open(); }
  public Item y() { return y; }
}
class Item { void open() {} }
)"));
  CHECK(project.link("A.java", "box.item") == "resolved A.java:2");
  CHECK(project.link("A.java", "open();\n    box.item") == "resolved A.java:3");
  CHECK(project.link("A.java", "return item") == "resolved A.java:2");
  CHECK(project.link("A.java", "box.item.open") == "resolved A.java:15");
  CHECK(project.link("A.java", "box.item().open") == "resolved A.java:15");
  CHECK(project.link("A.java", "point.x") == "resolved A.java:11");
  CHECK(project.link("A.java", "point.x().open") == "resolved A.java:15");
  CHECK(project.link("A.java", "point.y") == "resolved A.java:13");
  CHECK(project.link("A.java", "Point { x") == "local");
  CHECK(project.link("A.java", "Point { x.open") == "resolved A.java:15");
}

TEST_CASE("Java: elements of collections, maps, streams, and of classes that extend them") {
  LinkedProject project(one_file(R"(import java.util.*;
class Nodes<T extends Node> extends ArrayList<T> {}
class Rows extends Nodes<Row> {}
class Node { void one() {} }
class Row extends Node { Node cell; void one() {} }
class Use {
  void run(List<Row> list, Map<String, Row> map, Rows rows, Optional<Row> some, Row[] array) {
    for (Row row : list) row.cell.one();
    for (var row : rows) row.one();
    list.get(0).one();
    rows.get(1).one();
    map.get("a").one();
    for (Map.Entry<String, Row> entry : map.entrySet()) entry.getValue().one();
    list.stream().filter(row -> row.cell != null).map(row -> row.cell).findFirst().get().one();
    map.computeIfAbsent("b", key -> new Row()).one();
    some.ifPresent(row -> row.one());
    array[0].one();
    list.size().one();
  }
}
)"));
  CHECK(project.link("A.java", "row.cell.one") == "resolved A.java:4");
  CHECK(project.link("A.java", ": rows) row.one") == "resolved A.java:5");
  CHECK(project.link("A.java", "list.get(0).one") == "resolved A.java:5");
  CHECK(project.link("A.java", "rows.get(1).one") == "resolved A.java:5");
  CHECK(project.link("A.java", "map.get(\"a\").one") == "resolved A.java:5");
  CHECK(project.link("A.java", "getValue().one") == "resolved A.java:5");
  CHECK(project.link("A.java", "filter(row -> row.cell") == "resolved A.java:5");
  CHECK(project.link("A.java", "findFirst().get().one") == "resolved A.java:4");
  CHECK(project.link("A.java", "new Row()).one") == "resolved A.java:5");
  CHECK(project.link("A.java", "ifPresent(row -> row.one") == "resolved A.java:5");
  CHECK(project.link("A.java", "array[0].one") == "resolved A.java:5");
  CHECK(project.link("A.java", "size().one") == "outside");
  CHECK(project.link("A.java", "list.get") == "outside");
}

TEST_CASE("Java: type arguments of classes, bases and methods") {
  LinkedProject project(one_file(R"(class Box<T> {
  T held;
  T get() { return held; }
  <R> Box<R> map(Change<T, R> change) { return null; }
  static <E extends Item> E first(Iterable<E> all) { return null; }
  static <E> E same(E one) { return one; }
}
interface Change<A, B> { B apply(A from); }
class ItemBox extends Box<Item> { void run() { get().open(); } }
class Item { Part part; void open() {} }
class Part { void open() {} }
class Use<T extends Item> {
  T own;
  void run(Box<Item> box, ItemBox items, java.util.List<Item> list) {
    box.get().open();
    items.held.open();
    box.map(one -> one.part).get().open();
    Box.first(list).open();
    Box.same(new Part()).open();
    own.open();
    Box.<Part>same(null).open();
  }
}
)"));
  CHECK(project.link("A.java", "{ get().open") == "resolved A.java:10");
  CHECK(project.link("A.java", "box.get().open") == "resolved A.java:10");
  CHECK(project.link("A.java", "items.held.open") == "resolved A.java:10");
  CHECK(project.link("A.java", "one -> one.part") == "resolved A.java:10");
  CHECK(project.link("A.java", "one.part).get().open") == "resolved A.java:11");
  CHECK(project.link("A.java", "Box.first(list).open") == "resolved A.java:10");
  CHECK(project.link("A.java", "new Part()).open") == "resolved A.java:11");
  CHECK(project.link("A.java", "own.open") == "resolved A.java:10");
  CHECK(project.link("A.java", "same(null).open") == "resolved A.java:11");
}

TEST_CASE("Java: lambdas, method references, and anonymous classes") {
  LinkedProject project(one_file(R"(import java.util.function.*;
interface Visitor { void visit(Item item, int depth); default void end() {} }
class Item {
  void open() {}
  static int count(Item a, Item b) { return 0; }
  int count(String a) { return 0; }
  void accept(Visitor visitor) {}
  void each(Consumer<Item> action, Runnable end) {}
  void sort(java.util.Comparator<Item> order) {}
}
class Use {
  void open() {}
  void run(Item item) {
    item.accept((one, depth) -> one.open());
    item.each(one -> one.open(), () -> open());
    item.each(Item::open, this::open);
    item.sort(Item::count);
    Function<Item, Object> get = one -> { one.open(); return one; };
    item.accept(new Visitor() {
      public void visit(Item one, int depth) { open(); one.open(); end(); }
    });
    Supplier<Item> made = Item::new;
    made.get().open();
  }
}
)"));
  CHECK(project.link("A.java", "depth) -> one.open") == "resolved A.java:4");
  CHECK(project.link("A.java", "each(one -> one.open") == "resolved A.java:4");
  CHECK(project.link("A.java", "() -> open") == "resolved A.java:12");
  CHECK(project.link("A.java", "Item::open") == "resolved A.java:4");
  CHECK(project.link("A.java", "this::open") == "resolved A.java:12");
  CHECK(project.link("A.java", "Item::count") == "resolved A.java:5");
  CHECK(project.link("A.java", "one -> { one.open") == "resolved A.java:4");
  CHECK(project.link("A.java", "depth) { open") == "resolved A.java:12");
  CHECK(project.link("A.java", "open(); one.open") == "resolved A.java:4");
  CHECK(project.link("A.java", "one.open(); end") == "resolved A.java:2");
  CHECK(project.link("A.java", "made.get().open") == "resolved A.java:4");
}

TEST_CASE("Java: variables of patterns, casts, choices, and labels of a switch") {
  LinkedProject project(one_file(R"(class Shape {}
class Circle extends Shape { int radius() { return 1; } }
class Square extends Shape { int side() { return 1; } }
enum Color { RED { void mix() { paint(); } }, BLUE; void mix() {} void paint() {} }
record Pair(Shape left, Shape right) {}
class Use {
  static final int RED = 1;
  void run(Shape shape, Object any, Color color, int number) {
    if (shape instanceof Circle one && one.radius() > 0) one.radius();
    else if (shape instanceof Square one) one.side();
    if (!(any instanceof Circle later)) return;
    later.radius();
    ((Square) any).side();
    (number > 1 ? new Circle() : null).radius();
    switch (color) { case RED: color.mix(); break; default: }
    switch (number) { case RED: break; }
    int size = switch (any) { case Square two -> two.side(); default -> 0; };
    var made = new Circle();
    made.radius();
    try (var file = open()) { file.close(); } catch (Fault | Error fault) { fault.say(); }
  }
  Circle open() { return null; }
}
class Fault extends Exception { void say() {} }
)"));
  CHECK(project.link("A.java", "&& one.radius") == "resolved A.java:2");
  CHECK(project.link("A.java", "0) one.radius") == "resolved A.java:2");
  CHECK(project.link("A.java", "one) one.side") == "resolved A.java:3");
  CHECK(project.link("A.java", "later.radius") == "resolved A.java:2");
  CHECK(project.link("A.java", "any).side") == "resolved A.java:3");
  CHECK(project.link("A.java", "null).radius") == "resolved A.java:2");
  CHECK(project.link("A.java", "(color) { case RED") == "resolved A.java:4");
  CHECK(project.link("A.java", "color.mix") == "resolved A.java:4");
  CHECK(project.link("A.java", "{ paint") == "resolved A.java:4");
  CHECK(project.link("A.java", "(number) { case RED") == "resolved A.java:7");
  CHECK(project.link("A.java", "two.side") == "resolved A.java:3");
  CHECK(project.link("A.java", "made.radius") == "resolved A.java:2");
  CHECK(project.link("A.java", "file.close") == "by_name");
  CHECK(project.link("A.java", "fault.say") == "resolved A.java:24");
}

TEST_CASE("Java: constructors with lambdas, inner classes of a value, and annotations") {
  LinkedProject project(
      one_file(R"(@interface Mark { String value() default ""; int level() default 0; }
class Task {
  Task(Step step) {}
  Task(Step step, int n) { this(step); }
  class Note { void show() {} }
}
class Timed extends Task { Timed() { super(job -> job.run(), 1); } }
interface Step { void take(Job job); }
class Job { @Mark(value = "x", level = 1) void run() {} }
class Use {
  void run(Task task) {
    new Task(job -> job.run());
    task.new Note().show();
    Task.Note note = null;
  }
}
)"));
  CHECK(project.link("A.java", "super(job -> job.run") == "resolved A.java:9");
  CHECK(project.link("A.java", "Task(job -> job.run") == "resolved A.java:9");
  CHECK(project.link("A.java", "task.new Note") == "resolved A.java:5");
  CHECK(project.link("A.java", "Note().show") == "resolved A.java:5");
  CHECK(project.link("A.java", "Task.Note") == "resolved A.java:5");
  CHECK(project.link("A.java", "@Mark") == "resolved A.java:1");
  CHECK(project.link("A.java", "level") == "no use");
  CHECK(project.link("A.java", "\"x\", level") == "resolved A.java:1");
}
