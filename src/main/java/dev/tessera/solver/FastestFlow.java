package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// The largest speed of the flow during the run, estimated from the case: the maximum of the largest imposed speed,
/// that of a developed profile in the pressure openings, which carry the whole outflow, and the speed to which
/// pressures or drive can accelerate the fluid. Values in time are sampled over the run.
///
/// A reference velocity is the user's characteristic velocity (often a mean), and is smaller.
///
/// @param where as text, such as `in the openings with a pressure (outlet-1, outlet-2)`
record FastestFlow(double speedMPerS, String where) {
    private static final double PEAK_OVER_MEAN_2D = 1.5; // plane Poiseuille flow
    private static final double PEAK_OVER_MEAN_3D = 2; // in a round tube
    // Peak of Poiseuille flow: acceleration × hydraulic diameter² / viscosity / this
    private static final double PLATES = 32;
    private static final double TUBE = 16;

    /// Over the whole run.
    static FastestFlow of(Case theCase, NodeMap nodes) {
        return of(theCase, nodes, ImposedSpeed.of(theCase, nodes));
    }

    static FastestFlow of(Case theCase, NodeMap nodes, ImposedSpeed imposed) {
        return until(imposed.endS(), theCase, nodes, imposed);
    }

    /// From the start to a time.
    static FastestFlow until(double endS, Case theCase, NodeMap nodes, ImposedSpeed imposed) {
        ImposedSpeed.Peak peak = imposed.until(endS);
        FastestFlow largest = new FastestFlow(peak.mPerS(), "where it is imposed" + when(peak.changes(), peak.timeS()));
        for (FastestFlow other : List.of(
                inOutlets(theCase, nodes, endS),
                underPressure(theCase, nodes, endS),
                underDrive(theCase, nodes, endS))) {
            largest = other.speedMPerS() > largest.speedMPerS() ? other : largest;
        }
        return largest;
    }

    private static String when(boolean changes, double timeS) {
        return changes ? " at t = " + QuantityText.about(timeS, QuantityKind.TIME) : "";
    }

    /// In the pressure openings through which the flow of the velocity openings leaves.
    private static FastestFlow inOutlets(Case theCase, NodeMap nodes, double endS) {
        double area = 0;
        List<String> outlets = new ArrayList<>();
        for (Opening opening : nodes.openings()) {
            if (theCase.boundaries().get(opening.name()) instanceof Boundary.PressureImposed) {
                area += opening.areaM2();
                outlets.add(opening.name());
            }
        }
        if (!(area > 0)) {
            return new FastestFlow(0, "");
        }
        Inflow inflow = inflow(theCase, nodes);
        Sampling.Peak most = Sampling.largest(inflow.changes() ? endS : 0, inflow.m3PerS());
        double peakOverMean = isFlat(theCase) ? PEAK_OVER_MEAN_2D : PEAK_OVER_MEAN_3D;
        String where = outlets.size() == 1
                ? "in " + outlets.getFirst()
                : "in the openings with a pressure (%s)".formatted(String.join(", ", outlets));
        return new FastestFlow(peakOverMean * most.value() / area, where + when(inflow.changes(), most.timeS()));
    }

    /// Total inflow through velocity openings after their ramps, m³/s (in 2D m²/s).
    private record Inflow(boolean changes, DoubleUnaryOperator m3PerS) {}

    private static Inflow inflow(Case theCase, NodeMap nodes) {
        // Any time step is suitable: flows are scaled back to SI.
        LatticeUnits units =
                LatticeUnits.fromTimeStep(theCase.spacingM(), theCase.fluid().densityKgPerM3(), 1);
        boolean changes = false;
        DoubleUnaryOperator sum = t -> 0;
        for (Surface surface : nodes.surfaces()) {
            if (theCase.boundaries().get(surface.name()) instanceof Boundary.VelocityImposed v) {
                for (Opening opening : nodes.openings()) {
                    if (opening.surface() != surface.id()) {
                        continue;
                    }
                    OpeningNodes at =
                            OpeningNodes.of(nodes, opening, theCase.model().lattice());
                    if (at.boundaryNodes().length > 0) {
                        OpeningFlow flow = OpeningFlow.of(v.atOnce(), at, theCase, units, false);
                        DoubleUnaryOperator before = sum;
                        DoubleUnaryOperator inward = flow.inwardMPerS(at);
                        sum = t -> before.applyAsDouble(t) + inward.applyAsDouble(t) * opening.areaM2();
                        changes |= flow.settledS() > 0;
                    }
                }
            }
        }
        return new Inflow(changes, sum);
    }

    /// Between openings of different pressures: that of developed flow, at most that without friction.
    private static FastestFlow underPressure(Case theCase, NodeMap nodes, double endS) {
        ImposedPressure pressure = ImposedPressure.of(theCase, nodes);
        ImposedPressure.Drop drop = pressure.largestDrop(endS);
        if (!(drop.pa() > 0)) {
            return new FastestFlow(0, "");
        }
        double density = theCase.fluid().densityKgPerM3();
        double developed = developed(theCase, nodes, drop.pa() / density / drop.distanceM());
        return new FastestFlow(
                Math.min(Math.sqrt(2 * drop.pa() / density), developed),
                "under the pressure difference of %s between %s and %s%s"
                        .formatted(
                                QuantityText.about(drop.pa(), QuantityKind.PRESSURE),
                                drop.from(),
                                drop.to(),
                                when(drop.changes(), drop.timeS())));
    }

    /// Speed of developed flow under the drive, at most the speed that it gives to a fluid without walls.
    static FastestFlow underDrive(Case theCase, NodeMap nodes, double endS) {
        ImposedDrive drive = ImposedDrive.of(theCase, nodes);
        if (theCase.drive().isNone() || theCase.drive().isOfFlow()) { // a force may oppose the flow that it makes
            return new FastestFlow(0, "");
        }
        double developed = developed(theCase, nodes, drive.largest(endS).value());
        return new FastestFlow(Math.min(drive.speedWithoutWalls(endS), developed), "under the drive");
    }

    private static double developed(Case theCase, NodeMap nodes, double accelerationMPerS2) {
        double diameter = hydraulicDiameter(nodes);
        return accelerationMPerS2
                * diameter
                * diameter
                / theCase.fluid().viscosityM2PerS()
                / (isFlat(theCase) ? PLATES : TUBE);
    }

    /// 4 × volume / wall surface; infinite without walls.
    private static double hydraulicDiameter(NodeMap nodes) {
        return 4.0 * nodes.fluid().count() / SteadyInterval.wallFaces(nodes) * nodes.spacingM();
    }

    private static boolean isFlat(Case theCase) {
        return theCase.model().lattice().dimensions() == 2;
    }

    /// Warnings about spacing and time step at this speed, each with a remedy.
    List<String> warnings(Case theCase, FlowNumbers numbers) {
        if (speedMPerS <= numbers.speedMPerS()) {
            return List.of(); // already checked
        }
        var model = theCase.model();
        return numbers.warningsAt(
                speedMPerS,
                where,
                KnownStability.of(theCase),
                model.collision().stabilityKey(),
                model.lattice().name(),
                model.equilibrium().key());
    }
}
