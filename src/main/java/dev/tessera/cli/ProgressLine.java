package dev.tessera.cli;

import dev.tessera.solver.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Shows the progress of voxelising and of a run on stderr: one line that is redrawn on a terminal, else occasional
/// lines. Nothing is shown in the first two seconds.
///
/// The thread that computes calls `update`; nothing runs in the background. A signal's thread may call `clear`.
final class ProgressLine implements AutoCloseable {
    private static final double SILENT_S = 2;
    private static final double TERMINAL_PERIOD_S = 0.2;
    private static final double LOG_PERIOD_S = 30;
    private static final int BAR_CELLS = 20;
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final Console console;
    private final String name;
    private final long startedNanos;
    private double shownAtS;
    private boolean visible;

    ProgressLine(Console console, String name) {
        this.console = console;
        this.name = name;
        this.startedNanos = console.nanos().getAsLong();
        this.shownAtS = SILENT_S - (console.isTerminal() ? TERMINAL_PERIOD_S : LOG_PERIOD_S);
    }

    void update(Progress progress) {
        update(() -> describe(progress));
    }

    /// Work before the first step.
    /// @param done the part of it that is done, or NaN
    void update(String what, double done) {
        update(() -> "%s: %s%s, for %s so far"
                .formatted(
                        name, what, Double.isNaN(done) ? "" : " %.0f %%".formatted(100 * done), duration(elapsedS())));
    }

    private synchronized void update(Supplier<String> line) {
        double elapsedS = elapsedS();
        double periodS = console.isTerminal() ? TERMINAL_PERIOD_S : LOG_PERIOD_S;
        if (elapsedS - shownAtS < periodS) {
            return;
        }
        shownAtS = elapsedS;
        String text = line.get();
        if (console.isTerminal()) {
            int width = Math.max(1, console.columns().getAsInt() - 1);
            console.err().print(CLEAR_LINE + (text.length() > width ? text.substring(0, width) : text));
            console.err().flush();
            visible = true;
        } else {
            console.err().println(text);
        }
    }

    /// Removes the line, so that what is printed next starts on an empty one; the next update draws it again.
    synchronized void clear() {
        if (visible) {
            console.err().print(CLEAR_LINE);
            console.err().flush();
            visible = false;
        }
    }

    @Override
    public void close() {
        clear();
    }

    private String describe(Progress progress) {
        boolean ends = progress.lastStep() > 0;
        double done = ends ? (double) progress.step() / progress.lastStep() : 0;
        List<String> parts = new ArrayList<>();
        if (!Double.isNaN(progress.secondsLeft())) { // first: a narrow terminal cuts the end
            parts.add(duration(progress.secondsLeft()) + (progress.mayEndEarlier() ? " left at most" : " left"));
        }
        parts.add(console.isTerminal() && ends ? "%s %s %3.0f %%".formatted(name, bar(done), 100 * done) : name);
        parts.add("step %d".formatted(progress.step()) + (ends ? " of %d".formatted(progress.lastStep()) : ""));
        parts.add("t = %.4g s".formatted(progress.timeS()));
        parts.add("%.1f MLUPS".formatted(progress.mlups()));
        if (!Double.isNaN(progress.residual())) {
            parts.add("residual %.1e".formatted(progress.residual()));
        }
        return String.join("  ", parts);
    }

    private static String bar(double done) {
        int full = (int) Math.round(Math.clamp(done, 0, 1) * BAR_CELLS);
        return "█".repeat(full) + "░".repeat(BAR_CELLS - full);
    }

    /// A duration as text: `42 s`, `3 min 05 s`, `2 h 07 min`, `3 days 4 h`.
    static String duration(double seconds) {
        Duration duration = Duration.ofSeconds(Math.round(seconds));
        if (duration.toDays() > 1) {
            return "%d days %d h".formatted(duration.toDays(), duration.toHoursPart());
        }
        if (duration.toHours() > 0) {
            return "%d h %02d min".formatted(duration.toHours(), duration.toMinutesPart());
        }
        if (duration.toMinutes() > 0) {
            return "%d min %02d s".formatted(duration.toMinutes(), duration.toSecondsPart());
        }
        return "%d s".formatted(duration.toSeconds());
    }

    private double elapsedS() {
        return (console.nanos().getAsLong() - startedNanos) * 1e-9;
    }
}
