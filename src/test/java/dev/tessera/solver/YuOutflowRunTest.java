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
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Rise;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.CopyOutflow;
import dev.tessera.solver.boundary.DoNothingOutflow;
import dev.tessera.solver.boundary.GradExtrapolatedOutflow;
import dev.tessera.solver.boundary.NeumannOutflow;
import dev.tessera.solver.boundary.YuOutflow;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Cases with an outflow that reads the two nodes behind it.
final class YuOutflowRunTest {
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
        return Ducts.duct(axis, fromHighEnd, Scheme.LINK_WISE).boundary("outlet", new YuOutflow());
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

    @ParameterizedTest
    @CsvSource({"0, false", "1, true", "2, false"})
    void developed_flow_leaves_a_duct(int axis, boolean fromHighEnd) {
        try (Simulation simulation = open(duct(axis, fromHighEnd).build(), "cpu")) {
            simulation.step(1200); // the profile adapts by 1/e in 32 steps
            List<Observable> observables = simulation.observables(false);
            assertThat(value(observables, "inlet.flow_rate")).isCloseTo(1, within(1e-9));
            assertThat(value(observables, "outlet.flow_rate")).isCloseTo(-1, within(1e-3));
            // of a developed flow: 28.45 viscosities per width, between the outermost nodes
            assertThat(value(observables, "inlet.mean_pressure") - value(observables, "outlet.mean_pressure"))
                    .isCloseTo(28.454 * 0.4 * 23 / 8, within(0.1));
        }
    }

    /// Also beside walls at their distances, which give the nodes behind the opening rules of their own. Each
    /// pair of pattern and addressing is tested by `StorageAgreementTest`.
    @ParameterizedTest
    @EnumSource(names = {"HALF_WAY", "CURVED"})
    void every_pattern_and_every_addressing_give_the_same_populations(WallScheme walls) {
        CaseBuilder builder = duct(0, false).walls(walls);
        var pull = new TwoBufferPull();
        double[] expected = after(builder.storage(pull, new Dense()).build(), "cpu:interpreter");
        List<StorageChoice> choices = new ArrayList<>();
        Addressings.fitting(pull).stream()
                .filter(addressing -> !(addressing instanceof CompactTiles))
                .forEach(addressing -> choices.add(new StorageChoice(pull, addressing)));
        Patterns.all().stream()
                .filter(pattern -> !(pattern instanceof TwoBufferPull))
                .forEach(pattern -> choices.add(new StorageChoice(pattern, CompactTiles.forCpu())));
        for (StorageChoice choice : choices) {
            Case theCase =
                    builder.storage(choice.pattern(), choice.addressing()).build();
            assertThat(after(theCase, "cpu:jvm")).as(choice.toString()).isEqualTo(expected);
        }
    }

    /// Outflows that read one or two nodes behind them, or only their own links.
    static Stream<Boundary> others() {
        return Stream.of(
                new NeumannOutflow(),
                new NeumannOutflow(
                        List.of(Value.of(0.1), Value.varying(at -> at.t().times(at.z())), Value.of(-0.2))),
                new GradExtrapolatedOutflow(),
                new GradExtrapolatedOutflow.AtPressure(Value.of(0.5), new Rise.Over(0.5)),
                new CopyOutflow(),
                new DoNothingOutflow());
    }

    @ParameterizedTest
    @MethodSource("others")
    void other_outflows_give_the_same_populations_in_every_pattern_and_in_parts(Boundary outflow) {
        CaseBuilder builder = duct(0, true).boundary("outlet", outflow);
        double[] expected =
                after(builder.storage(new TwoBufferPull(), new Dense()).build(), "cpu:interpreter");
        for (StreamingPattern pattern : Patterns.all()) {
            Case theCase = builder.storage(pattern, CompactTiles.forCpu()).build();
            assertThat(after(theCase, "cpu:jvm")).as(pattern.key()).isEqualTo(expected);
        }
        List<Device> parts = Collections.nCopies(3, devices.byKey("cpu:jvm"));
        Case inPlace = builder.storage(new EsotericPull(), new CompactTiles()).build();
        try (Simulation inParts =
                Simulation.open(inPlace, new PartedDevice(parts, PartedDevice.Division.balanced(), pool), pool)) {
            inParts.step(STEPS);
            assertThat(populations(inParts)).isEqualTo(expected);
        }
    }

