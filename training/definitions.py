# Finds documented definitions (name, comment, code) in one source file with tree-sitter.
# SPDX-License-Identifier: MIT OR Apache-2.0
import importlib
import os
import re
import textwrap
from typing import NamedTuple

from tree_sitter import Language, Parser, Query, QueryCursor

EXTENSIONS = {
    ".py": "python", ".go": "go", ".java": "java", ".rs": "rust", ".rb": "ruby", ".php": "php",
    ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "javascript",
    ".ts": "typescript", ".mts": "typescript", ".tsx": "tsx", ".c": "c", ".h": "cpp", ".cc": "cpp",
    ".cpp": "cpp", ".cxx": "cpp", ".hh": "cpp", ".hpp": "cpp", ".hxx": "cpp", ".ipp": "cpp",
    ".cs": "c_sharp", ".kt": "kotlin", ".scala": "scala", ".hs": "haskell", ".lua": "lua",
    ".swift": "swift", ".ex": "elixir", ".exs": "elixir", ".zig": "zig", ".sh": "bash",
    ".bash": "bash", ".zsh": "bash",
}

_SCRIPT = ["function_declaration", "generator_function_declaration", "method_definition",
           "class_declaration", "variable_declarator", "assignment_expression", "pair"]
_NODES = {
    "python": ["function_definition", "class_definition"],
    "javascript": _SCRIPT,
    "typescript": _SCRIPT + ["abstract_class_declaration", "interface_declaration"],
    "tsx": _SCRIPT + ["abstract_class_declaration", "interface_declaration"],
    "go": ["function_declaration", "method_declaration", "type_declaration"],
    "java": ["method_declaration", "constructor_declaration", "class_declaration",
             "interface_declaration", "enum_declaration"],
    "rust": ["function_item", "struct_item", "enum_item", "trait_item"],
    "c": ["function_definition", "declaration"],
    "cpp": ["function_definition", "declaration", "field_declaration", "class_specifier",
            "struct_specifier"],
    "c_sharp": ["method_declaration", "constructor_declaration", "class_declaration",
                "interface_declaration", "struct_declaration"],
    "ruby": ["method", "singleton_method", "class", "module"],
    "php": ["function_definition", "method_declaration", "class_declaration",
            "interface_declaration"],
    "kotlin": ["function_declaration", "class_declaration", "object_declaration"],
    "scala": ["function_definition", "class_definition", "object_definition", "trait_definition"],
    "haskell": ["signature"],
    "lua": ["function_declaration", "assignment_statement"],
    "elixir": ["call"],
    "zig": ["function_declaration", "variable_declaration"],
    "bash": ["function_definition"],
    "swift": ["function_declaration", "init_declaration", "class_declaration",
              "protocol_declaration"],
}
_FUNCTION_VALUES = {"arrow_function", "function_expression", "function", "generator_function",
                    "class"}
_ELIXIR_DEFINITIONS = {"def", "defp", "defmacro", "defmacrop", "defmodule", "defprotocol",
                       "defguard"}
_ZIG_CONTAINERS = {"struct_declaration", "enum_declaration", "union_declaration",
                   "opaque_declaration"}
# Nodes that may be between a definition and its comment, or that contain both.
_WRAPPERS = {"decorated_definition", "export_statement", "lexical_declaration",
             "variable_declaration", "expression_statement", "template_declaration",
             "linkage_specification", "body_statement"}
_BETWEEN = {"attribute_item", "attribute_list", "decorator", "annotation", "signature"}
_COMMENT = re.compile(r"comment|haddock")
_LICENCE = re.compile(r"copyright|licen[sc]e|warrant|all rights|redistribut|permission|spdx|\(c\)|"
                      r"^\s*@?(author|file|since|version|package|date)\b|vim?:|-\*-|shellcheck|frozen_string|"
                      r"eslint|jshint|pragma|use strict|coding[:=]", re.I)


class Definition(NamedTuple):
    symbol: str
    doc: str
    code: str
    is_prototype: bool  # a C or C++ declaration without body


class _Grammar:
    def __init__(self, language):
        module = importlib.import_module(
            "tree_sitter_" + ("typescript" if language == "tsx" else language))
        entry = {"php": "language_php", "typescript": "language_typescript",
                 "tsx": "language_tsx"}.get(language, "language")
        handle = Language(getattr(module, entry)())
        self.parser = Parser(handle)
        self.query = Query(handle, "[" + " ".join(f"({n})" for n in _NODES[language]) + "] @d")


_grammars = {}


def _text(node):
    return node.text.decode("utf8", "replace")


def _name_of(node):
    """The name node of a definition. For C declarators, this is the identifier inside."""
    found = node.child_by_field_name("name") or node.child_by_field_name("left") \
        or node.child_by_field_name("key")
    if found is not None:
        return found
    if node.type == "type_declaration":
        spec = next((c for c in node.named_children if c.type == "type_spec"), None)
        return spec and spec.child_by_field_name("name")
    if node.type == "assignment_statement":
        return node.named_children[0].child_by_field_name("name")
    found = node.child_by_field_name("declarator")
    while found is not None:
        inner = found.child_by_field_name("declarator")
        if inner is None:
            return found
        found = inner
    return next((c for c in node.named_children if c.type.endswith("identifier")), None)


