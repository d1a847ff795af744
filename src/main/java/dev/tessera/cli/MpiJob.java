package dev.tessera.cli;

import dev.tessera.cluster.mpi.MpiLauncher;
import dev.tessera.cluster.mpi.MpiWorld;
import dev.tessera.device.Ranks;
import dev.tessera.solver.RunFailure;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// The MPI job that this process is a rank of, or a process that runs alone. The first rank prints and writes files; a
/// failure on any rank ends all of them.
final class MpiJob {
    /// Before another rank than the first ends the job: the first may have met the same failure, and writes its files.
    private static final long GRACE_MILLIS = 2_000;

    private static final long GRACE_OF_FAILED_RUN_MILLIS = 6_000;

    /// Between a message and the end of the job: a launcher that is told to end it may drop what it has not passed on.
    private static final long TO_PASS_ON_MILLIS = 500;

    private final Optional<MpiLauncher> launcher;
    private final PrintStream err;
    private final AtomicBoolean isEnding = new AtomicBoolean();
    private volatile @Nullable MpiWorld world;
    private volatile String device = "";

    private MpiJob(Optional<MpiLauncher> launcher, PrintStream err) {
        this.launcher = launcher;
        this.err = err;
    }

    /// A process that runs alone.
    static MpiJob none(PrintStream err) {
        return new MpiJob(Optional.empty(), err);
    }

    /// The job that started this process, if any.
    /// @param err the process's own stream for messages, also on ranks whose console is silent
    static MpiJob ofProcess(PrintStream err) {
        return new MpiJob(MpiLauncher.ofProcess(), err);
    }

    /// Whether this is another rank than the first.
    boolean isFollower() {
        return launcher.isPresent() && launcher.get().rank() > 0;
    }

    /// Begins MPI, where this process belongs to a job.
    /// @throws dev.tessera.device.DeviceException where MPI cannot be used
    Optional<MpiWorld> join() {
        if (launcher.isPresent() && world == null) {
            world = MpiWorld.join(launcher.get());
            Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
                var text = new CapturedText();
                new Failures(text.console()).report(failure);
                end(ExitCode.FAILED, "thread %s: %s".formatted(thread.getName(), text));
            });
        }
        return Optional.ofNullable(world);
    }

    /// The ranks of the job; one where MPI has not begun.
    Ranks ranks() {
        MpiWorld joined = world;
        return joined == null ? Ranks.ALONE : joined;
    }

    /// Names the device of this rank in messages.
    void runsOn(String key) {
        device = key;
    }

    /// Ends the job where a command failed on this rank; does not return if MPI has begun.
    /// @param text as it would be printed by a process that runs alone; the first rank has printed it
    void failed(Throwable failure, ExitCode code, String text) {
        if (world == null) {
            return;
        }
        if (isFollower()) {
            pause(failure instanceof RunFailure ? GRACE_OF_FAILED_RUN_MILLIS : GRACE_MILLIS);
            end(code, text);
        }
        end(code, "");
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException sooner) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(ExitCode code, String text) {
        MpiWorld joined = world;
        if (joined == null || !isEnding.compareAndSet(false, true)) {
            return;
        }
        if (!text.isBlank()) {
            err.println("tessera: rank %d of %d (%s%s): %s"
                    .formatted(
                            joined.rank(),
                            joined.count(),
                            joined.host(),
                            device.isEmpty() ? "" : ", " + device,
                            text.strip()));
            err.flush();
        }
        pause(TO_PASS_ON_MILLIS);
        joined.abort(code.code());
    }

    /// Ends MPI after a command that all ranks have completed.
    void leave() {
        MpiWorld joined = world;
        if (joined != null) {
            joined.leave();
        }
    }
}
