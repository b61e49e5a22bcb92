// Tests of macro blanking in C and C++.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/blanking.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "syntax/syntax_tree.hpp"

using namespace codeweaver::syntax;

namespace {

std::string squeezed(std::string text) {
  text.erase(
      std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
      text.end());
  return text;
}

}  // namespace

TEST_CASE("blanking: macros vanish, everything else keeps its place") {
  const std::pair<std::string, std::string> cases[] = {
      {"class ARROW_EXPORT Buffer {};", "class Buffer {};"},
      {"struct alignas(64) Line {};", "struct Line {};"},
      {"enum class LIB_API Kind { A };", "enum class Kind { A };"},
      {"LIB_EXPORT void f();", " void f();"},
      {"void f() __attribute__((noreturn));", "void f() ;"},
      {"__BEGIN_DECLS\nint f(void);\n__END_DECLS\n", " \nint f(void);\n \n"},
      {"Q_OBJECT\nint a;\n", " \nint a;\n"},
      {"  DISALLOW_COPY(Foo)\nint a;\n", " \nint a;\n"},
      {"GIT_EXTERN(int) git_open(int a);", " int git_open(int a);"},
      {"PyAPI_FUNC(PyObject *) PyList_New(int);", " PyObject * PyList_New(int);"},
      {"typedef int GIT_CALLBACK(handler)(int);", "typedef int (handler)(int);"},
      {"JNIEXPORT jint JNICALL f(int);", " jint f(int);"},
      {"int n GUARDED_BY(mu);", "int n ;"},
      {"void f() EXCLUSIVE_LOCKS_REQUIRED(mu) {", "void f() {"},
      {"LIB_DEPRECATED(\"f(); instead\") int g();", " int g();"},
      {"}\nFIXTURE_LOCAL(A, b) {", "}\nFIXTURE_LOCAL(A, b) {"},
      {"\nASSIGN_IT(auto a, f(1, 2));", "\n auto a= f(1, 2) ;"},
      {"\nASSIGN_IT(const auto& a, b);", "\n const auto& a= b ;"},
      {"\nASSIGN_IT(a, b);", "\nASSIGN_IT(a, b);"},
      {"class T {};", "class T {};"},
      {"struct stat st;", "struct stat st;"},
      {"int a = MAX_SIZE;", "int a = MAX_SIZE;"},
      {"FOO(a);\n", "FOO(a);\n"},
      {"#define X LIB_EXPORT\n", "#define X LIB_EXPORT\n"},
      {"// class LIB_API A\n", "// class LIB_API A\n"},
      {"\"class LIB_API A\"", "\"class LIB_API A\""},
      {"TEST_CASE(\"a\")\n{}\n", "TEST_CASE(\"a\")\n{}\n"}};
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    const std::string out = blank_macros(text);
    CHECK(out.size() == text.size());
    CHECK(squeezed(out) == expected);
  }
}

TEST_CASE("blanking: of several branches the first is left") {
  const std::string text = "#if A\nint a(\n#else\nint b(\n#endif\nint c);\n";
  std::string out = text;
  blank_branches(out);
  CHECK(out.size() == text.size());
  CHECK(squeezed(out) == " \nint a(\n \n \n \nint c);\n");
}

TEST_CASE("blanking: unbalanced and cut texts end inside the text") {
  const std::string text = "class LIB_API A { FOO_EXPORT(( \"x\\\n' /* #define \\\n LIB_API(";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    std::string out = blank_macros(text.substr(0, size));
    blank_branches(out);
    CHECK(out.size() == size);
  }
}

TEST_CASE("blanking: a class hidden by an export macro is found at its place") {
  const std::string text =
      "class ARROW_EXPORT Buffer : public Base {\n public:\n  int size() const { return 1; }\n};\n";
  const auto tree = SyntaxTree::parse(text, *find_language("cpp"));
  REQUIRE(tree);
  REQUIRE(tree->definitions().size() == 2);
  CHECK(tree->definitions()[0].qualified_name == "Buffer");
  CHECK(tree->definitions()[1].qualified_name == "Buffer::size");
  CHECK(text.substr(tree->definitions()[0].signature.begin,
                    tree->definitions()[0].signature.size()) ==
        "class ARROW_EXPORT Buffer : public Base");
  CHECK(tree->error_ratio() == 0.0);
}
