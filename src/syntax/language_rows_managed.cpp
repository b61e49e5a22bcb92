// Language table, one row per language: languages of the JVM, .NET, the browser and Flutter.
// SPDX-License-Identifier: MIT OR Apache-2.0
#include "syntax/language_rows.hpp"

namespace codeweaver::syntax {

namespace {

constexpr LanguageRow kManagedRows[] = {
    {.id = "java",
     .display_name = "Java",
     .category = "code",
     .extensions = "java jav",
     .interpreters = "java",
     .syntax =
         {
             .grammar = "java",
             .separator = ".",
             .definitions = "class_declaration=class interface_declaration=interface "
                            "enum_declaration=enum record_declaration=record "
                            "annotation_type_declaration=annotation "
                            "method_declaration=method "
                            "constructor_declaration=constructor "
                            "compact_constructor_declaration=constructor "
                            "field_declaration:declarator/name=field "
                            "constant_declaration:declarator/name=constant "
                            "enum_constant=constant "
                            "annotation_type_element_declaration=method "
                            "module_declaration=module",
             .members = "field_declaration:declarator/name=field "
                        "constant_declaration:declarator/name=constant",
             .packages = "package_declaration",
             .imports = "import_declaration",
             .calls = "method_invocation:name object_creation_expression:type",
             .types = "type_identifier",
         }},
    {.id = "kotlin",
     .display_name = "Kotlin",
     .category = "code",
     .aliases = "kt kts",
     .extensions = "kt kts",
     .interpreters = "kotlin kotlinc",
     .syntax =
         {
             .grammar = "kotlin",
             .separator = ".",
             .definitions = "class_declaration=interface?'interface' "
                            "class_declaration=enum?#enum_class_body "
                            "class_declaration=class object_declaration=object "
                            "companion_object:name=object companion_object:~Companion=object "
                            "function_declaration=function "
                            "secondary_constructor:~constructor=constructor "
                            "property_declaration:#variable_declaration/#identifier=property?top "
                            "type_alias:type=type enum_entry=constant",
             .members = "class_parameter:#identifier=property?'val' "
                        "class_parameter:#identifier=property?'var'",
             .packages = "package_header",
             .imports = "import",
             .calls = "call_expression:@",
             .types = "user_type",
             .features = "line_enums",
         }},
    {.id = "scala",
     .display_name = "Scala",
     .category = "code",
     .extensions = "scala sc sbt",
     .interpreters = "scala",
     .syntax =
         {
             .grammar = "scala",
             .separator = ".",
             .definitions = "class_definition=class object_definition=object "
                            "trait_definition=trait enum_definition=enum "
                            "package_object=object function_definition=function "
                            "function_declaration=function type_definition=type "
                            "given_definition=instance "
                            "val_definition:pattern=variable?top "
                            "var_definition:pattern=variable?top "
                            "val_declaration=variable",
             .members = "simple_enum_case=variant full_enum_case=variant",
             .packages = "package_clause",
             .imports = "import_declaration",
             .calls = "call_expression:function",
             .types = "type_identifier",
         }},
    {.id = "csharp",
     .display_name = "C#",
     .category = "code",
     .aliases = "c# cs dotnet",
     .extensions = "cs csx cake",
     .syntax =
         {
             .grammar = "csharp",
             .separator = ".",
             .definitions =
                 "namespace_declaration=namespace class_declaration=class "
                 "struct_declaration=struct interface_declaration=interface "
                 "enum_declaration=enum record_declaration=record "
                 "delegate_declaration=type method_declaration=method "
                 "constructor_declaration=constructor "
                 "destructor_declaration=method "
                 "operator_declaration:operator=method "
                 "property_declaration=property "
                 "indexer_declaration:parameters=property "
                 "event_declaration=property "
                 "event_field_declaration:#variable_declaration/#variable_declarator/name=property "
                 "field_declaration:#variable_declaration/#variable_declarator/name=field "
                 "local_function_statement=function "
                 "enum_member_declaration=constant",
             .members =
                 "event_field_declaration:#variable_declaration/#variable_declarator/name=property "
                 "field_declaration:#variable_declaration/#variable_declarator/name=field",
             .packages = "file_scoped_namespace_declaration",
             .imports = "using_directive",
             .calls = "invocation_expression:function "
                      "object_creation_expression:type",
         }},
    {.id = "dart",
     .display_name = "Dart",
     .category = "code",
     .extensions = "dart",
     .interpreters = "dart",
     .syntax =
         {
             .grammar = "dart",
             .separator = ".",
             .definitions =
                 "class_declaration=class mixin_declaration=mixin "
                 "enum_declaration=enum extension_declaration=extension "
                 "extension_type_declaration=type type_alias=type "
                 "function_declaration:signature/name=function "
                 "external_function_declaration:signature/name=function "
                 "getter_declaration:signature/name=property "
                 "setter_declaration:signature/name=property "
                 "method_declaration:%maker=constructor "
                 "method_declaration:signature/@/name=method "
                 "declaration:#initialized_identifier_list/#initialized_identifier/name=field "
                 "declaration:%maker=constructor "
                 "declaration:@/name=method "
                 "initialized_variable_declaration:name=variable?top "
                 "top_level_variable_declaration:#initialized_identifier_list/"
                 "#initialized_identifier/name=variable?top",
             .members =
                 "enum_entry=enumerator "
                 "declaration:#initialized_identifier_list/#initialized_identifier/name=field "
                 "top_level_variable_declaration:#initialized_identifier_list/"
                 "#initialized_identifier/name=variable?top",
             .imports = "import_or_export",
             .calls = "call_expression:function",
             .types = "type_identifier",
         }},
    {.id = "javascript",
     .display_name = "JavaScript",
     .category = "code",
     .aliases = "js node nodejs jsx ecmascript es6 mjs cjs",
     .extensions = "js mjs cjs jsx es6",
     .interpreters = "node nodejs qjs bun",
     .syntax =
         {
             .grammar = "javascript",
             .separator = ".",
             .definitions = "class_declaration=class class=class "
                            "function_declaration=function "
                            "generator_function_declaration=function "
                            "method_definition=method field_definition:property=field "
                            "variable_declarator:name=function?val "
                            "variable_declarator:name=variable?top "
                            "assignment_expression:left=function?val "
                            "pair:key=method?val call_expression:%testcall=test",
             .imports = "import_statement",
             .calls = "call_expression:function new_expression:constructor",
             .import_calls = "require",
         }},
    {.id = "typescript",
     .display_name = "TypeScript",
     .category = "code",
     .aliases = "ts mts cts",
     .extensions = "ts mts cts",
     .interpreters = "ts-node deno tsx",
     .syntax =
         {
             .grammar = "typescript",
             .separator = ".",
             .definitions = "class_declaration=class abstract_class_declaration=class "
                            "class=class interface_declaration=interface "
                            "enum_declaration=enum type_alias_declaration=type "
                            "internal_module=namespace module=namespace "
                            "function_declaration=function "
                            "generator_function_declaration=function "
                            "function_signature=function method_definition=method "
                            "method_signature=method abstract_method_signature=method "
                            "public_field_definition=field property_signature=field "
                            "variable_declarator:name=function?val "
                            "variable_declarator:name=variable?top "
                            "assignment_expression:left=function?val "
                            "pair:key=method?val call_expression:%testcall=test",
             .members = "enum_body:#property_identifier=enumerator enum_assignment:name=enumerator "
                        "required_parameter:pattern=field?#accessibility_modifier",
             .imports = "import_statement",
             .calls = "call_expression:function new_expression:constructor",
             .import_calls = "require",
             .types = "type_identifier",
             .features = "signatures",
         }},
    {.id = "tsx",
     .display_name = "TSX",
     .category = "code",
     .aliases = "typescriptreact",
     .extensions = "tsx",
     .syntax =
         {
             .grammar = "tsx",
             .separator = ".",
             .definitions = "class_declaration=class abstract_class_declaration=class "
                            "class=class interface_declaration=interface "
                            "enum_declaration=enum type_alias_declaration=type "
                            "internal_module=namespace module=namespace "
                            "function_declaration=function "
                            "generator_function_declaration=function "
                            "function_signature=function method_definition=method "
                            "method_signature=method abstract_method_signature=method "
                            "public_field_definition=field property_signature=field "
                            "variable_declarator:name=function?val "
                            "variable_declarator:name=variable?top "
                            "assignment_expression:left=function?val "
                            "pair:key=method?val call_expression:%testcall=test",
             .members = "enum_body:#property_identifier=enumerator enum_assignment:name=enumerator "
                        "required_parameter:pattern=field?#accessibility_modifier",
             .imports = "import_statement",
             .calls = "call_expression:function new_expression:constructor",
             .import_calls = "require",
             .types = "type_identifier",
         }},
};

}  // namespace

std::span<const LanguageRow> rows_managed() noexcept {
  return kManagedRows;
}

}  // namespace codeweaver::syntax
