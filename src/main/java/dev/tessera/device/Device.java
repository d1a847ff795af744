package dev.tessera.device;

import dev.tessera.kernel.MachineFacts;
import dev.tessera.kernel.StepPlan;

/// Something that can run step plans: CPU through the JVM, CPU through C, the interpreter; GPUs later.
public interface Device {
    /// As `--device` names it: `cpu:jvm`, `cpu:c`, `cpu:interpreter`.
    String key();

    MachineFacts facts();

    /// Whether it is a GPU (or is programmed like one): what storage is usual depends on it.
    default boolean isGpu() {
        return false;
    }

    /// What can be allocated now, so that what cannot fit is refused before anything is made for it; [#prepare] looks
    /// again, at all that it takes.
    default FreeMemory freeMemory() {
        return FreeMemory.UNKNOWN;
    }

    /// Compiles the plan's kernels, allocates memory and tables; populations are zero until written.
    /// @throws DeviceException where memory does not suffice or a compiler fails; says what would fit
    Execution prepare(StepPlan plan);

    /// What an execution of this plan would hold, [Execution#memoryBytes] to the byte. Builds tables to find
    /// out, but allocates no populations and compiles nothing.
    long memoryBytes(StepPlan plan);
}
