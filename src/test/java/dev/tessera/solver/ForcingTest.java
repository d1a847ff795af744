package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.Collision;
import dev.tessera.model.Forcing;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Body forces by Guo's scheme and by the exact difference, in a channel between two plates.
final class ForcingTest {
    private static final int NODES = 12;
    private static final double ACCELERATION = 0.5; // m/s2
    private static final double VISCOSITY = 0.4; // m2/s

    private static Case channel(Collision collision, Optional<Forcing> forcing) {
        return Case.named("channel")
                .geometry(ShapeSource.in(
                        Domain.of2d(1, 1, Side.periodic(), Side.periodic(), Side.wall("wall"), Side.wall("wall"))))
                .spacingM(1.0 / NODES)
                .fluid(1, VISCOSITY)
                .lattice(Lattices.D2Q9)
                .equilibrium(new QuasiCompressible())
                .collision(collision)
                .drive(new Case.Drive(List.of(Value.of(ACCELERATION), Value.ZERO, Value.ZERO), forcing))
                .relaxationTime(0.8)
                .atMostSteps(6000)
                .build();
    }

    /// The velocity along x by node across the channel, m/s.
    private static double[] profile(Optional<Forcing> forcing) {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation flow = Simulation.open(channel(new Trt(), forcing), new Interpreter(), pool)) {
            flow.step(3000);
            double[] velocity = flow.sample(List.of("velocity-x"))[0];
            double toSi = flow.numbers().units().velocityMPerS(1);
            return IntStream.range(0, NODES)
                    .mapToDouble(y -> velocity[y * NODES] * toSi)
                    .toArray();
        }
    }

    @Test
    void both_give_the_parabola_and_the_same_flow() {
        double[] guo = profile(Optional.of(Forcing.GUO));
        double[] difference = profile(Optional.of(Forcing.EXACT_DIFFERENCE));
        for (int node = 0; node < NODES; node++) {
            double y = (node + 0.5) / NODES;
            double exact = ACCELERATION / (2 * VISCOSITY) * y * (1 - y);
            assertThat(difference[node]).isCloseTo(exact, within(1e-6 * exact));
            assertThat(difference[node]).isCloseTo(guo[node], within(1e-9 * exact));
        }
        assertThat(profile(Optional.empty())).containsExactly(guo);
        assertThat(difference).isNotEqualTo(guo);
    }

    @Test
    void a_collision_with_a_scheme_of_its_own_refuses_another() {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            Case wrong = channel(new Elbm(), Optional.of(Forcing.GUO));
            assertThatThrownBy(() -> Simulation.open(wrong, new Interpreter(), pool))
                    .hasMessage(
                            "drive.scheme: collision elbm adds forces by exact-difference, and by no other scheme. Remove drive.scheme, or use another collision.");
        }
    }
}
