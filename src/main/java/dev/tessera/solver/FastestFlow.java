package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.StableGridReynolds;
import java.util.ArrayList;
import java.util.List;

/// The largest speed that a flow has to reach somewhere, as far as a case says it before the run: the largest that
/// it imposes, or that of a developed profile in its pressure openings, through which all the flow has to go.
///
/// A reference velocity is what the user takes for characteristic (often a mean), and lies below both.
///
/// @param where for people, such as `in the outlets together (outlet-1, outlet-2)`
record FastestFlow(double speedMPerS, String where) {
    private static final double PEAK_OVER_MEAN_2D = 1.5; // plane Poiseuille flow
    private static final double PEAK_OVER_MEAN_3D = 2; // in a round tube

    static FastestFlow of(Case theCase, NodeMap nodes, double imposedSpeedMPerS) {
        FastestFlow imposed = new FastestFlow(imposedSpeedMPerS, "where it is imposed");
        double area = 0;
        List<String> outlets = new ArrayList<>();
        for (Opening opening : nodes.openings()) {
            if (theCase.boundaries().get(opening.name()) instanceof Boundary.PressureOpening) {
                area += opening.areaM2();
                outlets.add(opening.name());
            }
        }
        if (!(area > 0)) {
            return imposed;
        }
        boolean flat = theCase.model().lattice().dimensions() == 2;
        double through = (flat ? PEAK_OVER_MEAN_2D : PEAK_OVER_MEAN_3D) * inflow(theCase, nodes) / area;
        String where = outlets.size() == 1
                ? "in " + outlets.getFirst()
                : "in the openings with a pressure (%s)".formatted(String.join(", ", outlets));
        return through > imposedSpeedMPerS ? new FastestFlow(through, where) : imposed;
    }

    /// Sum of what velocity openings bring in, the largest over time, m³/s (in 2D m²/s for a metre of depth).
    private static double inflow(Case theCase, NodeMap nodes) {
        var lattice = theCase.model().lattice();
        // Any time step does: flows are scaled back to SI.
        LatticeUnits units =
                LatticeUnits.fromTimeStep(theCase.spacingM(), theCase.fluid().densityKgPerM3(), 1);
        List<OpeningFlow> flows = new ArrayList<>();
        List<OpeningNodes> places = new ArrayList<>();
        double ramp = 0;
        for (Surface surface : nodes.surfaces()) {
            if (theCase.boundaries().get(surface.name()) instanceof Boundary.VelocityOpening v) {
                ramp = Math.max(ramp, v.rampS());
                for (Opening opening : nodes.openings()) {
                    OpeningNodes at = OpeningNodes.of(nodes, opening, lattice);
                    if (opening.surface() == surface.id() && at.boundaryNodes().length > 0) {
                        flows.add(OpeningFlow.of(v, at, theCase, units, false));
                        places.add(at);
                    }
                }
            }
        }
        double after = ramp;
        return ImposedSpeed.overTime(theCase, t -> {
            double sum = 0;
            for (int k = 0; k < flows.size(); k++) {
                sum += flows.get(k).inwardMPerS(places.get(k), t + after)
                        * places.get(k).opening().areaM2();
            }
            return sum;
        });
    }

    /// What this speed makes doubtful about the choice of spacing and time step, each with the way out.
    List<String> doubts(Case theCase, FlowNumbers numbers) {
        if (speedMPerS <= numbers.speedMPerS()) {
            return List.of(); // judged already
        }
        var model = theCase.model();
        return numbers.doubts(
                speedMPerS,
                where,
                StableGridReynolds.standard(),
                model.collision().key(),
                model.lattice().name(),
                model.equilibrium().key());
    }
}
