package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Two heart beats of the aneurysm example, coarse.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("alone")
final class HeartbeatVerify {
    private static final double PERIOD_S = 0.885;
    private static final double ML_PER_MIN = 1e-6 / 60;

    private List<String> head = List.of();
    private final List<double[]> rows = new ArrayList<>();

    @BeforeAll
    void run_two_beats(@TempDir Path out) throws IOException {
        TestConsole console = new TestConsole();
        int exit = Main.run(
                console.pipe(),
                "run",
                "examples/aneurysm/heartbeat.yaml",
                "--device",
                "cpu:jvm",
                "--out",
                out.toString(),
                "--quiet",
                "--set=geometry.spacing=0.5 mm",
                "--set=time.lattice-speed=0.02",
                "--set=output.formats=none",
                "--set=output.pictures=none");
        assertThat(exit).as(console.err()).isZero();
        List<String> lines = Files.readAllLines(out.resolve("log.csv"));
        head = Arrays.stream(lines.getFirst().split(","))
                .map(column -> column.replaceAll(" \\[.*", ""))
                .toList();
        for (String line : lines.subList(1, lines.size())) {
            rows.add(Arrays.stream(line.split(",", -1))
                    .mapToDouble(text -> text.isEmpty() ? Double.NaN : Double.parseDouble(text))
                    .toArray());
        }
    }

    /// By linear interpolation between rows of the log.
    private double at(double timeS, String column) {
        int c = head.indexOf(column);
        int after = 1;
        while (rows.get(after)[1] < timeS) {
            after++;
        }
        double[] from = rows.get(after - 1);
        double[] to = rows.get(after);
        return from[c] + (timeS - from[1]) / (to[1] - from[1]) * (to[c] - from[c]);
    }

    @Test
    void the_inflow_is_that_of_the_file() {
        assertThat(at(PERIOD_S + 0.106, "inlet.flow_rate")).isCloseTo(199.2 * ML_PER_MIN, within(2 * ML_PER_MIN));
        assertThat(at(PERIOD_S + 0.341, "inlet.flow_rate")).isCloseTo(112.8 * ML_PER_MIN, within(2 * ML_PER_MIN));
        assertThat(at(PERIOD_S + 0.529, "inlet.flow_rate")).isCloseTo(112.8 * ML_PER_MIN, within(1 * ML_PER_MIN));
        assertThat(at(PERIOD_S + 0.765, "inlet.flow_rate")).isCloseTo(91.2 * ML_PER_MIN, within(1 * ML_PER_MIN));
    }

    /// The start from rest is forgotten before the end of the first beat.
    @Test
    void the_second_beat_ends_as_the_first() {
        for (double timeS : new double[] {0.6, 0.7, 0.8}) {
            for (String column : List.of("inlet.mean_pressure", "outlet-1.flow_rate", "wall_shear_stress.mean")) {
                double first = at(timeS, column);
                assertThat(at(timeS + PERIOD_S, column)).as(column).isCloseTo(first, within(0.02 * Math.abs(first)));
            }
        }
    }

    /// Shear and pressure rise with the flow, pressure first: it accelerates the blood.
    @Test
    void wall_shear_and_pressure_follow_the_flow() {
        double rest = PERIOD_S + 0.8;
        double peak = PERIOD_S + 0.106;
        assertThat(at(peak, "wall_shear_stress.mean")).isGreaterThan(2 * at(rest, "wall_shear_stress.mean"));
        assertThat(at(PERIOD_S + 0.07, "inlet.mean_pressure")).isGreaterThan(at(peak + 0.1, "inlet.mean_pressure"));
    }
}
