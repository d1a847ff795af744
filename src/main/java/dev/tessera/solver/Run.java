package dev.tessera.solver;

import dev.tessera.device.DeviceException;
import dev.tessera.units.QuantityText;
import dev.tessera.units.LatticeUnits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// Carries a simulation from where it stands to its end: steps, looks for the steady state, writes outputs,
/// log rows and checkpoints on schedule, notices divergence and stop signals.
public final class Run {
    private final Simulation simulation;
    private final List<Output> outputs;
    private final RunLog log;
    private final Checkpoints checkpoints;
    private final RunListener listener;
    private final StopSignal stop;
    private final LongSupplier nanoTime;
    private final Schedule outputSchedule;
    private final Schedule logSchedule;
    private final Schedule checkpointSchedule;
    private final Schedule steadySchedule;
    private final Schedule healthSchedule;
    private final SteadyState steady;
    private final Health health;
    private final Optional<Ringing> ringing; // where the values at openings settle
    private final double settledS; // before, the steady state is not judged
    private final FlowWatch watch;
    private final long lastStep;
    private final List<String> warnings = new ArrayList<>();
    private long steppingNanos;
    private long stepsHere;
    private long lastFinished; // devices may fail later than they were asked
    private long lastLogged = -1;
    private long lastCheckpoint = -1;