    /// On processors and graphics processors alike.
    @ParameterizedTest
    @MethodSource("others")
    void other_outflows_give_the_same_populations_on_a_gpu(Boundary outflow) {
        Needs.part("opencl", !new OpenClPlatforms().list().offers().isEmpty());
        Case theCase = duct(2, false)
                .boundary("outlet", outflow)
                .storage(new AaPattern(), new CompactTiles())
                .build();
        assertThat(after(theCase, "opencl:0")).isEqualTo(after(theCase, "cpu:interpreter"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void other_outflows_give_the_same_populations_in_c(Boundary outflow) {
        Needs.part("c", CCompiler.find().isPresent());
        Case theCase = duct(1, true)
                .boundary("outlet", outflow)
                .storage(new AaPattern(), CompactTiles.forCpu())
                .build();
        assertThat(after(theCase, "cpu:c")).isEqualTo(after(theCase, "cpu:interpreter"));
    }

    /// The rule holds no pressure: 2.6 % of the flow stay with 8 nodes across, so that the pressure rises.
    @ParameterizedTest
    @EnumSource(names = {"ZOU_HE", "LINK_WISE"})
    void a_flow_leaves_with_the_velocity_of_the_second_node(Scheme inlet) {
        Case theCase = Ducts.duct(0, false, inlet)
                .boundary("outlet", new NeumannOutflow())
                .build();
        try (Simulation simulation = open(theCase, "cpu")) {
            simulation.step(1500);
            double before = value(simulation.observables(false), "outlet.mean_pressure");
            simulation.step(1500);
            List<Observable> observables = simulation.observables(false);
            assertThat(value(observables, "outlet.flow_rate")).isCloseTo(-0.974, within(2e-3));
            double rise = value(observables, "outlet.mean_pressure") - before;
            assertThat(rise).isCloseTo(17.6, within(1.0));
        }
    }

    private static double[] after(Case theCase, String device) {
        try (Simulation simulation = open(theCase, device)) {
            simulation.step(STEPS);
            return populations(simulation);
        }
    }

    static Stream<Boundary> all() {
        return Stream.concat(Stream.of(new YuOutflow()), others());
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_checkpoint_continues_in_another_storage_and_in_parts(Boundary outflow) throws IOException {
        CaseBuilder duct = duct(1, false).boundary("outlet", outflow);
        Case theCase = duct.storage(new AaPattern(), new Tiles()).build();
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
        Case other = duct.storage(new TwoBufferPush(), new GhostTiles()).build();
        List<Device> parts = Collections.nCopies(3, devices.byKey("cpu:jvm"));
        Case inPlace = duct.storage(new EsotericPull(), new CompactTiles()).build();
        try (Simulation ghosts = open(other, "cpu:jvm");
                Simulation inParts = Simulation.open(
                        inPlace, new PartedDevice(parts, PartedDevice.Division.balanced(), pool), pool)) {
            for (Simulation simulation : List.of(ghosts, inParts)) {
                simulation.restore(checkpoint);
                simulation.step(STEPS);
                assertThat(populations(simulation)).isEqualTo(expected);
            }
        }
    }

    @Test
    void what_it_cannot_do_is_refused_with_a_remedy() {
        assertThatThrownBy(() -> open(
                        duct(0, false)
                                .lattice(Lattices.D3Q13)
                                .collision(new Mrt())
                                .build(),
                        "cpu:interpreter"))
                .hasMessageContaining("D3Q13 has no direction along axis x");
        assertThatThrownBy(() -> open(channel(3).build(), "cpu:interpreter"))
                .hasMessageContaining("within 2 nodes of two openings with scheme yu");
        assertThatThrownBy(() -> open(channel(2).build(), "cpu:interpreter")).hasMessageContaining("scheme yu");
        open(channel(6).build(), "cpu:interpreter").close();
    }

    @Test
    void an_oblique_opening_is_refused() {
        Boundary.Site oblique = new Boundary.Site() {
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
        };
        assertThatThrownBy(() -> new YuOutflow().closure(oblique))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("boundaries.outlet.scheme: yu extrapolates along an axis");
    }

    /// A channel between two outflows, some nodes long.
    private static CaseBuilder channel(int nodes) {
        Side wall = Side.wall("wall");
        return Case.named("channel")
                .geometry(ShapeSource.in(Domain.of2d(nodes, 6, Side.opening("low"), Side.opening("high"), wall, wall)))
                .spacingM(1)
                .fluid(1, 0.1)
                .collision(new Bgk())
                .lattice(Lattices.D2Q9)
                .boundary("low", new YuOutflow())
                .boundary("high", new YuOutflow())
                .timeStepS(1)
                .atMostSteps(1);
    }
}
