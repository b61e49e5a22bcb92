// PythonRules: the names that modules and classes declare.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "graph/python_rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "graph/evaluator.hpp"

namespace codeweaver::graph {

using facts::DeclKind;

namespace {

constexpr std::size_t kMostStars = 60;  // modules that one takes names over from

// In alphabetical order.
constexpr std::array kPythonBuiltIn{
    std::string_view("ArithmeticError"),
    std::string_view("AssertionError"),
    std::string_view("AttributeError"),
    std::string_view("BaseException"),
    std::string_view("BaseExceptionGroup"),
    std::string_view("BlockingIOError"),
    std::string_view("BrokenPipeError"),
    std::string_view("BufferError"),
    std::string_view("BytesWarning"),
    std::string_view("ChildProcessError"),
    std::string_view("ConnectionAbortedError"),
    std::string_view("ConnectionError"),
    std::string_view("ConnectionRefusedError"),
    std::string_view("ConnectionResetError"),
    std::string_view("DeprecationWarning"),
    std::string_view("EOFError"),
    std::string_view("Ellipsis"),
    std::string_view("EncodingWarning"),
    std::string_view("EnvironmentError"),
    std::string_view("Exception"),
    std::string_view("ExceptionGroup"),
    std::string_view("False"),
    std::string_view("FileExistsError"),
    std::string_view("FileNotFoundError"),
    std::string_view("FloatingPointError"),
    std::string_view("FutureWarning"),
    std::string_view("GeneratorExit"),
    std::string_view("IOError"),
    std::string_view("ImportError"),
    std::string_view("ImportWarning"),
    std::string_view("IndentationError"),
    std::string_view("IndexError"),
    std::string_view("InterruptedError"),
    std::string_view("IsADirectoryError"),
    std::string_view("KeyError"),
    std::string_view("KeyboardInterrupt"),
    std::string_view("LookupError"),
    std::string_view("MemoryError"),
    std::string_view("ModuleNotFoundError"),
    std::string_view("NameError"),
    std::string_view("None"),
    std::string_view("NotADirectoryError"),
    std::string_view("NotImplemented"),
    std::string_view("NotImplementedError"),
    std::string_view("OSError"),
    std::string_view("OverflowError"),
    std::string_view("PendingDeprecationWarning"),
    std::string_view("PermissionError"),
    std::string_view("ProcessLookupError"),
    std::string_view("RecursionError"),
    std::string_view("ReferenceError"),
    std::string_view("ResourceWarning"),
    std::string_view("RuntimeError"),
    std::string_view("RuntimeWarning"),
    std::string_view("StopAsyncIteration"),
    std::string_view("StopIteration"),
    std::string_view("SyntaxError"),
    std::string_view("SyntaxWarning"),
    std::string_view("SystemError"),
    std::string_view("SystemExit"),
    std::string_view("TabError"),
    std::string_view("TimeoutError"),
    std::string_view("True"),
    std::string_view("TypeError"),
    std::string_view("UnboundLocalError"),
    std::string_view("UnicodeDecodeError"),
    std::string_view("UnicodeEncodeError"),
    std::string_view("UnicodeError"),
    std::string_view("UnicodeTranslateError"),
    std::string_view("UnicodeWarning"),
    std::string_view("UserWarning"),
    std::string_view("ValueError"),
    std::string_view("Warning"),
    std::string_view("WindowsError"),
    std::string_view("ZeroDivisionError"),
    std::string_view("__annotations__"),
    std::string_view("__builtins__"),
    std::string_view("__debug__"),
    std::string_view("__dict__"),
    std::string_view("__doc__"),
    std::string_view("__file__"),
    std::string_view("__import__"),
    std::string_view("__loader__"),
    std::string_view("__module__"),
    std::string_view("__name__"),
    std::string_view("__package__"),
    std::string_view("__path__"),
    std::string_view("__qualname__"),
    std::string_view("__spec__"),
    std::string_view("abs"),
    std::string_view("aiter"),
    std::string_view("all"),
    std::string_view("anext"),
    std::string_view("any"),
    std::string_view("ascii"),
    std::string_view("bin"),
    std::string_view("bool"),
    std::string_view("breakpoint"),
    std::string_view("bytearray"),
    std::string_view("bytes"),
    std::string_view("callable"),
    std::string_view("chr"),
    std::string_view("classmethod"),
    std::string_view("compile"),
    std::string_view("complex"),
    std::string_view("copyright"),
    std::string_view("credits"),
    std::string_view("delattr"),
    std::string_view("dict"),
    std::string_view("dir"),
    std::string_view("divmod"),
    std::string_view("enumerate"),
    std::string_view("eval"),
    std::string_view("exec"),
    std::string_view("exit"),
    std::string_view("filter"),
    std::string_view("float"),
    std::string_view("format"),
    std::string_view("frozenset"),
    std::string_view("getattr"),
    std::string_view("globals"),
    std::string_view("hasattr"),
    std::string_view("hash"),
    std::string_view("help"),
    std::string_view("hex"),
    std::string_view("id"),
    std::string_view("input"),
    std::string_view("int"),
    std::string_view("isinstance"),
    std::string_view("issubclass"),
    std::string_view("iter"),
    std::string_view("len"),
    std::string_view("license"),
    std::string_view("list"),
    std::string_view("locals"),
    std::string_view("map"),
    std::string_view("max"),
    std::string_view("memoryview"),
    std::string_view("min"),
    std::string_view("next"),
    std::string_view("object"),
    std::string_view("oct"),
    std::string_view("open"),
    std::string_view("ord"),
    std::string_view("pow"),
    std::string_view("print"),
    std::string_view("property"),
    std::string_view("quit"),
    std::string_view("range"),
    std::string_view("repr"),
    std::string_view("reversed"),
    std::string_view("round"),
    std::string_view("set"),
    std::string_view("setattr"),
    std::string_view("slice"),
    std::string_view("sorted"),
    std::string_view("staticmethod"),
    std::string_view("str"),
    std::string_view("sum"),
    std::string_view("super"),
    std::string_view("tuple"),
    std::string_view("type"),
    std::string_view("vars"),
    std::string_view("zip"),
};
static_assert(std::ranges::is_sorted(kPythonBuiltIn));

}  // namespace

/// Of several functions with one name the last one counts, but the first of a property: it has the
/// type, and the others set or delete it.
void PythonRules::choose(Evaluator& evaluator, std::vector<DeclRef>& decls) {
  if (decls.size() < 2) return;
  const auto is_function = [&](DeclRef ref) {
    return evaluator.decl(ref).kind == DeclKind::kFunction;
  };
  const auto first = std::ranges::find_if(decls, is_function);
  if (first == decls.end()) return;
  const auto last = std::find_if(decls.rbegin(), decls.rend(), is_function);
  const DeclRef kept = evaluator.decl(*first).is_property ? *first : *last;
  std::erase_if(decls, [&](DeclRef ref) { return is_function(ref) && ref != kept; });
}

Targets PythonRules::declared(Evaluator& evaluator, Id file, std::string_view name,
                              DeclRef except) {
  const facts::Facts& facts = evaluator.facts(file);
  std::vector<DeclRef> out;
  if (const Id id = facts.find_name(name); id != kNone)
    for (const Id decl : facts.declared(0, id))
      if (DeclRef{file, decl} != except) out.push_back({file, decl});
  choose(evaluator, out);
  return Targets::of(std::move(out), LinkReason::kImport);
}

Targets PythonRules::taken_over(Evaluator& evaluator, Id file, std::string_view name) {
  std::vector<Id> files{file};
  bool is_outside = false;
  for (std::size_t i = 0; i < files.size() && files.size() < kMostStars; ++i) {
    const Id star = evaluator.facts(files[i]).find_name("*");
    if (star == kNone) continue;
    const auto span = evaluator.facts(files[i]).declared(0, star);
    for (const Id decl : std::vector<Id>(span.begin(), span.end())) {
      const facts::Facts& facts = evaluator.facts(files[i]);
      const Targets from = module(evaluator, files[i], facts.name(facts.decls[decl].module));
      is_outside = is_outside || from.kind == Targets::Kind::kOutside;
      if (from.kind != Targets::Kind::kModule) continue;
      const Id next = evaluator.file(modules_[from.module].path);
      if (next == kNone || std::ranges::find(files, next) != files.end()) continue;
      Targets found = declared(evaluator, next, name, {});
      if (found.kind != Targets::Kind::kUnknown) return found;
      files.push_back(next);
    }
  }
  return is_outside ? Targets::outside() : Targets{};
}

Targets PythonRules::in_module(Evaluator& evaluator, Id module, std::string_view name,
                               DeclRef except) {
  const std::string path = modules_[module].path;
  const Id file = path.empty() ? kNone : evaluator.file(path);
  Targets over;
  if (file != kNone) {
    if (Targets found = declared(evaluator, file, name, except);
        found.kind != Targets::Kind::kUnknown)
      return found;
    over = taken_over(evaluator, file, name);
    if (over.kind == Targets::Kind::kDecls) return over;
  }
  const Id below = submodule(evaluator, module, name);
  if (below != kNone) return as_target(below);
  if (name.starts_with("__") && name != "__all__" &&
      std::ranges::binary_search(kPythonBuiltIn, name))
    return Targets::outside();
  return over;
}

Targets PythonRules::imported(Evaluator& evaluator, DeclRef import) {
  const facts::Facts& facts = evaluator.facts(import.file);
  const facts::Decl& decl = facts.decls[import.decl];
  Targets found = module(evaluator, import.file, facts.name(decl.module));
  if (decl.imported == kNone || found.kind != Targets::Kind::kModule) return found;
  return in_module(evaluator, found.module, std::string(facts.name(decl.imported)), import);
}

Targets PythonRules::member_of_module(Evaluator& evaluator, Id module, std::string_view name) {
  const Targets found = in_module(evaluator, module, std::string(name), {});
  return found.kind == Targets::Kind::kDecls ? evaluator.follow(found.decls, LinkReason::kImport)
                                             : found;
}

Targets PythonRules::global(Evaluator& evaluator, Id file, std::string_view name) {
  const Targets over = taken_over(evaluator, file, name);
  if (over.kind == Targets::Kind::kDecls) return evaluator.follow(over.decls, LinkReason::kImport);
  return std::ranges::binary_search(kPythonBuiltIn, name) ? Targets::outside() : over;
}

std::vector<DeclRef> PythonRules::own_members(Evaluator& evaluator, DeclRef of,
                                              std::string_view name) {
  const facts::Facts& facts = evaluator.facts(of.file);
  std::vector<DeclRef> out;
  if (const Id id = facts.find_name(name); id != kNone)
    for (const Id decl : facts.members(of.decl, id)) out.push_back({of.file, decl});
  choose(evaluator, out);
  return out;
}

}  // namespace codeweaver::graph
