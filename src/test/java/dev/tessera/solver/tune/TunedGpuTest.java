package dev.tessera.solver.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuExecution;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.TileOrder;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.TuningChoice;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests on a real driver, with a clock that the test advances.
final class TunedGpuTest {
    @TempDir
    static Path folder;

    private static GpuDevice gpu;

    @TempDir
    Path choices;

    @BeforeAll
    static void an_opencl_device_is_here() {
        List<GpuPlatform.Offer> offers = new OpenClPlatforms().list().offers();
        Needs.part("opencl", !offers.isEmpty());
        gpu = new GpuDevice(offers.getFirst().open(new BinaryCache(folder)));
    }

    @AfterAll
    static void close() {
        if (gpu != null) {
            gpu.close();
        }
    }

    @AfterEach
    void no_memory_is_left_on_the_device() {
        assertThat(gpu.accelerator().openResources()).isZero();
    }

    private static StepPlan plan(Addressing addressing) {
        NodeMap nodes = Geometries.nodes(
                FluidNodes.where(new Box(32, 16, 1, true, true, true), (x, y, z) -> (x + 2 * y) % 7 != 0));
        return TestPlans.bulk(Lattices.D2Q9, new AaPattern(), addressing, nodes, Precision.FP64);
    }

    /// @param nanosPerCall advance of the clock per call
    private TunedGpu tuned(TuningChoice choice, OptionalLong steps, long nanosPerCall) {
        return tuned(new LaunchChoice(choice), steps, nanosPerCall);
    }

    private TunedGpu tuned(LaunchChoice choice, OptionalLong steps, long nanosPerCall) {
        AtomicLong now = new AtomicLong();
        return new TunedGpu(
                gpu,
                choice,
                steps,
                new TuningMemory(choices),
                new LaunchSearch(() -> now.getAndAdd(nanosPerCall), 1000));
    }

    private static double[] afterFiveSteps(GpuExecution run) {
        int nodes = Math.toIntExact(run.plan().plan().fluidNodes());
        double[] f = new double[nodes * 9];
        for (int n = 0; n < f.length; n++) {
            f[n] = Lattices.D2Q9.weight(n % 9).toDouble() * (1 + 1e-3 * (n % 13));
        }
        run.plan().plan().classes().getFirst().step().parameters().forEach(name -> run.setParameter(name, 1.25));
        run.writePopulations(0, nodes, f);
        run.step(5);
        double[] after = new double[f.length];
        run.readPopulations(0, nodes, after);
        return after;
    }

    private double[] result(TuningChoice choice, OptionalLong steps, long nanosPerCall, Addressing addressing) {
        try (GpuExecution run = tuned(choice, steps, nanosPerCall).prepare(plan(addressing))) {
            assertThat(run.steps()).isZero();
            return afterFiveSteps(run);
        }
    }

    @Test
    void measuring_does_not_change_results_and_is_remembered() {
        TunedGpu measuring = tuned(new TuningChoice.Measured(), OptionalLong.empty(), 400);
        double[] usual = result(new TuningChoice.Usual(), OptionalLong.empty(), 0, new Dense());
        assertThat(choices).isEmptyDirectory();
        double[] measured;
        Tuning chosen;
        try (GpuExecution run = measuring.prepare(plan(new Dense()))) {
            chosen = run.tuning();
            measured = afterFiveSteps(run);
        }
        assertThat(measured).isEqualTo(usual);
        assertThat(choices)
                .isDirectoryContaining(file -> file.getFileName().toString().startsWith("tuning-"));
        try (GpuExecution again = gpu.prepare(plan(new Dense()))) {
            assertThat(measuring.known(again.plan())).isEqualTo(chosen);
        }
        assertThat(result(new TuningChoice.Measured(), OptionalLong.empty(), 400, new Dense()))
                .isEqualTo(usual);
    }

