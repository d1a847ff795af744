package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.units.LatticeUnits;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// The largest speed that a case imposes through openings, moving walls and its start; over time, the
/// largest of samples.
final class ImposedSpeed {
    /// Samples over time, beside the one at the start.
    static final int SAMPLES = 64;


    private ImposedSpeed() {}

    /// @return m/s; 0 where the case imposes no velocity
    static double largestMPerS(Case theCase, NodeMap nodes) {
        var lattice = theCase.model().lattice();
        // Any time step does: shapes are scaled back to SI.
        LatticeUnits units =
                LatticeUnits.fromTimeStep(theCase.spacingM(), theCase.fluid().densityKgPerM3(), 1);
        double largest = largest(theCase.initial().velocityMPerS(), new double[][] {centre(nodes)}, 0);
        for (var surface : nodes.surfaces()) {
            switch (theCase.boundaries().getOrDefault(surface.name(), new Boundary.Wall())) {
                case Boundary.Wall w -> {}
                case Boundary.MixedWall w -> {}
                case Boundary.PressureOpening p -> {}
                case Boundary.MovingWall(var velocity) ->
                    largest = Math.max(
                            largest, overTime(theCase, t -> largest(velocity, new double[][] {centre(nodes)}, t)));
                case Boundary.VelocityOpening v -> {
                    for (Opening opening : nodes.openings()) {
                        OpeningNodes at = OpeningNodes.of(nodes, opening, lattice);
                        if (opening.surface() == surface.id() && at.boundaryNodes().length > 0) {
                            OpeningFlow flow = OpeningFlow.of(v, at, theCase, units, false);
                            double ramp = v.rampS();
                            largest = Math.max(largest, overTime(theCase, t -> flow.largestMPerS(at, t + ramp)));
                        }
                    }
                }
            }
        }
        return largest;
    }

    /// The largest of samples from the start to the end, at least 0.
    static double overTime(Case theCase, DoubleUnaryOperator speed) {
        double largest = 0;
        for (int sample = 0; sample <= SAMPLES; sample++) {
            largest = Math.max(largest, speed.applyAsDouble(timeS(theCase, sample)));
        }
        return largest;
    }

    /// The time of a sample (0 … [#SAMPLES]).
    static double timeS(Case theCase, int sample) {
        return theCase.time().atMostS().orElse(1) * sample / SAMPLES;
    }

    private static double largest(List<Value> velocity, double[][] pointsM, double timeS) {
        double largest = 0;
        for (double[] point : pointsM) {
            double square = 0;
            for (Value component : velocity) {
                double v = PlaceAndTime.of(component).at(point, timeS);
                square += v * v;
            }
            largest = Math.max(largest, Math.sqrt(square));
        }
        return largest;
    }

    private static double[] centre(NodeMap nodes) {
        var box = nodes.box();
        double dx = nodes.spacingM();
        double[] o = nodes.originM();
        return new double[] {
            o[0] + dx * (box.nx() - 1) / 2, o[1] + dx * (box.ny() - 1) / 2, o[2] + dx * (box.nz() - 1) / 2
        };
    }
}
