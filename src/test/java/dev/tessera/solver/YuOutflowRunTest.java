package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
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
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.YuOutflow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Cases with an outflow that reads the two nodes behind it.
final class YuOutflowRunTest {
    private static final int STEPS = 15;
    private static ForkJoinPool pool;
    private static Devices devices;

    @TempDir
    private Path temp;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(2);
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

    private static double[] after(Case theCase, String device) {
        try (Simulation simulation = open(theCase, device)) {
            simulation.step(STEPS);
            return populations(simulation);
        }
    }

    @Test
    void a_checkpoint_continues_in_another_storage_and_in_parts() throws IOException {
        Case theCase = duct(1, false).storage(new AaPattern(), new Tiles()).build();
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
        Case other =
                duct(1, false).storage(new TwoBufferPush(), new GhostTiles()).build();
        List<Device> parts = Collections.nCopies(3, devices.byKey("cpu:jvm"));
        Case inPlace =
                duct(1, false).storage(new EsotericPull(), new CompactTiles()).build();
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
