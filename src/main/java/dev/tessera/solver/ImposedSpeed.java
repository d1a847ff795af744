package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.solver.TimeChoice.StepChoice;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/// The speeds that a case imposes through openings, moving walls and its start, as functions of time.
final class ImposedSpeed {
    private static final double UNKNOWN_END_S = 1; // where only the steady state ends the run
    private static final int DOUBLINGS = 60;
    private static final int HALVINGS = 12;

    private final Case theCase;
    private final double startMPerS;
    private final List<Source> sources;
    private double knownEndS = Double.NaN;
    private @Nullable Peak knownPeak; // over the run

    /// @param ramped m/s at a time, with the ramp, @param full the same without the ramp
    /// @param inward mean velocity into the fluid without the ramp, m/s; null of walls
    private record Source(
            String name,
            boolean changes,
            DoubleUnaryOperator ramped,
            DoubleUnaryOperator full,
            @Nullable DoubleUnaryOperator inward) {}

    /// @param mPerS the largest over the run, after all ramps; 0 where the case imposes no velocity
    /// @param where name of the surface; empty where the initial velocity is the largest
    /// @param timeS when it is reached first
    /// @param changes whether the velocity varies in time
    record Peak(double mPerS, String where, double timeS, boolean changes) {
        /// @throws CaseException where the speed exceeds the lattice's speed of sound, although the
        ///        reference velocity does not
        void require(FlowNumbers numbers) {
            double mach = numbers.at(mPerS).mach();
            if (mach <= 1) {
                return;
            }
            throw new CaseException("%s: the case imposes %s%s, Mach %s; flows must stay below the speed of sound. %s"
                    .formatted(
                            where.isEmpty() ? "initial" : "boundaries." + where,
                            QuantityText.about(mPerS, QuantityKind.VELOCITY),
                            changes ? " at t = " + QuantityText.about(timeS, QuantityKind.TIME) : "",
                            QuantityText.about(mach),
                            "Check the value and its unit, or use a time step below %s (Mach 0.3)."
                                    .formatted(QuantityText.about(
                                            numbers.units().timeStepS() * FlowNumbers.LARGEST_MACH / mach,
                                            QuantityKind.TIME))));
        }
    }

    private ImposedSpeed(Case theCase, double startMPerS, List<Source> sources) {
        this.theCase = theCase;
        this.startMPerS = startMPerS;
        this.sources = sources;
    }

    static ImposedSpeed of(Case theCase, NodeMap nodes) {
        List<Source> sources = new ArrayList<>();
        for (Surface surface : nodes.surfaces()) {
            Boundary boundary = theCase.boundaries().get(surface.name());
            if (boundary instanceof Boundary.Moving wall && wall.moves()) {
                List<PlaceAndTime> velocity =
                        wall.velocityMPerS().stream().map(PlaceAndTime::of).toList();
                boolean changes = velocity.stream().anyMatch(PlaceAndTime::changes);
                DoubleUnaryOperator speed = t -> speed(velocity, centre(nodes), t);
                sources.add(new Source(surface.name(), changes, speed, speed, null));
            } else if (boundary instanceof Boundary.VelocityImposed opening) {
                addOpenings(theCase, nodes, surface, opening, sources);
            } else if (boundary instanceof Boundary.Coupled coupled) {
                addControlled(nodes, surface, coupled, sources);
            }
        }
        List<PlaceAndTime> start =
                theCase.initial().velocityMPerS().stream().map(PlaceAndTime::of).toList();
        return new ImposedSpeed(theCase, speed(start, centre(nodes), 0), sources);
    }

    /// The peak of developed flow with the flow that is controlled.
    private static void addControlled(NodeMap nodes, Surface surface, Boundary.Coupled boundary, List<Source> sources) {
        PlaceAndTime flow = PlaceAndTime.of(boundary.circuit().flowM3PerS());
        for (Opening opening : nodes.openings()) {
            if (opening.surface() == surface.id() && opening.areaM2() > 0) {
                double peak = (nodes.box().is2d() ? 1.5 : 2) / opening.areaM2();
                DoubleUnaryOperator inward = t -> peak * flow.at(opening.centreM(), t);
                DoubleUnaryOperator full = t -> Math.abs(inward.applyAsDouble(t));
                DoubleUnaryOperator ramped = t -> Ramp.at(t, boundary.rampS()) * full.applyAsDouble(t);
                sources.add(new Source(surface.name(), flow.changes(), ramped, full, inward));
            }
        }
    }

    private static void addOpenings(
            Case theCase, NodeMap nodes, Surface surface, Boundary.VelocityImposed boundary, List<Source> sources) {
        // Any time step is suitable: shapes are scaled back to SI.
        LatticeUnits units =
                LatticeUnits.fromTimeStep(theCase.spacingM(), theCase.fluid().densityKgPerM3(), 1);
        for (Opening opening : nodes.openings()) {
            if (opening.surface() != surface.id()) {
                continue;
            }
            OpeningNodes at = OpeningNodes.of(nodes, opening, theCase.model().lattice());
            if (at.boundaryNodes().length > 0) {
                OpeningFlow ramped = OpeningFlow.of(boundary, at, theCase, units, false);
                OpeningFlow full = ramped.atOnce();
                sources.add(new Source(
                        surface.name(),
                        full.settledS() > 0,
                        ramped.largestMPerS(at),
                        full.largestMPerS(at),
                        full.inwardMPerS(at)));
            }
        }
    }

