package dev.tessera.device.opencl;

import java.util.function.Supplier;

/// Kernels and compilations of which one runs at a time in the whole process, if the driver needs it.
///
/// PoCL up to version 3 ends the process (`pocl_release_dlhandle_cache: Assertion found->ref_count > 0`) where a kernel
/// is compiled, or launched with a larger grid than ever before, while the same kernel runs from another queue: it
/// keeps a function for each largest grid, and releases the newest one of the same kernel. Results are the same.
/// Thread-safe.
enum OneAtATime {
    NEEDED,
    NOT_NEEDED;

    private static final String POCL_WITH_THE_ERROR = "Portable Computing Language [0-3]\\..*";
    private static final Object LOCK = new Object(); // PoCL's list of functions belongs to the process

    /// @param driver its name and version
    static OneAtATime of(String driver) {
        return driver.matches(POCL_WITH_THE_ERROR) ? NEEDED : NOT_NEEDED;
    }

    /// @param launch adds a kernel to a queue
    /// @param finish waits for all of that queue
    void launch(Runnable launch, Runnable finish) {
        if (this == NOT_NEEDED) {
            launch.run();
            return;
        }
        synchronized (LOCK) {
            launch.run();
            finish.run();
        }
    }

    /// @return what the compilation returns
    <T> T compile(Supplier<T> compilation) {
        if (this == NOT_NEEDED) {
            return compilation.get();
        }
        synchronized (LOCK) {
            return compilation.get();
        }
    }
}
