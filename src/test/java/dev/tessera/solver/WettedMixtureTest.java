package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Adhesion;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.field.ComponentDensity;
import dev.tessera.solver.field.Velocity;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Shan–Chen mixtures of two components beside walls that attract one and repel the other.
final class WettedMixtureTest extends MixtureKit {
    private static final Coupling REPULSION = new Coupling("oil", "water", 2);
    private static final List<Adhesion> ADHESIONS = List.of(new Adhesion("water", -0.2), new Adhesion("oil", 0.3));

    private static ShanChen mixture(List<Adhesion> adhesions) {
        return new ShanChen(List.of("oil", "water"), Potentials.CLASSIC, List.of(REPULSION), adhesions);
    }

    private static CaseBuilder box(ShanChen mixture, Value oil, Value water) {
        Side around = Side.periodic();
        return Case.named("wetted")
                .geometry(ShapeSource.in(Domain.of2d(SIZE, SIZE, around, around, around, around)))
                .spacingM(1)
                .fluid(1, 0.1)
                .mixture(mixture, List.of(new Case.Component("oil", 0.2, oil), new Case.Component("water", 0.1, water)))
                .collision(new Bgk())
                .lattice(Lattices.D2Q9)
                .timeStepS(1)
                .atMostSteps(1);
    }

    private static Value wave(int sign) {
        return Value.varying(at -> at.number(1)
                .plus(at.number(sign * 0.1)
                        .times(at.x().minus(at.number(5.5)).times(at.y()))
                        .times(at.number(1.0 / 36))));
    }

    @Override
    CaseBuilder mixed() {
        return box(mixture(ADHESIONS), wave(1), wave(-1));
    }

    /// Without the obstacle.
    @Override
    Case other() {
        return mixed().build();
    }

    @Override
    double[] state(Simulation simulation) {
        return density(simulation, "oil");
    }

    private static double[] density(Simulation simulation, String component) {
        var field = new ComponentDensity(component);
        return simulation.snapshot(List.of(field)).field(field).values()[0];
    }

    static List<VelocitySet> lattices() {
        return Lattices.all().stream()
                .filter(lattice -> lattice.isotropy() >= 4)
                .toList();
    }

    /// Uniform densities: only nodes beside the flat walls accelerate, by `-H psi / 6` toward the wall, half of which
    /// the velocity of the first moment has.
    @ParameterizedTest
    @MethodSource("lattices")
    void flat_walls_pull_at_nodes_beside_them(VelocitySet lattice) {
        Side open = Side.periodic();
        Side wall = Side.wall("wall");
        Domain domain = lattice.dimensions() == 2
                ? Domain.of2d(4, SIZE, open, open, wall, wall)
                : Domain.of(new Vec(4, SIZE, 4), open, open, wall, wall, open, open);
        Case theCase = box(mixture(ADHESIONS), Value.of(0.7), Value.of(0.4))
                .geometry(ShapeSource.in(domain))
                .lattice(lattice)
                .collision(new Trt())
                .build();
        double force = (0.2 * (1 - Math.exp(-0.4)) - 0.3 * (1 - Math.exp(-0.7))) / 6;
        try (Simulation simulation = openOn(theCase, "cpu:jvm")) {
            double[][] velocity = simulation.snapshot(List.of(new Velocity())).velocityMPerS();
            for (int n = 0; n < velocity[1].length; n++) {
                int y = (n / 4) % SIZE;
                double expected = y == 0 ? -force : y == SIZE - 1 ? force : 0;
                assertThat(velocity[1][n]).as(lattice.name()).isCloseTo(0.5 * expected / 1.1, within(1e-15));
                assertThat(velocity[0][n]).isCloseTo(0, within(1e-15));
            }
        }
    }

    @Test
    void masses_are_conserved_and_the_wetting_component_gathers_at_walls() {
        Side open = Side.periodic();
        Side wall = Side.wall("wall");
        Case theCase = box(mixture(ADHESIONS), Value.of(0.7), Value.of(0.7))
                .geometry(ShapeSource.in(Domain.of2d(4, SIZE, open, open, wall, wall)))
                .build();
        try (Simulation simulation = openOn(theCase, "cpu:jvm")) {
            simulation.step(2000);
            for (String name : List.of("oil", "water")) {
                assertThat(Arrays.stream(density(simulation, name)).sum()).isCloseTo(0.7 * 4 * SIZE, within(1e-10));
            }
            double[] water = density(simulation, "water");
            double[] oil = density(simulation, "oil");
            int middle = 4 * (SIZE / 2);
            assertThat(water[0]).isGreaterThan(water[middle] + 0.01);
            assertThat(oil[0]).isLessThan(oil[middle] - 0.01);
        }
    }

    @Test
    void without_adhesion_walls_are_nodes_of_the_bulk_as_before() {
        CaseBuilder builder = obstructed();
        Case neutral = builder.mixture(
                        mixture(List.of()),
                        List.of(new Case.Component("oil", 0.2, wave(1)), new Case.Component("water", 0.1, wave(-1))))
                .build();
        assertThat(mixture(List.of()))
                .hasToString("ShanChen[components=[oil, water], potential=CLASSIC, couplings=[" + REPULSION + "]]");
        try (Simulation simulation = openOn(neutral, "cpu:jvm")) {
            assertThat(simulation.boundaries().groups()).isEmpty();
        }
        Case zero = obstructed()
                .mixture(
                        mixture(List.of(new Adhesion("oil", 0))),
                        List.of(new Case.Component("oil", 0.2, wave(1)), new Case.Component("water", 0.1, wave(-1))))
                .build();
        try (Simulation one = openOn(neutral, "cpu:jvm");
                Simulation other = openOn(zero, "cpu:jvm")) {
            one.step(20);
            other.step(20);
            assertThat(state(other)).isEqualTo(state(one));
        }
    }

    @Test
    void adhesions_that_do_not_fit_are_refused() {
        assertThatThrownBy(() -> mixture(List.of(new Adhesion("air", 1))))
                .hasMessage("adhesion of air: the components are [oil, water]");
        assertThatThrownBy(() -> mixture(List.of(new Adhesion("oil", 1), new Adhesion("oil", 2))))
                .hasMessage("the adhesion of oil is given twice");
        assertThatThrownBy(() -> new Adhesion("oil", Double.NaN)).hasMessageContaining("finite");
    }
}
