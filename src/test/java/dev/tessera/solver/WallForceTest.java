package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.OutputChoice.Plot;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class WallForceTest {
    /// Boundary nodes of both walls are in several blocks and chunks of the sum.
    @Test
    void walls_carry_the_driving_force() {
        try (ForkJoinPool pool = new ForkJoinPool(2);
                Simulation channel = channel(40_000, 8, List.of(), pool)) {
            channel.step(1000);
            List<Observable> numbers = channel.observables(false);
            double below = value(numbers, "below.force_x");
            double above = value(numbers, "above.force_x");
            assertThat(below).isEqualTo(above);
            // density 1, acceleration 8, length 40000 / 8, height 1
            assertThat(below + above).isCloseTo(40_000, within(4e-3));
            assertThat(value(numbers, "below.force_y")).isCloseTo(0, within(1e-6));
            assertThat(new Observation(channel, false).row()).isEqualTo(numbers);
        }
    }

    @Test
    void rows_of_large_geometries_have_forces_only_where_they_are_plotted() {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            try (Simulation large = channel(130_000, 8, List.of(), pool)) {
                assertThat(new Observation(large, false).row())
                        .extracting(Observable::name)
                        .noneMatch(name -> name.contains("force"));
                assertThat(large.observables(false))
                        .extracting(Observable::name)
                        .contains("below.force_x");
            }
            try (Simulation plotted = channel(130_000, 8, List.of(new Plot("below.force_x")), pool)) {
                assertThat(new Observation(plotted, false).row())
                        .extracting(Observable::name)
                        .contains("below.force_x");
            }
        }
    }

    private static Simulation channel(int length, int height, List<Plot> plots, ForkJoinPool pool) {
        Side open = Side.periodic();
        OutputChoice standard = OutputChoice.standard();
        double dx = 1.0 / height;
        Case channel = Case.named("channel")
                .geometry(
                        ShapeSource.in(Domain.of2d(length * dx, 1, open, open, Side.wall("below"), Side.wall("above"))))
                .spacingM(dx)
                .fluid(1, 1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .accelerationMPerS2(8, 0, 0)
                .relaxationTime(1)
                .atMostSteps(1)
                .output(new OutputChoice(
                        standard.every(),
                        standard.fields(),
                        standard.formats(),
                        List.of(),
                        plots,
                        List.of(),
                        standard.logEvery(),
                        standard.checkpoints(),
                        standard.exclude()))
                .build();
        return Simulation.open(channel, Devices.on(pool).byKey("cpu:jvm"), pool);
    }

    private static double value(List<Observable> numbers, String name) {
        return numbers.stream()
                .filter(observable -> observable.name().equals(name))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow();
    }
}
