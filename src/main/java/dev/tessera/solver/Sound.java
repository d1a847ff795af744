package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Sound between the openings of a flow. A lattice Boltzmann fluid is slightly compressible, with a speed of sound
/// of 1/sqrt(3) nodes per step. Openings with a given velocity or pressure reflect sound, so that an abrupt start
/// causes oscillations as in a pipe: with the period 4 L/c between a velocity and a pressure, with 2 L/c between
/// two pressures.
///
/// @param lengthM L, the longest distance between two such openings
/// @param speedMPerS c
/// @param roundTrips through L in one period: 2 or 1
/// @param viscousS time in which viscosity slows a start-up flow to 1/e
record Sound(double lengthM, double speedMPerS, int roundTrips, double viscousS) {
    /// A smooth rise over 1.5 periods excites neither the fundamental mode of a pipe without losses nor the
    /// overtones at 3, 5, 7 … times its frequency.
    private static final double PERIODS_OF_A_RAMP = 1.5;

    private static final double LARGEST_CHANGE = 0.25; // of a velocity while sound travels through

    /// Empty where there are no two openings that reflect sound.
    static Optional<Sound> of(Case theCase, NodeMap nodes, FlowNumbers numbers) {
        List<Opening> velocities = new ArrayList<>();
        List<Opening> pressures = new ArrayList<>();
        for (Opening opening : nodes.openings()) {
            Boundary boundary = theCase.boundaries().get(opening.name());
            if (boundary instanceof Boundary.VelocityImposed) {
                velocities.add(opening);
            } else if (boundary instanceof Boundary.PressureImposed && !(boundary instanceof Boundary.Recovering)) {
                pressures.add(opening);
            }
        }
        boolean mixed = !velocities.isEmpty() && !pressures.isEmpty();
        double length = mixed
                ? longest(velocities, pressures)
                : Math.max(longest(velocities, velocities), longest(pressures, pressures));
        return length > 0
                ? Optional.of(new Sound(
                        length,
                        speedMPerS(numbers.units()),
                        mixed ? 2 : 1,
                        SteadyInterval.viscousS(SteadyInterval.hydraulicRadiusM(nodes), numbers.viscosityM2PerS())))
                : Optional.empty();
    }

    private static double longest(List<Opening> some, List<Opening> others) {
        double longest = 0;
        for (Opening one : some) {
            for (Opening other : others) {
                double square = 0;
                for (int axis = 0; axis < 3; axis++) {
                    double along = one.centreM()[axis] - other.centreM()[axis];
                    square += along * along;
                }
                longest = Math.max(longest, Math.sqrt(square));
            }
        }
        return longest;
    }

    /// Speed of sound of the lattice, in SI.
    static double speedMPerS(LatticeUnits units) {
        return units.velocityMPerS(Math.sqrt(LatticeUnits.SPEED_OF_SOUND_SQUARED));
    }

    /// Period of the fundamental mode.
    double periodS() {
        return 2 * roundTrips * lengthM / speedMPerS;
    }

    /// Duration of an automatic ramp.
    double rampS() {
        return PERIODS_OF_A_RAMP * periodS();
    }

    /// Whether sound persists: in narrow channels viscosity damps it within its first period.
    boolean rings() {
        return 2 * Math.PI * viscousS > periodS();
    }

    /// The case with a duration for each automatic ramp.
    /// @param sound empty where there is none: automatic ramps then remain, and have no duration
    static Case withRamps(Case theCase, Optional<Sound> sound) {
        if (sound.isEmpty()) {
            return theCase;
        }
        var over = new Boundary.Rise.Over(sound.get().rampS());
        return theCase.withBoundaries(
                boundary -> isAutomatic(boundary) ? ((Boundary.Opening) boundary).rising(over) : boundary);
    }

    private static boolean isAutomatic(Boundary boundary) {
        return boundary instanceof Boundary.Opening opening && opening.rise() instanceof Boundary.Rise.Auto;
    }

