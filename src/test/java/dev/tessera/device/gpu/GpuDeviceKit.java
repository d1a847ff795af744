package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceKit;
import dev.tessera.device.Execution;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.VelocitySet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Tests for every GPU: those of [DeviceKit], and that all resources are released. A platform is one subclass.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GpuDeviceKit extends DeviceKit {
    @RegisterExtension
    final FirstGpu first;

    GpuDeviceKit(GpuPlatform platform) {
        this.first = new FirstGpu(platform);
    }

    @AfterEach
    void nothing_is_left_on_the_device() {
        assertThat(gpu().accelerator().openResources()).isZero();
        assertThat(gpu().accelerator().allocatedBytes()).isZero();
    }

    @Override
    protected final Device device() {
        return gpu();
    }

    @Override
    protected final StepPlan planOf(Trial trial) {
        return trial.bundled();
    }

    final GpuDevice gpu() {
        return first.device();
    }

    /// Tiles with ghost buffers between them, with walls and a class of other nodes, against the interpreter.
    final void checkGhostTiles(VelocitySet lattice, Precision precision, int edge, int seed, Tuning tuning) {
        StepPlan plan = lowered(TestPlans.bulkAndDriven(
                lattice,
                new TwoBufferPush(),
                new GhostTiles(TilingRule.cubesOf(edge)),
                Geometries.random(lattice.dimensions(), seed).nodes(),
                precision));
        GpuDevice tuned = new GpuDevice(gpu().accelerator(), tuning);
        checkSteps(plan, tuned);
        try (Execution run = tuned.prepare(plan)) {
            assertThat(run.memoryBytes())
                    .isEqualTo(tuned.memoryBytes(plan))
                    .isEqualTo(gpu().accelerator().allocatedBytes());
        }
    }
}
