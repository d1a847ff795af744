package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class SteadyIntervalTest {
    private static NodeMap slit(double spacing, double length) {
        return nodes(
                Domain.of2d(length, 1, Side.periodic(), Side.periodic(), Side.wall("wall"), Side.wall("wall")),
                spacing);
    }

    private static NodeMap nodes(Domain domain, double spacing) {
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            return ShapeSource.in(domain).voxelise(spacing, pool);
        }
    }

    private static FlowNumbers numbers(double spacing, double viscosity, double relaxationTime, double speed) {
        LatticeUnits units = LatticeUnits.fromRelaxationTime(spacing, 1, viscosity, relaxationTime);
        return new FlowNumbers(units, viscosity, speed, 1);
    }

    @Test
    void the_hydraulic_radius_of_a_slit_is_half_of_its_width() {
        assertThat(SteadyInterval.hydraulicRadiusM(slit(0.05, 2))).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void a_creeping_flow_is_checked_a_viscous_time_apart() {
        double dx = 0.02;
        var interval = SteadyInterval.of(slit(dx, 2), numbers(dx, 1, 1, 0));
        double viscous = 1 / (Math.PI * Math.PI);
        double crossing = 2 * Math.sqrt(3) * interval.seconds() / interval.steps() / dx;
        assertThat(interval.seconds()).isBetween(viscous, viscous + 2.1 * crossing);
        assertThat(interval.words()).contains("viscous time", "hydraulic radius (volume / surface) 0.5 m");
    }

    @Test
    void a_fast_flow_is_checked_a_convective_time_apart() {
        double dx = 0.02;
        var interval = SteadyInterval.of(slit(dx, 1), numbers(dx, 1e-3, 0.6, 0.02));
        double crossing = Math.sqrt(3) * interval.seconds() / interval.steps() / dx;
        assertThat(interval.seconds()).isBetween(0.25 / 0.02, 0.25 / 0.02 + 2.1 * crossing);
        assertThat(interval.words()).contains("convective time");
    }

    /// Else two states could differ by what has not arrived yet.
    @Test
    void no_flow_is_checked_before_sound_has_crossed_the_box() {
        double dx = 0.1;
        var interval = SteadyInterval.of(slit(dx, 40), numbers(dx, 1, 1, 0));
        assertThat((double) interval.steps()).isCloseTo(400 * Math.sqrt(3), within(2.0));
        assertThat(interval.words()).contains("sound crosses the box");
    }

    @Test
    void intervals_are_odd_multiples_of_the_time_that_sound_takes_so_that_they_miss_no_oscillation() {
        for (double viscosity : new double[] {1, 0.1, 0.01}) {
            double dx = 0.02;
            for (double speed : new double[] {0, 0.01, 0.05}) {
                var interval = SteadyInterval.of(slit(dx, 1), numbers(dx, viscosity, 0.9, speed));
                double crossings = interval.steps() / (50 * Math.sqrt(3));
                assertThat(Math.abs(crossings - Math.round(crossings))).isLessThan(0.02);
                assertThat(Math.round(crossings) % 2).isEqualTo(1);
            }
        }
    }

    @Test
    void states_an_odd_number_of_steps_apart_are_never_compared() {
        for (double relaxationTime : new double[] {0.95, 1, 1.05, 1.1}) {
            double dx = 1.0 / 37;
            assertThat(SteadyInterval.of(slit(dx, 1), numbers(dx, 1, relaxationTime, 0))
                            .steps())
                    .isEven();
        }
    }

    /// Neither the box nor the reference length decides: the pores do.
    @Test
    void dense_spheres_are_checked_more_often_than_sparse_ones() {
        long sparse = spheres(0.2);
        long dense = spheres(0.5);
        assertThat(dense).isLessThan(sparse);
    }

    private static long spheres(double radius) {
        double dx = 1.0 / 24;
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            NodeMap nodes = ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.periodic()))
                    .obstacle("sphere", new Sphere(new Vec(0.5, 0.5, 0.5), radius))
                    .voxelise(dx, pool);
            return SteadyInterval.of(nodes, numbers(dx, 1, 0.6, 0)).steps();
        }
    }
}
