package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.casefile.CaseFile;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.field.WallShearStress;
import dev.tessera.solver.field.WallTraction;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The wall shear stress from components that are observed one after the other equals that of a snapshot, which has
/// all of them, bit for bit.
final class WallStressTest {
    private static ForkJoinPool pool;
    private static Devices devices;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
        devices = Devices.on(pool);
    }

    @AfterAll
    static void stop() {
        devices.close();
        pool.close();
    }

    private static void assertEqual(Case theCase, Device device, WallScheme walls) {
        try (Simulation simulation = Simulation.open(theCase, device, pool)) {
            assertThat(simulation.boundaries().walls()).isEqualTo(walls);
            simulation.step(20);
            WallTraction whole =
                    simulation.snapshot(List.of(new WallShearStress())).wallShearStress();
            WallTraction byComponent = WallStress.observed(simulation);
            assertThat(Arrays.stream(whole.magnitudePa()).max().orElse(0)).isPositive();
            assertThat(byComponent.boundaryNodes()).isEqualTo(whole.boundaryNodes());
            assertThat(byComponent.magnitudePa()).isEqualTo(whole.magnitudePa());
            int axes = theCase.model().lattice().dimensions(); // in 2D signs of zeros along z differ
            for (int axis = 0; axis < axes; axis++) {
                assertThat(byComponent.vectorPa()[axis]).isEqualTo(whole.vectorPa()[axis]);
            }
        }
    }

    /// A cubic array of spheres, driven along x.
    private static Case spheres(WallScheme walls) {
        return Case.named("spheres")
                .geometry(ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.periodic()))
                        .obstacle("sphere", new Sphere(new Vec(0.51, 0.48, 0.5), 0.3)))
                .spacingM(1.0 / 16)
                .fluid(1, 0.1)
                .collision(new Trt())
                .walls(walls)
                .accelerationMPerS2(1e-2, 2e-3, -4e-3)
                .relaxationTime(0.8)
                .atMostSteps(20)
                .build();
    }

    @ParameterizedTest
    @EnumSource(names = {"HALF_WAY", "CURVED"})
    void at_walls_of_every_kind_also_in_parts(WallScheme walls) {
        Device jvm = devices.byKey("cpu:jvm");
        assertEqual(spheres(walls), jvm, walls);
        Device parts = new PartedDevice(Collections.nCopies(3, jvm), PartedDevice.Division.balanced(), pool);
        assertEqual(spheres(walls), parts, walls);
    }

    private static Device openCl() {
        String key = devices.keys().stream()
                .filter(one -> one.startsWith("opencl"))
                .findFirst()
                .orElse("");
        Needs.part("opencl", !key.isEmpty());
        return devices.byKey(key);
    }

    @Test
    void on_a_gpu() {
        assertEqual(spheres(WallScheme.HALF_WAY), openCl(), WallScheme.HALF_WAY);
    }

    private static Case chip() throws IOException {
        return CaseFile.read(Path.of("examples/chip/case.yaml"), List.of()).theCase();
    }

    /// Two components, then one.
    @Test
    void in_two_dimensions() throws IOException {
        assertEqual(chip(), devices.byKey("cpu:jvm"), WallScheme.HALF_WAY);
    }

    @Test
    void in_two_dimensions_on_a_gpu() throws IOException {
        assertEqual(chip(), openCl(), WallScheme.HALF_WAY);
    }
}
