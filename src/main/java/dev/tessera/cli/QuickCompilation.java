package dev.tessera.cli;

import dev.tessera.device.CompilerDirectives;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Leaves the code of pictures and files to the JVM's quick compiler (C1) where a GPU computes the steps and many
/// threads do the rest. That code runs a few times, for less than a second. The optimising compiler (C2) wants it to
/// count its branches first, and counters that sixteen threads share cost more than C2 gains
/// (docs/decisions/0059-quick-compilation-beside-a-gpu.md).
final class QuickCompilation {
    private static final int LEAST_THREADS = 8;

    private static final String DIRECTIVES = """
            [{ match: ["dev/tessera/output/*.*"], c2: { Exclude: true } }]
            """;

    private static final Logger LOG = LoggerFactory.getLogger(QuickCompilation.class);

    private QuickCompilation() {}

    /// Begins where it helps, from the next method on that is compiled.
    /// @param isGpu whether a GPU computes the steps
    /// @param threads of the run
    static void begin(boolean isGpu, int threads) {
        if (isGpu && threads >= LEAST_THREADS) {
            CompilerDirectives.add(DIRECTIVES)
                    .ifPresent(why -> LOG.debug("this JVM rejects directives for its compilers: {}", why));
        }
    }
}
