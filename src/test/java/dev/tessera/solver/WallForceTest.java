package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class WallForceTest {
    @Test
    void walls_carry_the_driving_force() {
        try (ForkJoinPool pool = new ForkJoinPool(2);
                Simulation channel = channel(40_000, 8, pool)) {
            channel.step(1000);
            List<Observable> numbers = channel.observables(false);
            double below = value(numbers, "below.force_x");
            double above = value(numbers, "above.force_x");
            assertThat(below).isEqualTo(above);
            // density 1, acceleration 8, length 40000 / 8, height 1
            assertThat(below + above).isCloseTo(40_000, within(4e-3));
            assertThat(value(numbers, "below.force_y")).isCloseTo(0, within(1e-6));
            assertThat(Observation.ofLog(channel).row()).isEqualTo(numbers);
        }
    }

    private static Simulation channel(int length, int height, ForkJoinPool pool) {
        Side open = Side.periodic();
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
