package dev.tessera.testkit;

import dev.tessera.kernel.GpuFacts;
import java.util.OptionalDouble;

/// Facts of a fictitious large GPU; a test changes those that it needs.
public final class SomeGpu {
    private String name = "Some GPU";
    private long memoryBytes = 140L << 30;
    private long largestBufferBytes = 140L << 30;
    private int warpSize = 32;
    private long cacheBytes = 50L << 20;
    private boolean fp64 = true;
    private OptionalDouble sheetGbPerS = OptionalDouble.of(4917);

    public SomeGpu named(String itsName) {
        name = itsName;
        return this;
    }

    /// One buffer may use all of it.
    public SomeGpu withMemory(long bytes) {
        return withMemory(bytes, bytes);
    }

    public SomeGpu withMemory(long bytes, long mostInOneBuffer) {
        memoryBytes = bytes;
        largestBufferBytes = mostInOneBuffer;
        return this;
    }

    public SomeGpu withCache(long bytes) {
        cacheBytes = bytes;
        return this;
    }

    /// @param threads 1: a CPU
    public SomeGpu withWarpsOf(int threads) {
        warpSize = threads;
        return this;
    }

    public SomeGpu withoutFp64() {
        fp64 = false;
        return this;
    }

    public SomeGpu withoutSheet() {
        sheetGbPerS = OptionalDouble.empty();
        return this;
    }

    public SomeGpu withSheet(double gbPerS) {
        sheetGbPerS = OptionalDouble.of(gbPerS);
        return this;
    }

    public GpuFacts facts() {
        return new GpuFacts(
                name,
                "CUDA 13.0",
                memoryBytes,
                largestBufferBytes,
                132,
                warpSize,
                1024,
                232_448,
                2048,
                65_536,
                cacheBytes,
                fp64,
                true,
                true,
                1.98e9,
                fp64 ? 64 : 0,
                sheetGbPerS);
    }
}
