package dev.tessera.kernel.pass;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.KernelCost;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Runs passes one after the other, times each, and can verify and print their results.
///
/// @param passes in order
/// @param nanoClock such as `System::nanoTime`
/// @param verify whether each pass's result is compared with its input ([Verification])
/// @param watcher receives a report of every pass
public record PassRunner(List<Pass> passes, LongSupplier nanoClock, boolean verify, Consumer<Report> watcher) {
    public PassRunner {
        passes = List.copyOf(passes);
    }

    /// The result of one pass.
    ///
    /// @param result the kernel after the pass; `toString` of the report prints its cost,
    ///        [dev.tessera.kernel.KernelText] its statements
    public record Report(Pass pass, Kernel result, long nanos) {
        @Override
        public String toString() {
            return "%-14s %6.1f ms  %s".formatted(pass.key(), nanos / 1e6, KernelCost.of(result));
        }
    }

    /// All passes, without reports and verification: the default.
    public static PassRunner standard() {
        return new PassRunner(Passes.all(), () -> 0, false, report -> {});
    }

    /// @throws IllegalStateException if verification finds a changed stored value; names pass, kernel and value
    public Kernel run(Kernel kernel) {
        Kernel current = kernel;
        for (Pass pass : passes) {
            long start = nanoClock.getAsLong();
            Kernel next = pass.apply(current);
            long end = nanoClock.getAsLong();
            if (verify) {
                Verification.compare(pass, current, next);
            }
            watcher.accept(new Report(pass, next, end - start));
            current = next;
        }
        return current;
    }
}
