package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Execution;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.KernelVariant;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.lattice.Lattices;
import org.junit.jupiter.api.Test;

final class OpenClKernelVariantTest extends KernelVariantKit {
    OpenClKernelVariantTest() {
        super(new OpenClPlatforms());
    }

    @Test
    void loads_that_bypass_l1_need_cuda() {
        StepPlan plan = TestPlans.bulk(
                Lattices.D2Q9,
                new TwoBufferPull(),
                new Dense(),
                Geometries.random(2, 2).nodes(),
                Precision.FP64);
        GpuDevice past =
                new GpuDevice(first.device().accelerator(), Tuning.of(64, 1).with(KernelVariant.LOADS_PAST_L1));
        assertThatThrownBy(() -> {
                    try (Execution run = past.prepare(plan)) {
                        run.step(1);
                    }
                })
                .hasMessageContaining("OpenCL")
                .hasMessageContaining("Use cuda:0");
    }
}
