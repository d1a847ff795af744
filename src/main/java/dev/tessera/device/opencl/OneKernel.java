package dev.tessera.device.opencl;

import java.util.concurrent.atomic.AtomicInteger;

/// Launches of the drivers that one process has of a library, as parts of a case on one device have them.
///
/// PoCL up to version 3 ends the process (`pocl_release_dlhandle_cache: Assertion found->ref_count > 0`) where a kernel
/// is launched with a larger grid than ever before while the same kernel runs from another queue: it stores a function
/// for each largest grid, and releases the first one of the same kernel. There, with several drivers, one kernel runs
/// at a time; results are the same. Thread-safe.
final class OneKernel {
    private static final String POCL_WITH_THE_ERROR = "Portable Computing Language [0-3]\\..*";

    private final AtomicInteger open = new AtomicInteger(); // drivers with the error

    /// The launches of one driver.
    final class Launches {
        private final boolean hasError;

        private Launches(boolean hasError) {
            this.hasError = hasError;
        }

        /// @param launch adds the kernel to a queue
        /// @param finish waits for all of that queue
        void launch(Runnable launch, Runnable finish) {
            if (hasError && open.get() > 1) {
                synchronized (OneKernel.this) {
                    launch.run();
                    finish.run();
                }
            } else {
                launch.run();
            }
        }

        void close() {
            if (hasError) {
                open.decrementAndGet();
            }
        }
    }

    /// @param driver its name and version
    Launches of(String driver) {
        boolean hasError = driver.matches(POCL_WITH_THE_ERROR);
        if (hasError) {
            open.incrementAndGet();
        }
        return new Launches(hasError);
    }
}