def _is_function_declarator(node):
    found = node.child_by_field_name("declarator")
    while found is not None and found.type != "function_declarator":
        found = found.child_by_field_name("declarator")
    return found is not None


def _container(node):
    """Name of the nearest enclosing class, or of a Go receiver."""
    receiver = node.child_by_field_name("receiver")
    if receiver is not None:
        return re.sub(r"\W+", " ", _text(receiver)).split()[-1:]
    parent = node.parent
    while parent is not None:
        if re.search(r"class|interface|impl_item|trait|object_d|struct_spec|module", parent.type):
            name = parent.child_by_field_name("name") or parent.child_by_field_name("type")
            if name is not None:
                return [_text(name)]
        parent = parent.parent
    return []


def _comment_before(node):
    """Text of the comments directly above a definition, up to an empty line."""
    while node.parent is not None and node.parent.type in _WRAPPERS \
            and node.parent.type != "body_statement":
        node = node.parent
    parts, line, previous = [], node.start_point[0], node.prev_sibling
    if previous is None and node.parent is not None and _COMMENT.search(
            getattr(node.parent.prev_sibling, "type", "")):
        previous = node.parent.prev_sibling
    while previous is not None:
        end = previous.end_point[0] - (previous.end_point[1] == 0)
        if line - end > 1 or (previous.type not in _BETWEEN and not _COMMENT.search(previous.type)):
            break
        if _COMMENT.search(previous.type):
            before = previous.prev_sibling
            if before is not None and before.end_point[0] == previous.start_point[0] \
                    and not _COMMENT.search(before.type) and before.end_point[1] > 0:
                break  # a comment at the end of a line of code
            parts.append(_text(previous))
        line, previous = previous.start_point[0], previous.prev_sibling
    return "\n".join(reversed(parts))


def _clean_comment(comment):
    lines = []
    for line in comment.split("\n"):
        line = re.sub(r"^\s*(/\*+[!<]?|\*+/|\*(?!/)|//[/!]*<?|#+|--+\s*\|?\s?|\{-+\s*\|?)\s?", "", line)
        lines.append(re.sub(r"\s*(\*+/|-\})\s*$", "", line).rstrip())
    return "\n".join(lines).strip()


def _python_docstring(node):
    body = node.child_by_field_name("body")
    first = body.named_children[0] if body is not None and body.named_children else None
    if first is None or first.type != "expression_statement" or not first.named_children \
            or first.named_children[0].type != "string":
        return None
    return first


def _python(node):
    whole = node.parent if node.parent and node.parent.type == "decorated_definition" else node
    doc = _python_docstring(node)
    if doc is None:
        return "", _text(whole)
    source, begin = whole.text, whole.start_byte
    code = source[:doc.start_byte - begin] + b"pass" * (len(doc.parent.named_children) == 1) \
        + source[doc.end_byte - begin:]
    text = re.sub(r"^[rRuUbBfF]*('''|\"\"\"|'|\")|('''|\"\"\"|'|\")$", "", _text(doc))
    first, _, rest = text.partition("\n")
    return first + "\n" + textwrap.dedent(rest), code.decode("utf8", "replace")


def _last_of(node):
    """The node itself; for a Haskell signature, its last equation."""
    if node.type != "signature":
        return node
    name, last, follower = _name_of(node), node, node.next_sibling
    while follower is not None and follower.type in ("function", "bind") \
            and name is not None and _text(_name_of(follower) or follower) == _text(name):
        last, follower = follower, follower.next_sibling
    return last


def _haskell(node):
    """A signature with its equations."""
    root = node
    while root.parent is not None:
        root = root.parent
    code = root.text[node.start_byte - root.start_byte:_last_of(node).end_byte - root.start_byte]
    comment = _comment_before(node)
    if not comment and node.prev_sibling is None and node.parent.prev_sibling is not None \
            and _COMMENT.search(node.parent.prev_sibling.type):
        comment = _text(node.parent.prev_sibling)
    return _clean_comment(comment), code.decode("utf8", "replace")


def _elixir_target(node):
    target = node.child_by_field_name("target")
    return _text(target) if target is not None and target.type == "identifier" else ""


def _elixir_name(node):
    """The name in a def or defmodule, found through `when` and the parameter list."""
    found = next((c for c in node.named_children if c.type == "arguments"), None)
    found = found.named_children[0] if found is not None and found.named_children else None
    while found is not None and found.type in ("binary_operator", "call"):
        found = found.child_by_field_name("left" if found.type == "binary_operator" else "target")
    return found


