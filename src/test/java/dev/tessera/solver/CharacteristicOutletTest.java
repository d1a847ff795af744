package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.CharacteristicOutlet;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Cases with an outlet through which sound leaves.
final class CharacteristicOutletTest {
    private static final int STEPS = 15;
    private static ForkJoinPool pool;
    private static Devices devices;

    @TempDir
    private Path temp;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
        devices = Devices.on(pool);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    private static CaseBuilder duct(int axis, boolean fromHighEnd) {
        return Ducts.duct(axis, fromHighEnd, Scheme.ZOU_HE).boundary("outlet", new CharacteristicOutlet(Value.of(0.5)));
    }

    private static Simulation open(Case theCase, String device) {
        return Simulation.open(theCase, devices.byKey(device), pool);
    }

    private static double value(List<Observable> observables, String name) {
        return observables.stream()
                .filter(observable -> observable.name().equals(name))
                .mapToDouble(Observable::value)
                .findFirst()
                .orElseThrow();
    }

    private static double[] populations(Simulation simulation) {
        var execution = simulation.execution();
        double[] all = new double
                [execution.fluidNodes() * simulation.theCase().model().lattice().size()];
        execution.readPopulations(0, execution.fluidNodes(), all);
        return all;
    }

    private static double[] after(Case theCase, String device) {
        try (Simulation simulation = open(theCase, device)) {
            simulation.step(STEPS);
            return populations(simulation);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "2, false"})
    void developed_flow_leaves_a_duct_at_the_imposed_pressure(int axis, boolean fromHighEnd) {
        try (Simulation simulation = open(duct(axis, fromHighEnd).build(), "cpu")) {
            simulation.step(3000); // the pressure returns by 1/e in 300 steps
            List<Observable> observables = simulation.observables(false);
            assertThat(value(observables, "inlet.flow_rate")).isCloseTo(1, within(1e-6));
            assertThat(value(observables, "outlet.flow_rate")).isCloseTo(-1, within(1e-3));
            // the pressure falls by 34 Pa along the duct
            assertThat(value(observables, "outlet.mean_pressure")).isCloseTo(0.5, within(0.05));
        }
    }

