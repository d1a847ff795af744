package dev.tessera.emit.jvm;

import dev.tessera.emit.jvm.KernelClass.Lanes;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Precision;
import java.util.List;

/// A kernel as one class, or as several stages that run one after the other over a block of nodes, so that the JVM
/// compiles each of them.
///
/// @param stages in their order; each has a method `run` as [KernelClass] says
/// @param scratchStreams streams through which stages exchange values; their addresses follow those of the kernel's own
///       streams, in both `in` and `out`. 0 for one stage
/// @param reads the kernel's streams that are read, ascending
/// @param writes the kernel's streams that are written, ascending
public record KernelClasses(List<KernelClass> stages, int scratchStreams, List<Integer> reads, List<Integer> writes) {
    public KernelClasses {
        stages = List.copyOf(stages);
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
    }

    /// Size limits of a method.
    ///
    /// @param steps of a kernel's loop: loads, operations and stores
    /// @param bytes of bytecode
    public record Longest(int steps, int bytes) {
        /// HotSpot compiles no method above 8000 bytes, unless run with `-XX:-DontCompileHugeMethods`.
        public static Longest byDefault() {
            return new Longest(600, 8000);
        }

        /// Without that limit: the size beyond which the compiled code becomes slower or the class format ends.
        public static Longest huge() {
            return new Longest(1500, 60_000);
        }
    }

    /// @param host see [KernelClass#of]
    /// @throws IllegalArgumentException if the kernel uses a value before it is defined, or calls an elementary
    ///        function
    public static KernelClasses of(Kernel kernel, Precision precision, Lanes lanes, Class<?> host, Longest longest) {
        LaneProgram program = LaneProgram.of(kernel, precision);
        int steps = longest.steps();
        while (true) {
            StageCutter.Stages cut = StageCutter.cut(program, steps);
            List<KernelClass> classes = cut.stages().stream()
                    .map(stage -> KernelClass.of(stage, lanes, host))
                    .toList();
            if (classes.stream().allMatch(made -> made.longestMethod() <= longest.bytes())) {
                return new KernelClasses(
                        classes, cut.scratchStreams(), program.loadedStreams(), program.storedStreams());
            }
            steps = Math.min(steps, program.body().size()) * 3 / 4;
        }
    }
}
