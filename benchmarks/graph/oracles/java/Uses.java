// Prints the uses of names in a Java project as TSV, resolved by javac: Uses ROOT CLASSPATH.
// SPDX-License-Identifier: MIT OR Apache-2.0

import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.TypeKind;
import javax.tools.*;

/**
 * A type may be declared in several source folders, one for each version of Java. The compiler sees one of them at a time, so it runs once for each,
 * and the uses are merged.
 */
public class Uses {
    static final Set<ElementKind> LOCAL = EnumSet.of(ElementKind.PACKAGE, ElementKind.MODULE, ElementKind.LOCAL_VARIABLE, ElementKind.PARAMETER,
        ElementKind.EXCEPTION_PARAMETER, ElementKind.RESOURCE_VARIABLE, ElementKind.BINDING_VARIABLE, ElementKind.TYPE_PARAMETER);

    final Path root;
    final String classpath;
    final SortedSet<String> rows = new TreeSet<>();
    final Map<CompilationUnitTree, Source> sources = new HashMap<>();

    Uses(Path root, String classpath) {
        this.root = root;
        this.classpath = classpath;
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: Uses ROOT CLASSPATH");
            System.exit(2);
        }
        Uses uses = new Uses(Path.of(arguments[0]).toRealPath(), arguments[1]);
        List<Path> left = uses.files();
        Map<String, Path> first = new TreeMap<>(); // by package and name of the file
        for (List<Path> others = left; !others.isEmpty();) {
            Map<String, Path> own = new TreeMap<>(first);
            List<Path> later = new ArrayList<>();
            Set<String> taken = new HashSet<>();
            for (Path file : others) {
                if (taken.add(uses.key(file))) {
                    own.put(uses.key(file), file);
                } else {
                    later.add(file);
                }
            }
            uses.compile(new ArrayList<>(own.values()));
            own.forEach(first::putIfAbsent);
            others = later;
        }
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        out.println("path\tline\tcolumn\tname\tkind\ttarget_path\ttarget_line\ttarget_name");
        uses.rows.forEach(out::println);
        out.flush();
    }

    List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(file -> file.toString().endsWith(".java") && !file.endsWith("module-info.java"))
                .filter(file -> !relative(file).startsWith(".") && !relative(file).contains("/.")).sorted().collect(Collectors.toList());
        }
    }

    String relative(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    String key(Path file) {
        try {
            for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                if (line.startsWith("package ")) {
                    return line.substring(8).replaceAll("[;\\s].*", "") + "/" + file.getFileName();
                }
            }
            return "/" + file.getFileName();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    void compile(List<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<String> options = List.of("-proc:none", "-Xmaxerrs", "1000000", "-nowarn", "-cp", classpath);
        int[] errors = {0};
        DiagnosticListener<JavaFileObject> listener = problem -> {
            if (problem.getKind() == Diagnostic.Kind.ERROR && errors[0]++ < 20) {
                System.err.println(problem);
            }
        };
        JavacTask task = (JavacTask) compiler.getTask(null, manager, listener, options, null, manager.getJavaFileObjectsFromPaths(files));
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        Trees trees = Trees.instance(task);
        for (CompilationUnitTree unit : units) {
            new Reader(trees, unit).scan(unit, null);
        }
        System.err.println(files.size() + " files, " + errors[0] + " errors");
    }

    Source source(CompilationUnitTree unit) {
        return sources.computeIfAbsent(unit, Source::new);
    }

    /** The text of a file, with places in it. */
    class Source {
        final String text;
        final String path;
        final int[] lines;

        Source(CompilationUnitTree unit) {
            try {
                text = unit.getSourceFile().getCharContent(true).toString();
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
            path = relative(Path.of(unit.getSourceFile().toUri()));
            lines = IntStream.concat(IntStream.of(0), IntStream.range(0, text.length()).filter(i -> text.charAt(i) == '\n').map(i -> i + 1)).toArray();
        }

        int line(int position) {
            int at = Arrays.binarySearch(lines, position);
            return at >= 0 ? at + 1 : -at - 1;
        }

        int column(int position) {
            return text.substring(lines[line(position) - 1], position).getBytes(StandardCharsets.UTF_8).length + 1;
        }

        /** The next place of a name as a whole word; -1: there is none. */
        int find(String name, int from) {
            for (int at = text.indexOf(name, Math.max(from, 0)); at >= 0; at = text.indexOf(name, at + 1)) {
                if ((at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1))) && isAt(name, at)) {
                    return at;
                }
            }
            return -1;
        }

        boolean isAt(String name, int position) {
            int end = position + name.length();
            return text.startsWith(name, position) && (end >= text.length() || !Character.isJavaIdentifierPart(text.charAt(end)));
        }
    }

    class Reader extends TreePathScanner<Void, Void> {
        final Trees trees;
        final CompilationUnitTree unit;
        final Source source;

        Reader(Trees trees, CompilationUnitTree unit) {
            this.trees = trees;
            this.unit = unit;
            this.source = source(unit);
        }

        @Override
        public Void visitIdentifier(IdentifierTree node, Void unused) {
            use(node, node.getName().toString());
            return super.visitIdentifier(node, unused);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree node, Void unused) {
            use(node, node.getIdentifier().toString());
            return super.visitMemberSelect(node, unused);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree node, Void unused) {
            if (node.getMode() == MemberReferenceTree.ReferenceMode.INVOKE) {
                use(node, node.getName().toString());
            }
            return super.visitMemberReference(node, unused);
        }

        /** A use of the name that a node ends with. */
        void use(Tree node, String name) {
            int position = (int) trees.getSourcePositions().getEndPosition(unit, node) - name.length();
            if (position < 0 || name.equals("this") || name.equals("super") || name.equals("class") || !source.isAt(name, position)) {
                return; // what the compiler adds has no text
            }
            Element element = trees.getElement(getCurrentPath());
            if (element == null || LOCAL.contains(element.getKind()) || element.asType().getKind() == TypeKind.ERROR) {
                return;
            }
            rows.add(String.join("\t", source.path, "" + source.line(position), "" + source.column(position), name, kind(element), target(element),
                element.getSimpleName()));
        }

        String kind(Element element) {
            for (TreePath path = getCurrentPath(); path != null; path = path.getParentPath()) {
                if (path.getLeaf() instanceof ImportTree) {
                    return "other";
                }
            }
            if (element.getKind().isClass() || element.getKind().isInterface()) {
                return "type";
            }
            Tree above = getCurrentPath().getParentPath().getLeaf();
            boolean isCalled = above instanceof MethodInvocationTree && ((MethodInvocationTree) above).getMethodSelect() == getCurrentPath().getLeaf();
            return isCalled ? "call" : "other";
        }

        String target(Element element) {
            TreePath path = trees.getPath(element);
            if (path == null && element.getEnclosingElement() != null && element.getEnclosingElement().getKind() == ElementKind.RECORD) {
                for (Element field : element.getEnclosingElement().getEnclosedElements()) { // that an accessor reads
                    if (field.getKind() == ElementKind.FIELD && field.getSimpleName().equals(element.getSimpleName())) {
                        path = trees.getPath(field);
                    }
                }
            }
            if (path == null) {
                return "\t0";
            }
            Source other = source(path.getCompilationUnit());
            int at = other.find(element.getSimpleName().toString(), ((JCTree) path.getLeaf()).pos);
            return at < 0 ? "\t0" : other.path + "\t" + other.line(at);
        }
    }
}
