package dev.tessera.solver.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.MemoryBandwidth;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class SpeedModelTest {
    private static final MemoryBandwidth BANDWIDTH = new MemoryBandwidth(20, 40);

    @Test
    void a_dense_box_is_bound_by_its_populations() {
        StepPlan plan = plan(new AaPattern(), new Dense(), box(64), Precision.FP64);
        double bytes = SpeedModel.bytesPerUpdate(plan.storage(), Precision.FP64, lanes(plan));
        assertThat(bytes).isBetween(2.0 * 19 * 8, 2.0 * 19 * 8 * 1.1);
        // 304 B at 40 GB/s, batched steps: at most 40 / 0.875 / 0.304
        assertThat(mlups(plan, 1)).isBetween(0.8 * 150.4, 150.4);
    }

    @Test
    void twice_the_bandwidth_is_at_most_twice_the_speed() {
        StepPlan plan = plan(new AaPattern(), new Dense(), box(32), Precision.FP64);
        double once = mlups(plan, 1);
        double twice =
                new SpeedModel(new MemoryBandwidth(40, 80), 1).mlups(plan.storage(), Precision.FP64, lanes(plan));
        assertThat(twice / once).isBetween(1.2, 2.0);
    }

    @Test
    void two_buffers_use_the_copy_bandwidth_and_in_place_the_update_bandwidth() {
        StepPlan inPlace = plan(new AaPattern(), new Dense(), box(64), Precision.FP64);
        StepPlan copies = plan(new TwoBufferPull(), new Dense(), box(64), Precision.FP64);
        assertThat(mlups(copies, 1)).isLessThan(0.6 * mlups(inPlace, 1));
        double faster =
                new SpeedModel(new MemoryBandwidth(40, 40), 1).mlups(inPlace.storage(), Precision.FP64, lanes(inPlace));
        assertThat(faster).isEqualTo(mlups(inPlace, 1));
    }

    @Test
    void single_precision_halves_only_the_bytes_of_populations() {
        StepPlan doubles = plan(new AaPattern(), new Dense(), box(64), Precision.FP64);
        StepPlan floats = plan(new AaPattern(), new Dense(), box(64), Precision.FP32);
        double tables = SpeedModel.bytesPerUpdate(doubles.storage(), Precision.FP64, lanes(doubles)) - 304;
        assertThat(SpeedModel.bytesPerUpdate(floats.storage(), Precision.FP32, lanes(doubles)) - 152)
                .isCloseTo(tables, within(1e-9));
    }

    @Test
    void half_precision_saves_memory_but_no_time_on_a_cpu() {
        StepPlan floats = plan(new AaPattern(), new Dense(), box(64), Precision.FP32);
        StepPlan halves = plan(new AaPattern(), new Dense(), box(64), Precision.FP32_FP16);
        double tables = SpeedModel.bytesPerUpdate(floats.storage(), Precision.FP32, lanes(floats)) - 152;
        assertThat(SpeedModel.bytesPerUpdate(halves.storage(), Precision.FP32_FP16, lanes(floats)) - 76)
                .isCloseTo(tables, within(1e-9));
        assertThat(mlups(halves, 2)).isLessThan(mlups(floats, 2));
    }

    @Test
    void moves_between_scattered_nodes_cost_time_that_workers_share() {
        NodeMap scattered = Geometries.random(3, 1).nodes();
        StepPlan plan = plan(new AaPattern(), CompactTiles.forCpu(), scattered, Precision.FP64);
        StepPlan box = plan(new AaPattern(), CompactTiles.forCpu(), box(64), Precision.FP64);
        assertThat(SpeedModel.bytesPerUpdate(plan.storage(), Precision.FP64, lanes(plan)))
                .isGreaterThan(1.05 * SpeedModel.bytesPerUpdate(box.storage(), Precision.FP64, lanes(box)));
        assertThat(mlups(plan, 1)).isLessThan(0.8 * mlups(box, 1));
        assertThat(mlups(plan, 16)).isGreaterThan(1.1 * mlups(plan, 1));
    }

    private static double mlups(StepPlan plan, int workers) {
        return new SpeedModel(BANDWIDTH, workers).mlups(plan.storage(), plan.precision(), lanes(plan));
    }

    private static LanePlan lanes(StepPlan plan) {
        return LanePlan.of(plan, 1, ForkJoinPool.commonPool());
    }

    private static StepPlan plan(StreamingPattern pattern, Addressing addressing, NodeMap nodes, Precision precision) {
        return TestPlans.bulk(Lattices.D3Q19, pattern, addressing, nodes, precision);
    }

    private static NodeMap box(int n) {
        return Geometries.nodes(FluidNodes.where(new Box(n, n, 8, true, true, true), (x, y, z) -> true));
    }
}
