package dev.tessera.emit.gpu;

import dev.tessera.kernel.gpu.Tuning;

/// Writes the kernel that moves the series on. A captured sequence of launches ends with it: repeated, the sequence
/// then reads the values of the next steps.
public final class SeriesText {
    /// Its name on the device. Arguments: the row of the tables at which the sequence begins, and the steps of
    /// the sequence.
    public static final String ADVANCE = "tessera_advance_series";

    /// Threads of its only block.
    public static final int THREADS = 32;

    private SeriesText() {}

    static void advance(Lines lines, Dialect dialect) {
        lines.comment("Adds the number of steps to the row of the series at which a sequence of launches begins.");
        lines.block(
                "%s%s(%sint *series_from, const int steps)"
                        .formatted(dialect.kernelQualifiers(Tuning.of(THREADS, 1)), ADVANCE, dialect.globalQualifier()),
                () -> lines.block(
                        "if (%s == 0)".formatted(dialect.lane()), () -> lines.line("series_from[0] += steps;")));
        lines.line("");
    }
}
