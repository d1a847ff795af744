package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceKit;
import dev.tessera.device.Execution;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.KernelVariant;
import dev.tessera.kernel.gpu.SweptClass;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests of [KernelVariant] on a GPU: no variant changes a value. A platform is one subclass.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class KernelVariantKit {
    private static final int STEPS = 5;

    @RegisterExtension
    final FirstGpu first;

    KernelVariantKit(GpuPlatform platform) {
        this.first = new FirstGpu(platform);
    }

    private GpuDevice with(Tuning tuning) {
        return new GpuDevice(first.device().accelerator(), tuning);
    }

    private static StepPlan plan(
            VelocitySet lattice,
            StreamingPattern pattern,
            Addressing addressing,
            Box box,
            Precision precision,
            ArraySpacing spacing) {
        var nodes = Geometries.nodes(FluidNodes.where(box, (x, y, z) -> true));
        StepKernels kernels =
                StepKernels.bulk(new FluidModel(lattice, new Incompressible(), new Bgk(), FluidModel.BodyForce.NONE));
        return new StepPlan(
                nodes,
                StorageLayout.of(lattice, pattern, addressing, nodes, spacing),
                List.of(NodeClass.bulk(kernels.step(), kernels.observe(), List.of())),
                precision);
    }

    /// Populations of all nodes after some steps from random ones.
    private static double[] after(Device device, StepPlan plan) {
        int q = plan.storage().lattice().size();
        double[] f = new double[(int) plan.fluidNodes() * q];
        Random random = new Random(11);
        for (int k = 0; k < f.length; k++) {
            f[k] = TestPlans.nearRest(plan, plan.storage().lattice(), k % q, 0.1 * random.nextDouble());
        }
        try (Execution run = device.prepare(plan)) {
            new Bgk().rates(plan.storage().lattice(), 0.02).forEach(run::setParameter);
            run.writePopulations(0, f.length / q, f);
            run.step(STEPS);
            run.readPopulations(0, f.length / q, f);
        }
        return f;
    }

    /// With rows longer and shorter than a block, blocks that end within a row, and a last block that is not full.
    @ParameterizedTest
    @CsvSource({
        "D3Q19, FP64, 32, 6, 5, 32",
        "D3Q19, FP32, 20, 6, 5, 32",
        "D3Q27, FP32, 9, 7, 3, 64",
        "D2Q9, FP64, 150, 3, 1, 64",
        "D2Q9, FP32_FP16, 50, 11, 1, 128",
        "D3Q15, FP64_DEVIATIONS, 33, 4, 3, 96"
    })
    void populations_that_pass_through_shared_memory_are_the_same(
            String lattice, Precision precision, int nx, int ny, int nz, int threads) {
        StepPlan plan = plan(
                Lattices.byKey(lattice),
                new TwoBufferPush(),
                new Dense(),
                new Box(nx, ny, nz, true, true, true),
                precision,
                ArraySpacing.onPages(precision.storedBytes()));
        double[] expected = after(new Interpreter(), plan);
        assertThat(after(with(Tuning.of(threads, 1).with(KernelVariant.SHARED_ROWS)), plan))
                .isEqualTo(expected);
        assertThat(after(with(Tuning.of(threads, 1)), plan)).isEqualTo(expected);
    }

    /// With walls and a class of other nodes.
    @ParameterizedTest
    @CsvSource({
        "pull, D2Q9, THREADS_XZY, FP64",
        "push, D2Q9, THREADS_YXZ, FP64",
        "aa, D3Q19, THREADS_YZX, FP32",
        "pull, D2Q9, THREADS_ZXY, FP32_FP16",
        "pull, D3Q19, THREADS_ZYX, FP64"
    })
    void the_order_of_threads_changes_no_value(
            String pattern, String lattice, KernelVariant variant, Precision precision) {
        VelocitySet velocities = Lattices.byKey(lattice);
        StepPlan plan = DeviceKit.lowered(TestPlans.bulkAndDriven(
                velocities,
                Patterns.byKey(pattern),
                new Dense(),
                Geometries.random(velocities.dimensions(), 4).nodes(),
                precision,
                TestPlans.smallBundles(precision)));
        Checks.steps(plan, with(Tuning.of(64, 2).with(variant)));
    }

    /// The method of the kit, which is protected there.
    private abstract static class Checks extends DeviceKit {
        static void steps(StepPlan plan, Device device) {
            checkSteps(plan, device);
        }
    }

    /// Bundles of one node: an array of structures.
    @ParameterizedTest
    @CsvSource({"pull, FP64", "aa, FP32_FP16"})
    void all_populations_of_a_node_can_be_stored_together(String pattern, Precision precision) {
        StepPlan plan = plan(
                Lattices.D3Q19,
                Patterns.byKey(pattern),
                new Dense(),
                new Box(12, 6, 5, true, true, true),
                precision,
                new ArraySpacing(precision.storedBytes(), 0, 1));
        assertThat(after(with(Tuning.of(64, 2)), plan)).isEqualTo(after(new Interpreter(), plan));
    }

    /// Nodes across x at both ends of rows, shorter and longer than the pieces that memory transfers and no multiple of
    /// them; with fields, memory and private slots. A class of whole rows stays a list.
    @ParameterizedTest
    @CsvSource({
        "pull, dense, D2Q9, FP64, 5, 1",
        "pull, dense, D3Q19, FP64, 16, 2",
        "pull, dense, D2Q9, FP32, 9, 4",
        "pull, dense, D3Q19, FP32, 32, 4",
        "pull, dense, D2Q9, FP32_FP16, 40, 8",
        "push, dense, D2Q9, FP64, 17, 2",
        "aa, dense, D3Q19, FP64, 7, 1",
        "aa, dense, D3Q19, FP32, 8, 4",
        "esoteric-pull, dense, D3Q19, FP64, 12, 2",
        "pull, compact-tiles, D3Q19, FP32, 33, 2",
        "aa, compact-tiles, D2Q9, FP64, 15, 1"
    })
    void nodes_across_x_are_the_same_in_the_sweep_and_in_lists(
            String pattern, String addressing, String lattice, Precision precision, int nx, int nodesPerThread) {
        VelocitySet velocities = Lattices.byKey(lattice);
        Box box = new Box(nx, 9, velocities.dimensions() == 3 ? 5 : 1, false, false, true);
        StepPlan plan = DeviceKit.lowered(sides(
                velocities,
                Patterns.byKey(pattern),
                addressing.equals("dense") ? new Dense() : CompactTiles.forGpu(),
                box,
                precision));
        Tuning tuning = Tuning.of(64, nodesPerThread);
        List<Integer> swept = GpuPlan.of(plan, tuning).kernelsOfBulk().getFirst().getFirst().swept().stream()
                .map(SweptClass::number)
                .toList();
        assertThat(swept).containsExactly(1, 2);
        assertThat(GpuPlan.of(plan, tuning.with(KernelVariant.LISTED))
                        .kernelsOfBulk()
                        .getFirst()
                        .getFirst()
                        .swept())
                .isEmpty();
        Checks.steps(plan, with(tuning));
        Checks.steps(plan, with(tuning.with(KernelVariant.LISTED)));
    }

    /// Classes `driven` at low x, `high` at high x, and `rows` of whole rows at low y.
    private static StepPlan sides(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, Box box, Precision precision) {
        var nodes = Geometries.nodes(FluidNodes.where(box, (x, y, z) -> true));
        IntPredicate isHigh = n -> n % box.nx() == box.nx() - 1;
        IntPredicate isRow = n -> n / box.nx() % box.ny() == 0;
        StepPlan low = TestPlans.bulkAndDriven(
                lattice,
                pattern,
                addressing,
                nodes,
                precision,
                TestPlans.smallBundles(precision),
                n -> n % box.nx() == 0 && !isRow.test((int) n));
        NodeClass driven = low.classes().getLast();
        List<NodeClass> classes = new ArrayList<>(low.classes());
        classes.add(named("high", driven, box, n -> isHigh.test(n) && !isRow.test(n)));
        classes.add(named("rows", driven, box, isRow));
        return new StepPlan(nodes, low.storage(), classes, precision);
    }

    private static NodeClass named(String name, NodeClass like, Box box, IntPredicate contains) {
        long[] numbers = IntStream.range(0, (int) box.size())
                .filter(contains)
                .asLongStream()
                .toArray();
        return new NodeClass(name, like.steps(), like.observe(), numbers, like.fields());
    }

    @Test
    void variants_that_a_plan_does_not_allow_are_refused_with_a_remedy() {
        Box closed = new Box(8, 8, 8, true, false, true);
        Box periodic = new Box(8, 8, 8, true, true, true);
        GpuDevice shared = with(Tuning.of(64, 1).with(KernelVariant.SHARED_ROWS));
        ArraySpacing spacing = ArraySpacing.onPages(Double.BYTES);
        for (StepPlan plan : List.of(
                plan(Lattices.D3Q19, new TwoBufferPush(), new Dense(), closed, Precision.FP64, spacing),
                plan(Lattices.D3Q19, new TwoBufferPull(), new Dense(), periodic, Precision.FP64, spacing),
                plan(Lattices.D3Q19, new AaPattern(), new Dense(), periodic, Precision.FP64, spacing))) {
            assertThatThrownBy(() -> shared.prepare(plan))
                    .hasMessageContaining("Use pattern push on a box without walls");
        }
        StepPlan pushed = plan(Lattices.D3Q19, new TwoBufferPush(), new Dense(), periodic, Precision.FP64, spacing);
        GpuDevice wide = with(Tuning.of(1024, 1).with(KernelVariant.SHARED_ROWS));
        assertThatThrownBy(() -> wide.prepare(pushed))
                .hasMessageContaining("81920 bytes of shared memory")
                .hasMessageContaining("Use smaller blocks");
        StepPlan tiles = plan(Lattices.D3Q19, new TwoBufferPush(), new Tiles(), periodic, Precision.FP64, spacing);
        assertThatThrownBy(() -> shared.prepare(tiles)).hasMessageContaining("Use addressing dense");
    }
}
