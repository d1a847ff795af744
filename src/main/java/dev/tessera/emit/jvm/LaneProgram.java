package dev.tessera.emit.jvm;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Streams;
import java.util.List;

/// A kernel in the form that the JVM runs: steps that run once per call, with uniform values, and steps that run for
/// every vector of nodes. Deterministic: the same kernel always gives the same steps.
///
/// @param name of the class, a Java identifier
/// @param inNames names of the streams that are read, by their numbers
/// @param outNames names of the streams that are written, by their numbers
/// @param once steps before the loop: parameters, constants, operations on these only, and broadcasts
/// @param body steps for one vector of nodes: loads, operations, stores
record LaneProgram(
        String name,
        Kernel kernel,
        Precision precision,
        Streams streams,
        List<String> inNames,
        List<String> outNames,
        List<Step> once,
        List<Step> body) {
    LaneProgram {
        inNames = List.copyOf(inNames);
        outNames = List.copyOf(outNames);
        once = List.copyOf(once);
        body = List.copyOf(body);
    }

    /// @throws IllegalArgumentException if the kernel uses a value before it is defined, or calls an elementary
    /// function
    static LaneProgram of(Kernel kernel, Precision precision) {
        return new LaneProgramBuilder(kernel, precision).build();
    }

    /// The same kernel with other steps.
    LaneProgram with(String otherName, List<Step> otherOnce, List<Step> otherBody) {
        return new LaneProgram(otherName, kernel, precision, streams, inNames, outNames, otherOnce, otherBody);
    }

    /// Streams that the body reads, ascending.
    List<Integer> loadedStreams() {
        return body.stream()
                .filter(Step.Load.class::isInstance)
                .map(step -> ((Step.Load) step).stream())
                .distinct()
                .sorted()
                .toList();
    }

    /// Streams that the body writes, ascending.
    List<Integer> storedStreams() {
        return body.stream()
                .filter(Step.Store.class::isInstance)
                .map(step -> ((Step.Store) step).stream())
                .distinct()
                .sorted()
                .toList();
    }
}
