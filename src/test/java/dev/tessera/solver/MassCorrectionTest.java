package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.reduce.Totals;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The mass of periodic flows between walls at their distances.
final class MassCorrectionTest {
    /// What is added before the collision is counted at the beginning of a step: the same in a steady flow.
    @ParameterizedTest
    @CsvSource({"CURVED, 1e-6", "BOUZIDI_QUADRATIC, 1e-4"})
    void the_leak_is_the_change_of_mass_in_a_step(WallScheme walls, double relative) {
        try (var pool = new ForkJoinPool(1);
                Simulation discs = discs(walls, pool)) {
            discs.step(500);
            double leak = discs.units().flowRateSi(1, 2) * (-mass(discs));
            double reported = reported(discs);
            discs.step(1);
            leak += discs.units().flowRateSi(1, 2) * mass(discs);
            assertThat(reported).isNotZero().isCloseTo(leak, within(relative * Math.abs(leak)));
        }
    }

    @Test
    void the_mass_of_a_periodic_flow_is_restored_every_thousand_steps() {
        for (WallScheme walls : List.of(WallScheme.CURVED, WallScheme.BOUZIDI)) {
            try (var pool = new ForkJoinPool(1);
                    Simulation discs = discs(walls, pool)) {
                long nodes = discs.nodes().fluid().count();
                discs.step(1000);
                double lost = Math.abs(mass(discs) / nodes - 1);
                discs.step(1);
                assertThat(Math.abs(mass(discs) / nodes - 1)).isLessThan(lost / 100);
                discs.step(1999);
                assertThat(Math.abs(mass(discs) / nodes - 1)).isLessThan(2 * lost);
            }
        }
    }

    @Test
    void half_way_walls_leak_nothing() {
        try (var pool = new ForkJoinPool(1);
                Simulation discs = discs(WallScheme.HALF_WAY, pool)) {
            discs.step(1001);
            assertThat(mass(discs)).isCloseTo((double) discs.nodes().fluid().count(), within(1e-9));
            assertThat(discs.observables(false)).extracting(Observable::name).doesNotContain("wall_leak");
        }
    }

    private static double reported(Simulation simulation) {
        return simulation.observables(false).stream()
                .filter(observable -> observable.name().equals("wall_leak"))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow();
    }

    private static double mass(Simulation simulation) {
        Totals density = Totals.overAll(List.of("density"), List.of());
        return simulation.execution().reduce(List.of(density)).of(density).sum("density");
    }

    /// Two discs at arbitrary places of a periodic box, and a force that drives the fluid past them.
    private static Simulation discs(WallScheme walls, ForkJoinPool pool) {
        Side open = Side.periodic();
        Case theCase = Case.named("discs")
                .geometry(ShapeSource.in(Domain.of2d(1, 1, open, open, open, open))
                        .obstacle("one", Cylinder.disc(0.31, 0.37, 0.19))
                        .obstacle("two", Cylinder.disc(0.73, 0.64, 0.23)))
                .spacingM(0.05)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .walls(walls)
                .accelerationMPerS2(3, 1, 0)
                .relaxationTime(0.8)
                .atMostSteps(4000)
                .build();
        return Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool);
    }
}