    /// @param outputs written on schedule and at the end
    /// @param log hears rows of the time series
    /// @param nanoTime a clock, for progress and speed alone
    public Run(
            Simulation simulation,
            List<Output> outputs,
            RunLog log,
            Checkpoints checkpoints,
            RunListener listener,
            StopSignal stop,
            LongSupplier nanoTime) {
        this.simulation = simulation;
        this.watch = new FlowWatch(simulation, log.largest("velocity.maximum"));
        this.warnings.addAll(simulation.warnings());
        this.outputs = List.copyOf(outputs);
        this.log = log;
        this.checkpoints = checkpoints;
        this.listener = listener;
        this.stop = stop;
        this.nanoTime = nanoTime;
        this.health = Health.of(simulation, checkpoints, listener, stop, nanoTime);
        Case theCase = simulation.theCase();
        double dt = simulation.units().timeStepS();
        this.lastStep = lastStep(theCase, dt);
        long interval = SteadyInterval.of(simulation).steps();
        this.outputSchedule = Schedule.of(theCase.output().every(), dt);
        this.checkpointSchedule = Schedule.of(theCase.output().checkpoints().every(), dt);
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
        this.steadySchedule = seeksSteady ? Schedule.everySteps(interval) : Schedule.NEVER;
        this.healthSchedule = Schedule.everySteps(Math.max(50, Math.min(500, interval)));
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

    /// Runs to the end.
    /// @throws RunFailure where the flow diverges, the device fails or a file cannot be written
    public RunResult toTheEnd() {
        try {
            return onItsDevice();
        } catch (DeviceException lost) {
            throw new RunFailure(
                    "The device failed after step %d: %s.".formatted(lastFinished, lost.getMessage()),
                    checkpoints.last(),
                    lost);
        }
    }

    private RunResult onItsDevice() {
        long started = nanoTime.getAsLong();
        health.check();
        String reason;
        try {
            reason = loop();
            if (reason.equals("interrupted")) {
                health.check();
                leaveCheckpoint();
                log();
            } else {
                if (!checkpointSchedule.isNever()) {
                    health.check();
                    leaveCheckpoint();
                }
                finish();
            }
        } catch (IOException problem) {
            throw new RunFailure(
                    "Results could not be written: %s.".formatted(problem.getMessage()), checkpoints.last(), problem);
        }
        boolean converged = reason.equals("steady");
        if (!converged && simulation.theCase().time().steady().isPresent() && !reason.equals("interrupted")) {
            warn(limitCameFirst(simulation.theCase().time().steady().getAsDouble()));
        }
        ringing.flatMap(Ringing::strongest).ifPresent(found -> warn(found.sentence()));
        Observation last = new Observation(simulation, wantsStress());
        List<Observable> observables = last.all();
        last.doubts().forEach(this::warn);
        OutletPressures.doubts(simulation, observables).forEach(this::warn);
        return new RunResult(
                converged,
                reason,
                steady.residual(),
                mlups(stepsHere, steppingNanos),
                (nanoTime.getAsLong() - started) * 1e-9,
                observables,
                warnings,
                checkpoints.last(),
                FlowScale.of(simulation, watch.fastestMPerS()),
                simulation.units().velocityLattice(watch.fastestMPerS())
                        / Math.sqrt(LatticeUnits.SPEED_OF_SOUND_SQUARED));
    }

    /// Writes a checkpoint of the step that the simulation stands at, unless this run has written it.
    public void leaveCheckpoint() throws IOException {
        if (lastCheckpoint != simulation.steps()) {
            checkpoints.write(simulation);
            health.checkpointed();
            lastCheckpoint = simulation.steps();
        }
    }

    private String limitCameFirst(double tolerance) {
        if (Double.isNaN(steady.residual())) {
            return ("the run ended before the steady state could be judged: that takes three checks, one every %d steps"
                            + " after all ramps, and the run had %d steps")
                    .formatted(SteadyInterval.of(simulation).steps(), simulation.steps());
        }
        return steady.residual() <= tolerance
                ? ("the limit came before the steady state was sure: the estimated distance from it, %s, is below the"
                                + " tolerance %s, but has not been for long enough")
                        .formatted(QuantityText.about(steady.residual()), QuantityText.about(tolerance))
                : "the limit came before the steady state: the estimated distance from it is %s, the tolerance %s"
                        .formatted(QuantityText.about(steady.residual()), QuantityText.about(tolerance));
    }

    private String loop() throws IOException {
        Pace pace = new Pace(simulation.nodes().fluid().count(), nanoTime);
        while (true) {
            if (stop.isRaised()) {
                return "interrupted";
            }
            if (steady.reached()) {
                return "steady";
            }
            long now = simulation.steps();
            if (lastStep >= 0 && now >= lastStep) {
                return simulation.theCase().time().atMostSteps().orElse(Long.MAX_VALUE) <= now ? "steps" : "time";
            }
            long next = Math.min(now + pace.chunk(), lastStep < 0 ? Long.MAX_VALUE : lastStep);
            for (Schedule schedule :
                    List.of(outputSchedule, logSchedule, checkpointSchedule, steadySchedule, healthSchedule)) {
                next = Math.min(next, schedule.nextAfter(now));
            }
            long before = nanoTime.getAsLong();
            simulation.step(next - now);
            simulation.finish();
            long took = nanoTime.getAsLong() - before;
            lastFinished = next;
            steppingNanos += took;
            stepsHere += next - now;
            pace.took(next - now, took);
            events(next);
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

    private void events(long step) throws IOException {
        look(step);
        if (outputSchedule.isDue(step)) {
            write();
        }
        if (checkpointSchedule.isDue(step)) {
            health.check();
            leaveCheckpoint();
        }
    }

    /// Health, the steady state and the log look at the flow once, together.
    private void look(long step) throws IOException {
        boolean isJudged = steadySchedule.isDue(step) && simulation.timeS() >= settledS;
        boolean isLogged = logSchedule.isDue(step);
        boolean needsAll = isLogged || isJudged && !simulation.theCase().drive().isNone();
        Observation all = needsAll ? new Observation(simulation, false) : null;
        if (isJudged || isLogged || healthSchedule.isDue(step)) {
            double[][] velocity = all == null ? simulation.velocityLattice() : all.velocity();
            int fastest = all == null ? FlowSums.fastest(velocity, simulation.workers()) : all.fastest();
            health.check(velocity, fastest);
            watch.velocity(velocity, fastest).forEach(this::warn);
            if (isJudged) {
                judge(velocity, all == null ? Double.NaN : all.permeabilityM2());
            }
        }
        if (isLogged && all != null) {
            log(all);
        }
    }

    private void judge(double[][] velocity, double permeability) {
        if (Double.isNaN(permeability)) {
            steady.check(velocity);
        } else {
            steady.check(permeability);
        }
    }

    private void finish() throws IOException {
        health.check();
        log();
        write();
    }

    private void log() throws IOException {
        log(new Observation(simulation, false));
    }

    /// One row a step, also where the last step is on the schedule.
    private void log(Observation flow) throws IOException {
        if (lastLogged != simulation.steps()) {
            lastLogged = simulation.steps();
            watch.row(flow.velocity(), flow.fastest());
            watch.velocity(flow.velocity(), flow.fastest()).forEach(this::warn);
            watch.density(flow.density()).forEach(this::warn);
            try {
                List<Observable> row = flow.row();
                ringing.ifPresent(sound -> sound.add(simulation.timeS(), row));
                log.row(lastLogged, simulation.timeS(), steady.residual(), row);
            } catch (IOException problem) {
                throw unwritten("The row of step %d in the log".formatted(lastLogged), problem);
            }
        }
    }

    private void write() throws IOException {
        if (!outputs.isEmpty()) {
            Snapshot snapshot = simulation.snapshot(wantsStress());
            for (Output output : outputs) {
                try {
                    output.write(snapshot);
                } catch (IOException problem) {
                    String file = output.description().replace("<step>", "%09d".formatted(snapshot.step()));
                    throw unwritten(file, problem);
                }
            }
        }
    }

    private static IOException unwritten(String what, IOException problem) {
        return new IOException(
                "%s could not be written: %s. Make room, or write to another folder"
                        .formatted(what, problem.getMessage()),
                problem);
    }

    private boolean wantsStress() {
        var output = simulation.theCase().output();
        return output.fields().contains(OutputChoice.Field.WALL_SHEAR_STRESS)
                || output.fields().contains(OutputChoice.Field.SHEAR_STRESS)
                || output.pictures().stream()
                        .map(OutputChoice.Picture::field)
                        .anyMatch(
                                f -> f == OutputChoice.Field.WALL_SHEAR_STRESS || f == OutputChoice.Field.SHEAR_STRESS);
    }

    private void warn(String sentence) {
        warnings.add(sentence);
        listener.warning(sentence);
    }

    private double mlups(long steps, long nanos) {
        return nanos == 0 ? 0 : simulation.nodes().fluid().count() * (double) steps / nanos * 1e3;
    }
}
