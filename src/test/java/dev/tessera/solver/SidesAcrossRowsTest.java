package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.gpu.FirstGpu;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Rise;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.CharacteristicOutlet;
import dev.tessera.solver.boundary.GradOutflow;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.boundary.SymmetrySide;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.boundary.YuOutflow;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Boxes whose inlet and outlet are across the rows of memory, with other sides, edges and corners: on a GPU the sweep
/// of the bulk updates their nodes (docs/decisions/0090), with the bits of a CPU.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SidesAcrossRowsTest {
    private static final int STEPS = 12;
    private static final Side WALL = Side.wall("wall");

    @RegisterExtension
    final FirstGpu first = new FirstGpu(new OpenClPlatforms());

    /// @param nx fluid nodes along a row
    private static Case box(VelocitySet lattice, Boundary outlet, int nx, String pattern, Precision precision) {
        double length = nx - 0.5 - (outlet.holdsOnNodes() ? 0.5 : 0);
        List<Value> along = List.of(Value.of(0.02), Value.ZERO, Value.ZERO);
        Side inlet = Side.opening("inlet").wet();
        Side out = outlet.holdsOnNodes() ? Side.opening("outlet").wet() : Side.opening("outlet");
        Side middle = Side.symmetry("middle");
        Domain domain = lattice.dimensions() == 2
                ? Domain.of2d(length, 6.5, inlet, out, middle, Side.wall("lid"))
                : Domain.of(new Vec(length, 6.5, 6), inlet, out, middle, WALL, WALL, Side.wall("lid"));
        CaseBuilder builder = Case.named("box");
        if (lattice.dimensions() == 3) {
            builder.boundary("wall", new RestingWall());
        }
        return builder.geometry(ShapeSource.in(domain))
                .spacingM(1)
                .fluid(1, 0.1)
                .lattice(lattice)
                .collision(new Bgk())
                .precision(precision)
                .boundary(
                        "inlet",
                        new VelocityOpening(
                                new Flow.MeanVelocity(Value.of(0.02)), Profile.PLUG, Scheme.REGULARIZED, 10))
                .boundary("outlet", outlet)
                .boundary("middle", new SymmetrySide())
                .boundary("lid", new MovingWall(along))
                .storage(Patterns.byKey(pattern), new Dense())
                .referenceVelocityMPerS(0.02)
                .referenceLengthM(nx)
                .timeStepS(1)
                .atMostSteps(STEPS)
                .build();
    }

    private static Boundary outlet(String key) {
        return switch (key) {
            case "grad" -> new GradOutflow(Value.ZERO, new Rise.Over(0));
            case "yu" -> new YuOutflow();
            case "characteristic" -> new CharacteristicOutlet(Value.ZERO);
            default -> throw new IllegalArgumentException(key);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "D3Q19, grad, 16, pull, FP64, 1",
        "D2Q9, grad, 11, aa, FP32, 1",
        "D2Q9, yu, 13, pull, FP64, 1",
        "D2Q9, characteristic, 24, pull, FP32, 2"
    })
    void a_gpu_gives_the_bits_of_a_cpu(
            String lattice, String outlet, int nx, String pattern, Precision precision, int parts) {
        Case theCase = box(Lattices.byKey(lattice), outlet(outlet), nx, pattern, precision);
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool)) {
            Device gpu = first.device();
            Device used =
                    parts == 1 ? gpu : new PartedDevice(List.of(gpu, gpu), PartedDevice.Division.balanced(), pool);
            assertThat(velocities(theCase, used, pool))
                    .isDeepEqualTo(velocities(theCase, devices.byKey("cpu:jvm"), pool));
        }
    }

    private static double[][] velocities(Case theCase, Device device, ForkJoinPool pool) {
        try (Simulation simulation = Simulation.open(theCase, device, pool)) {
            simulation.step(STEPS);
            return simulation.velocityLattice();
        }
    }
}
