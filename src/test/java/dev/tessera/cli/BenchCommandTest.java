package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tessera.suites.bench.Bench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Messages of `bench` for wrong input, and pages of rows of earlier runs.
final class BenchCommandTest {
    @TempDir
    Path folder;

    private final TestConsole console = new TestConsole();

    private int run(String... arguments) {
        return Main.run(console.pipe(), arguments);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --suite nonsense --device cpu             | there is no such suite
        --suite papers --device cpu               | this suite measures GPUs, not cpu
        --suite offsets --device cpu --rows zzz   | suite offsets has no row whose words match; the words of its first row are `width-4 tiling`
        --suite run --device cpu --rows zzz       | suite run has no row whose words match; the words of its first row are `aneurysm-0.2mm first 1000 steps`
        --suite overheads --device cpu --rows zzz | the words of its first row are `
        --suite cpu --device cpu --rows (         | is no regular expression
        --suite cpu --device cpu --tune           | --tune chooses launches on GPUs
        --counters no-such.csv                    | there is no such file
        --from no-such.json                       | there is no such file
        """)
    void wrong_input_ends_with_a_sentence(String arguments, String words) {
        assertThat(run(("bench " + arguments).split(" "))).isEqualTo(2);
        assertThat(console.err()).contains(words).doesNotContain("internal error");
    }

    @Test
    void the_help_names_every_suite() {
        assertThat(run("bench", "--help")).isZero();
        String help = console.out().replaceAll("\\s+", " ");
        assertThat(help).contains("One of " + String.join(", ", Bench.suites()) + ".");
    }

    @Test
    void files_of_another_kind_are_refused() throws IOException {
        Path binary = Files.write(folder.resolve("a.bin"), new byte[] {1, (byte) 0xff, (byte) 0xfe, 0});
        for (String option : new String[] {"--counters", "--from"}) {
            assertThat(run("bench", option, binary.toString())).isEqualTo(2);
            assertThat(console.err()).contains(option + " " + binary);
            assertThat(run("bench", option, folder.toString())).isEqualTo(2);
            assertThat(console.err()).contains("folder");
        }
        Path words = Files.writeString(folder.resolve("b.json"), "{\"a\": 1}");
        assertThat(run("bench", "--from", words.toString())).isEqualTo(2);
        assertThat(console.err()).contains("holds no list of rows");
        assertThat(console.err()).doesNotContain("internal error");
    }

    @Test
    void rows_of_files_are_not_chosen_among() {
        assertThat(run("bench", "--from", "a.json", "--rows", "dense")).isEqualTo(2);
        assertThat(console.err())
                .contains("--from prints all rows of its files")
                .contains("leave out --rows");
    }

    /// That the disk is full shows only after the first row was measured.
    @Test
    void rows_are_printed_where_their_file_cannot_be_written() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        Path json = folder.resolve("rows.json");
        Files.createSymbolicLink(folder.resolve(".rows.json.part"), full);
        assertThat(run("bench", "--suite", "offsets", "--device", "cpu", "--quiet", "--json", json.toString()))
                .isEqualTo(1);
        assertThat(console.err()).contains(json + ": No space left on device").doesNotContain("internal error");
        assertThat(console.out()).contains("width-4");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void the_file_of_a_plan_is_checked_before_anything_is_computed() {
        String file = folder.resolve("none/plan.json").toString();
        assertThat(run("plan", "no-such-case.yaml", "--json", file)).isEqualTo(2);
        assertThat(console.err())
                .contains(file + ": there is no folder for such a file")
                .doesNotContain("no-such-case");
    }

    /// Rows contain their origin, and so does a page of them.
    @Test
    void a_page_can_be_made_of_rows_that_were_measured_before() throws IOException {
        Path json = folder.resolve("offsets.json");
        Path first = folder.resolve("first.md");
        Path again = folder.resolve("again.md");
        String[] measure = {
            "bench",
            "--suite",
            "offsets",
            "--device",
            "cpu",
            "--quiet",
            "--rows",
            "width-1. ",
            "--json",
            json.toString(),
            "--markdown",
            first.toString()
        };
        assertThat(run(measure)).isZero();
        assertThat(Files.readString(json)).contains("\"origin\"", "\"command\": \"./tessera bench --suite offsets");
        assertThat(run("bench", "--suite", "offsets", "--from", json.toString(), "--markdown", again.toString()))
                .isZero();
        assertThat(Files.readString(again)).isEqualTo(Files.readString(first));
    }
}
