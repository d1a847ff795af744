package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The folder that `packaging/bundle` makes, with the run-time image of the modules that it names: without the archive
/// of classes, which a run does not need.
final class BundleIT {
    @TempDir
    private static Path folder;

    private static Path bundle;

    @BeforeAll
    static void make() throws Exception {
        bundle = Files.createDirectory(folder.resolve("bundle"));
        Path lib = Files.createDirectory(bundle.resolve("lib"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path at = Path.of(entry).toAbsolutePath();
            if (at.getFileName().toString().startsWith("tessera")) {
                Files.copy(at, bundle.resolve("tessera.jar"));
            } else if (Files.isRegularFile(at)) {
                Files.copy(at, lib.resolve(at.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            } else if (Files.exists(at.resolve("dev/tessera/version.txt"))) {
                tool("jar", "--create", "--file", bundle.resolve("tessera.jar").toString(), "-C", at.toString(), ".");
            }
        }
        Files.copy(Path.of("jvm.options"), bundle.resolve("jvm.options"));
        Files.copy(Path.of("tessera"), bundle.resolve("tessera"));
        Matcher modules = Pattern.compile("readonly modules=(\\S+)")
                .matcher(Files.readString(Path.of("packaging/bundle"), StandardCharsets.UTF_8));
        assertThat(modules.find()).isTrue();
        tool(
                "jlink",
                "--add-modules",
                modules.group(1),
                "--strip-debug",
                "--no-header-files",
                "--no-man-pages",
                "--output",
                bundle.resolve("runtime").toString());
    }

    private static void tool(String name, String... arguments) {
        StringWriter printed = new StringWriter();
        PrintWriter to = new PrintWriter(printed);
        int code = ToolProvider.findFirst(name).orElseThrow().run(to, to, arguments);
        assertThat(code).as(printed.toString()).isZero();
    }

    /// The image needs modules that no code of Tessera names: those of the compiler's directives.
    @Test
    void kernels_of_the_virtual_machine_run_at_full_speed() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        "bash",
                        bundle.resolve("tessera").toString(),
                        "run",
                        "examples/cavity-2d",
                        "--device",
                        "cpu:jvm",
                        "--set",
                        "time.stop={steps: 20}",
                        "--set",
                        "output.pictures=[]",
                        "--out",
                        folder.resolve("out").toString()))
                .redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("TESSERA_JAVA_HOME", "TESSERA_HOME"));
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).doesNotContain("rejects directives");
    }

    @Test
    void programs_in_c_find_it() throws Exception {
        NativeProgram.require("gcc");
        NativeProgram calls = NativeProgram.compiled(folder, "gcc", "-std=gnu99", "src/test/coupling/calls.c");
        Map<String, String> onlyHome = Map.of(
                "TESSERA_HOME", bundle.toString(), "TESSERA_CLASS_PATH", "", "TESSERA_JAVA_HOME", "", "JAVA_HOME", "");
        assertThat(calls.run(onlyHome, "start").line("start")).startsWith("0 ");
    }
}
