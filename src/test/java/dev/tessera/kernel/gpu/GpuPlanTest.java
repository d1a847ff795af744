package dev.tessera.kernel.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GpuPlanTest {
    private static StepPlan plan(String addressing, int holes) {
        Box box = new Box(75, 40, 1, true, false, true);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> y < 20 || (7 * x + 3 * y) % holes != 0);
        return TestPlans.bulkAndDriven(
                Lattices.D2Q9,
                new TwoBufferPull(),
                Addressings.byKey(addressing),
                Geometries.nodes(fluid),
                Precision.FP64,
                number -> number > 400 && number % 301 == 2);
    }

    /// A planner compares storages without building tables of words.
    @ParameterizedTest
    @CsvSource({"dense, 97", "dense, 11", "tiles, 97", "tiles, 23"})
    void the_fraction_of_plain_groups_agrees_with_their_table(String addressing, int holes) {
        assertThat(plainGroups(GpuPlan.of(plan(addressing, holes), null))).isPositive();
    }

    /// A stone at the end of a group of 32 nodes cuts links of the next group along corners alone, which D3Q19
    /// lacks: that leaves 5 groups of the stone's own row and those beside it, and 4 of the next ones along x,
    /// less plain.
    @Test
    void links_that_the_lattice_lacks_leave_a_group_plain() {
        Box box = new Box(128, 6, 6, true, true, true);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> x != 31 || y != 3 || z != 3);
        StepPlan plan = TestPlans.bulk(
                Lattices.D3Q19, new TwoBufferPull(), new Dense(), Geometries.nodes(fluid), Precision.FP64);
        assertThat(plainGroups(GpuPlan.of(plan, null))).isEqualTo(4 * 36 - 9 - 5);
    }

    /// Warps of several nodes a thread take two paths at both ends of each row.
    @ParameterizedTest
    @CsvSource({"true, true, 4", "false, true, 1", "true, false, 4"})
    void threads_have_one_node_where_rows_end_at_walls(boolean alongX, boolean alongZ, int nodes) {
        Box box = new Box(128, 32, 64, alongX, true, alongZ);
        FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> true);
        StepPlan plan = TestPlans.bulk(
                Lattices.D3Q19, new TwoBufferPull(), new Dense(), Geometries.nodes(fluid), Precision.FP32);
        assertThat(GpuPlan.of(plan, null).tuning().nodesPerThread()).isEqualTo(nodes);
    }

    private static long plainGroups(GpuPlan plan) {
        int[] plain = (int[]) plan.tables().stream()
                .filter(table -> table.name().equals("plain"))
                .findFirst()
                .orElseThrow()
                .content();
        long groups = 0;
        for (int word : plain) {
            groups += Integer.bitCount(word);
        }
        assertThat(plan.plainPart()).isEqualTo(Math.min(1, 32.0 * groups / plan.positions()));
        return groups;
    }

    /// A table checks its size when it is built.
    @ParameterizedTest
    @CsvSource({"dense", "tiles", "compact-tiles", "connectivity-matrix", "fluid-index"})
    void tables_have_the_planned_size(String addressing) {
        GpuPlan plan = GpuPlan.of(plan(addressing, 11), null);
        long known = plan.memoryBytes();
        for (GpuTable table : plan.tables()) {
            long bytes =
                    table.content() instanceof int[] ints ? 4L * ints.length : 8L * ((long[]) table.content()).length;
            assertThat(table.bytes()).isEqualTo(bytes);
        }
        assertThat(plan.memoryBytes()).isEqualTo(known);
    }

    /// Also where the bulk is the only class of nodes.
    @Test
    void every_table_of_a_kernel_exists() {
        Box box = new Box(75, 40, 1, true, true, true);
        for (boolean isFull : new boolean[] {true, false}) {
            FluidNodes fluid = FluidNodes.where(box, (x, y, z) -> isFull || (7 * x + 3 * y) % 11 != 0);
            for (Addressing addressing : Addressings.all()) {
                for (StreamingPattern pattern : Patterns.all()) {
                    if (addressing.unfitFor(pattern) == null) {
                        StepPlan plan = TestPlans.bulk(
                                Lattices.D2Q9, pattern, addressing, Geometries.nodes(fluid), Precision.FP64);
                        check(GpuPlan.of(plan, null));
                    }
                }
            }
        }
    }

    @Test
    void tiles_with_ghost_buffers_are_refused_for_several_stages_with_a_remedy() {
        StepPlan plan = mixture(new TwoBufferPush(), new GhostTiles());
        assertThatThrownBy(() -> GpuPlan.of(plan, null))
                .isInstanceOf(NoKernelException.class)
                .hasMessageContaining("2 stages and the arrays [oil, water, psi-oil, psi-water]")
                .hasMessageContaining("Use compact-tiles or tiles");
    }

    private static StepPlan mixture(StreamingPattern pattern, Addressing addressing) {
        return TestPlans.twoComponents(
                Lattices.D2Q9, pattern, addressing, Geometries.random(2, 2).nodes(), Precision.FP64);
    }

    /// One population array of each component is an input, the other an output; kernels of other arrays do not
    /// receive them.
    @Test
    void a_kernel_receives_the_arrays_that_it_declares() {
        GpuPlan plan = GpuPlan.of(mixture(new TwoBufferPull(), new Dense()), null);
        List<List<String>> buffers = plan.stepKernels().stream()
                .map(kernel -> kernel.arguments().stream()
                        .filter(Argument::isBuffer)
                        .map(argument -> argument.name() + (argument.isWritten() ? "" : " (read)"))
                        .filter(name -> name.startsWith("copy") || name.matches("field\\d.*"))
                        .toList())
                .toList();
        List<String> populations = List.of("copy0", "copy1", "copy2", "copy3");
        List<String> density = Stream.concat(populations.stream(), Stream.of("field0", "field1"))
                .toList();
        List<String> update = Stream.concat(populations.stream(), Stream.of("field0 (read)", "field1 (read)"))
                .toList();
        assertThat(buffers).isEqualTo(List.of(density, update)); // of the bulk, which sweeps the other class, too
    }

    private static void check(GpuPlan plan) {
        List<String> names = plan.tables().stream().map(GpuTable::name).toList();
        for (GpuKernel kernel : Stream.concat(plan.stepKernels().stream(), plan.observers().stream())
                .toList()) {
            assertThat(kernel.arguments().stream()
                            .filter(argument -> argument.isBuffer() && !argument.isWritten())
                            .map(Argument::name)
                            .filter(name -> !name.equals("list") && !name.startsWith("fields")))
                    .as("%s of %s", kernel.function(), plan.plan().storage())
                    .isSubsetOf(names);
        }
    }
}