    /// Also beside walls at their distances, which complete their links first.
    @ParameterizedTest
    @EnumSource(names = {"HALF_WAY", "CURVED"})
    void every_pattern_and_every_addressing_give_the_same_populations(WallScheme walls) {
        CaseBuilder builder = duct(0, false).walls(walls);
        var pull = new TwoBufferPull();
        double[] expected = after(builder.storage(pull, new Dense()).build(), "cpu:interpreter");
        List<StorageChoice> choices = new ArrayList<>();
        Addressings.fitting(pull).forEach(addressing -> choices.add(new StorageChoice(pull, addressing)));
        Patterns.all().forEach(pattern -> choices.add(new StorageChoice(pattern, CompactTiles.forCpu())));
        for (StorageChoice choice : choices) {
            Case theCase =
                    builder.storage(choice.pattern(), choice.addressing()).build();
            assertThat(after(theCase, "cpu:jvm")).as(choice.toString()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:c", "opencl:0"})
    void every_device_gives_the_same_populations(String device) {
        if (device.equals("cpu:c")) {
            Needs.part("c", CCompiler.find().isPresent());
        } else {
            Needs.part("opencl", !new OpenClPlatforms().list().offers().isEmpty());
        }
        Case theCase =
                duct(2, true).storage(new AaPattern(), new CompactTiles()).build();
        assertThat(after(theCase, device)).isEqualTo(after(theCase, "cpu:interpreter"));
    }

    /// The state of the outlet is that of its last step.
    @Test
    void a_checkpoint_continues_in_another_storage_and_in_parts() throws IOException {
        Case theCase = duct(1, false).storage(new AaPattern(), new Dense()).build();
        Path checkpoint;
        double[] expected;
        try (Simulation one = open(theCase, "cpu:jvm")) {
            one.step(STEPS);
            Checkpoints checkpoints = new Checkpoints(temp, 1);
            checkpoints.write(one, List.of());
            checkpoint = checkpoints.last().orElseThrow();
            one.step(STEPS);
            expected = populations(one);
        }
        List<Device> parts = Collections.nCopies(3, devices.byKey("cpu:jvm"));
        Case inPlace =
                duct(1, false).storage(new EsotericPull(), new CompactTiles()).build();
        try (Simulation inParts =
                Simulation.open(inPlace, new PartedDevice(parts, PartedDevice.Division.balanced(), pool), pool)) {
            inParts.restore(checkpoint);
            inParts.step(STEPS);
            assertThat(populations(inParts)).isEqualTo(expected);
        }
    }

    /// A pipe of length l with a closed end is under a pressure p. With the amplitude K p of the wave that enters, and
    /// the flow that lowers the pressure, `p' + (l / c) p'' = -K p`, K = sigma c / L.
    @ParameterizedTest
    @CsvSource({"0", "0.25", "1"})
    void the_mean_pressure_returns_at_the_rate_of_the_recovery(double sigma) {
        double length = 60;
        Case theCase = Case.named("pipe")
                .geometry(ShapeSource.in(Domain.of2d(
                        length,
                        4,
                        Side.opening("end").wet(),
                        Side.opening("outlet").wet(),
                        Side.periodic(),
                        Side.periodic())))
                .spacingM(1)
                .fluid(1, 0.1)
                .lattice(Lattices.D2Q9)
                .collision(new Bgk())
                .boundary("end", Boundaries.velocity(Value.ZERO, Value.ZERO, Value.ZERO))
                .boundary("outlet", new CharacteristicOutlet(Value.ZERO, sigma, OptionalDouble.of(400)))
                .initial(new Case.Initial(List.of(Value.ZERO, Value.ZERO, Value.ZERO), Value.of(1e-4)))
                .referenceVelocityMPerS(0.01)
                .referenceLengthM(length)
                .timeStepS(1)
                .atMostSteps(1)
                .build();
        try (Simulation simulation = open(theCase, "cpu")) {
            double crossing = length / Math.sqrt(1.0 / 3);
            double rate = sigma * Math.sqrt(1.0 / 3) / 400;
            double root = Math.sqrt(1 - 4 * rate * crossing);
            double slow = (1 - root) / (2 * crossing);
            double fast = (1 + root) / (2 * crossing);
            simulation.step(2000);
            double mean =
                    Arrays.stream(simulation.snapshot().pressurePa()).average().orElseThrow();
            assertThat(mean / 1e-4).isCloseTo(fast / (fast - slow) * Math.exp(-slow * 2000), within(0.01));
        }
    }

    @Test
    void what_it_cannot_do_is_refused_with_a_remedy() {
        assertThatThrownBy(() -> new CharacteristicOutlet(Value.ZERO, -1, OptionalDouble.empty()))
                .hasMessageContaining("use 0.25");
        assertThatThrownBy(() -> new CharacteristicOutlet(Value.ZERO, 0.25, OptionalDouble.of(0)))
                .hasMessageContaining("is not positive");
        assertThatThrownBy(() -> new CharacteristicOutlet(Value.ZERO).closure(new Oblique()))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("boundaries.outlet.scheme: characteristic needs an opening at a side of the box")
                .hasMessageContaining("Use scheme: grad");
    }

    private record Oblique() implements Boundary.Site {
        @Override
        public String name() {
            return "outlet";
        }

        @Override
        public boolean isBoxSide() {
            return false;
        }

        @Override
        public boolean isAxisAligned() {
            return false;
        }

        @Override
        public int axis() {
            return -1;
        }

        @Override
        public int inward() {
            return 0;
        }

        @Override
        public double[] normal() {
            return new double[] {0.8, 0.6, 0};
        }

        @Override
        public WallScheme walls() {
            return WallScheme.HALF_WAY;
        }
    }
}
