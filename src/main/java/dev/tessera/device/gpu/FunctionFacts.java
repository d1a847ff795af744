package dev.tessera.device.gpu;

import java.util.OptionalInt;

/// Properties of a compiled kernel, from the driver.
///
/// @param parameters number of arguments of a launch, if the driver reports it
/// @param registers per thread, 32 bits each, if the driver reports it
/// @param spillBytes private memory per thread outside registers: spills and arrays
/// @param sharedBytes static shared memory per block
/// @param maxThreadsPerBlock maximum for launches of this kernel
public record FunctionFacts(
        OptionalInt parameters, OptionalInt registers, long spillBytes, long sharedBytes, int maxThreadsPerBlock) {

    @Override
    public String toString() {
        return "%s registers, %d B spilled, %d B shared, at most %d threads per block"
                .formatted(
                        registers.isPresent() ? Integer.toString(registers.getAsInt()) : "unknown",
                        spillBytes,
                        sharedBytes,
                        maxThreadsPerBlock);
    }
}
