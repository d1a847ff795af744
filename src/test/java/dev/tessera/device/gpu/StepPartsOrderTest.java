package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.ArraySlots;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.StepPart;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a GPU may do at the same time where steps run in parts: which launches wait for which.
final class StepPartsOrderTest {
    @TempDir
    Path folder;

    private final FakeExchanges exchanges = new FakeExchanges();
    private final MemorySegment values = Arena.ofAuto().allocate(16);
    private Accelerator gpu;
    private GpuExecution run;
    private SlotTransfer beside;
    private SlotTransfer ofAll;

    @BeforeEach
    void prepare() {
        gpu = new Accelerator(
                new FakeDriver(1L << 30, 1L << 30).withoutSequences().withExchanges(exchanges),
                new BinaryCache(folder));
        StepPlan plan = TestPlans.bulkAndDriven(
                Lattices.D2Q9,
                new TwoBufferPull(),
                new Dense(),
                Geometries.random(2, 2).nodes(),
                Precision.FP64);
        long[] bulk = {0, 1, 2, 3};
        run = new GpuDevice(gpu)
                .prepare(new StepPlan(plan.nodes(), plan.arrays(), plan.classes(), plan.precision(), bulk));
        run.setParameter("omega", 1.5);
        List<ArraySlots> slots = List.of(new ArraySlots(Kernel.FLUID, List.of(new long[] {1}, new long[] {2})));
        beside = run.transfer(slots);
        ofAll = run.transferOfAll(slots);
    }

    @AfterEach
    void close() {
        run.close();
        assertThat(gpu.openResources()).isZero();
        gpu.close();
    }

    private void stepInParts() {
        run.step(0, StepPart.EDGE);
        run.step(0, StepPart.INNER);
    }

    /// The number of the first launch of a kind, from one on.
    private int launch(String kind, int from) {
        List<String> names = exchanges.names();
        for (int k = from; k < names.size(); k++) {
            if (names.get(k).contains(kind)) {
                return k;
            }
        }
        throw new AssertionError("no %s from %d on among %s".formatted(kind, from, names));
    }

    private boolean waits(int later, int earlier) {
        return exchanges.waits(later, earlier);
    }

    @Test
    void values_of_the_edge_cross_beside_inner_nodes() {
        stepInParts();
        int edge = launch("_edge", 0);
        int inner = exchanges.names().size() - 1;
        beside.pack(values);
        beside.unpackFinite(values, () -> true);
        int pack = launch("pack", inner);
        int check = launch("check", pack);
        int unpack = launch("unpack_checked", pack);
        stepInParts();
        int nextEdge = launch("_edge", unpack);
        int nextInner = exchanges.names().size() - 1;
        assertThat(waits(inner, edge)).isFalse();
        assertThat(waits(pack, edge)).isTrue();
        assertThat(waits(pack, inner)).isFalse();
        assertThat(waits(unpack, check)).isTrue();
        assertThat(waits(unpack, inner)).isFalse();
        assertThat(waits(nextEdge, unpack)).isTrue();
        assertThat(waits(nextEdge, inner)).isTrue();
        assertThat(waits(nextInner, inner)).isTrue();
        assertThat(waits(nextInner, edge)).isTrue();
        assertThat(waits(nextInner, unpack)).isFalse();
    }

    @Test
    void values_of_all_nodes_wait_for_inner_nodes_and_these_for_them() {
        stepInParts();
        int inner = exchanges.names().size() - 1;
        ofAll.pack(values);
        int pack = launch("pack", inner);
        assertThat(waits(pack, inner)).isTrue();
        stepInParts();
        int nextInner = exchanges.names().size() - 1;
        ofAll.unpackFinite(values, () -> true);
        int unpack = launch("unpack_checked", nextInner);
        assertThat(waits(unpack, nextInner)).isTrue();
        stepInParts();
        int lastInner = exchanges.names().size() - 1;
        assertThat(waits(lastInner, unpack)).isTrue();
        ofAll.unpack(values);
        int plain = launch("unpack_8", lastInner);
        assertThat(waits(plain, lastInner)).isTrue();
        stepInParts();
        assertThat(waits(exchanges.names().size() - 1, plain)).isTrue();
    }

    @Test
    void the_look_at_values_does_not_wait_for_the_step_but_the_slots_do() {
        run.step(1);
        int step = exchanges.names().size() - 1;
        beside.unpackFinite(values, () -> true);
        assertThat(waits(launch("check", step), step)).isFalse();
        int unpack = launch("unpack_checked", step);
        assertThat(waits(unpack, step)).isTrue();
        run.step(1);
        assertThat(waits(unpack + 1, unpack)).isTrue();
    }

    @Test
    void whole_steps_wait_for_both_parts_and_for_all_values() {
        stepInParts();
        int edge = launch("_edge", 0);
        int inner = exchanges.names().size() - 1;
        beside.unpackFinite(values, () -> true);
        int unpack = launch("unpack_checked", inner);
        run.step(1);
        for (int k = unpack + 1; k < exchanges.names().size(); k++) {
            assertThat(waits(k, edge)).isTrue();
            assertThat(waits(k, inner)).isTrue();
            assertThat(waits(k, unpack)).isTrue();
        }
    }
}
