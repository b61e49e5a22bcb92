// Chunker, FilePiece, and chunkers written in Python.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include <algorithm>

#include "arrays.hpp"
#include "codeweaver/chunker.hpp"
#include "plugins.hpp"
#include "value_class.hpp"

namespace codeweaver::python {
namespace {

/// Byte offsets of the characters of a UTF-8 text: Python counts characters, the library bytes.
class Characters {
 public:
  explicit Characters(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at)
      if ((static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U) starts_.push_back(at);
    starts_.push_back(text.size());
  }
  /// Byte offset of a character. For a character after the end: an offset outside the text.
  std::size_t byte(std::size_t character) const noexcept {
    return character < starts_.size() ? starts_[character] : starts_.back() + 1;
  }
  std::size_t character(std::size_t byte) const noexcept {
    return static_cast<std::size_t>(std::ranges::lower_bound(starts_, byte) - starts_.begin());
  }

 private:
  std::vector<std::size_t> starts_;
};

/// Calls cut() of a Python object.
class PythonChunker final : public Chunker {
 public:
  explicit PythonChunker(py::object self)
      : self_(std::move(self)), info_(self_.cast<const ChunkerBase&>().info) {}

  const ChunkerInfo& info() const noexcept override { return info_; }

  Result<CutFile> cut(const FileText& file) const override {
    const py::gil_scoped_acquire locked;
    try {
      const py::object given =
          self_.attr("cut")(to_text(file.path), to_text(file.language), to_text(file.text));
      CutFile out;
      out.pieces = given.cast<std::vector<FilePiece>>();
      const Characters characters(file.text);
      for (auto& piece : out.pieces) {
        piece.begin = characters.byte(piece.begin);
        piece.end = characters.byte(piece.end);
      }
      return out;
    } catch (const py::error_already_set& exception) {
      return failed("The chunker raised " + describe_exception(exception));
    } catch (const py::cast_error&) {
      return failed("The chunker did not return a list of FilePiece");
    }
  }

 private:
  static Error failed(std::string cause) {
    return {ErrorCategory::kUnavailable, "CHUNKER_FAILED", std::move(cause), "",
            "Fix the chunker, or use the built-in one."};
  }

  py::object self_;
  ChunkerInfo info_;
};

ChunkerBase make_chunker_base(std::string name, std::string version) {
  auto core = make_syntax_chunker(name);
  return {{std::move(name), std::move(version)}, std::move(core)};
}

/// The pieces of the built-in chunker, with offsets in characters.
std::vector<FilePiece> cut(const ChunkerBase& self, const std::string& path,
                           const std::string& language, const std::string& text) {
  auto cut = [&] {
    const py::gil_scoped_release unlocked;
    return self.core->cut({path, language, text});
  }();
  auto pieces = unwrap(std::move(cut)).pieces;
  const Characters characters(text);
  for (auto& piece : pieces) {
    piece.begin = characters.character(piece.begin);
    piece.end = characters.character(piece.end);
  }
  return pieces;
}

void bind_piece(py::module_& module) {
  ValueClass<FilePiece>(module, "FilePiece", "One piece of a file, made by a chunker.")
      .field("begin", &FilePiece::begin, "Index of its first character in the text.")
      .field("end", &FilePiece::end, "Index after its last character.")
      .field("symbol", &FilePiece::symbol, "Qualified name of its definition; may be empty.")
      .field("kind", &FilePiece::kind,
             "Kind of the definition: \"function\", \"class\", ...; may be empty.")
      .field("doc", &FilePiece::doc, "Doc comment of the definition; may be empty.")
      .field("context", &FilePiece::context, "Enclosing signatures and headings.")
      .field("semantic_class", &FilePiece::semantic_class, "Role of the code.")
      .field("is_part", &FilePiece::is_part, "A piece of a larger definition.")
      .field("defines", &FilePiece::defines, "Qualified names, including symbol.")
      .field("references", &FilePiece::references, "Names that it uses.")
      .finish()
      .def(py::init([](std::size_t begin, std::size_t end, std::string symbol, std::string kind,
                       std::string doc, std::string context, SemanticClass semantic_class,
                       bool is_part, std::vector<std::string> defines,
                       std::vector<std::string> references) {
             FilePiece piece;
             piece.begin = begin;
             piece.end = end;
             piece.symbol = std::move(symbol);
             piece.kind = std::move(kind);
             piece.doc = std::move(doc);
             piece.context = std::move(context);
             piece.semantic_class = semantic_class;
             piece.is_part = is_part;
             piece.defines = std::move(defines);
             piece.references = std::move(references);
             return piece;
           }),
           py::arg("begin"), py::arg("end"), py::arg("symbol") = "", py::arg("kind") = "",
           py::arg("doc") = "", py::arg("context") = "",
           py::arg("semantic_class") = "definition_data", py::arg("is_part") = false,
           py::arg("defines") = py::list(), py::arg("references") = py::list());
}

}  // namespace

void bind_chunker(py::module_& module) {
  bind_piece(module);
  py::class_<ChunkerBase>(
      module, "Chunker",
      "Cuts files into pieces. The built-in chunker cuts by syntax, else by lines. Override cut() "
      "in a subclass; call super().cut() for files that need no special treatment.")
      .def(py::init(&make_chunker_base), py::arg("name"), py::arg("version") = "1",
           "name: the chunk strategy of the pieces. version: change it with the behaviour or "
           "configuration of the chunker; files are then cut again.")
      .def_property_readonly(
          "name", [](const ChunkerBase& self) { return self.info.name; },
          "The chunk strategy of the pieces.")
      .def_property_readonly(
          "version", [](const ChunkerBase& self) { return self.info.version; },
          "Version of its behaviour.")
      .def("cut", &cut, py::arg("path"), py::arg("language"), py::arg("text"),
           "Returns the pieces of a file, ordered by begin. Text outside all pieces is not "
           "searched. The same text in the same language must give the same pieces, whatever the "
           "path. May be called from any thread.");
}

std::shared_ptr<const Chunker> chunker_from(const py::object& given, const py::dict& config) {
  if (given.is_none()) return nullptr;
  const auto plugin =
      py::isinstance<py::str>(given) ? load_plugin("chunker", given, config) : given;
  if (py::isinstance<ChunkerBase>(plugin)) return make_adapter<PythonChunker>(plugin);
  throw py::type_error("chunker: expected a name, None or a codeweaver.Chunker, got " +
                       describe_array(plugin));
}

}  // namespace codeweaver::python
