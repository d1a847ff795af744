package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.OpeningSpec.Extension;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.mesh.StlSource;
import dev.tessera.geometry.mesh.StlUnit;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.OutputChoice.Exclusion;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.field.ResultFields;
import dev.tessera.solver.field.WallTraction;
import dev.tessera.suites.generator.Triangles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Creeping flow through a straight tube whose section is an ellipse with half-axes a and b: developed half a
/// diameter after the inlet, with the pressure gradient `4 mu Q (a² + b²) / (pi a³ b³)` and the mean wall shear
/// stress that balances it. Extensions turn the section into a circle, where the wall shear stress is 13 % lower.
final class CountedWallsTest {
    private static final double RADIUS_M = 0.5e-3;
    private static final double LENGTH_M = 4e-3;
    private static final double FLOW_M3_PER_S = 1e-3 * Math.PI * RADIUS_M * RADIUS_M;
    private static final double WIDE_M = RADIUS_M * Math.sqrt(2);
    private static final double NARROW_M = RADIUS_M / Math.sqrt(2);
    private static final double PERIMETER_M = 9.6884 * NARROW_M; // of an ellipse twice as wide as high
    private static final double GRADIENT_PA_PER_M =
            4e-3 * FLOW_M3_PER_S * (WIDE_M * WIDE_M + NARROW_M * NARROW_M) / (Math.PI * Math.pow(WIDE_M * NARROW_M, 3));
    private static final double STRESS_PA = GRADIENT_PA_PER_M * Math.PI * RADIUS_M * RADIUS_M / PERIMETER_M;

    @TempDir
    private Path folder;

