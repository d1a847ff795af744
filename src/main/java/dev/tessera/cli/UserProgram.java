package dev.tessera.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// A Java program, compiled to memory.
final class UserProgram {
    private final Class<?> type;
    private final Method main;

    private UserProgram(Class<?> type, Method main) {
        this.type = type;
        this.main = main;
    }

    /// Compiles the file, and with it the classes of its folder that it uses.
    /// @param warnings receives the compiler's warnings
    /// @throws CommandFailure where it has errors, or no main method; where this Java has no compiler
    static UserProgram compiled(Path file, Consumer<String> warnings) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new CommandFailure(
                    ExitCode.NO_DEVICE,
                    "this Java (%s) has no compiler. Set TESSERA_JAVA_HOME to a full JDK of version 25 or newer."
                            .formatted(System.getProperty("java.home")));
        }
        var problems = new DiagnosticCollector<JavaFileObject>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8);
                var memory = new CompiledClasses(files)) {
            Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
            List<String> options = List.of(
                    "-proc:none",
                    "-implicit:class",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-sourcepath",
                    folder.toString());
            boolean isDone = compiler.getTask(
                            null, memory, problems, options, null, files.getJavaFileObjects(file.toAbsolutePath()))
                    .call();
            List<String> told = problems.getDiagnostics().stream()
                    .filter(one -> !isDone || one.getKind() != Diagnostic.Kind.NOTE)
                    .map(one -> text(one, file))
                    .toList();
            if (!isDone) {
                throw new CommandFailure(ExitCode.WRONG_INPUT, String.join(System.lineSeparator(), told));
            }
            told.forEach(warnings);
            return of(memory, file);
        }
    }

    private static String text(Diagnostic<? extends JavaFileObject> problem, Path file) {
        JavaFileObject source = problem.getSource();
        String name = source == null || Path.of(source.getName()).equals(file.toAbsolutePath())
                ? file.toString()
                : source.getName();
        String place = problem.getLineNumber() < 0
                ? name
                : "%s:%d:%d".formatted(name, problem.getLineNumber(), problem.getColumnNumber());
        return "%s: %s".formatted(place, problem.getMessage(null));
    }

    /// The class with the name of the file, else the only one with a main method.
    private static UserProgram of(CompiledClasses memory, Path file) {
        String stem = file.getFileName().toString().replaceFirst("\\.java$", "");
        var loader = new FromMemory(memory, UserProgram.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        List<UserProgram> found = memory.names().stream()
                .map(loader::loaded)
                .flatMap(type -> main(type).map(method -> new UserProgram(type, method)).stream())
                .toList();
        Optional<UserProgram> named = found.stream()
                .filter(program -> program.type.getSimpleName().equals(stem))
                .findFirst();
        return named.or(() -> found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty())
                .orElseThrow(() -> new CommandFailure(
                        ExitCode.WRONG_INPUT,
                        found.isEmpty()
                                ? ("%s: there is no main method. Add one, such as"
                                                + " `static void main(String[] arguments)`.")
                                        .formatted(file)
                                : "%s: %d classes have a main method. Call one of them %s."
                                        .formatted(file, found.size(), stem)));
    }

    /// As the `java` launcher: `main(String[])` before `main()`, static or not.
    private static Optional<Method> main(Class<?> type) {
        return Stream.of(new Class<?>[] {String[].class}, new Class<?>[0])
                .flatMap(parameters -> Stream.of(type.getDeclaredMethods())
                        .filter(method -> method.getName().equals("main")
                                && List.of(method.getParameterTypes()).equals(List.of(parameters))
                                && !Modifier.isPrivate(method.getModifiers())))
                .findFirst();
    }

    /// @throws ReflectiveOperationException where the program throws an exception, or has no constructor for a main
    ///         method that is not static
    void run(String... arguments) throws ReflectiveOperationException {
        main.setAccessible(true);
        Object instance = null;
        if (!Modifier.isStatic(main.getModifiers())) {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            instance = constructor.newInstance();
        }
        if (main.getParameterCount() == 1) {
            main.invoke(instance, (Object) arguments);
        } else {
            main.invoke(instance);
        }
    }

    /// What the compiler writes.
    private static final class CompiledClasses extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, ByteArrayOutputStream> byName = new LinkedHashMap<>();

        CompiledClasses(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location,
                String className,
                JavaFileObject.Kind kind,
                @Nullable FileObject sibling) {
            var bytes = new ByteArrayOutputStream();
            byName.put(className, bytes);
            return new SimpleJavaFileObject(URI.create("memory:///" + className.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }

        List<String> names() {
            return List.copyOf(byName.keySet());
        }

        Optional<byte[]> bytes(String name) {
            return Optional.ofNullable(byName.get(name)).map(ByteArrayOutputStream::toByteArray);
        }
    }

    private static final class FromMemory extends ClassLoader {
        private final CompiledClasses classes;

        FromMemory(CompiledClasses classes, ClassLoader parent) {
            super("program", parent);
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.bytes(name).orElseThrow(() -> new ClassNotFoundException(name));
            return defineClass(name, bytes, 0, bytes.length);
        }

        Class<?> loaded(String name) {
            try {
                return loadClass(name);
            } catch (ClassNotFoundException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
