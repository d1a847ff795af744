package dev.tessera.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;

/// A console that records its output, with a clock that only `pass` advances.
final class TestConsole {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final AtomicLong nanos = new AtomicLong();

    Console terminal(int columns) {
        return console(OptionalInt.of(columns));
    }

    Console pipe() {
        return console(OptionalInt.empty());
    }

    void pass(double seconds) {
        nanos.addAndGet(Math.round(seconds * 1e9));
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private Console console(OptionalInt columns) {
        return new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                columns,
                nanos::get,
                InstantSource.fixed(NOW));
    }
}