    @Test
    void a_tube_has_the_same_wall_shear_stress_with_extensions_and_without() throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation bare = flow(tube(Extension.NONE, Exclusion.diameters(1)), pool);
                Simulation extended = flow(tube(Extension.diameters(1.5).toCircle(), Exclusion.diameters(1)), pool)) {
            double without = value(bare, "wall_shear_stress.mean");
            double with = value(extended, "wall_shear_stress.mean");
            assertThat(without).as("10 nodes across").isCloseTo(STRESS_PA, within(0.08 * STRESS_PA));
            assertThat(with).isCloseTo(without, within(0.01 * without));
            double all = Arrays.stream(wall(extended).magnitudePa()).average().orElseThrow();
            assertThat(Math.abs(all - without))
                    .as("mean of all walls, extensions included")
                    .isGreaterThan(0.02 * without);
        }
    }

    @Test
    void walls_count_from_one_diameter_inside_the_vessels_own_ends() throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation extended = opened(tube(Extension.diameters(1.5), Exclusion.diameters(1)), pool)) {
            var wall = wall(extended);
            int counted = 0;
            for (int k = 0; k < wall.counted().length; k++) {
                double z = OpeningNodes.positionM(extended.nodes(), wall.boundaryNodes()[k])[2];
                double fromEnds = Math.min(z, LENGTH_M - z);
                boolean isFar = fromEnds > 2 * RADIUS_M;
                if (Math.abs(fromEnds - 2 * RADIUS_M) > 1e-9) {
                    assertThat(wall.counted()[k]).as("z = %s m", z).isEqualTo(isFar);
                }
                counted += isFar ? 1 : 0;
            }
            assertThat(value(extended, "wall_shear_stress.counted"))
                    .isCloseTo((double) counted / wall.counted().length, within(0.05));
        }
    }

    @Test
    void without_a_distance_only_the_extensions_are_excluded() throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation extended = opened(tube(Extension.metres(1e-3), Exclusion.diameters(0)), pool)) {
            var wall = wall(extended);
            assertThat(IntStream.range(0, wall.counted().length)
                            .filter(k -> wall.counted()[k])
                            .mapToDouble(k -> OpeningNodes.positionM(extended.nodes(), wall.boundaryNodes()[k])[2])
                            .summaryStatistics())
                    .satisfies(z -> {
                        assertThat(z.getMin()).isBetween(0.0, 1e-4);
                        assertThat(z.getMax()).isBetween(LENGTH_M - 1e-4, LENGTH_M + 1e-9);
                    });
        }
    }

    @Test
    void a_vessel_shorter_than_the_distance_counts_whole_with_a_warning() throws IOException {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation extended = opened(tube(Extension.metres(1e-3), Exclusion.diameters(3)), pool)) {
            Observation seen = Observation.ofLog(extended);
            assertThat(seen.all(true)).extracting(Observable::name).contains("wall_shear_stress.mean");
            assertThat(seen.warnings())
                    .singleElement()
                    .asString()
                    .contains(
                            "no wall is further than 3 diameters from an opening", "output.wall-shear-stress.exclude");
        }
    }

    @Test
    void the_ends_of_a_channel_between_box_sides_are_excluded() {
        Side wall = Side.wall("wall");
        Case channel = Case.named("channel")
                .geometry(ShapeSource.in(Domain.of2d(6, 1, Side.opening("inlet"), Side.opening("outlet"), wall, wall)))
                .spacingM(0.125)
                .fluid(1, 1)
                .lattice(Lattices.D2Q9)
                .boundary("inlet", inlet(new Flow.MeanVelocity(Value.of(1)), Profile.PARABOLIC))
                .boundary("outlet", outlet())
                .relaxationTime(1)
                .atMostSteps(1)
                .build();
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation simulation = opened(channel, pool)) {
            assertThat(value(simulation, "wall_shear_stress.counted")).isCloseTo(4.0 / 6, within(0.03));
        }
    }

    private static Boundary inlet(Flow flow, Profile profile) {
        return new VelocityOpening(flow, profile, Scheme.AUTO, 0);
    }

    private static Boundary outlet() {
        return new PressureOpening(Value.ZERO, Scheme.AUTO, 0, false, null);
    }

    private Case tube(Extension extension, Exclusion exclude) throws IOException {
        Path stl = folder.resolve("tube.stl");
        wallOfTube(64, 48).write(stl, "tube");
        OutputChoice standard = OutputChoice.standard();
        return Case.named("tube")
                .geometry(StlSource.of(stl, StlUnit.M)
                        .opening(new OpeningSpec("inlet", new OpeningSelector.Near(Vec.ZERO), extension))
                        .opening(new OpeningSpec(
                                "outlet", new OpeningSelector.Near(new Vec(0, 0, LENGTH_M)), extension)))
                .spacingM((RADIUS_M - NARROW_M)
                        / 2) // nodes have the same places in the vessel with extensions and without
                .fluid(1000, 1e-6)
                .collision(new Trt())
                .boundary("inlet", inlet(new Flow.FlowRate(Value.of(FLOW_M3_PER_S)), Profile.PLUG))
                .boundary("outlet", outlet())
                .relaxationTime(0.8)
                .atMostSteps(1)
                .output(new OutputChoice(
                        standard.every(),
                        standard.fields(),
                        standard.formats(),
                        standard.compression(),
                        1,
                        List.of(),
                        standard.pictures(),
                        standard.plots(),
                        standard.probes(),
                        standard.logEvery(),
                        standard.checkpoints(),
                        exclude,
                        List.of(),
                        List.of()))
                .build();
    }

    /// Open at both ends, along z from 0.
    private static Triangles wallOfTube(int around, int along) {
        double[] points = new double[3 * around * (along + 1)];
        int[] corners = new int[6 * around * along];
        for (int i = 0; i <= along; i++) {
            for (int j = 0; j < around; j++) {
                double angle = 2 * Math.PI * j / around;
                int at = 3 * (i * around + j);
                points[at] = WIDE_M * Math.cos(angle);
                points[at + 1] = NARROW_M * Math.sin(angle);
                points[at + 2] = LENGTH_M * i / along;
            }
        }
        int corner = 0;
        for (int i = 0; i < along; i++) {
            for (int j = 0; j < around; j++) {
                int a = i * around + j;
                int b = i * around + (j + 1) % around;
                for (int c : new int[] {a, b, b + around, a, b + around, a + around}) {
                    corners[corner++] = c;
                }
            }
        }
        return new Triangles(points, corners);
    }

    private static Simulation opened(Case theCase, ForkJoinPool pool) {
        return Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool);
    }

    private static Simulation flow(Case theCase, ForkJoinPool pool) {
        Simulation simulation = opened(theCase, pool);
        simulation.step(1000);
        return simulation;
    }

    private static WallTraction wall(Simulation simulation) {
        return simulation.snapshot(ResultFields.all()).wallShearStress();
    }

    private static double value(Simulation simulation, String name) {
        return simulation.observables(true).stream()
                .filter(observable -> observable.name().equals(name))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow();
    }
}
