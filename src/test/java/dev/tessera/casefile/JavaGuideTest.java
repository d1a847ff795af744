package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.solver.Case;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program of the guide to Java compiles, runs, and equals the case in text beside it.
final class JavaGuideTest {
    @TempDir
    private Path folder;

    private static String block(String info) throws IOException {
        Matcher block = Pattern.compile("(?ms)^```" + Pattern.quote(info) + "\\n(.*?)^```")
                .matcher(Files.readString(Path.of("docs/guides/java.md")));
        assertThat(block.find()).as(info).isTrue();
        return block.group(1);
    }

    @Test
    void the_program_runs_and_its_case_is_the_one_in_text() throws IOException, ReflectiveOperationException {
        Path source = Files.writeString(folder.resolve("Channel.java"), block("java Channel.java"));
        ByteArrayOutputStream problems = new ByteArrayOutputStream();
        String classPath = System.getProperty("java.class.path");
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, problems, problems, "-cp", classPath, "-d", folder.toString(), source.toString());
        assertThat(code).as(problems.toString(StandardCharsets.UTF_8)).isZero();

        try (var loader = new URLClassLoader(
                new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            Class<?> channel = loader.loadClass("Channel");
            Method theCase = channel.getDeclaredMethod("theCase");
            theCase.setAccessible(true);
            Case inText = CaseFile.parse("channel.yaml", block("yaml channel.yaml"), folder, List.of())
                    .theCase();
            assertThat(CaseText.of((Case) theCase.invoke(null))).isEqualTo(CaseText.of(inText));
            assertThat(printed(channel.getDeclaredMethod("main", String[].class)))
                    .hasSize(4)
                    .allMatch(line -> line.matches("t = \\d\\.\\d{3} s   drag \\d\\.\\d{3}e-\\d\\d N/m"));
        }
    }

    private static List<String> printed(Method main) throws ReflectiveOperationException {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            main.invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
