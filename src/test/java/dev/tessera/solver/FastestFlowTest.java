package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.CaseFile;
import dev.tessera.device.Devices;
import dev.tessera.geometry.NodeMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The example's vessel: an inlet of 12.52 mm² and two outlets of 8.24 mm² together.
final class FastestFlowTest {
    private static final Path EXAMPLE = Path.of("examples/aneurysm");

    private static ForkJoinPool pool;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(2);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static Case vessel(String... settings) throws IOException {
        List<String> all = new ArrayList<>(List.of(settings));
        all.add("boundaries.inlet.ramp=0 s");
        String text = Files.readString(EXAMPLE.resolve("case.yaml"));
        return CaseFile.parse("case.yaml", text, EXAMPLE.toAbsolutePath(), all).theCase();
    }

    @Test
    void all_that_flows_in_has_to_leave_through_the_outlets() throws IOException {
        Case theCase = vessel("geometry.spacing=0.6 mm");
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), pool);
        FastestFlow fastest = FastestFlow.of(theCase, nodes, ImposedSpeed.largestMPerS(theCase, nodes));
        assertThat(fastest.where()).isEqualTo("in the openings with a pressure (outlet-1, outlet-2)");
        assertThat(fastest.speedMPerS()).isCloseTo(2 * 2e-6 / 8.24e-6, within(0.04));
    }

    @Test
    void what_imposes_more_than_leaves_is_the_fastest_itself() throws IOException {
        Case theCase = vessel("geometry.spacing=0.6 mm", "boundaries.inlet={velocity: [0 m/s, 0 m/s, 3 m/s]}");
        NodeMap nodes = theCase.geometry().voxelise(theCase.spacingM(), pool);
        FastestFlow fastest = FastestFlow.of(theCase, nodes, 3);
        assertThat(fastest).isEqualTo(new FastestFlow(3, "where it is imposed"));
    }

    /// 180 mL/min at 0.4 mm diverge on D3Q19, and are steady after 5000 steps on D3Q27.
    @Test
    void a_run_that_may_diverge_says_so_before_its_first_step() throws IOException {
        String[] tooMuch = {"geometry.spacing=0.4 mm", "boundaries.inlet.flow-rate=180 mL/min"};
        try (Simulation simulation =
                Simulation.open(vessel(tooMuch), Devices.on(pool).byKey("cpu:jvm"), pool)) {
            assertThat(simulation.warnings())
                    .hasSize(3)
                    .anyMatch(warning -> warning.startsWith("boundaries.inlet.ramp is 0 s"))
                    .first()
                    .asString()
                    .contains("above 30, up to which mrt on D3Q19 is known to be stable")
                    .contains("Use a spacing below 13")
                    .endsWith(
                            "no other collision or lattice is known to bear it. Half the lattice speed often does too.");
        }
    }
}
