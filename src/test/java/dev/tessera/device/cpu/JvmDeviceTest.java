package dev.tessera.device.cpu;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.DeviceKit;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.lattice.Lattices;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// Kernels run one node at a time here, since nothing gets warm; the kit of targets tests their vectors.
final class JvmDeviceTest extends DeviceKit {
    @Override
    protected Device device() {
        return new CpuDevice(JvmKernels.warmWhenBusy((delay, work) -> {}), ForkJoinPool.commonPool());
    }

    @Test
    void a_storage_that_needs_barriers_is_refused_with_a_way_out() {
        StepPlan plan = new Trial(Lattices.D2Q9, new TwoBufferPush(), new GhostTiles(), Precision.FP64, 1).plan();
        assertThatThrownBy(() -> device().prepare(plan))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("use tiles or compact-tiles, or a GPU");
    }
}
