package dev.tessera.solver;

import dev.tessera.device.DeviceException;
import dev.tessera.device.Ranks;
import dev.tessera.geometry.Vec;
import dev.tessera.solver.checkpoint.StateRecord;
import dev.tessera.units.LatticeUnits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/// Runs a simulation from its present step to the end: computes steps, checks for the steady state, writes outputs,
/// log rows and checkpoints on schedule, and checks for divergence and stop signals. Where several ranks run the
/// simulation,
/// each has a run: the first writes the files, and all of them take its decisions.
public final class Run {
    private final Simulation simulation;
    private final Ledger ledger;
    private final RunLog log;
    private final Checkpoints checkpoints;
    private final RunCheckpoints written;
    private final RunListener listener;
    private final StopSignal stop;
    private final Ranks ranks;
    private final LongSupplier nanoTime; // of the first rank
    private final boolean hasOutputs;
    private final Schedule outputSchedule;
    private final Schedule logSchedule;
    private final Schedule checkpointSchedule;
    private final CheckpointClock checkpointClock;
    private final Schedule steadySchedule;
    private final Schedule healthSchedule;
    private final SteadyState steady;
    private final long steadyInterval;
    private final Health health;
    private final Optional<Ringing> ringing; // where the boundary values become constant
    private final double settledS; // the steady state is not checked before
    private final FlowMonitor watch;
    private final long lastStep;
    private final List<String> warnings = new ArrayList<>();
    private final OutputFailures failures = new OutputFailures(this::warn);
    private final OutputQueue outputs;
    private final boolean writesAgain; // the files of the checkpoint's step
    private final List<StepHook> hooks = new ArrayList<>();
    private long startedNanos;
    private long latestNanos; // the last reading of the clock in the loop
    private long steppingNanos;
    private long stepsHere;
    private long lastFinished; // a device may fail after the call that launched the steps
    private long lastLogged = -1;
    private long lastWritten = -1;

    /// @param outputs written on schedule and at the end, by another thread while steps go on
    /// @param log receives rows of the time series
    /// @param nanoTime a clock, for progress, speed and checkpoints by clock time; results do not depend on it
    public Run(
            Simulation simulation,
            List<Output> outputs,
            RunLog log,
            Checkpoints checkpoints,
            RunListener listener,
            StopSignal stop,
            LongSupplier nanoTime) {
        this.simulation = simulation;
        this.ledger = simulation.ledger();
        this.watch = new FlowMonitor(simulation, log.largest("velocity.maximum"));
        this.warnings.addAll(simulation.warnings());
        this.outputs = new OutputQueue(outputs, failures);
        this.log = log;
        this.checkpoints = checkpoints;
        this.written = new RunCheckpoints(simulation, checkpoints, failures);
        this.listener = listener;
        this.stop = stop;
        this.ranks = simulation.ranks();
        this.nanoTime = ranks.clock(nanoTime);
        this.hasOutputs = ranks.first(!outputs.isEmpty());
        this.health = Health.of(simulation, checkpoints, listener, stop, nanoTime);
        Case theCase = simulation.theCase();
        double dt = simulation.units().timeStepS();
        this.lastStep = lastStep(theCase, dt);
        long interval = SteadyInterval.of(simulation).steps();
        this.steadyInterval = interval;
        this.outputSchedule = Schedule.of(theCase.output().every(), dt);
        this.checkpointSchedule = Schedule.of(theCase.output().checkpoints().every(), dt);
        this.checkpointClock =
                new CheckpointClock(theCase.output().checkpoints().clockTimeS());
        OutputChoice.Schedule logEvery = theCase.output().logEvery();
        this.logSchedule = logEvery.equals(OutputChoice.Schedule.ONLY_AT_END)
                ? Schedule.everySteps(
                        Math.max(1, lastStep > 0 ? Math.min(interval, lastStep / 200 + 1) : interval / 10 + 1))
                : Schedule.of(logEvery, dt);
        boolean seeksSteady = theCase.time().steady().isPresent();
        this.lastFinished = simulation.steps();
        this.steady = new SteadyState(theCase.time().steady().orElse(0));
        double settled = simulation.settledS();
        this.settledS = Double.isInfinite(settled) ? 0 : settled;
        this.ringing = simulation
                .sound()
                .filter(sound -> !Double.isInfinite(settled))
                .map(sound -> new Ringing(sound, settled));
        simulation
                .restored(SteadyHistory.NAME)
                .ifPresent(state -> steady.continueFrom(SteadyHistory.of(state), interval));
        this.writesAgain = simulation
                .restored(OutputFailures.STATE)
                .map(state -> failures.continueFrom(state, simulation.steps()))
                .orElse(false);
        this.steadySchedule = seeksSteady ? Schedule.everySteps(interval) : Schedule.NEVER;
        this.healthSchedule = Schedule.everySteps(Math.max(50, Math.min(500, interval)));
    }

