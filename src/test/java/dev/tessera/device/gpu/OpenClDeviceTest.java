package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Execution;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.GpuTable;
import dev.tessera.kernel.gpu.StepForm;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.TileOrder;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.testkit.OptimisedOpenCl;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// OpenCL drivers compile slowly, so not every combination of storage, lattice and precision is tested.
final class OpenClDeviceTest extends GpuDeviceKit {
    OpenClDeviceTest() {
        super(new OpenClPlatforms());
    }

    /// Replaces the kit's trials: every pattern with its addressings, with alternating precisions, and some in
    /// 3D.
    static Stream<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        List<Precision> precisions = List.of(Precision.values());
        int number = 0;
        for (StreamingPattern pattern : Patterns.all()) {
            for (Addressing addressing : Addressings.fitting(pattern)) {
                if (addressing.needsBarrier()) {
                    continue;
                }
                Precision precision = precisions.get(number++ % precisions.size());
                trials.add(new Trial(Lattices.D2Q9, pattern, addressing, precision, 2));
            }
            number++;
        }
        trials.add(new Trial(Lattices.D3Q19, new AaPattern(), new CompactTiles(), Precision.FP64, 3));
        trials.add(new Trial(Lattices.D3Q19, new TwoBufferPull(), CompactTiles.forGpu(), Precision.FP32, 3));
        trials.add(new Trial(Lattices.D2Q9, new AaPattern(), CompactTiles.forCpu(), Precision.FP64, 2));
        trials.add(new Trial(Lattices.D3Q19, new EsotericPull(), CompactTiles.forGpu(), Precision.FP32, 3));
        trials.add(new Trial(Lattices.D3Q13, new EsotericPull(), CompactTiles.forGpu(), Precision.FP64, 3));
        trials.add(new Trial(Lattices.D3Q13, new AaPattern(), new Tiles(), Precision.FP32, 2));
        return trials.stream();
    }

    /// Replaces the kit's: every pattern and every addressing in 2D, in every second pair; those of esoteric
    /// pull take longest.
    static Stream<Trial> changingTrials() {
        List<Trial> flat =
                trials().filter(trial -> trial.lattice() == Lattices.D2Q9).toList();
        return IntStream.range(0, flat.size())
                .filter(k -> flat.get(k).pattern() instanceof EsotericPull
                        ? flat.get(k).addressing() instanceof Dense
                        : k % 2 == 0)
                .mapToObj(flat::get);
    }

    /// Replaces the kit's: every pattern with every second of its addressings, every addressing with every second
    /// pattern.
    static Stream<Trial> mixtures() {
        List<Trial> all = GpuDeviceKit.mixtures().toList();
        List<String> patterns =
                all.stream().map(trial -> trial.pattern().key()).distinct().toList();
        return IntStream.range(0, all.size())
                .filter(k -> (k + patterns.indexOf(all.get(k).pattern().key())) % 2 == 0)
                .mapToObj(all::get);
    }

    @Test
    @Override
    protected void memory_is_planned_to_the_byte() {
        int number = 0;
        for (Addressing addressing : Addressings.fitting(new AaPattern())) {
            Precision precision = number++ % 2 == 0 ? Precision.FP32_FP16 : Precision.FP32;
            StepPlan plan = new Trial(Lattices.D2Q9, new AaPattern(), addressing, precision, 4).plan();
            try (Execution run = gpu().prepare(plan)) {
                assertThat(run.memoryBytes())
                        .isEqualTo(gpu().memoryBytes(plan))
                        .isEqualTo(gpu().accelerator().allocatedBytes())
                        .isGreaterThan(plan.storage().slots() * plan.precision().storedBytes());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    @Override
    protected void every_form_of_expression_is_bit_identical_to_the_interpreter(Precision precision) {
        OptimisedOpenCl.during(() -> super.every_form_of_expression_is_bit_identical_to_the_interpreter(precision));
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    @Override
    protected void elementary_functions_have_the_same_bits_everywhere(Precision precision) {
        OptimisedOpenCl.during(() -> super.elementary_functions_have_the_same_bits_everywhere(precision));
    }

    @ParameterizedTest
    @EnumSource(
            value = Precision.class,
            names = {"FP64", "FP32"})
    @Override
    protected void iterations_have_the_same_bits_everywhere(Precision precision) {
        OptimisedOpenCl.during(() -> super.iterations_have_the_same_bits_everywhere(precision));
    }

    /// Some groups of nodes touch walls or the class `driven`, others do not.
    @ParameterizedTest
    @CsvSource({
        "aa, dense, 4, fp32",
        "pull, dense, 2, fp32",
        "esoteric-pull, tiles, 4, fp32",
        "push, tiles, 2, fp32",
        "pull, dense, 4, fp32/fp16",
        "pull, dense, 8, fp32/fp16",
        "push, tiles, 2, fp32/fp16",
        "aa, dense, 8, fp32/fp16",
        "esoteric-pull, tiles, 4, fp32/fp16",
        "pull, segments, 2, fp32/fp16",
        "push, segments, 8, fp32",
        "aa, segments, 4, fp32",
        "esoteric-pull, segments, 2, fp64"
    })
    void several_nodes_per_thread_change_no_value(
            String pattern, String addressing, int nodesPerThread, String precision) {
        Box box = new Box(48, 36, 1, true, false, true);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> y < 18 || (x * 7 + y * 3) % 23 != 0);
        assertThat(fluid.count() % 2).as("a group that is not whole").isEqualTo(1);
        StepPlan plan = lowered(TestPlans.bulkAndDriven(
                Lattices.D2Q9,
                Patterns.byKey(pattern),
                addressing.equals("segments") ? CompactTiles.forGpu() : Addressings.byKey(addressing),
                Geometries.nodes(fluid),
                Precision.byKey(precision),
                TestPlans.smallBundles(Precision.byKey(precision)),
                number -> number > 1000 && number % 5 == 2));
        checkSteps(
                plan,
                new GpuDevice(gpu().accelerator(), Tuning.of(64, nodesPerThread).with(TileOrder.MORTON)));
    }

    /// With walls, a second node class, and all precisions. In the order of the box and by lists.
    @ParameterizedTest
    @CsvSource({
        "pull, fluid-index, fp64",
        "push, fluid-index, fp64",
        "pull, fluid-index, fp32/fp16",
        "pull, connectivity-matrix, fp32",
        "push, dense, fp64",
        "pull, tiles, fp32/fp16",
        "push, compact-tiles, fp64"
    })
    void a_step_in_two_kernels_changes_no_value(String pattern, String addressing, String precision) {
        Trial trial = new Trial(
                Lattices.D2Q9,
                Patterns.byKey(pattern),
                Addressings.byKey(addressing),
                Precision.byKey(precision),
                addressing.length());
        checkSteps(planOf(trial), new GpuDevice(gpu().accelerator(), null, StepForm.SPLIT));
    }

    @ParameterizedTest
    @CsvSource({"aa, fluid-index", "esoteric-pull, fluid-index", "push, ghost-tiles"})
    void a_step_that_cannot_be_split_is_rejected_with_a_reason(String pattern, String addressing) {
        StepPlan plan = new Trial(
                        Lattices.D2Q9, Patterns.byKey(pattern), Addressings.byKey(addressing), Precision.FP64, 2)
                .plan();
        GpuDevice split = new GpuDevice(gpu().accelerator(), null, StepForm.SPLIT);
        assertThatThrownBy(() -> split.prepare(plan))
                .hasMessageContaining("%s on %s".formatted(pattern, addressing))
                .hasMessageContaining("use pull or push on dense, tiles or a list of nodes");
    }

    /// With short lines of fluid nodes, a group's nodes are in several segments.
    @ParameterizedTest
    @CsvSource({"pull, 2, FP32_FP16", "pull, 4, FP64", "aa, 2, FP32"})
    void several_nodes_of_short_lines_change_no_value(String pattern, int nodesPerThread, Precision precision) {
        StepPlan plan = lowered(TestPlans.bulkAndDriven(
                Lattices.D3Q19,
                Patterns.byKey(pattern),
                CompactTiles.forGpu(),
                Geometries.random(3, 4).nodes(),
                precision,
                TestPlans.smallBundles(precision)));
        checkSteps(plan, new GpuDevice(gpu().accelerator(), Tuning.of(64, nodesPerThread)));
    }

    /// T2C as published, and other options of tiles: layouts, order of tiles, shared memory.
    @ParameterizedTest
    @CsvSource({
        "pull, papers, D3Q19, FP64, 64, shared, rows",
        "push, mirrored, D2Q9, FP64, 128, shared, blocks",
        "aa, mirrored, D2Q9, FP32, 256, shared, morton",
        "pull, papers, D2Q9, FP32_FP16, 128, shared, rows",
        "pull, grouped, D2Q9, FP32, 128, cached, morton"
    })
    void layouts_and_the_order_of_tiles_change_no_value(
            String pattern,
            String layout,
            String lattice,
            Precision precision,
            int threads,
            String lookup,
            String order) {
        VelocitySet velocities = Lattices.byKey(lattice);
        StepPlan plan = lowered(TestPlans.bulkAndDriven(
                velocities,
                Patterns.byKey(pattern),
                new Tiles(TilingRule.usual(), TileLayout.byKey(layout)),
                Geometries.random(velocities.dimensions(), 4).nodes(),
                precision,
                TestPlans.smallBundles(precision)));
        Tuning tuning = Tuning.of(threads, 1)
                .with(TileOrder.byKey(order))
                .with(TileLookup.valueOf(lookup.toUpperCase(Locale.ROOT)));
        checkSteps(plan, new GpuDevice(gpu().accelerator(), tuning));
    }

    /// A tile of two words, in two blocks.
    @Test
    void tiles_of_more_nodes_than_a_block_has_threads_are_shared_too() {
        StepPlan plan = lowered(TestPlans.bulkAndDriven(
                Lattices.D2Q9,
                new AaPattern(),
                new Tiles(TilingRule.bestOriginOf(16, 8, 1)),
                Geometries.random(2, 2).nodes(),
                Precision.FP32));
        checkSteps(plan, new GpuDevice(gpu().accelerator(), Tuning.of(64, 1).with(TileLookup.SHARED)));
    }

    /// TGB as published and in 3D; several tiles per block; a scatter in rounds; periodic axes that end within
    /// a tile.
    @ParameterizedTest
    @CsvSource({
        "D2Q9, FP64, 16, 256, rows, 4",
        "D3Q19, FP64, 4, 128, morton, 4",
        "D3Q19, FP32, 4, 64, rows, 3",
        "D3Q19, FP64, 8, 512, rows, 1",
        "D3Q19, FP32, 8, 512, rows, 2",
        "D3Q27, FP64, 4, 64, blocks, 2",
        "D2Q9, FP64, 16, 1024, blocks, 2",
        "D2Q9, FP32_FP16, 16, 256, rows, 4"
    })
    void ghost_tiles_scatter_within_tiles_and_change_no_value(
            String lattice, Precision precision, int edge, int threads, String order, int seed) {
        Tuning tuning = Tuning.of(threads, 1).with(TileOrder.byKey(order));
        checkGhostTiles(Lattices.byKey(lattice), precision, edge, seed, tuning);
    }

    @Test
    void tables_of_compact_tiles_have_the_planned_size() {
        StepPlan plan = TestPlans.bulk(
                Lattices.D3Q19,
                new AaPattern(),
                new CompactTiles(),
                Geometries.random(3, 4).nodes(),
                Precision.FP64);
        long tables = GpuPlan.of(plan, null).tables().stream()
                .mapToLong(GpuTable::bytes)
                .sum();
        double tiles = plan.storage().placement().tiles();
        long nodes = plan.nodes().fluid().count();
        assertThat((double) tables).isLessThanOrEqualTo(4.0 * nodes + (27 * 4 + 16) * (tiles + 1) + tiles * 4);
    }
}