    /// @return m/s; 0 where the case imposes no velocity
    static double largestMPerS(Case theCase, NodeMap nodes) {
        return of(theCase, nodes).overTheRun().mPerS();
    }

    Peak overTheRun() {
        if (knownPeak == null) {
            knownPeak = until(endS());
        }
        return knownPeak;
    }

    /// From the start to a given time, without ramps.
    Peak until(double endS) {
        Peak largest = new Peak(startMPerS, "", 0, false);
        for (Source source : sources) {
            Sampling.Peak peak = Sampling.largest(source.changes() ? endS : 0, source.full());
            if (peak.value() > largest.mPerS()) {
                largest = new Peak(peak.value(), source.name(), peak.timeS(), source.changes());
            }
        }
        return largest;
    }

    /// At a given time, with ramps.
    Peak at(double timeS) {
        Peak largest = new Peak(0, "", timeS, false);
        for (Source source : sources) {
            double value = source.ramped().applyAsDouble(timeS);
            if (value > largest.mPerS()) {
                largest = new Peak(value, source.name(), timeS, source.changes());
            }
        }
        return largest;
    }

    /// The largest change of the inflow of an opening within a duration, over the run and without ramps.
    ///
    /// @param share of its largest magnitude
    record Change(String where, double share) {}

    /// The opening whose inflow changes most, by its share; empty where none changes, and where the run is shorter.
    Optional<Change> largestChange(double durationS) {
        double lastS = endS() - durationS;
        List<Change> changes = new ArrayList<>();
        for (Source source : sources) {
            DoubleUnaryOperator inward = source.inward();
            if (inward != null && source.changes() && lastS > 0) {
                double change = Sampling.largest(
                                lastS, t -> Math.abs(inward.applyAsDouble(t + durationS) - inward.applyAsDouble(t)))
                        .value();
                double most = Sampling.largest(endS(), t -> Math.abs(inward.applyAsDouble(t)))
                        .value();
                if (most > 0) {
                    changes.add(new Change(source.name(), change / most));
                }
            }
        }
        return changes.stream().max(Comparator.comparingDouble(Change::share));
    }

    /// Whether a surface imposes no velocity at the start, or none at all.
    boolean isZeroAtStart(String surface) {
        return sources.stream()
                .filter(source -> source.name().equals(surface))
                .allMatch(source -> source.ramped().applyAsDouble(0) == 0);
    }

    /// The latest end of the run; one second where only the steady state ends it.
    double endS() {
        if (Double.isNaN(knownEndS)) {
            knownEndS = findEndS();
        }
        return knownEndS;
    }

    private double findEndS() {
        double byTime = theCase.time().atMostS().orElse(Double.POSITIVE_INFINITY);
        if (theCase.time().atMostSteps().isEmpty()) {
            return Double.isInfinite(byTime) ? UNKNOWN_END_S : byTime;
        }
        long steps = theCase.time().atMostSteps().getAsLong();
        double dx = theCase.spacingM();
        double viscosity = theCase.fluid().viscosityM2PerS();
        return Math.min(
                byTime,
                switch (theCase.time().step()) {
                    case StepChoice.TimeStep(double seconds) -> steps * seconds;
                    case StepChoice.RelaxationTime(double tau) -> steps * (tau - 0.5) / 3 * dx * dx / viscosity;
                    case StepChoice.LatticeSpeed(double lattice) -> {
                        var reference = theCase.reference().velocityMPerS();
                        yield reference.isPresent()
                                ? steps * lattice * dx / reference.getAsDouble()
                                : endBySpeed(steps * lattice * dx);
                    }
                });
    }

    /// Determines the end where it depends on the time step, which depends on the largest speed until the end.
    /// @param wayM distance covered in the run at the lattice speed
    private double endBySpeed(double wayM) {
        double end = UNKNOWN_END_S;
        for (int round = 0; round < DOUBLINGS && speedUntil(end) * end < wayM; round++) {
            end *= 2;
        }
        double tooShort = 0;
        for (int round = 0; round < HALVINGS; round++) {
            double middle = (tooShort + end) / 2;
            if (speedUntil(middle) * middle < wayM) {
                tooShort = middle;
            } else {
                end = middle;
            }
        }
        return end;
    }

    private double speedUntil(double endS) {
        return until(endS).mPerS();
    }

    private static double speed(List<PlaceAndTime> velocity, double[] pointM, double timeS) {
        double square = 0;
        for (PlaceAndTime component : velocity) {
            double v = component.at(pointM, timeS);
            square += v * v;
        }
        return Math.sqrt(square);
    }

    static double[] centre(NodeMap nodes) {
        var box = nodes.box();
        double dx = nodes.spacingM();
        double[] o = nodes.originM();
        return new double[] {
            o[0] + dx * (box.nx() - 1) / 2, o[1] + dx * (box.ny() - 1) / 2, o[2] + dx * (box.nz() - 1) / 2
        };
    }
}
