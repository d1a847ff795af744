package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.addressing.Tiles;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class MovingLidTest {
    private static StepPlan plan(BenchGeometry geometry) {
        return GpuTrial.bgk(geometry, Precision.FP64, GpuTrials.PULL, new Tiles(), GpuTrials.tilesPerBlock(1))
                .stepPlan(geometry.make(ForkJoinPool.commonPool()), ArraySpacing.onPages(Double.BYTES));
    }

    @Test
    void the_nodes_below_a_lid_are_a_class_of_their_own() {
        StepPlan moving = plan(BenchGeometry.cavityWithLid(6));
        assertThat(moving.classes()).hasSize(2);
        NodeClass lid = moving.classes().getLast();
        assertThat(lid.ownNumbers()).hasSize(6 * 6);
        assertThat(lid.fields()).contains("value-pmz", "value-mmz");
    }

    @Test
    void a_cavity_of_resting_walls_is_all_bulk() {
        assertThat(plan(BenchGeometry.cavity3d(6)).classes()).hasSize(1);
    }
}
