package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Sweep files: their runs, their problems, and what is published about them.
final class SweepFileTest {
    private static final Path FOLDER = Path.of("examples/cavity-2d").toAbsolutePath();

    @TempDir
    private Path temp;

    private static SweepFile sweep(String text) {
        return SweepFile.parse("sweep.yaml", "sweep: 1\n" + text, FOLDER);
    }

    private static List<String> names(String text) {
        return sweep(text).runs().stream().map(SweepRun::name).toList();
    }

    private static List<String> overrides(String text) throws IOException {
        return sweep(text).check().getFirst().overrides();
    }

    @Test
    void each_item_of_the_list_meets_each_point_of_the_grid() {
        String text = """
                list: [{time.lattice-speed: 0.1}, {time.lattice-speed: 0.05, model.collision: trt}]
                grid: {geometry.spacing: [50 mm, 25 mm], model.precision: [fp64, fp32]}
                """;
        assertThat(names(text))
                .hasSize(8)
                .startsWith(
                        "lattice-speed-0.1_spacing-50mm_precision-fp64",
                        "lattice-speed-0.1_spacing-50mm_precision-fp32",
                        "lattice-speed-0.1_spacing-25mm_precision-fp64")
                .endsWith("lattice-speed-0.05_collision-trt_spacing-25mm_precision-fp32");
        assertThat(sweep(text).keys())
                .containsExactly("time.lattice-speed", "model.collision", "geometry.spacing", "model.precision");
        assertThat(sweep(text).runs().getLast().values())
                .containsEntry("geometry.spacing", "25 mm")
                .containsEntry("model.collision", "trt");
    }

    @Test
    void without_values_the_case_runs_once_or_as_often_as_it_is_repeated() {
        assertThat(names("")).containsExactly("cavity-2d");
        assertThat(names("repeat: 2")).containsExactly("cavity-2d_1", "cavity-2d_2");
        assertThat(sweep("").name()).isEqualTo("cavity-2d-sweep");
        assertThat(sweep("name: mine").name()).isEqualTo("mine");
    }

    @Test
    void several_cases_are_files_or_folders() throws IOException {
        SweepFile sweep = sweep("cases: [case.yaml, ../cylinder-2d]\nset: {time.stop: {steps: 10}}");
        assertThat(sweep.runs()).extracting(SweepRun::name).containsExactly("cavity-2d", "cylinder-2d");
        assertThat(sweep.runs().getLast().theCase())
                .isEqualTo(FOLDER.resolveSibling("cylinder-2d").resolve("case.yaml"));
        assertThat(sweep.check().getLast().text()).contains("stop: {steps: 10}");
    }

    @Test
    void names_of_runs_are_short_distinct_and_stay_when_the_sweep_grows() {
        assertThat(names("grid: {boundaries.lid.velocity: ['[1 m/s, 0 m/s]'], output.probes.centre: [[0.5 m, 0.5 m]]}"))
                .containsExactly("velocity-1m-s-0m-s_centre-0.5m-0.5m");
        assertThat(names("grid: {title: [a b, ab]}"))
                .hasSize(2)
                .doesNotHaveDuplicates()
                .allMatch(name -> name.matches("title-ab-[0-9a-f]{8}"));
        assertThat(names("grid: {title: [%s]}".formatted("long ".repeat(60))).getFirst())
                .hasSizeLessThanOrEqualTo(100)
                .matches("title-(long)+.*-[0-9a-f]{8}");
        assertThat(names("grid: {geometry.spacing: [20 mm, 50 mm]}"))
                .containsAll(names("grid: {geometry.spacing: [50 mm]}"));
        assertThat(names("grid: {a.x: [1], b.x: [2]}")).containsExactly("a.x-1_b.x-2");
    }

    @Test
    void values_are_written_for_the_command_line_with_whole_names_of_files() throws IOException {
        assertThat(overrides("""
                        set: {output.pictures: none, time.lattice-speed: , time.time-step: 1 ms}
                        grid: {boundaries.lid.velocity: [['1 m/s', 0 m/s]]}
                        """))
                .containsExactly(
                        "output.pictures=none",
                        "time.lattice-speed=",
                        "time.time-step=1 ms",
                        "boundaries.lid.velocity=[1 m/s, 0 m/s]");
        Path vessel = Path.of("examples/aneurysm").toAbsolutePath();
        SweepFile stl = SweepFile.parse("s.yaml", "sweep: 1\ngrid: {geometry.stl: [aneurysm.stl]}\n", vessel);
        assertThat(stl.check().getFirst().overrides())
                .containsExactly("geometry.stl=" + vessel.resolve("aneurysm.stl"));
    }

    @Test
    void what_a_run_reads_from_its_command_line_is_the_checked_case() throws IOException {
        SweepFile sweep =
                sweep("set: {output: {pictures: none}}\ngrid: {geometry.box: [[1 m, 2 m]], time.stop: [{steps: 5}]}");
        SweepFile.CheckedRun run = sweep.check().getFirst();
        assertThat(CaseFile.read(run.run().theCase(), run.overrides()).text()).isEqualTo(run.text());
    }

