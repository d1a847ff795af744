package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidParts;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.units.LatticeUnits;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;

/// The flows, pressures, velocities and drive that a case imposes, to check whether the fluid can move.
///
/// @param nodes of the whole, or of a slab of it
/// @param box the whole
record Imposed(Case theCase, NodeMap nodes, Box box) {
    private static final int SAMPLES = 64; // over time, beside the one at the start

    /// @param net flow into the fluid minus flow out of it at the time at which that is largest, m³/s (2D:
    ///        m²/s)
    /// @param gross the sum of their magnitudes, the largest over time
    record Balance(double net, double gross) {}

    /// Whether a wall moves.
    boolean movesWalls() {
        return nodes.surfaces().stream()
                .anyMatch(surface ->
                        theCase.boundaries().get(surface.name()) instanceof Boundary.Moving wall && wall.moves());
    }

    /// Whether the flow starts with a velocity, or with pressures that differ.
    boolean startsMoving() {
        var initial = theCase.initial();
        return !initial.velocityMPerS().stream().allMatch(Value.ZERO::equals)
                || !(initial.pressurePa() instanceof Value.Constant);
    }

    /// Whether constant pressures of these openings are the same.
    boolean pressuresAreEqual(List<Opening> openings) {
        List<Boundary> boundaries = openings.stream()
                .map(opening -> Objects.requireNonNull(theCase.boundaries().get(opening.name())))
                .toList();
        List<Value> pressures = boundaries.stream()
                .filter(Boundary.PressureImposed.class::isInstance)
                .map(boundary -> ((Boundary.PressureImposed) boundary).pressurePa())
                .toList();
        return pressures.size() == boundaries.size()
                && pressures.stream().distinct().count() == 1
                && pressures.getFirst() instanceof Value.Constant;
    }

    /// A uniform acceleration times the period along each axis, `[3]`: its work over one loop, up to a factor.
    double[] overPeriods(List<Value> accelerationMPerS2) {
        double[] work = new double[3];
        for (int axis = 0; axis < theCase.model().lattice().dimensions(); axis++) {
            work[axis] = PlaceAndTime.of(accelerationMPerS2.get(axis)).at(new double[3], 0) * box.nodes(axis);
        }
        return work;
    }

    /// The inflow through velocity openings into each part of the fluid. The nodes have to be those of the whole.
    /// @param wanted for which parts; zero for others
    Balance[] balances(FluidParts parts, boolean[] wanted, List<Opening> openings) {
        // Any time step is suitable: flows are scaled back to SI.
        LatticeUnits units =
                LatticeUnits.fromTimeStep(theCase.spacingM(), theCase.fluid().densityKgPerM3(), 1);
        double[] net = new double[wanted.length];
        double[] gross = new double[wanted.length];
        double[][] flows = new double[SAMPLES + 1][wanted.length];
        double[][] sizes = new double[SAMPLES + 1][wanted.length];
        double endS = ImposedSpeed.of(theCase, nodes).endS();
        for (Opening opening : openings) {
            var boundary = (Boundary.VelocityImposed)
                    Objects.requireNonNull(theCase.boundaries().get(opening.name()));
            OpeningNodes at = OpeningNodes.of(nodes, opening, theCase.model().lattice());
            int[] part = Arrays.stream(at.boundaryNodes())
                    .map(b -> parts.partOf(nodes.fluid().boxIndex(nodes.links().node(b))))
                    .toArray();
            if (Arrays.stream(part).noneMatch(i -> wanted[i])) {
                continue;
            }
            OpeningFlow flow = OpeningFlow.of(boundary, at, theCase, units, false);
            double perNode = opening.areaM2() / part.length;
            for (int k = 0; k < part.length; k++) {
                if (!wanted[part[k]]) {
                    continue;
                }
                DoubleUnaryOperator inward = flow.inwardMPerS(at, k);
                for (int sample = 0; sample <= SAMPLES; sample++) {
                    double rate = perNode * inward.applyAsDouble(endS * sample / SAMPLES + boundary.rampS());
                    flows[sample][part[k]] += rate;
                    sizes[sample][part[k]] += Math.abs(rate);
                }
            }
        }
        Balance[] balances = new Balance[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            for (int sample = 0; sample < flows.length; sample++) {
                net[i] = Math.abs(flows[sample][i]) > Math.abs(net[i]) ? flows[sample][i] : net[i];
                gross[i] = Math.max(gross[i], sizes[sample][i]);
            }
            balances[i] = new Balance(net[i], gross[i]);
        }
        return balances;
    }
}
