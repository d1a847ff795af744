package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.solver.Case;
import dev.tessera.solver.Observable;
import dev.tessera.solver.Simulation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// A case whose sides have boundaries of six kinds.
final class EdgesCaseTest {
    private static final Path CASE = Path.of("src/test/resources/cases/edges/six-faces.yaml");

    @Test
    void a_box_with_six_kinds_of_sides_runs_from_its_case() throws IOException {
        Case theCase = CaseFile.read(CASE, List.of()).theCase();
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation simulation =
                        Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool)) {
            assertThat(simulation.nodes().fluid().count()).isEqualTo(12 * 12 * 12);
            simulation.step(300);
            Map<String, Double> values = new LinkedHashMap<>();
            for (Observable observable : simulation.observables(false)) {
                values.put(observable.name(), observable.value());
            }
            double inlet = Objects.requireNonNull(values.get("inlet.flow_rate"));
            double side = 0.0115;
            assertThat(inlet).isCloseTo(0.02 * side * side, within(0.1 * 0.02 * side * side));
            double left = Objects.requireNonNull(values.get("outlet.flow_rate"))
                    + Objects.requireNonNull(values.get("outflow.flow_rate"));
            assertThat(left).isNegative();
            assertThat(inlet + left + Objects.requireNonNull(values.get("lid.flow_rate")))
                    .isCloseTo(0, within(0.02 * inlet));
        }
    }
}
