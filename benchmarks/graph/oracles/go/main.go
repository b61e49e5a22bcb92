// Prints the uses of names in a Go module as TSV, resolved by the Go type checker: uses ROOT [PACKAGES].
// SPDX-License-Identifier: MIT OR Apache-2.0

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Files with build constraints are type-checked only for a matching system. Uses are merged over these.
var systems = []string{"linux", "windows", "darwin"}

const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo

// place is a line of a file of the project.
type place struct {
	path string
	line int
}

// key identifies a package-level name or a method. Build constraints can give one key several definitions.
type key struct {
	folder, pkg, receiver, name string
}

type oracle struct {
	root        string
	definitions map[key][]place
	rows        map[string]bool
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: uses ROOT [PACKAGES]   (default for PACKAGES: ./...)")
		os.Exit(2)
	}
	root, err := filepath.Abs(os.Args[1])
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		fail(err)
	}
	patterns := os.Args[2:]
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	o := &oracle{root: root, definitions: map[key][]place{}, rows: map[string]bool{}}
	if err := o.readDefinitions(); err != nil {
		fail(err)
	}
	for _, system := range systems {
		if err := o.load(system, patterns); err != nil {
			fail(err)
		}
	}
	o.print()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "Error:", err)
	os.Exit(1)
}

// relative returns the path below the root, or "" for files outside of it and for vendored files.
func (o *oracle) relative(file string) string {
	path, err := filepath.Rel(o.root, file)
	if err != nil || strings.HasPrefix(path, "..") || strings.Contains("/"+path, "/vendor/") {
		return ""
	}
	return path
}

// readDefinitions parses every Go file, whatever its build constraints, and notes its package-level names and methods.
func (o *oracle) readDefinitions() error {
	return filepath.Walk(o.root, func(file string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || !strings.HasSuffix(file, ".go") || o.relative(file) == "" {
			return err
		}
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			return nil
		}
		note := func(receiver string, name *ast.Ident) {
			id := key{filepath.Dir(o.relative(file)), tree.Name.Name, receiver, name.Name}
			o.definitions[id] = append(o.definitions[id], place{o.relative(file), fset.PositionFor(name.Pos(), false).Line})
		}
		for _, declaration := range tree.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				note(receiverName(d), d.Name)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						note("", s.Name)
					case *ast.ValueSpec:
						for _, name := range s.Names {
							note("", name)
						}
					}
				}
			}
		}
		return nil
	})
}

// receiverName returns the name of the type that a method belongs to; "" for functions.
func receiverName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	name := ""
	ast.Inspect(d.Recv.List[0].Type, func(node ast.Node) bool {
		if ident, ok := node.(*ast.Ident); ok && name == "" {
			name = ident.Name
		}
		return name == ""
	})
	return name
}

func (o *oracle) load(system string, patterns []string) error {
	config := &packages.Config{Mode: mode, Dir: o.root, Tests: true, Fset: token.NewFileSet(),
		Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")}
	loaded, err := packages.Load(config, patterns...)
	if err != nil {
		return err
	}
	for _, pkg := range loaded {
		for _, problem := range pkg.Errors {
			fmt.Fprintf(os.Stderr, "%s: %s: %v\n", system, pkg.ID, problem)
		}
		for _, tree := range pkg.Syntax {
			path := o.relative(config.Fset.PositionFor(tree.FileStart, false).Filename)
			if path != "" {
				o.readFile(config.Fset, pkg, tree, path)
			}
		}
	}
	return nil
}

func (o *oracle) readFile(fset *token.FileSet, pkg *packages.Package, tree *ast.File, path string) {
	called := calledNames(tree, pkg.TypesInfo)
	ast.Inspect(tree, func(node ast.Node) bool {
		ident, ok := node.(*ast.Ident)
		if !ok {
			return true
		}
		object := origin(pkg.TypesInfo.Uses[ident])
		if object == nil || isLocal(object) {
			return true
		}
		kind := "other"
		if _, isType := object.(*types.TypeName); isType {
			kind = "type"
		} else if called[ident] {
			kind = "call"
		}
		at := fset.PositionFor(ident.Pos(), false)
		for _, target := range o.targets(fset, object) {
			o.rows[fmt.Sprintf("%s\t%d\t%d\t%s\t%s\t%s\t%d\t%s", path, at.Line, at.Column, ident.Name, kind,
				target.path, target.line, object.Name())] = true
		}
		return true
	})
}

// calledNames returns the names that stand where a call names its function, including conversions.
func calledNames(tree *ast.File, info *types.Info) map[*ast.Ident]bool {
	called := map[*ast.Ident]bool{}
	ast.Inspect(tree, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		function, isIndexed := ast.Unparen(call.Fun), false
		switch indexed := function.(type) {
		case *ast.IndexExpr:
			function, isIndexed = indexed.X, true
		case *ast.IndexListExpr:
			function, isIndexed = indexed.X, true
		}
		var name *ast.Ident
		switch named := function.(type) {
		case *ast.Ident:
			name = named
		case *ast.SelectorExpr:
			name = named.Sel
		}
		if _, isGeneric := info.Instances[name]; name != nil && (isGeneric || !isIndexed) { // fs[i](x) calls no name
			called[name] = true
		}
		return true
	})
	return called
}

// origin returns the generic declaration of an instantiated function, method or field.
func origin(object types.Object) types.Object {
	switch o := object.(type) {
	case *types.Func:
		return o.Origin()
	case *types.Var:
		return o.Origin()
	}
	return object
}

// isLocal is true for packages, labels, type parameters, and for variables and constants inside of functions.
func isLocal(object types.Object) bool {
	switch o := object.(type) {
	case *types.PkgName, *types.Label:
		return true
	case *types.Var:
		return !o.IsField() && (o.Pkg() == nil || o.Parent() != o.Pkg().Scope())
	case *types.Const:
		return o.Pkg() != nil && o.Parent() != o.Pkg().Scope()
	case *types.TypeName:
		_, isParameter := o.Type().(*types.TypeParam)
		return isParameter
	}
	return false
}

// targets returns the definitions of an object in the project, or one empty place if it has none.
func (o *oracle) targets(fset *token.FileSet, object types.Object) []place {
	if !object.Pos().IsValid() {
		return []place{{}}
	}
	at := fset.PositionFor(object.Pos(), false)
	path := o.relative(at.Filename)
	if path == "" {
		return []place{{}}
	}
	found := []place{{path, at.Line}}
	receiver, isNamed := "", object.Parent() == object.Pkg().Scope()
	if function, ok := object.(*types.Func); ok && function.Signature().Recv() != nil {
		receiver, isNamed = typeName(function.Signature().Recv().Type())
	}
	if isNamed {
		for _, other := range o.definitions[key{filepath.Dir(path), object.Pkg().Name(), receiver, object.Name()}] {
			if other != found[0] {
				found = append(found, other)
			}
		}
	}
	return found
}

// typeName returns the name of a receiver's type. Types without a name, and interfaces, have none.
func typeName(receiver types.Type) (string, bool) {
	if pointer, ok := receiver.(*types.Pointer); ok {
		receiver = pointer.Elem()
	}
	named, ok := receiver.(*types.Named)
	if !ok || types.IsInterface(named) {
		return "", false
	}
	return named.Obj().Name(), true
}

func (o *oracle) print() {
	rows := make([]string, 0, len(o.rows))
	for row := range o.rows {
		rows = append(rows, row)
	}
	sort.Strings(rows)
	fmt.Println("path\tline\tcolumn\tname\tkind\ttarget_path\ttarget_line\ttarget_name")
	for _, row := range rows {
		fmt.Println(row)
	}
}
