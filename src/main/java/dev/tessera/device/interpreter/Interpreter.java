package dev.tessera.device.interpreter;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.kernel.MachineFacts;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.Interpretation;

/// The device `cpu:interpreter`: evaluates kernels statement by statement, one node at a time, on one core.
/// About a thousand times slower than compiled kernels; the reference for testing them.
public final class Interpreter implements Device {
    @Override
    public String key() {
        return "cpu:interpreter";
    }

    @Override
    public MachineFacts facts() {
        return new MachineFacts("interpreter", 1, 64, Runtime.getRuntime().maxMemory());
    }

    @Override
    public boolean storesMoments() {
        return true;
    }

    @Override
    public long memoryBytes(StepPlan plan) {
        return Interpretation.bytesFor(plan);
    }

    @Override
    public Execution prepare(StepPlan plan) {
        requireIntrinsics(plan);
        long neededBytes = memoryBytes(plan);
        long heapBytes = facts().memoryBytes();
        if (neededBytes > heapBytes) {
            throw new DeviceException(
                    "the interpreter needs %d bytes for this plan, but the heap has %d; use cpu:jvm or cpu:c"
                            .formatted(neededBytes, heapBytes));
        }
        try {
            return new InterpreterExecution(new Interpretation(plan));
        } catch (IllegalArgumentException unfit) {
            throw new DeviceException("the interpreter cannot run this plan: " + unfit.getMessage(), unfit);
        }
    }
}
