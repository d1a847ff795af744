package dev.tessera.device;

import dev.tessera.kernel.MachineFacts;
import dev.tessera.kernel.StepPlan;

/// A processor or GPU that runs step plans.
public interface Device {
    /// Its name in `--device`: `cpu:jvm`, `cpu:c`, `cpu:interpreter`, `cuda:0`.
    String key();

    MachineFacts facts();

    /// Whether it is a GPU (or is programmed like one); the default storage depends on it.
    default boolean isGpu() {
        return false;
    }

    /// The memory that can be allocated now. Callers use it to reject a case early; [#prepare] checks the full
    /// requirement again.
    default FreeMemory freeMemory() {
        return FreeMemory.UNKNOWN;
    }

    /// Compiles the plan's kernels, allocates memory and tables; populations are zero until written.
    /// @throws DeviceException if memory does not suffice or a compiler fails; the message states what would fit
    Execution prepare(StepPlan plan);

    /// The exact memory that an execution of this plan allocates, equal to [Execution#memoryBytes]. Builds the tables
    /// to compute it, but allocates no populations and compiles nothing.
    long memoryBytes(StepPlan plan);
}
