package dev.tessera.device;

import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.MachineFacts;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A processor or GPU that runs step plans.
public interface Device {
    /// Its name in `--device`: `cpu:jvm`, `cpu:c`, `cpu:interpreter`, `cuda:0`.
    String key();

    MachineFacts facts();

    /// The processes that run the plan together; each calls the methods of the device and of its executions with the
    /// same arguments in the same order. What executions read from nodes of other ranks is defined on the first
    /// rank only; what they reduce is the same on all.
    default Ranks ranks() {
        return Ranks.ALONE;
    }

    /// Whether it is a GPU (or is programmed like one); the default storage depends on it.
    default boolean isGpu() {
        return false;
    }

    /// Whether it runs plans that store moments instead of populations.
    default boolean storesMoments() {
        return false;
    }

    /// @throws DeviceException if the plan stores moments, and this device runs plans of populations only
    default void requireStoredState(StepPlan plan) {
        if (!storesMoments() && plan.states().stream().anyMatch(StoredArray.Moments.class::isInstance)) {
            throw new DeviceException(
                    "%s runs steps over stored populations, but this plan stores moments. Store populations, or use cpu:interpreter."
                            .formatted(key()));
        }
    }

    /// @throws DeviceException if kernels call `exp` and `log` of a GPU's hardware, and this device is no GPU
    default void requireIntrinsics(StepPlan plan) {
        if (plan.intrinsics() != Intrinsics.EXACT && !isGpu()) {
            throw new DeviceException(
                    "%s has no fast exp and log, which this plan asks for (intrinsics: %s). Make the plan with exact intrinsics."
                            .formatted(key(), plan.intrinsics().key()));
        }
    }

    /// The memory that can be allocated now. Callers use it to reject a case early; [#prepare] checks the full
    /// requirement again.
    default FreeMemory freeMemory() {
        return FreeMemory.UNKNOWN;
    }

    /// Memory of the host that the device copies fastest, for arrays that are copied often.
    /// @param bytes more than 0
    /// @param lifetime releases it when it is closed, which has to be before the device is
    /// @throws DeviceException if memory does not suffice
    default MemorySegment hostMemory(long bytes, Arena lifetime) {
        return lifetime.allocate(bytes, Long.BYTES);
    }

    /// Whether it runs the two parts of a stage ([StepPart]) at the same time, and copies values of the edge beside the
    /// inner nodes.
    default boolean runsPartsTogether() {
        return false;
    }

    /// The same device for runs in which the host reduces the flow after every step, as for openings whose pressure
    /// follows from their flow rate.
    default Device forSingleSteps() {
        return this;
    }

    /// How many steps its executions run at some nodes before they go on to the next ones, where that is faster: values
    /// are in a cache meanwhile. 1 where a plan does not allow it.
    default int stepsTogether(StepPlan plan) {
        return 1;
    }

    /// What its executions need while they run a step: a queue, or threads. Executions of devices with the same
    /// resource must not run at the same time.
    default Object resource() {
        return this;
    }

    /// Compiles the plan's kernels, allocates memory and tables; populations are zero until written.
    /// @throws DeviceException if memory does not suffice or a compiler fails; the message states what would
    ///        fit
    Execution prepare(StepPlan plan);

    /// Prepares copies between executions of this device.
    /// @param copies of slots of populations or moments; no slot gets two values
    /// @throws IllegalArgumentException if the executions have no such arrays or slots, or if number formats differ
    default SlotExchange exchange(List<SlotCopy> copies) {
        return new MessageExchange(copies);
    }

    /// Executions of this device, to be stepped together.
    /// @param executions that do not read or write each other's values
    default StepGroup group(List<? extends Execution> executions) {
        return StepGroup.inOrder(executions);
    }

    /// The exact memory that an execution of this plan allocates, equal to [Execution#memoryBytes]. Builds the
    /// tables to compute it, but allocates no populations and compiles nothing.
    long memoryBytes(StepPlan plan);
}
