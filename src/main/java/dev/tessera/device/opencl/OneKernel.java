package dev.tessera.device.opencl;

import java.util.concurrent.atomic.AtomicInteger;

/// Launches of a driver beside those of other drivers of this process, as parts of a case on one device have them.
///
/// PoCL up to version 3 ends the process (`pocl_release_dlhandle_cache: Assertion found->ref_count > 0`) where a kernel
/// is launched with a larger grid than ever before while the same kernel runs from another queue: it stores a function
/// for each largest grid, and releases the first one of the same kernel. There, with several drivers, one kernel runs
/// at a time; results are the same.
final class OneKernel {
    private static final String POCL_WITH_THE_ERROR = "Portable Computing Language [0-3]\\..*";
    private static final AtomicInteger OPEN = new AtomicInteger(); // drivers with the error
    private static final Object LOCK = new Object();

    private final boolean hasError;

    private OneKernel(boolean hasError) {
        this.hasError = hasError;
    }

    /// @param driver its name and version
    static OneKernel of(String driver) {
        boolean hasError = driver.matches(POCL_WITH_THE_ERROR);
        if (hasError) {
            OPEN.incrementAndGet();
        }
        return new OneKernel(hasError);
    }

    /// @param launch adds the kernel to a queue
    /// @param finish waits for all of that queue
    void launch(Runnable launch, Runnable finish) {
        if (hasError && OPEN.get() > 1) {
            synchronized (LOCK) {
                launch.run();
                finish.run();
            }
        } else {
            launch.run();
        }
    }

    void close() {
        if (hasError) {
            OPEN.decrementAndGet();
        }
    }
}