    @Test
    void problems_have_their_places_in_the_sweep() {
        assertRefused("gird: {}", "sweep.yaml:2:1: unknown key 'gird'; did you mean grid? known keys: grid, ");
        assertRefused("cases: nowhere", "sweep.yaml:2:8: cases: there is no case ");
        assertRefused("grid: {geometry: {spacing: [1 mm]}}", "write the path in one word: geometry.spacing: [a, b]");
        assertRefused(
                "grid: {model.collision: bgk}", "sweep.yaml:2:25: grid.model.collision: this is 'bgk', but a list");
        assertRefused("grid: {a..b: [1]}", "'a..b' is no path of keys");
        assertRefused("set: {title: x}\ngrid: {title: [a]}", "sweep.yaml:3:8: 'title' has values in set and in grid");
        assertRefused("grid: {title: [a, a]}", "is there twice, with the same values; remove one, or use repeat");
        assertRefused("repeat: 1000\ngrid: {title: [a, b, c, d, e, f, g, h, i, j, k]}", "these are 11000 runs");
        assertRefused("repeat: 0", "sweep.yaml:2:9: repeat: '0' must be a whole number from 1 to 1000");
        assertThatThrownBy(() -> SweepFile.parse("case.yaml", "tessera: 1\n", FOLDER))
                .hasMessageContaining("case.yaml:1:1: this is no sweep");
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> sweep(text))
                .isInstanceOf(CaseFileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void a_problem_of_some_runs_is_told_once_with_the_runs() {
        assertThatThrownBy(() -> sweep("grid: {geometry.spacing: [9 mm, 9], title: [a, b]}")
                        .check())
                .hasMessageStartingWith("sweep.yaml:2:33: geometry.spacing: '9' has no unit")
                .hasMessageEndingWith("(in 2 of 4 runs, the first is spacing-9_title-a)");
        assertThatThrownBy(() -> sweep("grid: {geometry.spacin: [9 mm]}").check())
                .hasMessageStartingWith("sweep.yaml:2:8: geometry: unknown key 'spacin'; did you mean spacing?");
    }

    @Test
    void a_sweep_that_is_no_text_is_refused() throws IOException {
        Path file = Files.write(temp.resolve("sweep.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> SweepFile.read(file)).hasMessageContaining("is not UTF-8 text");
    }

    static Stream<Key<?>> keys() {
        return SweepFormat.SECTION.keys().stream();
    }

    @ParameterizedTest
    @MethodSource("keys")
    void every_key_is_explained_and_its_example_is_read_and_fits_the_schema(Key<?> key) {
        assertThat(key.says()).isNotBlank().doesNotEndWith(".");
        Problems problems = new Problems();
        YamlNode example = YamlReader.read("example", key.example(), problems);
        try {
            assertThat((Object) key.type().read(example, Reading.start(problems, new Reading.Source(FOLDER, "a"))))
                    .isNotNull();
        } catch (Unreadable noted) {
            fail("%s: %s".formatted(key.name(), problems.exception().getMessage()));
        }
        assertThat(new SchemaCheck().errors(key.type().schema(), example)).isEmpty();
    }

    @Test
    void a_sweep_that_is_written_reads_back() {
        Problems problems = new Problems();
        String text = """
                sweep: 1
                name: mine
                cases: [case.yaml, ../cavity-3d]
                set: {title: x}
                grid: {geometry.spacing: [50 mm, 25 mm]}
                list: [{model.collision: trt}]
                repeat: 2
                """;
        Reading reading = Reading.start(problems, new Reading.Source(FOLDER, "a"));
        SweepFormat.Draft draft = SweepFormat.SECTION.read(YamlReader.read("sweep.yaml", text, problems), reading);
        String written = YamlWriter.text(SweepFormat.SECTION.write(draft), node -> null);
        List<String> runs = sweep(text.substring(text.indexOf('\n') + 1)).runs().stream()
                .map(run -> run.name() + run.values())
                .toList();
        assertThat(SweepFile.parse("sweep.yaml", written, FOLDER).runs())
                .extracting(run -> run.name() + run.values())
                .isEqualTo(runs);
    }

    @Test
    void the_sweep_of_the_examples_is_right_and_fits_the_schema() throws IOException {
        SweepFile sweep = SweepFile.read(FOLDER.resolve("sweep.yaml"));
        assertThat(sweep.check()).hasSize(6);
        YamlNode tree = YamlReader.read("sweep", Files.readString(FOLDER.resolve("sweep.yaml")), new Problems());
        assertThat(new SchemaCheck().errors(SweepFormat.SECTION.schema(), tree)).isEmpty();
    }

    @Test
    void the_published_reference_and_schema_are_the_readers() {
        assertThat(Path.of("docs/reference/sweep.md")).content().isEqualTo(SweepReference.markdown());
        assertThat(Path.of("docs/reference/sweep.schema.json")).content().isEqualTo(SweepReference.schema());
    }
}
