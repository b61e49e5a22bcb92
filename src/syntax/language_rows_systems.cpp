// Language table, one row per language: languages compiled to machine code.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language_rows.hpp"

namespace codeweaver::syntax {

namespace {

constexpr LanguageRow kSystemsRows[] = {
    {.id = "c",
     .display_name = "C",
     .category = "code",
     .extensions = "c h idc",
     .syntax =
         {
             .grammar = "c",
             .separator = "::",
             .definitions = "function_definition:%testmacro=test "
                            "expression_statement:%testmacro=test "
                            "function_definition:*declarator=function "
                            "declaration:*declarator=function?fn "
                            "declaration:*declarator=variable?top "
                            "struct_specifier=struct?body union_specifier=union?body "
                            "enum_specifier=enum?body "
                            "type_definition:*declarator=typedef "
                            "preproc_def=constant?#preproc_arg "
                            "preproc_function_def=macro",
             .members = "enumerator=enumerator field_declaration:*declarator=field "
                        "declaration:*declarator=function?fn "
                        "declaration:*declarator=variable?top "
                        "type_definition:*declarator=typedef preproc_def:name=constant",
             .imports = "preproc_include",
             .calls = "call_expression:function",
             .types = "type_identifier",
             .features = "macros",
         }},
    {.id = "cpp",
     .display_name = "C++",
     .category = "code",
     .aliases = "c++ cxx cc cuda",
     .extensions = "cpp cc cxx c++ hpp hh hxx h++ ipp inl inc tpp tcc ixx cppm cu cuh ino",
     .syntax =
         {
             .grammar = "cpp",
             .separator = "::",
             .definitions = "namespace_definition=namespace class_specifier=class?body "
                            "struct_specifier=struct?body union_specifier=union?body "
                            "enum_specifier=enum?body "
                            "function_definition:%testmacro=test "
                            "expression_statement:%testmacro=test "
                            "function_definition:*declarator=function "
                            "declaration:*declarator=function?fn "
                            "declaration:*declarator=variable?top "
                            "field_declaration:*declarator=method?fn "
                            "field_declaration:*declarator=field alias_declaration=type "
                            "type_definition:*declarator=typedef "
                            "concept_definition=concept "
                            "preproc_def=constant?#preproc_arg "
                            "preproc_function_def=macro",
             .members = "enumerator=enumerator "
                        "field_declaration:*declarator=method?fn "
                        "field_declaration:*declarator=field "
                        "declaration:*declarator=function?fn "
                        "declaration:*declarator=variable?top "
                        "type_definition:*declarator=typedef preproc_def:name=constant",
             .imports = "preproc_include using_declaration",
             .calls = "call_expression:function",
             .types = "type_identifier",
             .features = "macros",
         }},
    {.id = "objc",
     .display_name = "Objective-C",
     .category = "code",
     .aliases = "objective-c objectivec obj-c objective-c++ objcpp",
     .extensions = "m mm",
     .syntax =
         {
             .grammar = "objc",
             .separator = ".",
             .definitions = "class_interface:#identifier=class "
                            "class_implementation:#identifier=class "
                            "protocol_declaration:#identifier=protocol "
                            "method_declaration:%objc=method "
                            "method_definition:%objc=method "
                            "function_definition:*declarator=function "
                            "declaration:*declarator=function?fn "
                            "property_declaration:#struct_declaration/#struct_declarator/@/"
                            "*declarator=property "
                            "struct_specifier=struct?body enum_specifier=enum?body "
                            "type_definition:*declarator=typedef "
                            "preproc_def=constant?#preproc_arg "
                            "preproc_function_def=macro",
             .members =
                 "enumerator=enumerator field_declaration:*declarator=field "
                 "instance_variable:#struct_declaration/#struct_declarator/@/*declarator=field "
                 "property_declaration:#struct_declaration/#struct_declarator/@/"
                 "*declarator=property "
                 "declaration:*declarator=function?fn "
                 "declaration:*declarator=variable?top "
                 "type_definition:*declarator=typedef preproc_def:name=constant",
             .imports = "preproc_include module_import",
             .calls = "call_expression:function message_expression:method",
             .types = "type_identifier",
             .features = "macros",
         }},
    {.id = "rust",
     .display_name = "Rust",
     .category = "code",
     .aliases = "rs",
     .extensions = "rs",
     .interpreters = "rust-script",
     .syntax =
         {
             .grammar = "rust",
             .separator = "::",
             .definitions = "function_item=function function_signature_item=function "
                            "struct_item=struct enum_item=enum union_item=union "
                            "trait_item=trait impl_item:type=impl mod_item=module "
                            "macro_definition=macro const_item=constant "
                            "static_item=constant type_item=type associated_type=type",
             .members = "enum_variant=variant field_declaration=field",
             .imports = "use_declaration extern_crate_declaration",
             .calls = "call_expression:function macro_invocation:macro",
             .types = "type_identifier",
         }},
    {.id = "go",
     .display_name = "Go",
     .category = "code",
     .aliases = "golang",
     .extensions = "go",
     .syntax =
         {
             .grammar = "go",
             .separator = ".",
             .definitions = "function_declaration=function method_declaration=method "
                            "type_spec=struct?#struct_type "
                            "type_spec=interface?#interface_type type_spec=type "
                            "type_alias=type method_elem=method const_spec=constant?top "
                            "var_spec=variable?top",
             .members = "const_spec:name=constant?top var_spec:name=variable?top "
                        "field_declaration:name=field",
             .packages = "package_clause",
             .imports = "import_declaration",
             .calls = "call_expression:function",
             .types = "type_identifier",
             .features = "receivers values_of_new",
         }},
    {.id = "zig",
     .display_name = "Zig",
     .category = "code",
     .extensions = "zig zon",
     .syntax =
         {
             .grammar = "zig",
             .separator = ".",
             .definitions = "function_declaration=function "
                            "test_declaration:#string=test "
                            "variable_declaration:#identifier=struct?#struct_declaration "
                            "variable_declaration:#identifier=enum?#enum_declaration "
                            "variable_declaration:#identifier=union?#union_declaration "
                            "variable_declaration:#identifier=variable?top "
                            "container_field:name=field",
             .calls = "call_expression:function",
         }},
    {.id = "swift",
     .display_name = "Swift",
     .category = "code",
     .extensions = "swift",
     .interpreters = "swift",
     .syntax =
         {
             .grammar = "swift",
             .separator = ".",
             .definitions = "class_declaration=struct?'struct' "
                            "class_declaration=enum?'enum' "
                            "class_declaration=extension?'extension' "
                            "class_declaration=class protocol_declaration=protocol "
                            "function_declaration=function init_declaration=constructor "
                            "deinit_declaration:~deinit=method "
                            "protocol_function_declaration=method "
                            "property_declaration:name=property?top "
                            "protocol_property_declaration:name/#simple_identifier=property "
                            "typealias_declaration=type associatedtype_declaration=type "
                            "subscript_declaration:~subscript=method "
                            "macro_declaration:#simple_identifier=macro "
                            "enum_entry=constant",
             .imports = "import_declaration",
             .calls = "call_expression:#simple_identifier",
             .types = "type_identifier",
         }},
    {.id = "haskell",
     .display_name = "Haskell",
     .category = "code",
     .aliases = "hs",
     .extensions = "hs hs-boot",
     .interpreters = "runhaskell runghc stack",
     .syntax =
         {
             .grammar = "haskell",
             .separator = ".",
             .definitions = "data_type=type newtype=type type_synonym=typedef "
                            "type_family=type data_family=type class=class instance=instance "
                            "function:%haskell=function "
                            "bind:%haskell=function?top signature:%haskell=function "
                            "foreign_import:signature/name=function",
             .members = "data_constructor:constructor/name=variant "
                        "data_constructor:constructor/operator=variant "
                        "newtype_constructor:name=variant "
                        "gadt_constructor:name=variant field:name=field",
             .packages = "header",
             .imports = "import",
             .calls = "apply:*function",
             .features = "clauses",
         }},
    {.id = "ocaml",
     .display_name = "OCaml",
     .category = "code",
     .aliases = "ml",
     .extensions = "ml",
     .interpreters = "ocaml",
     .syntax =
         {
             .grammar = "ocaml",
             .separator = ".",
             .definitions =
                 "value_definition:%binding=function?top let_binding:pattern=function?and&top "
                 "module_definition:%binding=module module_binding:#module_name=module?and "
                 "module_type_definition:#module_type_name=module "
                 "type_definition:%binding=type type_binding:name=type?and "
                 "class_definition:%binding=class class_binding:#class_name=class?and "
                 "method_definition:#method_name=method value_specification:%mlvalue=function "
                 "exception_definition:#constructor_declaration/#constructor_name=exception "
                 "external:%mlvalue=function",
             .members = "constructor_declaration:#constructor_name=variant "
                        "field_declaration:#field_name=field",
             .imports = "open_module include_module",
             .calls = "application_expression:*function",
         }},
    {.id = "ocaml_interface",
     .display_name = "OCaml interface",
     .category = "code",
     .aliases = "mli",
     .extensions = "mli",
     .syntax =
         {
             .grammar = "ocaml_interface",
             .separator = ".",
             .definitions =
                 "value_specification:%mlvalue=function "
                 "module_definition:%binding=module module_binding:#module_name=module?and "
                 "module_type_definition:#module_type_name=module "
                 "type_definition:%binding=type type_binding:name=type?and "
                 "class_definition:%binding=class class_binding:#class_name=class?and "
                 "exception_definition:#constructor_declaration/#constructor_name=exception "
                 "external:%mlvalue=function",
             .members = "constructor_declaration:#constructor_name=variant "
                        "field_declaration:#field_name=field",
             .imports = "open_module include_module",
         }},
    {.id = "solidity",
     .display_name = "Solidity",
     .category = "code",
     .aliases = "sol",
     .extensions = "sol",
     .syntax =
         {
             .grammar = "solidity",
             .separator = ".",
             .definitions = "contract_declaration=contract "
                            "interface_declaration=interface "
                            "library_declaration=library struct_declaration=struct "
                            "enum_declaration=enum function_definition=function "
                            "modifier_definition=modifier event_definition=event "
                            "error_declaration=error "
                            "constructor_definition:~constructor=constructor "
                            "state_variable_declaration=variable "
                            "constant_variable_declaration=constant "
                            "user_defined_type_definition=type",
             .members = "enum_value=enumerator struct_member:name=field",
             .imports = "import_directive",
             .calls = "call_expression:function",
         }},
};

}  // namespace

std::span<const LanguageRow> rows_systems() noexcept {
  return kSystemsRows;
}

}  // namespace codeweaver::syntax
