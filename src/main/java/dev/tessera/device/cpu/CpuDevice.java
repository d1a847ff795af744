package dev.tessera.device.cpu;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.device.FreeMemory;
import dev.tessera.device.Host;
import dev.tessera.kernel.MachineFacts;
import dev.tessera.kernel.StepPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ForkJoinPool;

/// This machine's processor, with kernels of one compiler.
///
/// @param compiler of the kernels
/// @param pool all of its threads take part in every step
/// @param depth steps per batch, at least 1: each chunk of the domain runs this many steps while its values are in
///       a cache
public record CpuDevice(LaneCompiler compiler, ForkJoinPool pool, int depth) implements Device {
    private static final int DEFAULT_DEPTH = 4;

    public CpuDevice {
        if (depth < 1) {
            throw new IllegalArgumentException("%d steps cannot be batched".formatted(depth));
        }
    }

    public CpuDevice(LaneCompiler compiler, ForkJoinPool pool) {
        this(compiler, pool, DEFAULT_DEPTH);
    }

    @Override
    public String key() {
        return "cpu:" + compiler.key();
    }

    @Override
    public MachineFacts facts() {
        Host host = Host.probe();
        return new MachineFacts(host.processor(), pool.getParallelism(), host.vectorBits(), host.memoryBytes());
    }

    @Override
    public FreeMemory freeMemory() {
        return new FreeMemory(HostMemory.availableBytes(), Long.MAX_VALUE);
    }

    /// In huge pages where the system has them.
    @Override
    public MemorySegment hostMemory(long bytes, Arena lifetime) {
        return HostMemory.allocateForProgram(lifetime, bytes);
    }

    /// The threads: all workers of an execution wait for each other.
    @Override
    public Object resource() {
        return pool;
    }

    /// Of a plan with one stage; others run a stage after the other.
    @Override
    public int stepsTogether(StepPlan plan) {
        return plan.stages() == 1 ? depth : 1;
    }

    @Override
    public long memoryBytes(StepPlan plan) {
        requireStoredState(plan);
        return CpuExecution.memoryBytes(plan, pool);
    }

    @Override
    public Execution prepare(StepPlan plan) {
        requireStoredState(plan);
        requireIntrinsics(plan);
        return CpuExecution.of(plan, compiler, depth, pool);
    }
}
