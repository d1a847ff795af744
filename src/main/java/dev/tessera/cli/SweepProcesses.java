package dev.tessera.cli;

import dev.tessera.casefile.SweepFile.CheckedRun;
import dev.tessera.cluster.mpi.MpiLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Computes the runs of a sweep, each in a process of its own, as many at a time as there are slots.
final class SweepProcesses {
    private static final Logger LOG = LoggerFactory.getLogger(SweepProcesses.class);
    private static final long PERIOD_MILLIS = 100;

    private final List<Slot> slots;
    private final SweepFolder folder;
    private final SweepResults results;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final AtomicInteger ended = new AtomicInteger();

    /// Where one run at a time is computed.
    ///
    /// @param device its key; empty: that of the case
    record Slot(Optional<String> device, int threads) {}

    SweepProcesses(List<Slot> slots, SweepFolder folder, SweepResults results) {
        this.slots = List.copyOf(slots);
        this.folder = folder;
        this.results = results;
    }

    /// Ends the runs that are being computed with a checkpoint, and begins no other.
    void stop() {
        stopping.set(true);
    }

    /// Computes runs until all have ended, or [#stop] is called.
    /// @throws IOException where a file of the sweep cannot be written
    void compute(List<CheckedRun> runs) throws IOException {
        Queue<CheckedRun> queue = new ConcurrentLinkedQueue<>(runs);
        ended.set(0);
        try (ExecutorService pool = Executors.newFixedThreadPool(slots.size())) {
            List<Future<?>> workers = new ArrayList<>();
            for (Slot slot : slots) {
                workers.add(pool.submit(() -> {
                    for (CheckedRun run = queue.poll(); run != null && !stopping.get(); run = queue.poll()) {
                        compute(run, slot, runs.size());
                    }
                    return null;
                }));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } catch (ExecutionException failed) {
            stop();
            throw failed.getCause() instanceof IOException io ? io : new IOException(failed.getCause());
        } catch (InterruptedException interrupted) {
            stop();
            Thread.currentThread().interrupt();
        }
    }

    private void compute(CheckedRun run, Slot slot, int of) throws IOException, InterruptedException {
        awaitRelease(run);
        if (stopping.get() || folder.state(run).hasEnded()) {
            return;
        }
        List<String> command = new ArrayList<>(ThisProgram.command());
        command.addAll(arguments(run, Optional.of(slot)));
        folder.begin(run);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.messages(run).toFile()));
        builder.environment()
                .put(StopRequest.SWEEP, Long.toString(ProcessHandle.current().pid()));
        builder.environment().put(MpiLibrary.VARIABLE, MpiLibrary.OFF); // also where a rank of a job runs the sweep
        Process process = builder.start();
        String asked = "";
        while (!process.waitFor(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
            String holder = stopping.get() ? ResultLock.textOf(folder.of(run)).orElse("") : "";
            if (!holder.isEmpty() && !holder.equals(asked)) {
                StopRequest.place(folder.of(run), holder);
                asked = holder;
            }
        }
        folder.end(run, process.exitValue());
        results.write();
        tell(run, slot, "%d of %d".formatted(ended.incrementAndGet(), of));
    }

    /// A run of a killed sweep ends by itself, with a checkpoint.
    private void awaitRelease(CheckedRun run) throws IOException, InterruptedException {
        boolean told = false;
        while (!stopping.get()) {
            Optional<ResultLock.Holder> holder =
                    ResultLock.holderOf(folder.of(run)).filter(found -> found.life() == ResultLock.Life.RUNS);
            if (holder.isEmpty()) {
                return;
            }
            if (!told) {
                LOG.info(
                        "{}: waiting for {}, which writes there",
                        folder.of(run),
                        holder.get().text());
                told = true;
            }
            Thread.sleep(PERIOD_MILLIS);
        }
    }

    /// What follows `tessera` on the command line of a run.
    /// @param slot empty: any
    List<String> arguments(CheckedRun run, Optional<Slot> slot) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("run", run.run().theCase().toString()));
        for (String override : run.overrides()) {
            arguments.addAll(List.of("--set", override));
        }
        slot.flatMap(Slot::device).ifPresent(device -> arguments.addAll(List.of("--device", device)));
        slot.ifPresent(some -> arguments.addAll(List.of("--threads", Integer.toString(some.threads()))));
        String out = folder.of(run).toString();
        arguments.addAll(List.of("--out", out));
        if (folder.hasCheckpoint(run)) {
            arguments.addAll(List.of("--resume", out));
        } else if (Files.exists(folder.of(run))) {
            arguments.add("--overwrite");
        }
        return arguments;
    }

    private void tell(CheckedRun run, Slot slot, String count) throws IOException {
        SweepFolder.State state = folder.state(run);
        String where = slot.device().map(" on %s"::formatted).orElse("");
        String head = "%s: %s%s: ".formatted(count, run.run().name(), where);
        if (state.status() == SweepFolder.Status.failed) {
            LOG.warn(
                    "{}failed with exit code {}: {} ({})",
                    head,
                    state.exitCode().orElse(-1),
                    state.summary()
                            .flatMap(summary -> summary.failure())
                            .orElseGet(() -> lastLine(folder.messages(run))),
                    folder.messages(run));
            return;
        }
        LOG.info(
                "{}{}",
                head,
                state.summary()
                        .map(summary -> "%s at step %.0f, %.1f s, %.1f MLUPS"
                                .formatted(
                                        summary.stopReason(),
                                        summary.number("steps").orElse(Double.NaN),
                                        summary.number("wall_s").orElse(Double.NaN),
                                        summary.number("mlups").orElse(Double.NaN)))
                        .orElse(state.status().name()));
    }

    private static String lastLine(Path messages) {
        try {
            List<String> lines = Files.readAllLines(messages);
            return lines.isEmpty() ? "no message" : lines.getLast();
        } catch (IOException unreadable) {
            return "its messages cannot be read";
        }
    }
}
