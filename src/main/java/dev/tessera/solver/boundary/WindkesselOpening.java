package dev.tessera.solver.boundary;

import dev.tessera.model.boundary.LinkPressure;
import dev.tessera.model.boundary.WetPlane.Imposed;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey;
import dev.tessera.solver.BoundaryKey.Type;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.Value;
import dev.tessera.solver.ValueText;
import dev.tessera.units.QuantityKind;
import java.util.List;
import java.util.OptionalDouble;

/// An outlet with a resistance behind it: its pressure is `p_d + R Q`, with the flow Q out of the fluid. With a
/// compliance it is a Windkessel, and with a proximal resistance one of three elements (R–C–R).
/// Source: Westerhof, Lankhaar, Westerhof, Med. Biol. Eng. Comput. 47, 131 (2009).
///
/// @param resistance Pa s/m3, in 2D Pa s/m2
/// @param proximal as `resistance`; 0: none
/// @param compliance m3/Pa, in 2D m2/Pa; 0: none
/// @param distalPa gauge
/// @param initialPa of the compliance at the start, gauge; empty: that of the fluid
public record WindkesselOpening(
        double resistance, double proximal, double compliance, Value distalPa, OptionalDouble initialPa, Scheme scheme)
        implements Boundary.Coupled {
    private static final BoundaryKey<Double> RESISTANCE = BoundaryKey.of(
            "resistance",
            new Type.PerFlow(QuantityKind.FLOW_RESISTANCE, QuantityKind.FLOW_RESISTANCE_2D),
            "resistance behind an outlet: its pressure is `distal-pressure` plus resistance times the flow out of the"
                    + " fluid; in 2D for the flow per metre of depth (Pa.s/m2)",
            "2e8 Pa.s/m3");
    private static final BoundaryKey<Double> PROXIMAL = BoundaryKey.of(
                    "proximal-resistance",
                    new Type.PerFlow(QuantityKind.FLOW_RESISTANCE, QuantityKind.FLOW_RESISTANCE_2D),
                    "resistance between the outlet and `compliance`",
                    "1e7 Pa.s/m3")
            .or(0.0, "none");
    private static final BoundaryKey<Double> COMPLIANCE = BoundaryKey.of(
                    "compliance",
                    new Type.PerFlow(QuantityKind.COMPLIANCE, QuantityKind.COMPLIANCE_2D),
                    "volume that is stored before `resistance`, per pressure there (a Windkessel); in 2D per metre of"
                            + " depth (m2/Pa)",
                    "1e-9 m3/Pa")
            .or(0.0, "none");
    private static final BoundaryKey<Value> DISTAL = BoundaryKey.of(
                    "distal-pressure",
                    new Type.Varying(QuantityKind.PRESSURE),
                    "gauge pressure behind `resistance`",
                    "10 mmHg")
            .or(Value.ZERO, "0 Pa");
    static final BoundaryKey<Double> INITIAL = BoundaryKey.of(
            "initial-pressure",
            new Type.Measured(QuantityKind.PRESSURE),
            "gauge pressure of the compliance at the start; by default that of the fluid",
            "80 mmHg");

    static final BoundaryKind KIND = new BoundaryKind(
            "an opening with a resistance",
            false,
            OpeningSchemes.WORDS,
            true,
            List.of(RESISTANCE, PROXIMAL, COMPLIANCE, DISTAL, INITIAL),
            List.of(RESISTANCE),
            WindkesselOpening::read,
            OpeningSchemes.equations(Imposed.DENSITY, new LinkPressure(false)));

    /// A resistance alone, before gauge pressure zero.
    public WindkesselOpening(double resistance, Scheme scheme) {
        this(resistance, 0, 0, Value.ZERO, OptionalDouble.empty(), scheme);
    }

    private static Boundary read(BoundaryKey.Given given) {
        double compliance = given.get(COMPLIANCE);
        if (compliance == 0 && given.has(PROXIMAL)) {
            throw given.refuse(
                    PROXIMAL, "without compliance it only adds to resistance; add it there, or give compliance");
        }
        return new WindkesselOpening(
                given.get(RESISTANCE),
                given.get(PROXIMAL),
                compliance,
                given.get(DISTAL),
                given.find(INITIAL).map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                OpeningSchemes.of(given));
    }

    @Override
    public Circuit circuit() {
        return new Circuit(
                Value.ZERO,
                resistance,
                OptionalDouble.of(proximal),
                OptionalDouble.of(compliance),
                distalPa,
                initialPa);
    }

    @Override
    public Written written() {
        Written written = OpeningSchemes.written(scheme)
                .with(RESISTANCE, resistance)
                .with(PROXIMAL, proximal)
                .with(COMPLIANCE, compliance)
                .with(DISTAL, distalPa);
        return initialPa.isPresent() ? written.with(INITIAL, initialPa.getAsDouble()) : written;
    }

    @Override
    public Closure closure(Site site) {
        return pressure(scheme, site);
    }

    /// The equations of an opening with a pressure.
    static Closure pressure(Scheme scheme, Site site) {
        return OpeningSchemes.closure(scheme, site, Imposed.DENSITY, new LinkPressure(false));
    }

    @Override
    public String text(Site site) {
        return "resistance %s Pa s/m3, proximal %s, compliance %s m3/Pa, distal pressure %s, initial pressure %s, scheme %s"
                .formatted(
                        resistance,
                        proximal,
                        compliance,
                        ValueText.of(distalPa, "Pa"),
                        initialPa.isPresent() ? initialPa.getAsDouble() + " Pa" : "of the fluid",
                        scheme.at(site).word());
    }

    @Override
    public boolean holdsOnNodes() {
        return scheme.isOnNodes();
    }
}
