package dev.tessera.solver;

import dev.tessera.kernel.reduce.Feedback;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.Totals;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.List;

/// A circuit behind an opening in lattice units: pressures are densities less 1, flows are mass per step.
///
/// One step is the implicit Euler rule, with the flow out of the fluid anticipated as `Q' = Q - G (ρ' - ρ)`: the
/// nodes of an opening answer a change of density by at most as much mass. With `E = 1/(C + 1/R)`, `W = E + R1` and
/// `H = 1/(1 + W G)` that gives `ρ' = H (E (C p_c + Q*) + W (Q + G ρ))` and `p_c' = E (C p_c + Q* + Q')`, where
/// `Q*` includes `p_d/R`. It is stable for all resistances and compliances (docs/decisions/0042).
///
/// @param conductance 1/R; 0: no flow leaves there
/// @param proximal R1
/// @param compliance C
/// @param gain G
record LatticeCircuit(double conductance, double proximal, double compliance, double gain) {

    /// @throws CaseException where a compliance is too small for a time step
    static LatticeCircuit of(Case theCase, LatticeUnits units, OpeningNodes at, Boundary.Circuit circuit) {
        int dimensions = theCase.model().lattice().dimensions();
        double density = units.densityChangeLattice(1); // per Pa
        double flow = units.flowRateLattice(1, dimensions); // per m³/s
        SymmetrySides symmetry = SymmetrySides.of(at.nodes());
        double count = symmetry.area(at);
        double soundResistance = 1 / (count * Math.sqrt(LatticeUnits.SPEED_OF_SOUND_SQUARED));
        double fluid = symmetry.volume(at.nodes()); // mass per density
        double compliance = circuit.compliance().isPresent()
                ? circuit.compliance().getAsDouble() * flow / (density * units.timeStepS())
                : fluid;
        double conductance = flow / (circuit.resistance() * density); // 0 where the resistance is infinite
        if (compliance > 0 && compliance < conductance) {
            throw new CaseException(
                    ("boundaries.%s.compliance: resistance × compliance is %s, less than a time step (%s), so that the compliance"
                                    + " has no effect. Remove it, or check the units.")
                            .formatted(
                                    at.opening().name(),
                                    QuantityText.about(
                                            circuit.resistance()
                                                    * circuit.compliance().orElse(0),
                                            QuantityKind.TIME),
                                    QuantityText.about(units.timeStepS(), QuantityKind.TIME)));
        }
        double proximal =
                circuit.proximal().isPresent() ? circuit.proximal().getAsDouble() * density / flow : soundResistance;
        return new LatticeCircuit(conductance, proximal, compliance, count);
    }

    Feedback feedback(String series, Case theCase, LatticeUnits units, OpeningNodes at, Boundary.Coupled coupled) {
        int dimensions = theCase.model().lattice().dimensions();
        Boundary.Circuit circuit = coupled.circuit();
        double[] centre = at.opening().centreM();
        TimeFunction distal = PlaceAndTime.of(circuit.distalPa())
                .at(centre)
                .linear(units::densityChangeLattice)
                .times(conductance);
        TimeFunction flow =
                PlaceAndTime.of(circuit.flowM3PerS()).at(centre).linear(si -> units.flowRateLattice(si, dimensions));
        TimeFunction given = flow.plus(distal).ramped(coupled.rampS());
        double startPa = circuit.initialPa()
                .orElseGet(() -> PlaceAndTime.of(theCase.initial().pressurePa()).at(centre, 0));
        double start = units.densityChangeLattice(startPa);
        double dt = units.timeStepS();
        return new Feedback(
                series, inflow(at), value(), stored(), step -> given.at(step * dt), new Feedback.State(start, start));
    }

    private static Totals inflow(OpeningNodes at) {
        var links = at.nodes().links();
        int[] nodes = at.boundaryNodes();
        return Totals.over(NodeList.of(nodes.length, k -> links.node(nodes[k])), List.of(Quantities.INFLOW), List.of());
    }

    private double e() {
        return 1 / (compliance + conductance);
    }

    private double w() {
        return e() + proximal;
    }

    private double h() {
        return 1 / (1 + w() * gain);
    }

    /// The sum is the inflow, -Q.
    Feedback.Row value() {
        return new Feedback.Row(h() * e() * compliance, h() * w() * gain, -h() * w(), h() * e());
    }

    Feedback.Row stored() {
        double rest = e() * (1 - gain * h() * e());
        return new Feedback.Row(compliance * rest, e() * gain * h(), -e() * h(), rest);
    }
}
