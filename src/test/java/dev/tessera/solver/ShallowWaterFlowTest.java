package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.reduce.Extremes;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.equilibrium.ShallowWater;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.field.Height;
import dev.tessera.solver.field.Pressure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Shallow water as cases: spacing 1 m, heights of some metres, time steps of 50 ms, so that 20 m/s are a node per
/// step.
final class ShallowWaterFlowTest extends FluidKit {
    private static final double STEP_S = 0.05;

    private static CaseBuilder basin(Side sides, double lowM, double highM) {
        return Case.named("basin")
                .geometry(ShapeSource.in(Domain.of2d(SIZE, SIZE, sides, sides, sides, sides)))
                .spacingM(1)
                .fluid(1000, 1)
                .lattice(Lattices.D2Q9)
                .collision(new Bgk())
                .equilibrium(new ShallowWater(9.81))
                .initial(Case.Initial.ofHeight(slope(lowM, highM)))
                .timeStepS(STEP_S)
                .atMostSteps(100);
    }

    /// Lower towards larger x.
    private static Value slope(double lowM, double highM) {
        return Value.varying(at -> at.number(highM)
                .minus(at.number((highM - lowM) / (SIZE - 1)).times(at.x().minus(at.number(0.5)))));
    }

    @Override
    CaseBuilder obstructed() {
        Side wall = Side.wall("wall");
        return basin(wall, 1, 3)
                .geometry(ShapeSource.in(Domain.of2d(SIZE, SIZE, Side.periodic(), Side.periodic(), wall, wall))
                        .obstacle("block", Cuboid.rectangle(3, 3, 7, 7)));
    }

    @Override
    Case other() {
        return obstructed().equilibrium(new ShallowWater(1.62)).build();
    }

    @Override
    double[] state(Simulation simulation) {
        return heights(simulation);
    }

    @Override
    List<UnaryOperator<CaseBuilder>> changes() {
        return List.of(theCase -> theCase, theCase -> theCase.precision(Precision.FP32));
    }

    private static double[] heights(Simulation water) {
        return water.snapshot(List.of(new Height())).field(new Height()).values()[0];
    }

    @Test
    void heights_begin_as_the_case_gives_them_and_their_sum_stays() {
        for (Side sides : List.of(Side.wall("wall"), Side.periodic())) {
            try (Simulation water = open(basin(sides, 1, 3).build())) {
                double[] first = heights(water);
                assertThat(first[0]).isCloseTo(3, within(1e-14));
                assertThat(first[SIZE - 1]).isCloseTo(1, within(1e-14));
                double sum = Arrays.stream(first).sum();
                water.step(2000);
                assertThat(Arrays.stream(heights(water)).sum()).isCloseTo(sum, within(1e-13 * sum));
            }
        }
    }

    @Test
    void water_comes_to_rest_at_the_mean_height() {
        try (Simulation water = open(basin(Side.wall("wall"), 1, 3).build())) {
            water.step(4000);
            double[] still = new double[SIZE * SIZE];
            Arrays.fill(still, 2);
            assertThat(heights(water)).containsExactly(still, within(1e-3));
        }
    }

    @Test
    void a_run_reports_heights_and_no_pressure() throws IOException {
        try (Simulation water = open(obstructed().build())) {
            var run = new Run(
                    water,
                    List.of(),
                    (step, time, residual, observables) -> {},
                    Checkpoints.none(),
                    RunListener.SILENT,
                    new StopSignal(),
                    System::nanoTime);
            double mean = Arrays.stream(heights(water)).average().orElseThrow();
            List<Observable> found = run.toTheEnd().observables();
            assertThat(found.stream().map(Observable::name))
                    .contains("height.mean", "height.minimum", "height.maximum", "froude.maximum")
                    .noneMatch(name -> name.contains("pressure") || name.contains("force"));
            assertThat(found.stream().filter(one -> one.name().equals("height.mean")))
                    .allSatisfy(after -> assertThat(after.value()).isCloseTo(mean, within(1e-13)));
        }
    }

    @Test
    void a_bed_that_falls_dry_ends_the_run() {
        try (Simulation water = open(basin(Side.wall("wall"), 1, 3).build())) {
            double[] below = new double[Lattices.D2Q9.size()];
            below[0] = -0.01 / water.heightUnitM().orElseThrow();
            water.writePopulations(Kernel.FLUID, 5, 1, below);
            try (Health health =
                    Health.of(water, Checkpoints.none(), RunListener.SILENT, new StopSignal(), System::nanoTime)) {
                assertThatThrownBy(health::check)
                        .isInstanceOf(RunFailure.class)
                        .hasMessageContaining(
                                "the bed falls dry at (5.500, 0.500, 0.000) m, 0 s (step 0): the height is -10 mm");
            }
        }
    }