def _elixir_module(node):
    """The @moduledoc of a module, as its comment."""
    body = next((c for c in node.named_children if c.type == "do_block"), None)
    for child in body.named_children[:3] if body is not None else []:
        text = _text(child)
        if text.startswith("@moduledoc"):
            return child, text
    return None, ""


def _elixir(node):
    """A definition with the @doc above it; attributes such as @spec may be in between."""
    if _elixir_target(node) == "defmodule":
        child, text = _elixir_module(node)
        code = node.text if child is None else (
            node.text[:child.start_byte - node.start_byte]
            + node.text[child.end_byte - node.start_byte:])
        code = code.decode("utf8", "replace")
    else:
        text, code, previous = "", _text(node), node.prev_sibling
        while previous is not None and previous.type == "unary_operator":
            if _text(previous).startswith("@doc"):
                text = _text(previous)
                break
            previous = previous.prev_sibling
        if not text:
            return _clean_comment(_comment_before(node)), code
    found = re.search(r'(?:"""|\'\'\'|")\s*\n?(.*?)\s*(?:"""|\'\'\'|")\s*$', text, re.S)
    return textwrap.dedent(found.group(1)) if found else "", code


def _wanted(node):
    if node.type == "call":
        return _elixir_target(node) in _ELIXIR_DEFINITIONS
    if node.type == "assignment_statement":
        values = node.named_children[-1].named_children
        return len(values) == 1 and values[0].type == "function_definition"
    if node.type == "variable_declaration":
        return any(c.type in _ZIG_CONTAINERS for c in node.named_children)
    if node.type in ("variable_declarator", "assignment_expression", "pair"):
        value = node.child_by_field_name("value") or node.child_by_field_name("right")
        return value is not None and value.type in _FUNCTION_VALUES
    if node.type in ("declaration", "field_declaration"):
        return _is_function_declarator(node)
    if node.type in ("class_specifier", "struct_specifier"):
        return node.child_by_field_name("body") is not None
    return True


def _file_header(root, language):
    """The comment at the beginning of a file, without the licence; for Python, the docstring of the module."""
    nodes = root.named_children[:12]
    if language == "php" and nodes and nodes[0].type == "php_tag":
        nodes = nodes[1:]
    if language == "python":
        first = nodes[0] if nodes else None
        if first is not None and first.type == "expression_statement" and first.named_children \
                and first.named_children[0].type == "string":
            return re.sub(r"^\w*('''|\"\"\"|'|\")|('''|\"\"\"|'|\")$", "", _text(first)).strip()
    parts, line = [], 0
    for node in nodes:
        if not _COMMENT.search(node.type):
            if parts and node.start_point[0] - line <= 1 and language not in ("c", "cpp", "bash"):
                parts.pop()  # it belongs to the first definition
            break
        if parts and node.start_point[0] - line <= 1:
            parts[-1] += "\n" + _text(node)
        else:
            parts.append(_text(node))
        line = node.end_point[0] - (node.end_point[1] == 0)
    cleaned = [_clean_comment(re.sub(r"^#!.*\n?", "", part)) for part in parts]
    paragraphs = [p for part in cleaned for p in re.split(r"\n\s*\n", part)
                  if p.strip() and not _LICENCE.search(p)]
    return "\n\n".join(paragraphs)


def parse(path, source):
    """(file header, Definitions in source order) of one file (bytes)."""
    root, grammar, language = _read(path, source)
    return _file_header(root, language), list(_definitions(root, grammar, language))


def outline(path, source):
    """(symbol, first line, last line), counted from 1, of the definitions of one file (bytes)."""
    root, grammar, language = _read(path, source)
    return [(".".join(_container(node) + [_text(name)]), node.start_point[0] + 1,
             _last_of(node).end_point[0] + 1)
            for node, name in _named_nodes(root, grammar, language)]


def _read(path, source):
    language = EXTENSIONS[os.path.splitext(path)[1].lower()]
    grammar = _grammars.get(language)
    if grammar is None:
        grammar = _grammars[language] = _Grammar(language)
    return grammar.parser.parse(source).root_node, grammar, language


def _named_nodes(root, grammar, language):
    for node in QueryCursor(grammar.query).captures(root).get("d", []):
        if node.end_byte - node.start_byte > 60000 or not _wanted(node):
            continue
        name = _elixir_name(node) if language == "elixir" else _name_of(node)
        if name is not None and name.end_byte - name.start_byte <= 80:
            yield node, name


def _definitions(root, grammar, language):
    for node, name in _named_nodes(root, grammar, language):
        if language == "python":
            doc, code = _python(node)
        elif language == "haskell":
            doc, code = _haskell(node)
        elif language == "elixir":
            doc, code = _elixir(node)
        else:
            doc, code = _clean_comment(_comment_before(node)), _text(node)
        symbol = ".".join(_container(node) + [_text(name)])
        yield Definition(symbol, doc, textwrap.dedent(code),
                         node.type in ("declaration", "field_declaration"))
