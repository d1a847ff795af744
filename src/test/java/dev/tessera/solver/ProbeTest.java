package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.OutputChoice.Checkpoints;
import dev.tessera.solver.OutputChoice.Plot;
import dev.tessera.solver.OutputChoice.Probe;
import dev.tessera.solver.OutputChoice.Schedule;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class ProbeTest {
    @Test
    void a_probe_reads_the_flow_between_nodes() {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation simulation = poiseuille(Vec.of(0.3, 0.25), pool)) {
            simulation.step(2000);
            // u = g y (1 - y) / (2 nu), linear between its nodes at y = 3/16 and 5/16.
            double expected = 4 * (3.0 / 16 * 13 / 16 + 5.0 / 16 * 11 / 16) / 2;
            assertThat(value(simulation, "here.velocity_x")).isCloseTo(expected, within(1e-6));
            assertThat(value(simulation, "here.velocity_y")).isCloseTo(0, within(1e-9));
            assertThat(value(simulation, "here.pressure")).isCloseTo(0, within(1e-9));
        }
    }

    @Test
    void a_probe_outside_the_fluid_is_refused_with_the_extent_of_the_nodes() {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            assertThatThrownBy(() -> poiseuille(Vec.of(0.3, 1.2), pool).close())
                    .isInstanceOf(CaseException.class)
                    .hasMessageStartingWith("output.probes.here: there is no fluid at (0.300, 1.200, 0.000) m.")
                    .hasMessageContaining("937.5");
        }
    }

    @Test
    void probe_values_are_plotted_and_unknown_probes_are_refused() {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            poiseuille(Vec.of(0.3, 0.25), List.of(new Plot("here.velocity_x"), new Plot("here.pressure")), pool)
                    .close();
            assertThatThrownBy(() -> poiseuille(Vec.of(0.3, 0.25), List.of(new Plot("there.pressure")), pool)
                            .close())
                    .isInstanceOf(CaseException.class)
                    .hasMessage("output.plots: there.pressure: no probe is called there. This case has: here.");
        }
    }

    private static Simulation poiseuille(Vec place, ForkJoinPool pool) {
        return poiseuille(place, List.of(), pool);
    }

    private static Simulation poiseuille(Vec place, List<Plot> plots, ForkJoinPool pool) {
        Side open = Side.periodic();
        OutputChoice standard = OutputChoice.standard();
        Case channel = Case.named("poiseuille")
                .geometry(ShapeSource.in(Domain.of2d(0.5, 1, open, open, Side.wall("wall"), Side.wall("wall"))))
                .spacingM(0.125)
                .fluid(1, 1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .accelerationMPerS2(8, 0, 0)
                .relaxationTime(1)
                .atMostSteps(1)
                .output(new OutputChoice(
                        Schedule.ONLY_AT_END,
                        standard.fields(),
                        standard.formats(),
                        standard.compression(),
                        1,
                        List.of(),
                        List.of(),
                        plots,
                        List.of(new Probe("here", place)),
                        Schedule.ONLY_AT_END,
                        new Checkpoints(Schedule.ONLY_AT_END, 2),
                        standard.exclude(),
                        List.of(),
                        List.of()))
                .build();
        return Simulation.open(channel, Devices.on(pool).byKey("cpu:jvm"), pool);
    }

    private static double value(Simulation simulation, String name) {
        return simulation.observables(false).stream()
                .filter(observable -> observable.name().equals(name))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow();
    }
}