    /// 1 cm of water at node 5 that flows at 15 m/s, too fast for the lattice.
    @Test
    void a_flow_that_diverges_where_the_bed_is_nearly_dry_says_so() {
        try (Simulation water = open(basin(Side.wall("wall"), 1, 3).build())) {
            writeFlow(water, 0.01, 15);
            try (Health health =
                    Health.of(water, Checkpoints.none(), RunListener.SILENT, new StopSignal(), System::nanoTime)) {
                assertThatThrownBy(health::check)
                        .isInstanceOf(RunFailure.class)
                        .hasMessageContaining("the velocity is 15")
                        .hasMessageContaining(
                                "The bed falls nearly dry at (5.500, 0.500, 0.000) m: the height is 10 mm there, and 1.99")
                        .hasMessageContaining("use a larger initial.height where the bed falls dry");
            }
        }
    }

    /// 2 m of water have waves of 4.4 m/s.
    @Test
    void a_flow_that_diverges_in_deep_water_has_a_froude_number() {
        try (Simulation water = open(basin(Side.wall("wall"), 1, 3).build())) {
            writeFlow(water, 2, 15);
            assertThat(DivergenceReason.of(water, 0, 5, 0.1).cause())
                    .contains("The flow is faster than waves on its height of 2 m: the Froude number is 3.39.")
                    .doesNotContain("dry");
        }
    }

    /// Along x, at node 5.
    private static void writeFlow(Simulation water, double heightM, double velocityMPerS) {
        double height = heightM / water.heightUnitM().orElseThrow();
        double momentum = height * water.units().velocityLattice(velocityMPerS);
        double[] populations = new double[Lattices.D2Q9.size()];
        for (int i = 0; i < populations.length; i++) {
            var direction = Lattices.D2Q9.velocities().get(i);
            if (direction.y() == 0) {
                populations[i] = direction.x() == 0 ? height : direction.x() * momentum / 2;
            }
        }
        water.writePopulations(Kernel.FLUID, 5, 1, populations);
    }

    @Test
    void flow_that_is_faster_than_waves_is_told_once() {
        try (Simulation water = open(basin(Side.wall("wall"), 1, 3).build())) {
            var monitor = new FlowMonitor(water, 0);
            assertThat(monitor.froude(Extremes.of(0, 0, 0.9, 5))).isEmpty();
            assertThat(monitor.froude(Extremes.of(0, 0, 1.1, 5)))
                    .singleElement()
                    .asString()
                    .contains("the Froude number is 1.1 at (5.500, 0.500, 0.000) m, step 0");
            assertThat(monitor.froude(Extremes.of(0, 0, 1.2, 5))).isEmpty();
        }
    }

    @Test
    void a_dry_bed_waves_that_are_too_fast_and_supercritical_flow_are_refused() {
        requireRefused(
                basin(Side.periodic(), 0, 3).build(),
                "initial.height: at (11.50, 0.50, 0.00) m it is 0 m, but the bed must be under water everywhere");
        requireRefused(
                basin(Side.periodic(), 1, 40).build(),
                "waves on a height of 40 m travel at 19.8 m/s, 0.99 nodes per step; steps are stable up to 0.577. Use a time step below 29.1 ms.");
        List<Value> fast = List.of(Value.of(6), Value.ZERO, Value.ZERO);
        requireRefused(
                basin(Side.periodic(), 1, 3)
                        .fluid(1000, 10)
                        .initial(new Case.Initial(fast, Value.ZERO, Optional.of(slope(1, 3))))
                        .build(),
                "the Froude number, velocity over speed of waves, is");
    }

    @Test
    void what_shallow_water_does_not_have_is_refused() {
        CaseBuilder good = obstructed();
        requireRefused(
                good.build().toBuilder().initial(Case.Initial.REST).build(), "initial.height: shallow water needs");
        requireRefused(good.build().toBuilder().accelerationMPerS2(1, 0, 0).build(), "drive: a force on shallow water");
        requireRefused(
                good.build().toBuilder().precision(Precision.FP32_DEVIATIONS).build(),
                "model.precision: precision fp32-deviations stores differences from a density near 1");
        requireRefused(good.build().toBuilder().precision(Precision.FP32_FP16).build(), "Use precision fp32");
        requireRefused(
                good.build().toBuilder()
                        .output(OutputChoice.standard().withFields(List.of(new Pressure())))
                        .build(),
                "output: pressure: shallow water has no such field");
        requireRefused(
                good.build().toBuilder()
                        .boundary("wall", Boundaries.movingWall("1 m/s", "0 m/s", "0 m/s"))
                        .build(),
                "boundaries.wall: shallow water flows between resting walls");
        requireRefused(
                good.build().toBuilder().equilibrium(new QuasiCompressible()).build(),
                "initial.height: only shallow water has a height");
    }

    /// A checkpoint of another gravity keeps heights and velocities.
    @Override
    void requireStart(Simulation other, Path file) throws IOException {
        double[] expected;
        try (Simulation before = open(obstructed().build())) {
            before.restore(file);
            expected = heights(before);
        }
        other.startFrom(file);
        assertThat(heights(other)).containsExactly(expected, within(1e-13));
    }
}
