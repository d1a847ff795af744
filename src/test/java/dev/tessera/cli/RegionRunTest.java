package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Runs that write the fields of regions.
final class RegionRunTest extends TinyCaseKit {
    private static final String REGIONS = "output.regions={lower: {slice: y 0%, stride: 2}, all: {}}";

    private List<String> fields() throws IOException {
        return names(out).stream()
                .filter(name -> name.startsWith("fluid") || name.startsWith("fields"))
                .toList();
    }

    @Test
    void files_are_named_by_their_regions_and_an_overwriting_run_removes_them() throws IOException {
        assertThat(run("--set", REGIONS, "--set", "output.formats=[vti, vtu]"))
                .as(console.err())
                .isZero();
        assertThat(fields())
                .containsExactly(
                        "fields-all-000000004.vti",
                        "fields-all.pvd",
                        "fields-lower-000000004.vti",
                        "fields-lower.pvd",
                        "fluid-all-000000004.vtu",
                        "fluid-all.pvd",
                        "fluid-lower-000000004.vtu",
                        "fluid-lower.pvd");
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("\"fields-lower-000000004.vti\"", "\"fluid-all.pvd\"");
        assertThat(Files.size(out.resolve("fluid-lower-000000004.vtu")))
                .isLessThan(Files.size(out.resolve("fluid-all-000000004.vtu")));
        byte[] all = Files.readAllBytes(out.resolve("fluid-all-000000004.vtu"));

        assertThat(run("--overwrite", "--set", "output.formats=vtu"))
                .as(console.err())
                .isZero();
        assertThat(fields()).containsExactly("fluid-000000004.vtu", "fluid.pvd");
        assertThat(out.resolve("fluid-000000004.vtu"))
                .as("the region with all nodes is the whole")
                .hasBinaryContent(all);
    }

    @Test
    void a_region_with_half_a_box_is_refused() {
        assertThat(run("--set", "output.regions={part: {from: [0 m, 0 m]}}")).isEqualTo(2);
        assertThat(console.err()).contains("output.regions.part", "a box has two corners");
    }

    @Test
    void pieces_are_listed_and_removed_with_the_others() throws IOException {
        assertThat(run("--set", "output.pieces=2", "--set", "output.formats=vtu", "--set", "output.regions={all: {}}"))
                .as(console.err())
                .isZero();
        assertThat(fields())
                .containsExactly(
                        "fluid-all-000000004.pvtu",
                        "fluid-all-000000004_0.vtu",
                        "fluid-all-000000004_1.vtu",
                        "fluid-all.pvd");
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("\"fluid-all-000000004.pvtu\"", "\"fluid-all-000000004_1.vtu\"");
        assertThat(run("--overwrite", "--set", "output.fields=none"))
                .as(console.err())
                .isZero();
        assertThat(fields()).isEmpty();
    }

    @Test
    void pieces_of_vtkhdf_are_refused_before_the_run() {
        assertThat(run("--set", "output.pieces=2", "--set", "output.formats=vtkhdf"))
                .isEqualTo(2);
        assertThat(console.err()).contains("output.pieces: files of the format vtkhdf have one piece.");
        assertThat(out).doesNotExist();
    }
}
