package dev.tessera.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/// The streams that commands write to, and their clocks. Results go to `out`, everything else to `err`.
///
/// @param columns width of the terminal that `err` is, or empty where it is none
/// @param nanos a clock that only moves forward, in nanoseconds
/// @param clock the time of day
record Console(PrintStream out, PrintStream err, OptionalInt columns, LongSupplier nanos, InstantSource clock) {
    private static final int USUAL_COLUMNS = 80;

    /// The console of the process. Text is UTF-8 whatever the locale is: results contain units such as `m²`.
    static Console ofProcess() {
        return new Console(
                new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8),
                columnsOf(System.getProperty("tessera.terminal.columns")),
                System::nanoTime,
                InstantSource.system());
    }

    private static OptionalInt columnsOf(String property) {
        if (property == null) {
            return OptionalInt.empty();
        }
        int columns = property.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(property) : USUAL_COLUMNS;
        return OptionalInt.of(columns);
    }

    boolean isTerminal() {
        return columns.isPresent();
    }
}