    @Test
    void a_run_shorter_than_measuring_uses_the_default_launch() {
        TunedGpu device = new TunedGpu(
                gpu,
                new LaunchChoice(new TuningChoice.Measured()),
                OptionalLong.of(1),
                new TuningMemory(choices),
                new LaunchSearch(() -> 0, 1_000_000_000L));
        try (GpuExecution run = device.prepare(plan(new Dense()));
                GpuExecution usual = gpu.prepare(plan(new Dense()))) {
            assertThat(run.tuning()).isEqualTo(usual.tuning());
        }
        assertThat(choices).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({
        "SHARED, measured",
        "CACHED, measured",
        "SHARED, short",
        "SHARED, usual",
        "CACHED, usual",
        "SHARED, fixed",
        "CACHED, fixed"
    })
    void a_look_up_that_the_case_says_is_kept_whatever_is_tuned_and_changes_no_value(TileLookup said, String tuning) {
        TuningChoice choice = switch (tuning) {
            case "usual" -> new TuningChoice.Usual();
            case "fixed" -> new TuningChoice.Fixed(new Tuning(64, 0, 2, TileOrder.MORTON, TileLookup.CACHED));
            default -> new TuningChoice.Measured();
        };
        OptionalLong steps = tuning.equals("short") ? OptionalLong.of(1) : OptionalLong.empty();
        TunedGpu device = tuned(new LaunchChoice(choice, Optional.of(said)), steps, 10);
        double[] dense = result(new TuningChoice.Usual(), OptionalLong.empty(), 0, new Dense());
        StepPlan plan = plan(new Tiles(TilingRule.of(8, 8, 1)));
        for (String run : List.of("first", "as remembered")) {
            try (GpuExecution execution = device.prepare(plan)) {
                assertThat(execution.tuning().lookup()).as(run).isEqualTo(said);
                assertThat(afterFiveSteps(execution)).as(run).isEqualTo(dense);
                Tuning taken = execution.tuning();
                try (GpuExecution usual = gpu.prepare(plan)) {
                    assertThat(device.known(usual.plan())).as(run).isEqualTo(taken);
                }
            }
        }
    }

    /// The launch of the usual kernels is the same with `cached` and where nothing is said: what is remembered
    /// is not.
    @Test
    void each_look_up_has_a_memory_of_its_own() throws IOException {
        List<Optional<TileLookup>> all =
                List.of(Optional.empty(), Optional.of(TileLookup.CACHED), Optional.of(TileLookup.SHARED));
        for (int run = 1; run <= 2; run++) {
            for (Optional<TileLookup> said : all) {
                tuned(new LaunchChoice(new TuningChoice.Measured(), said), OptionalLong.empty(), 400)
                        .prepare(plan(new Tiles()))
                        .close();
            }
            try (Stream<Path> files = Files.list(choices)) {
                assertThat(files).hasSize(all.size());
            }
        }
    }

    /// By the usual launch, and by a fixed one.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3, 9 | 0  | 128 threads and a tile 27 nodes. Use storage.launch: [864, 0, 1], other tiles
            8, 8 | 96 | 96 threads and a tile 64 nodes. Use storage.launch: [64, 4, 1], other tiles
            5, 25 | 0 | 128 threads and a tile 125 nodes. Use other tiles (storage.tile), such as [16, 16]
            """)
    void shared_look_up_is_refused_where_blocks_hold_no_whole_tiles(String edges, int threads, String reason) {
        int[] tile =
                Arrays.stream(edges.split(", ")).mapToInt(Integer::parseInt).toArray();
        TuningChoice choice =
                threads == 0 ? new TuningChoice.Measured() : new TuningChoice.Fixed(new Tuning(threads, 4, 1));
        TunedGpu device = tuned(new LaunchChoice(choice, Optional.of(TileLookup.SHARED)), OptionalLong.empty(), 10);
        assertThatThrownBy(() -> device.prepare(plan(new Tiles(TilingRule.of(tile[0], tile[1], 1)))))
                .isInstanceOf(CaseException.class)
                .hasMessageStartingWith("storage.lookup: shared needs thread blocks that contain whole tiles")
                .hasMessageContaining(reason);
    }

    @Test
    void a_fixed_launch_is_used_within_the_limits_of_the_storage() {
        Tuning fixed = new Tuning(64, 2, 2, TileOrder.MORTON, TileLookup.SHARED);
        Tiles tiles = new Tiles();
        double[] usual = result(new TuningChoice.Usual(), OptionalLong.empty(), 0, tiles);
        assertThat(result(new TuningChoice.Fixed(fixed), OptionalLong.empty(), 0, tiles))
                .isEqualTo(usual);
        try (GpuExecution run =
                tuned(new TuningChoice.Fixed(fixed), OptionalLong.empty(), 0).prepare(plan(tiles))) {
            assertThat(run.tuning().threads()).isEqualTo(64);
            assertThat(run.tuning().order()).isEqualTo(TileOrder.MORTON);
            assertThat(run.memoryBytes()).isEqualTo(run.plan().memoryBytes());
        }
        assertThat(choices).isEmptyDirectory();
    }
}