    /// Adds what the run does between steps; before [#toTheEnd].
    public void add(StepHook hook) {
        hooks.add(hook);
        health.expectHooks();
    }

    /// -1 where the case sets no limit.
    static long lastStep(Case theCase, double dt) {
        OptionalLong steps = theCase.time().atMostSteps();
        long byTime = theCase.time().atMostS().isPresent()
                ? (long) Math.ceil(theCase.time().atMostS().getAsDouble() / dt - 1e-9)
                : Long.MAX_VALUE;
        long last = Math.min(steps.orElse(Long.MAX_VALUE), byTime);
        return last == Long.MAX_VALUE ? -1 : last;
    }

    /// Whether the steady state or the end of the case is reached.
    public boolean isAtEnd() {
        return steady.reached() || isAtLimit();
    }

    private boolean isAtLimit() {
        return lastStep >= 0 && simulation.steps() >= lastStep;
    }

    /// Runs to the end. A file that cannot be written gives a warning, and the run continues.
    /// @throws RunFailure where the flow diverges, the device fails, or a hook throws an exception (its cause)
    public RunResult toTheEnd() {
        startedNanos = nanoTime.getAsLong();
        latestNanos = startedNanos;
        checkpointClock.restart(startedNanos);
        try (outputs;
                health;
                var _ = ledger.begin(Ledger.Phase.OTHER)) {
            return onItsDevice();
        } catch (DeviceException lost) {
            throw new RunFailure(
                    RunFailure.Reason.DEVICE_FAILED,
                    "The device failed after step %d: %s.".formatted(lastFinished, lost.getMessage()),
                    where(Optional.empty()),
                    checkpoints.last(),
                    lost);
        }
    }

    /// The result of a failed run: without observables, since the flow is not reliable.
    public RunResult failed(RunFailure failure) {
        return result(failure.reason().key(), List.of(), latestNanos);
    }

    /// A failure for another reason than divergence or the device.
    public RunFailure failure(Throwable cause) {
        return new RunFailure(
                RunFailure.Reason.FAILED,
                "The run failed after step %d: %s."
                        .formatted(lastFinished, cause instanceof CaseException ? cause.getMessage() : cause),
                where(Optional.empty()),
                checkpoints.last(),
                cause);
    }

    private RunFailure.Where where(Optional<Vec> placeM) {
        return new RunFailure.Where(
                lastFinished, lastFinished * simulation.units().timeStepS(), placeM);
    }

    private RunResult onItsDevice() {
        try (var _ = ledger.begin(Ledger.Phase.OBSERVE)) {
            health.begin();
        }
        if (!isAtEnd() && !logSchedule.isDue(simulation.steps())) {
            failures.attempt("log.csv", "log.csv", () -> log.removeRow(simulation.steps()));
        }
        if (simulation.leavesHostFree() && ranks.isFirst() && !isAtEnd()) {
            prepareBeside();
        }
        if (writesAgain) {
            write();
        }
        String reason = loop();
        checkHealth();
        boolean interrupted = StopSignal.isReason(reason);
        if (interrupted || checkpoints.areKept()) {
            beginCheckpoint();
        }
        log();
        if (!interrupted) {
            write();
        }
        waitForFiles();
        awaitCheckpoint();
        if (!reason.equals("steady") && simulation.theCase().time().steady().isPresent() && !interrupted) {
            warn(steady.limitCameFirst(
                    simulation.theCase().time().steady().getAsDouble(), steadyInterval, simulation.steps()));
        }
        ringing.flatMap(Ringing::strongest).ifPresent(found -> warn(found.sentence()));
        try (var _ = ledger.begin(Ledger.Phase.END)) {
            Observation last = Observation.ofLog(simulation);
            List<Observable> observables = last.all(wantsStress());
            last.warnings().forEach(this::warn);
            OutletPressures.warnings(simulation, observables).forEach(this::warn);
            failures.reportRepeated();
            return result(reason, observables, nanoTime.getAsLong());
        }
    }

    /// What depends on the geometry only and is needed late, computed beside the steps.
    private void prepareBeside() {
        outputs.prepare(simulation.nodes());
        if (wantsStress()) {
            // what fails is tried again where it is needed
            var _ = CompletableFuture.runAsync(simulation::countedWalls, simulation.workers());
        }
    }

