package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Case;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.VelocityOpening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Values at points in time, from a file or from the case.
final class SeriesTypeTest {
    private static final String FILE = "time [ms],flow-rate [mL/s]\n0,1\n300,2.5 # the peak\n\n800,1\n";

    @TempDir
    Path folder;

    private String caseOf(String flowRate) {
        return """
                tessera: 1
                geometry: {box: [3 mm, 1 mm, 1 mm], spacing: 0.1 mm}
                sides: {x-min: inlet, x-max: outlet}
                fluid: {density: 1000 kg/m3, viscosity: 1e-6 m2/s}
                boundaries:
                  inlet: {flow-rate: %s}
                  outlet: {pressure: 0 Pa}
                time: {time-step: 20 us, stop: {steps: 100}}
                """.formatted(flowRate);
    }

    private Case read(String flowRate) {
        return CaseFile.parse("case.yaml", caseOf(flowRate), folder, List.of()).theCase();
    }

    private static Value flowRate(Case theCase) {
        if (theCase.boundaries().get("inlet") instanceof VelocityOpening opening
                && opening.flow() instanceof Flow.FlowRate(Value rate)) {
            return rate;
        }
        throw new AssertionError(theCase.boundaries());
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve("heart.csv"), text);
    }

    @Test
    void a_file_gives_times_and_values_with_their_units() throws IOException {
        for (String text : List.of(
                FILE,
                "time [s]; flow (mL/s)\n0; 1\n0.3; 2.5\n0.8; 1\n",
                "# measured\n\"t [ms]\"\tQ [uL/s]\n0\t1000\n300\t2500\n800\t1000",
                "time [s],flow [mL/s]\n0 1\n0.3   2.5\n0.8 1\n")) {
            write(text);
            assertThat(flowRate(read("{series: heart.csv}")))
                    .isEqualTo(new Value.Sampled(
                            List.of(0.0, 0.3, 0.8), List.of(1e-6, 2.5e-6, 1e-6), 0, Value.Interpolation.LINEAR));
        }
    }

    @Test
    void a_last_point_that_repeats_the_first_belongs_to_the_next_period() throws IOException {
        write(FILE);
        Value.Sampled repeated =
                new Value.Sampled(List.of(0.0, 0.3), List.of(1e-6, 2.5e-6), 0.8, Value.Interpolation.CUBIC);
        assertThat(flowRate(read("{series: heart.csv, period: 0.8 s, interpolation: cubic}")))
                .isEqualTo(repeated);
        assertThat(flowRate(read("{points: [[0, 1], [0.3, 2.5]], unit: mL/s, period: 800 ms, interpolation: cubic}")))
                .isEqualTo(repeated);
    }

    @Test
    void a_written_case_needs_no_file() throws IOException {
        write(FILE);
        Case theCase = read("{series: heart.csv, period: 0.8 s, interpolation: cubic}");
        String text = CaseText.of(theCase);
        Files.delete(folder.resolve("heart.csv"));
        Case again = CaseFile.parse("case.yaml", text, Path.of("/"), List.of()).theCase();
        assertThat(flowRate(again)).isEqualTo(flowRate(theCase));
        assertThat(CaseText.of(again)).isEqualTo(text);
    }

    @Test
    void errors_of_a_file_name_its_line() throws IOException {
        refused(
                "0,1\n1,2\n",
                "{series: heart.csv}",
                "heart.csv:1: the first line has to name two columns with their units");
        refused("t [s],Q [mL/s]\n0,1\n1,2,3\n", "{series: heart.csv}", "heart.csv:3: 3 columns, but two are expected");
        refused("t [s],Q [mL/s]\n0,1\n1,x\n", "{series: heart.csv}", "heart.csv:3: ");
        refused(
                "t [s],Q [mL/s]\n0,1\n0,2\n",
                "{series: heart.csv}",
                "heart.csv:3: the time 0 s is not after the one before");
        refused("t [s],Q [mm/s]\n0,1\n1,2\n", "{series: heart.csv}", "heart.csv:2: ");
        refused("t [s],Q [mL/s]\n0,1\n", "{series: heart.csv}", "lists 1 points; give two or more");
        refused(
                "t [s],Q [mL/s]\n0,1\n1,2\n",
                "{series: heart.csv, period: 1 s}",
                "the last point is one period after the first, but has another value");
        refused(
                "t [s],Q [mL/s]\n0,1\n1,2\n",
                "{series: heart.csv, period: 0.9 s}",
                "does not fit into its period of 0.9 s");
    }

    @Test
    void errors_of_the_case_name_its_line() throws IOException {
        write(FILE);
        assertThatThrownBy(() -> read("{series: other.csv}"))
                .hasMessageContaining("case.yaml:6:")
                .hasMessageContaining("there is no file");
        assertThatThrownBy(() -> read("{series: heart.csv, unit: mL/s}")).hasMessageContaining("remove this key");
        assertThatThrownBy(() -> read("{points: [[0, 1], [1, 2]]}"))
                .hasMessageContaining("the unit of these values is missing");
        assertThatThrownBy(() -> read("{points: [[0, 1], [1, 2]], unit: mm}")).hasMessageContaining("case.yaml:6:");
        assertThatThrownBy(() -> read("{series: heart.csv, points: [[0, 1], [1, 2]], unit: mL/s}"))
                .hasMessageContaining("both given");
        assertThatThrownBy(() -> read("{series: heart.csv, interpolation: spline}"))
                .hasMessageContaining("linear, cubic");
    }

    private void refused(String text, String flowRate, String message) throws IOException {
        write(text);
        assertThatThrownBy(() -> read(flowRate))
                .hasMessageContaining("case.yaml:6:")
                .hasMessageContaining("flow-rate.series: ")
                .hasMessageContaining(message);
    }
}
