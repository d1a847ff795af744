package dev.tessera.casefile;

import dev.tessera.solver.TimeChoice;
import dev.tessera.solver.TimeChoice.StepChoice;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.QuantityKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// `time`: length of a step, and end of the run.
final class TimeSection {
    private static final Key<Double> LATTICE_SPEED = Key.of("lattice-speed", NumberType.between(0, 0.577))
            .says("the characteristic velocity (the largest that is imposed, or `reference.velocity`) in nodes per"
                    + " step; 0.05 to 0.1 is usual, Mach is 1.73 times this")
            .example("0.1");
    private static final Key<Double> RELAXATION_TIME = Key.of(
                    "relaxation-time", NumberType.between(0.5, FlowNumbers.REFUSED_RELAXATION_TIME))
            .says("relaxation time of the shear moments in steps; the viscosity in lattice units is (relaxation"
                    + " time - 1/2)/3")
            .example("1.0");
    private static final Key<Double> TIME_STEP = Key.of("time-step", QuantityType.positive(QuantityKind.TIME))
            .says("one step in physical time")
            .example("20 us");
    private static final Key<Stop> STOP = Key.of("stop", Stop.SECTION)
            .needed()
            .says("what ends the run; whichever comes first")
            .example("{steady: 1e-6, at-most: 2 s}");

    private static final Key<Boolean> BEYOND_STABILITY = Key.of("beyond-stability", ChoiceType.flag())
            .or(false, "false")
            .says("runs a case that exceeds a limit of stability, with a warning instead of a refusal: to study how"
                    + " models fail. `--beyond-stability` sets it")
            .example("true");

    static final Section<TimeChoice> SECTION = Section.of(
                    "time",
                    "Length of a step, and end of the run. Spacing, viscosity and one of lattice-speed,"
                            + " relaxation-time and time-step determine the others; all are printed before the run.",
                    List.of(
                            LATTICE_SPEED.where(
                                    TimeChoice::step,
                                    StepChoice.LatticeSpeed.class,
                                    StepChoice.LatticeSpeed::nodesPerStep),
                            RELAXATION_TIME.where(
                                    TimeChoice::step,
                                    StepChoice.RelaxationTime.class,
                                    StepChoice.RelaxationTime::steps),
                            TIME_STEP.where(TimeChoice::step, StepChoice.TimeStep.class, StepChoice.TimeStep::seconds),
                            STOP.from(Stop::of),
                            BEYOND_STABILITY.unlessDefault(TimeChoice::beyondStability)),
                    TimeSection::make)
            .exactlyOne("each of them determines the time step", LATTICE_SPEED, RELAXATION_TIME, TIME_STEP);

    private TimeSection() {}

    private record Stop(OptionalDouble steady, OptionalDouble atMostS, OptionalLong steps) {
        private static final Key<Double> STEADY = Key.of("steady", NumberType.between(0, 1))
                .says("tolerance of the steady state: the run ends when the estimated relative distance from it (of"
                        + " velocity in the L2 norm; with a uniform drive of the permeability) stays below"
                        + " this. The interval between checks follows from the pores and is printed before the"
                        + " run")
                .example("1e-6");
        private static final Key<Double> AT_MOST = Key.of(
                        "at-most", ScheduleType.timeAlone("steps: %s instead of at-most"))
                .says("physical time at which the run ends in any case")
                .example("2 s");
        private static final Key<Long> STEPS = Key.of("steps", NumberType.count(1))
                .says("number of steps after which the run ends in any case")
                .example("20000");
        static final Section<Stop> SECTION = Section.of(
                "time.stop",
                "What ends the run: at least one of them; whichever comes first.",
                List.of(
                        STEADY.ifPresent(stop -> boxed(stop.steady())),
                        AT_MOST.ifPresent(stop -> boxed(stop.atMostS())),
                        STEPS.ifPresent(stop -> boxed(stop.steps()))),
                Stop::make);

        static Stop of(TimeChoice time) {
            return new Stop(time.steady(), time.atMostS(), time.atMostSteps());
        }

        private static Stop make(Fields fields) {
            if (fields.written(List.of(STEADY, AT_MOST, STEPS)).isEmpty()) {
                throw fields.refuse("nothing ends this run; write steady: 1e-6, at-most: 2 s or steps: 20000");
            }
            return new Stop(
                    optional(fields.find(STEADY)),
                    optional(fields.find(AT_MOST)),
                    fields.find(STEPS).map(OptionalLong::of).orElse(OptionalLong.empty()));
        }
    }

    static OptionalDouble optional(Optional<Double> value) {
        return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }

    static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    private static Optional<Long> boxed(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }

    private static TimeChoice make(Fields fields) {
        StepChoice step;
        if (fields.has(LATTICE_SPEED)) {
            step = new StepChoice.LatticeSpeed(fields.get(LATTICE_SPEED));
        } else if (fields.has(RELAXATION_TIME)) {
            step = new StepChoice.RelaxationTime(fields.get(RELAXATION_TIME));
        } else {
            step = new StepChoice.TimeStep(fields.get(TIME_STEP));
        }
        Stop stop = fields.get(STOP);
        return new TimeChoice(step, stop.steady(), stop.atMostS(), stop.steps(), fields.get(BEYOND_STABILITY));
    }
}
