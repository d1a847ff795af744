package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Real processes whose heap is too small for their case.
final class SmallHeapIT {
    private static final String CASE = """
            tessera: 1
            geometry: {box: [300 mm, 300 mm, 300 mm], spacing: 1 mm}
            fluid: {density: 1000 kg/m3, viscosity: 1e-3 m2/s}
            model: {lattice: D3Q19, collision: bgk}
            boundaries: {z-max: {scheme: moving, velocity: [0.1 m/s, 0 m/s, 0 m/s]}}
            time: {lattice-speed: 0.05, stop: {steps: 10}}
            """;

    /// Its nodes fit into a heap of 128 MB, velocity and pressure do not.
    private static final String LARGE_FIELDS = CASE.replace("spacing: 1 mm", "spacing: 1.5 mm");

    @TempDir
    private Path temp;

    @Test
    void a_run_whose_fields_do_not_fit_is_refused_before_it_begins() throws Exception {
        Path theCase = Files.writeString(temp.resolve("fields.yaml"), LARGE_FIELDS);
        Process process = OwnProcess.start(temp, List.of("-Xmx128m"), "run", theCase.toString());
        int code = process.waitFor();
        String messages = Files.readString(temp.resolve("stderr"));
        assertThat(messages)
                .contains("fields.yaml:2:43: geometry.spacing: 200 x 200 x 200 nodes (8.0e6) need at least")
                .contains("of Java heap while files of fields or pictures are written, and it may grow to 134 MB")
                .contains("Fewer output.fields need less; ", "A spacing of ", "TESSERA_JAVA_OPTS=-Xmx")
                .doesNotContain("\tat ");
        assertThat(code).isEqualTo(3);
        assertThat(temp.resolve("out/fields")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "plan", "geometry"})
    void a_full_heap_ends_a_command_with_a_sentence_and_what_would_fit(String command) throws Exception {
        Path theCase = Files.writeString(temp.resolve("large.yaml"), CASE);
        Process process = OwnProcess.start(temp, List.of("-Xmx32m"), command, theCase.toString());
        int code = process.waitFor();
        String messages = Files.readString(temp.resolve("stderr"));
        assertThat(messages)
                .contains("large.yaml:2:43: geometry.spacing: the Java heap of 34 MB was full while voxelising")
                .contains("300 x 300 x 300 nodes", "A spacing of 1.3 mm needs half as much", "TESSERA_JAVA_OPTS=-Xmx")
                .doesNotContain("\tat ");
        assertThat(code).isEqualTo(3);
    }
}
