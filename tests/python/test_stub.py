"""The shipped stub matches the compiled module: classes, members of enumerations, methods, arguments, docstrings."""
# SPDX-License-Identifier: MIT OR Apache-2.0

import ast
import enum
import importlib.resources
import re

import codeweaver
import pytest
from codeweaver import _core

STUB = ast.parse(importlib.resources.files("codeweaver").joinpath("_core.pyi").read_text())
# Types that only the stub has: options by keyword, and what all value types share.
STUB_ONLY = {"_Keywords", "AskKeywords", "FindCodeKeywords", "ListKeywords", "ProjectsKeywords", "SearchKeywords", "IndexKeywords", "_Value"}


def arguments(function):
    """Names in order, with '*' before those that go by keyword only and '**' for further keywords; and which may be left out."""
    given = function.args
    plain = given.posonlyargs + given.args
    optional = {one.arg for one in plain[len(plain) - len(given.defaults):]}
    optional |= {one.arg for one, default in zip(given.kwonlyargs, given.kw_defaults) if default is not None}
    names = [one.arg for one in plain] + (["*"] if given.kwonlyargs else []) + [one.arg for one in given.kwonlyargs]
    return names + (["**"] if given.kwarg else []), optional


def bound_function(name, function):
    """The signature that pybind11 writes into the doc string."""
    line = function.__doc__.splitlines()[0]
    plain = re.sub(r"<[^<>]*>", "None", line)  # defaults that have no literal form
    return ast.parse(f"def {plain}: ...").body[0]


def is_property(node):
    return any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list)


CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef) and node.name not in STUB_ONLY}
TO_JSON = next(one for node in STUB.body if isinstance(node, ast.ClassDef) and node.name == "_Value"
               for one in node.body if getattr(one, "name", "") == "to_json")
FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}


def test_the_stub_names_what_the_module_has():
    public = {name for name in vars(_core) if not name.startswith("_")}
    assert public == set(CLASSES) | set(FUNCTIONS)


def test_the_package_exports_all_of_it():
    assert set(CLASSES) | set(FUNCTIONS) <= set(codeweaver.__all__)
    for name in codeweaver.__all__:
        assert hasattr(codeweaver, name)


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_has_the_members_of_its_stub(name):
    kind, node = getattr(_core, name), CLASSES[name]
    if issubclass(kind, enum.Enum):
        written = {one.targets[0].id: one.value.value for one in node.body if isinstance(one, ast.Assign)}
        assert {member.name: member.value for member in kind} == written
        return
    functions = {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
    if any(base.id == "_Value" for base in node.bases):
        functions["to_json"] = TO_JSON
    bound = {key for key in vars(kind) if not key.startswith("_") or (key == "__init__" and "__init__" in functions)}
    assert bound == {key for key in functions if key == "__init__" or not key.startswith("_")}
    for key, function in functions.items():
        if is_property(function):
            assert isinstance(vars(kind)[key], property), key
        elif not (key.startswith("_") and key != "__init__"):
            assert arguments(bound_function(key, getattr(kind, key))) == arguments(function), key


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_has_the_arguments_of_its_stub(name):
    assert arguments(bound_function(name, getattr(_core, name))) == arguments(FUNCTIONS[name])


def keywords(name):
    """Fields of a TypedDict of the stub and of those that it extends, in no order."""
    node = next((one for one in STUB.body if isinstance(one, ast.ClassDef) and one.name == name), None)
    if node is None:
        return set()
    inherited = [keywords(base.id) for base in node.bases if isinstance(base, ast.Name)]
    return set().union({one.target.id for one in node.body if isinstance(one, ast.AnnAssign)}, *inherited)


def doc_of(thing):
    """A doc string in one line, without the signature that pybind11 puts before that of a function."""
    text = (thing.__doc__ or "").strip()
    first, _, rest = text.partition("\n")
    return " ".join((rest if "->" in first else text).split())


def stub_doc(node):
    return " ".join((ast.get_docstring(node) or "").split())


@pytest.mark.parametrize("name", CLASSES)
def test_the_stub_says_what_the_doc_strings_say(name):
    kind, node = getattr(_core, name), CLASSES[name]
    assert stub_doc(node) == doc_of(kind) != ""
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and (one.name == "__init__" or not one.name.startswith("_")):
            said = doc_of(getattr(vars(kind)[one.name], "__func__", vars(kind)[one.name]))
            assert stub_doc(one) == said, f"{name}.{one.name}: run scripts/document_stub"
            assert said or one.name == "__init__", f"{name}.{one.name}"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_stub_says_what_the_doc_strings_of_functions_say(name):
    assert stub_doc(FUNCTIONS[name]) == doc_of(getattr(_core, name)) != ""


def known_keywords(call):
    with pytest.raises(TypeError, match="unexpected keyword argument") as caught:
        call()
    return set(str(caught.value).split("known ones: ")[1].split(", "))


def test_the_keywords_of_the_stub_are_those_the_module_takes(shop, shop_index):
    searcher = codeweaver.HybridSearcher(shop_index)
    assert keywords("SearchKeywords") == known_keywords(lambda: searcher.search("token", unknown=1))
    assert keywords("IndexKeywords") == known_keywords(lambda: codeweaver.Indexer(shop, shop_index, unknown=1))
