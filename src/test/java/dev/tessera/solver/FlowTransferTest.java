package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Devices;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.field.ResultFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs that start from the flow of a checkpoint of other physics.
final class FlowTransferTest {
    @TempDir
    private Path folder;

    private static ForkJoinPool pool;
    private static Simulation simulation;
    private Path checkpoint;

    @BeforeAll
    static void open_a_duct() {
        pool = new ForkJoinPool(1);
        simulation = open(Ducts.duct(0, false, Scheme.LINK_WISE));
        simulation.step(3);
    }

    @AfterAll
    static void close() {
        simulation.close();
        pool.close();
    }

    @BeforeEach
    void write_a_checkpoint() throws IOException {
        Checkpoints checkpoints = new Checkpoints(folder, 1);
        checkpoints.write(simulation, List.of());
        checkpoint = checkpoints.last().orElseThrow();
    }

    private static Simulation open(CaseBuilder builder) {
        return Simulation.open(builder.build(), Devices.on(pool).byKey("cpu:interpreter"), pool);
    }

    @Test
    void a_flow_is_transferred_to_another_time_step_and_viscosity_in_si_units() throws IOException {
        assertSameFlow(Ducts.duct(0, false, Scheme.LINK_WISE).fluid(2, 0.2).relaxationTime(0.7), 2 * 0.2);
    }

    @Test
    void a_flow_is_transferred_to_another_viscosity_at_the_same_time_step() throws IOException {
        double timeStepS = simulation.units().timeStepS();
        assertSameFlow(Ducts.duct(0, false, Scheme.LINK_WISE).fluid(1, 0.2).timeStepS(timeStepS), 0.2);
    }

    @Test
    void a_flow_is_transferred_to_another_equilibrium_with_its_stress() throws IOException {
        assertSameFlow(Ducts.duct(0, false, Scheme.LINK_WISE).equilibrium(new QuasiCompressible()), 0.4);
    }

    /// Close to the inlet, which the flow has left after three steps.
    private void assertSameFlow(CaseBuilder builder, double itsViscosityPaS) throws IOException {
        try (Simulation other = open(builder)) {
            other.startFrom(checkpoint);
            Snapshot before = simulation.snapshot(ResultFields.all());
            Snapshot after = other.snapshot(ResultFields.all());
            var nodes = simulation.nodes();
            int here = (int) nodes.fluid().number(nodes.box().index(1, 4, 6));
            assertThat(before.velocityMPerS()[0][here]).isGreaterThan(0.1);
            assertThat(after.velocityMPerS()[0][here])
                    .isCloseTo(before.velocityMPerS()[0][here], Assertions.within(1e-12));
            assertThat(after.pressurePa()[here]).isCloseTo(before.pressurePa()[here], Assertions.within(1e-9));
            double strainBefore = before.stressPa()[3][here] / 0.4;
            double strainAfter = after.stressPa()[3][here] / itsViscosityPaS;
            assertThat(strainBefore).isNotZero();
            assertThat(strainAfter).isCloseTo(strainBefore, Assertions.withinPercentage(1e-3));
        }
    }
}