    /// Why automatic ramps have no duration, and how to get one; empty where there are none.
    /// @param theCase with the ramps that it gets because of sound
    static Optional<String> withoutRamps(Case theCase, NodeMap nodes, LatticeUnits units) {
        List<String> ramps = new ArrayList<>();
        List<String> absorbing = new ArrayList<>();
        theCase.boundaries().forEach((name, boundary) -> {
            if (isAutomatic(boundary)) {
                ramps.add("boundaries.%s.ramp".formatted(name));
            }
            if (boundary instanceof Boundary.Recovering) {
                absorbing.add(name);
            }
        });
        if (ramps.isEmpty()) {
            return Optional.empty();
        }
        var box = nodes.box();
        double lengthM = nodes.spacingM() * Math.max(box.nx(), Math.max(box.ny(), box.nz()));
        var reflected = new Sound(lengthM, speedMPerS(units), 2, Double.POSITIVE_INFINITY);
        return Optional.of(
                "%s: `auto` is no ramp here, and the values are imposed at once: %sno two openings reflect sound. For a ramp give a duration, such as %s."
                        .formatted(
                                String.join(", ", ramps),
                                absorbing.isEmpty()
                                        ? ""
                                        : "sound leaves through %s, and ".formatted(String.join(", ", absorbing)),
                                time(reflected.rampS())));
    }

    /// Warns of openings whose values rise in less than a period of sound. Sentences with a remedy.
    /// @param theCase with a duration for each ramp
    List<String> warnings(Case theCase) {
        List<String> fast = new ArrayList<>();
        theCase.boundaries().forEach((name, boundary) -> {
            if (boundary instanceof Boundary.VelocityImposed v) {
                addFast(name, v.rampS(), v.flow().values(), new Value.Constant(0), fast);
            } else if (boundary instanceof Boundary.PressureImposed p && !(p instanceof Boundary.Recovering)) {
                Value initial = theCase.initial().pressurePa();
                addFast(name, p.rampS(), List.of(p.pressurePa()), initial, fast);
            }
        });
        return fast.isEmpty() || !rings()
                ? List.of()
                : List.of(("%s: shorter than the period of sound between the openings, %s. Pressure and forces will"
                                + " oscillate. Use `ramp: auto` (%s).")
                        .formatted(String.join(", ", fast), period(), time(rampS())));
    }

    /// Warns of an inflow that changes within the time in which sound travels from opening to opening.
    ///
    /// @param timeStepS seconds, to name a shorter one
    List<String> warnings(ImposedSpeed imposed, double timeStepS) {
        double travelS = lengthM / speedMPerS;
        return imposed
                .largestChange(travelS)
                .filter(change -> change.share() > LARGEST_CHANGE)
                .map(change ->
                        ("boundaries.%s: its velocity changes by %.0f %% of its largest value within %s, in which"
                                        + " sound travels from opening to opening (L/c): flow and pressure elsewhere follow that"
                                        + " much later. Use a time step below %s.")
                                .formatted(
                                        change.where(),
                                        100 * change.share(),
                                        time(travelS),
                                        time(timeStepS * LARGEST_CHANGE / change.share())))
                .stream()
                .toList();
    }

    /// Values that vary in time are not checked.
    /// @param initial of the same quantity: an opening that keeps it makes no sound
    private void addFast(String name, double rampS, List<Value> values, Value initial, List<String> fast) {
        boolean stays = values.stream().allMatch(value -> value instanceof Value.Constant && value.equals(initial));
        boolean changes =
                values.stream().anyMatch(value -> PlaceAndTime.of(value).changes());
        if (rampS < periodS() && !stays && !changes) {
            fast.add("boundaries.%s.ramp is %s".formatted(name, rampS > 0 ? time(rampS) : "0 s"));
        }
    }

    /// Such as `4 L/c = 3.46 s`.
    String period() {
        return "%d L/c = %s".formatted(2 * roundTrips, time(periodS()));
    }

    /// One line before the run.
    String words() {
        return "sound between the openings: period %s (L = %s, c = %s)%s"
                .formatted(
                        period(),
                        QuantityText.about(lengthM, QuantityKind.LENGTH),
                        QuantityText.about(speedMPerS, QuantityKind.VELOCITY),
                        rings() ? "" : "; viscosity damps it within one period");
    }

    private static String time(double seconds) {
        return QuantityText.about(seconds, QuantityKind.TIME);
    }
}
