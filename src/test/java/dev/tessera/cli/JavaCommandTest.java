package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs that end without a command of Tessera; those with one end the process (ModelsGuideIT).
final class JavaCommandTest {
    private final TestConsole console = new TestConsole();

    @TempDir
    private Path folder;

    private int run(String name, String text, String... arguments) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        List<String> all = new ArrayList<>(List.of("java", file.toString()));
        all.addAll(List.of(arguments));
        return Main.run(console.pipe(), all.toArray(String[]::new));
    }

    @Test
    void a_program_gets_its_arguments_options_included_and_uses_classes_beside_it() throws IOException {
        Path result = folder.resolve("result.txt");
        Files.writeString(folder.resolve("Greeting.java"), """
                record Greeting(String words) {}
                """);
        int code = run("Program.java", """
                import java.nio.file.Files;
                import java.nio.file.Path;
                class Helper { static void main(String[] none) { throw new AssertionError(); } }
                class Program {
                    static void main(String[] arguments) throws Exception {
                        String words = String.join(" ", arguments).replace(arguments[0], "");
                        Files.writeString(Path.of(arguments[0]), new Greeting(words).words());
                    }
                }
                """, result.toString(), "run", "--set", "a=b", "--", "-h");
        assertThat(console.err()).isEmpty();
        assertThat(code).isZero();
        assertThat(result).hasContent(" run --set a=b -- -h");
    }

    @Test
    void a_class_without_a_header_is_a_program() throws IOException {
        Path result = folder.resolve("result.txt");
        assertThat(run(
                        "compact.java",
                        "void main() throws Exception { java.nio.file.Files.createFile(java.nio.file.Path.of(\""
                                + result + "\")); }"))
                .isZero();
        assertThat(result).exists();
    }

    @Test
    void errors_of_the_compiler_have_a_place() throws IOException {
        assertThat(run("Wrong.java", "class Wrong {\n  int x = \"text\";\n}\n")).isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(console.err()).contains("Wrong.java:2:11: incompatible types");
    }

    @Test
    void a_file_without_a_program_is_refused() throws IOException {
        assertThat(run("Empty.java", "class Empty {}")).isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(console.err()).contains("there is no main method");
        assertThat(Main.run(console.pipe(), "java", folder.resolve("none.java").toString()))
                .isEqualTo(ExitCode.WRONG_INPUT.code());
        assertThat(console.err()).contains("none.java: there is no such file");
    }

    @Test
    void an_exception_of_the_program_is_shown_with_its_place() throws IOException {
        assertThat(run("Boom.java", "void main() { throw new IllegalStateException(\"boom\"); }"))
                .isEqualTo(ExitCode.FAILED.code());
        assertThat(console.err())
                .contains("the program ended with an exception")
                .contains("boom")
                .contains("Boom.java:1")
                .doesNotContain("internal error");
    }
}
