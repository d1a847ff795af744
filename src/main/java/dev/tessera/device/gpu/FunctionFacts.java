package dev.tessera.device.gpu;

import java.util.OptionalInt;

/// What the driver says of a compiled kernel.
///
/// @param parameters that a launch has to give values for, where the driver says it
/// @param registers of a thread, 32 bits each, where the driver says it
/// @param spillBytes private memory of a thread outside registers: spills and arrays
/// @param sharedBytes static shared memory of a block
/// @param maxThreadsPerBlock that this kernel can be launched with
public record FunctionFacts(
        OptionalInt parameters, OptionalInt registers, long spillBytes, long sharedBytes, int maxThreadsPerBlock) {

    @Override
    public String toString() {
        return "%s registers, %d B spilled, %d B shared, at most %d threads a block"
                .formatted(
                        registers.isPresent() ? Integer.toString(registers.getAsInt()) : "unknown",
                        spillBytes,
                        sharedBytes,
                        maxThreadsPerBlock);
    }
}
