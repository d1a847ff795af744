package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ValidateCommandTest {
    private final TestConsole console = new TestConsole();

    @TempDir
    private Path folder;

    @Test
    void rows_go_to_stdout_to_a_json_file_and_to_a_page() throws IOException {
        Path json = folder.resolve("validation.json");
        Path page = folder.resolve("validation.md");
        int code = Main.run(
                console.pipe(),
                "validate",
                "--quiet",
                "--threads=1",
                "--suite",
                "taylor-green",
                "--json",
                json.toString(),
                "--markdown",
                page.toString());
        assertThat(code).isZero();
        assertThat(console.out()).contains("ok   taylor-green", "7 of 7 rows pass");
        assertThat(Files.readString(json)).contains("\"suite\": \"taylor-green\"", "\"pass\": true");
        assertThat(Files.readString(page))
                .contains("./tessera validate --suite taylor-green --json " + json + " --markdown " + page)
                .contains("Tessera ", "All 6 judged rows pass; 1 more is only reported.", "| taylor-green |")
                .doesNotContain("{{");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).as("no incomplete file is left").containsExactlyInAnyOrder(json, page);
        }
    }

    @Test
    void a_file_that_could_not_be_written_is_refused_before_anything_is_computed() {
        for (String command : List.of("validate", "bench")) {
            TestConsole typed = new TestConsole();
            Path nowhere = folder.resolve("none/rows.json");
            assertThat(Main.run(typed.pipe(), command, "--json", nowhere.toString()))
                    .isEqualTo(2);
            assertThat(typed.err()).contains(nowhere.toString(), "no folder");
            assertThat(typed.out()).isEmpty();
        }
    }

    @Test
    void cases_are_chosen_by_an_expression() throws IOException {
        Path page = folder.resolve("page.md");
        String[] arguments = {
            "validate", "--quiet", "--threads=1", "--cases", "taylor-green.*mrt", "--markdown", page.toString()
        };
        assertThat(Main.run(console.pipe(), arguments)).isZero();
        assertThat(console.out()).contains("ok   taylor-green").doesNotContain("poiseuille");
        assertThat(Files.readString(page)).contains("./tessera validate --cases 'taylor-green.*mrt' --markdown");
    }

    @Test
    void curves_are_drawn_into_a_folder() throws IOException {
        Path plots = folder.resolve("new/plots");
        String[] arguments = {
            "validate", "--quiet", "--threads=1", "--cases", "poiseuille.*trt", "--plots", plots.toString()
        };
        assertThat(Main.run(console.pipe(), arguments)).isZero();
        try (Stream<Path> files = Files.list(plots)) {
            assertThat(files.map(file -> file.getFileName().toString())).contains("poiseuille-trt-16.png");
        }
        assertThat(ImageIO.read(plots.resolve("poiseuille-trt-16.png").toFile()).getWidth())
                .isEqualTo(900);
        Path blocked = Files.writeString(folder.resolve("file"), "");
        assertThat(Main.run(console.pipe(), "validate", "--plots", blocked.toString()))
                .isEqualTo(2);
        assertThat(console.err()).contains("--plots " + blocked, "no such folder can be made");
    }

    @Test
    void an_expression_that_matches_nothing_or_is_none_is_told() {
        assertThat(Main.run(console.pipe(), "validate", "--cases", "no such case"))
                .isEqualTo(2);
        assertThat(console.err()).contains("--cases no such case: no case matches.");
        assertThat(Main.run(console.pipe(), "validate", "--cases", "[")).isEqualTo(2);
        assertThat(console.err()).contains("--cases [ is no regular expression");
    }

    @Test
    void an_unknown_suite_lists_the_known_ones() {
        assertThat(Main.run(console.pipe(), "validate", "--suite", "pois")).isEqualTo(2);
        assertThat(console.err()).contains("pois").contains("poiseuille").contains("full");
    }

    @Test
    void the_program_is_named_by_its_version_where_there_is_no_commit() {
        assertThat(Origins.program(folder)).startsWith("Tessera ").doesNotContain("commit");
    }

    @Test
    void rows_that_failed_are_named_in_the_table_of_a_bench() {
        new BenchTable(console.pipe().out())
                .print(List.of(
                        Map.of("suite", "cpu", "geometry", "chip-a", "kernel", "step", "error", "no memory"),
                        Map.of(
                                "suite",
                                "geometry",
                                "geometry",
                                "ring",
                                "kernel",
                                "voxelise",
                                "box",
                                "9 x 9 x 9",
                                "fluid_nodes",
                                7L,
                                "first_seconds",
                                8.25,
                                "seconds",
                                6.5)));
        assertThat(console.out()).contains("failed: chip-a step: no memory", "ring", "8.25", "6.50");
    }
}