    /// As [#result(String, List, long, Optional)], with the newest checkpoint, after waiting for one that was begun.
    private RunResult result(String reason, List<Observable> observables, long nowNanos) {
        return result(reason, observables, nowNanos, checkpoints.last());
    }

    private RunResult result(String reason, List<Observable> observables, long nowNanos, Optional<Path> checkpoint) {
        return new RunResult(
                reason.equals("steady"),
                reason,
                steady.residual(),
                mlups(stepsHere, steppingNanos),
                (nowNanos - startedNanos) * 1e-9,
                observables,
                List.copyOf(warnings),
                checkpoint,
                failures.areNone(),
                FlowScale.of(simulation, watch.fastestMPerS()),
                simulation.units().velocityLattice(watch.fastestMPerS())
                        / Math.sqrt(LatticeUnits.SPEED_OF_SOUND_SQUARED));
    }

    /// Writes a checkpoint of the present step, unless this run has already written it. All outputs of earlier
    /// steps are complete before, so that a run resumed from it has them.
    /// @return whether there is one now, on the disk
    public boolean leaveCheckpoint() {
        return beginCheckpoint() && awaitCheckpoint();
    }

    /// As [#leaveCheckpoint], but the disk may need longer, up to [#awaitCheckpoint].
    private boolean beginCheckpoint() {
        waitForFiles();
        try (var _ = ledger.begin(Ledger.Phase.CHECKPOINT)) {
            List<StateRecord> states = new ArrayList<>();
            if (!steadySchedule.isNever()) {
                states.add(steady.history(steadyInterval).record());
            }
            failures.record().ifPresent(states::add);
            boolean isBegun = written.begin(states);
            checkpointClock.restart(nanoTime.getAsLong()); // also where it failed: the next attempt is as far away
            if (isBegun) {
                health.checkpointed();
            }
            return isBegun;
        }
    }

    private boolean awaitCheckpoint() {
        try (var _ = ledger.begin(Ledger.Phase.CHECKPOINT)) {
            return written.await();
        }
    }

    /// Removes the checkpoints of a finished run that keeps none.
    public void discardCheckpoints() throws IOException {
        written.discard();
    }

    private String loop() {
        Pace pace = new Pace(simulation.nodes().fluid().count(), nanoTime);
        while (true) {
            if (ranks.any(stop.isRaised())) {
                boolean isInterrupted = ranks.any(stop.cause().equals(Optional.of(StopSignal.Cause.INTERRUPTED)));
                return (isInterrupted ? StopSignal.Cause.INTERRUPTED : StopSignal.Cause.STOPPED).key();
            }
            if (steady.reached()) {
                return "steady";
            }
            long now = simulation.steps();
            if (isAtLimit()) {
                return simulation.theCase().time().atMostSteps().orElse(Long.MAX_VALUE) <= now ? "steps" : "time";
            }
            long next = Math.min(now + pace.chunk(), lastStep < 0 ? Long.MAX_VALUE : lastStep);
            for (Schedule schedule :
                    List.of(outputSchedule, logSchedule, checkpointSchedule, steadySchedule, healthSchedule)) {
                next = Math.min(next, schedule.nextAfter(now));
            }
            for (StepHook hook : hooks) {
                next = Math.min(next, hook.schedule().nextAfter(now));
            }
            long before = nanoTime.getAsLong();
            try (var _ = ledger.begin(Ledger.Phase.STEPS)) {
                simulation.step(next - now);
                simulation.finish();
            }
            latestNanos = nanoTime.getAsLong();
            long took = latestNanos - before;
            lastFinished = next;
            steppingNanos += took;
            stepsHere += next - now;
            pace.took(next - now, took);
            events(next);
            tellCheckpoint();
            if (pace.isDue()) {
                listener.progress(new Progress(
                        next,
                        lastStep,
                        simulation.timeS(),
                        pace.mlups(),
                        steady.residual(),
                        pace.secondsLeft(lastStep < 0 ? -1 : lastStep - next),
                        !steadySchedule.isNever()));
            }
        }
    }

    /// Reports a checkpoint that has reached the disk, so that an end without notice loses no more than the time since.
    private void tellCheckpoint() {
        if (written.hasNew()) {
            listener.checkpoint(result(RunResult.RUNNING, List.of(), latestNanos, checkpoints.onDisk()));
        }
    }

    private void events(long step) {
        callHooks(step);
        sample(step);
        if (outputSchedule.isDue(step)) {
            write();
        }
        if (checkpointSchedule.isDue(step) || checkpointClock.isDue(latestNanos)) {
            checkHealth();
            beginCheckpoint();
        }
    }

