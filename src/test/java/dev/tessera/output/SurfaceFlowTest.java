package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.OpeningSpec.Extension;
import dev.tessera.geometry.Vec;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.OutputChoice.Compression;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.WallShearStress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Flow through an oblique tube of triangles, against Hagen–Poiseuille: wall shear stress, pressure along the wall, and
/// the balance of forces.
final class SurfaceFlowTest {
    private static final double RADIUS_M = 0.5e-3;
    private static final double LENGTH_M = 3e-3;
    private static final double VISCOSITY_PA_S = 1e-3;
    private static final double MEAN_M_PER_S = 2e-3; // Re 2
    private static final double STRESS_PA = 4 * VISCOSITY_PA_S * MEAN_M_PER_S / RADIUS_M;
    private static final double GRADIENT_PA_PER_M = -2 * STRESS_PA / RADIUS_M;
    private static final Vec ALONG = new Vec(1, 2, 3).unit();
    private static final Vec FROM = new Vec(1e-3, 1e-3, 1e-3);

    @TempDir
    private Path folder;

    @Test
    void a_tube_has_the_stress_pressure_and_force_of_poiseuille_flow_on_its_wall() throws IOException {
        RawPolyData wall = flow();
        int[] middle = IntStream.range(0, wall.triangles())
                .filter(t -> isInMiddle(along(wall.centre(t))))
                .toArray();
        double area = 0;
        double stress = 0;
        Vec force = Vec.ZERO;
        for (int t : middle) {
            area += wall.area(t);
            stress += wall.area(t) * stressOf(wall, t);
            force = force.plus(wall.traction(t).times(wall.area(t)));
        }
        assertThat(stress / area).as("mean wall shear stress").isCloseTo(STRESS_PA, within(0.02 * STRESS_PA));
        assertThat(force.dot(ALONG) / area)
                .as("traction along the tube, which balances the pressure on its sections")
                .isCloseTo(-GRADIENT_PA_PER_M * RADIUS_M / 2, within(0.02 * STRESS_PA));
        double drop = GRADIENT_PA_PER_M * LENGTH_M;
        for (int vertex = 0; vertex < wall.vertices(); vertex++) {
            double s = along(wall.point(vertex));
            if (isInMiddle(s)) {
                assertThat((double) wall.pressure()[vertex])
                        .as("pressure %s m from the inlet", s)
                        .isCloseTo(GRADIENT_PA_PER_M * (s - LENGTH_M), within(0.03 * Math.abs(drop)));
                assertThat(wall.stress(vertex).distance(ALONG.times(STRESS_PA)))
                        .as("wall shear stress %s", wall.stress(vertex))
                        .isLessThan(0.05 * STRESS_PA);
            }
        }
        assertThat(IntStream.range(0, wall.vertices()).filter(v -> Float.isNaN(wall.pressure()[v])))
                .as("vertices without a value, also at the openings' edges")
                .isEmpty();
    }

    private static double along(Vec place) {
        return place.minus(FROM).dot(ALONG);
    }

    private static boolean isInMiddle(double along) {
        return along > 0.25 * LENGTH_M && along < 0.75 * LENGTH_M;
    }

    private static double stressOf(RawPolyData wall, int triangle) {
        return IntStream.range(0, 3)
                .mapToDouble(corner ->
                        wall.stress(wall.corners()[3 * triangle + corner]).length())
                .average()
                .orElseThrow();
    }

    private RawPolyData flow() throws IOException {
        Vec to = FROM.plus(ALONG.times(LENGTH_M));
        var source = TubeSurface.source(folder, TubeSurface.of(FROM, to, RADIUS_M, 48, 30))
                .opening(new OpeningSpec("inlet", new OpeningSelector.Near(FROM), Extension.NONE))
                .opening(new OpeningSpec("outlet", new OpeningSelector.Near(to), Extension.NONE));
        Case tube = Case.named("tube")
                .geometry(source)
                .spacingM(2 * RADIUS_M / 14)
                .fluid(1000, VISCOSITY_PA_S / 1000)
                .collision(new Trt())
                .walls(WallScheme.CURVED)
                .boundary(
                        "inlet",
                        new VelocityOpening(
                                new Flow.MeanVelocity(Value.of(MEAN_M_PER_S)), Profile.PARABOLIC, Scheme.AUTO, 0))
                .boundary("outlet", new PressureOpening(Value.ZERO, Scheme.AUTO, 0, false, null))
                .relaxationTime(1)
                .atMostSteps(1)
                .build();
        try (ForkJoinPool pool = new ForkJoinPool(2);
                Simulation simulation = Simulation.open(tube, Devices.on(pool).byKey("cpu:jvm"), pool)) {
            simulation.step(2500);
            VtkSurfaceOutput output =
                    new VtkSurfaceOutput(folder, source::triangles, new FileWriting(Compression.NONE, pool));
            output.write(simulation.snapshot(List.of(new Pressure(), new WallShearStress())));
        }
        return RawPolyData.of(folder.resolve("surface-000002500.vtp"));
    }
}
