package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.image.AxisEnds;
import dev.tessera.geometry.image.ImageSource;
import dev.tessera.geometry.image.PoreLabels;
import dev.tessera.geometry.image.RawFile;
import dev.tessera.geometry.image.VoxelOrder;
import dev.tessera.geometry.image.VoxelType;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PermeabilityTest {
    private static final int LENGTH = 20;
    private static final int HEIGHT = 10;
    private static final int GAP = 4;

    @TempDir
    private Path folder;

    /// A plate with a slit between buffer layers of negligible resistance: the drive acts in them too, so that
    /// a box three times as long has three times the flow.
    @Test
    void the_permeability_of_a_rock_does_not_grow_with_its_buffer_layers() throws IOException {
        double slit = Math.pow(GAP, 3) / (12.0 * HEIGHT); // without entrance losses
        double few = permeability(6);
        double many = permeability(26);
        assertThat(few).isCloseTo(slit, within(0.15 * slit));
        assertThat(many).isCloseTo(few, within(0.01 * few));
    }

    private double permeability(int bufferNodes) throws IOException {
        byte[] voxels = new byte[LENGTH * HEIGHT];
        for (int n = GAP * LENGTH; n < voxels.length; n++) {
            voxels[n] = 1;
        }
        Path file = Files.write(folder.resolve("plate.raw"), voxels);
        var stack = RawFile.open(file, new int[] {LENGTH, HEIGHT, 1}, VoxelType.UINT8, VoxelOrder.X_FASTEST, 0);
        Case plate = Case.named("plate")
                .geometry(ImageSource.of(stack, PoreLabels.of(0))
                        .ends(AxisEnds.periodicWithBuffer(bufferNodes), AxisEnds.periodic(), AxisEnds.periodic()))
                .spacingM(1)
                .fluid(1, 1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .accelerationMPerS2(1e-4, 0, 0)
                .relaxationTime(1)
                .atMostSteps(1)
                .build();
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation simulation = Simulation.open(plate, Devices.on(pool).byKey("cpu:jvm"), pool)) {
            simulation.step(6000);
            return simulation.observables(false).stream()
                    .filter(observable -> observable.name().equals("permeability"))
                    .mapToDouble(Observable::value)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void inertia_is_reported_with_a_weaker_drive_where_the_flow_bends_and_is_not_creeping() {
        assertThat(warnings(true, 100))
                .singleElement()
                .asString()
                .contains("permeability: inertia changes it", "a drive smaller by a factor of 9 or more");
        assertThat(warnings(true, 1)).isEmpty();
        assertThat(warnings(false, 100)).isEmpty();
    }

    /// Around a sphere in a periodic cell, or between two plates, where inertia has no effect.
    private static List<String> warnings(boolean hasSphere, double accelerationMPerS2) {
        Side ends = Side.periodic();
        Side sides = hasSphere ? Side.periodic() : Side.wall("plate");
        ShapeSource box = ShapeSource.in(Domain.of(new Vec(1, 1, 1), ends, ends, sides, sides, ends, ends));
        Case theCase = Case.named("cell")
                .geometry(hasSphere ? box.obstacle("sphere", new Sphere(new Vec(0.5, 0.5, 0.5), 0.3)) : box)
                .spacingM(1.0 / 12)
                .fluid(1, 1)
                .collision(new Trt())
                .accelerationMPerS2(accelerationMPerS2, 0, 0)
                .relaxationTime(1)
                .atMostSteps(1)
                .build();
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Simulation simulation =
                        Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool)) {
            simulation.step(400);
            Observation observation = Observation.ofLog(simulation);
            observation.all(false);
            return observation.warnings();
        }
    }
}