    private void callHooks(long step) {
        try (var _ = ledger.begin(Ledger.Phase.OTHER)) {
            for (StepHook hook : hooks) {
                if (hook.schedule().isDue(step)) {
                    call(hook);
                }
            }
        }
    }

    /// What a hook throws is a mistake of the program's, wherever it is thrown; lost devices and the lack of memory are
    /// none.
    private void call(StepHook hook) {
        try {
            hook.action().accept(simulation);
        } catch (DeviceException | OutOfMemoryError notOfTheHook) {
            throw notOfTheHook;
        } catch (RuntimeException | Error thrown) {
            HookTrace.cut(thrown);
            throw new RunFailure(
                    RunFailure.Reason.HOOK_FAILED,
                    "A hook of the program failed after step %d%s: %s."
                            .formatted(
                                    lastFinished,
                                    HookTrace.place(thrown),
                                    thrown.toString().replaceFirst("\\.$", "")),
                    where(Optional.empty()),
                    checkpoints.last(),
                    thrown);
        }
    }

    /// Health, the steady state and the log share one observation of the flow.
    private void sample(long step) {
        boolean isJudged = steadySchedule.isDue(step) && simulation.timeS() >= settledS;
        boolean isLogged = logSchedule.isDue(step);
        if (!isJudged && !isLogged && !healthSchedule.isDue(step)) {
            return;
        }
        Set<Observation.Part> parts = EnumSet.noneOf(Observation.Part.class);
        if (isLogged) {
            parts.addAll(Observation.Part.ofLog(simulation.theCase()));
        }
        if (isJudged) {
            parts.add(Observation.Part.STEADY_SAMPLE);
        }
        try (var _ = ledger.begin(Ledger.Phase.OBSERVE)) {
            Observation flow = Observation.of(simulation, parts);
            health.check(flow);
            watch.velocity(flow.largestSpeed(), flow.fastest()).forEach(this::warn);
            if (isJudged) {
                judge(flow);
            }
            if (isLogged) {
                log(flow);
            }
        }
    }

    private void judge(Observation flow) {
        double permeability = flow.permeabilityM2();
        if (Double.isNaN(permeability)) {
            steady.check(flow.steadySample());
        } else {
            steady.check(permeability);
        }
    }

    private void checkHealth() {
        try (var _ = ledger.begin(Ledger.Phase.OBSERVE)) {
            health.check();
        }
    }

    private void log() {
        try (var _ = ledger.begin(Ledger.Phase.OBSERVE)) {
            log(Observation.ofLog(simulation));
        }
    }

    /// One row per step, also where the last step is on the schedule.
    private void log(Observation flow) {
        if (lastLogged != simulation.steps()) {
            lastLogged = simulation.steps();
            watch.row(flow.largestSpeed());
            watch.velocity(flow.largestSpeed(), flow.fastest()).forEach(this::warn);
            flow.density().map(watch::density).ifPresent(found -> found.forEach(this::warn));
            flow.froude().map(watch::froude).ifPresent(found -> found.forEach(this::warn));
            List<Observable> row = flow.row();
            ringing.ifPresent(sound -> sound.add(simulation.timeS(), row));
            failures.attempt(
                    "log.csv",
                    "the row of step %d in log.csv".formatted(lastLogged),
                    () -> log.row(lastLogged, simulation.timeS(), steady.residual(), row));
        }
    }

    private void write() {
        if (hasOutputs && lastWritten != simulation.steps()) {
            lastWritten = simulation.steps();
            waitForFiles();
            try (var _ = ledger.begin(Ledger.Phase.SNAPSHOT)) {
                var fields = simulation.theCase().output().allFields();
                if (ranks.isFirst()) {
                    outputs.write(simulation.steps(), simulation.snapshotLater(fields));
                } else {
                    simulation.contribute(fields);
                }
            }
        }
    }

    private void waitForFiles() {
        try (var _ = ledger.begin(Ledger.Phase.FILES)) {
            outputs.await();
        }
    }

    private boolean wantsStress() {
        var lattice = simulation.theCase().model().lattice();
        return simulation.theCase().output().allFields().stream()
                .anyMatch(field -> !Collections.disjoint(field.quantities(lattice), Quantities.stress(lattice)));
    }

    private void warn(String sentence) {
        warnings.add(sentence);
        listener.warning(sentence);
    }

    private double mlups(long steps, long nanos) {
        return nanos == 0 ? 0 : simulation.nodes().fluid().count() * (double) steps / nanos * 1e3;
    }
}
