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
import java.util.List;
import java.util.OptionalDouble;

/// An opening whose pressure is controlled so that a wanted flow enters through it. The velocity profile is that of
/// the flow. The flow follows within the time in which sound crosses the fluid a few times.
///
/// @param flowM3PerS into the fluid; in 2D m2/s
/// @param initialPa gauge, at the start; empty: that of the fluid
public record ControlledOpening(Value flowM3PerS, OptionalDouble initialPa, Scheme scheme, Rise rise)
        implements Boundary.Coupled {
    private static final BoundaryKey<Value> FLOW = BoundaryKey.of(
            "controlled-flow-rate",
            new Type.FlowRate(),
            "volume per second into the fluid (in 2D per metre of depth), reached by controlling the pressure of the"
                    + " opening: the velocity profile is that of the flow",
            "5 mL/s");

    static final BoundaryKind KIND = new BoundaryKind(
            "an opening with a controlled flow",
            false,
            OpeningSchemes.WORDS,
            true,
            List.of(FLOW, WindkesselOpening.INITIAL, VelocityOpening.RAMP),
            List.of(FLOW),
            given -> new ControlledOpening(
                    given.get(FLOW),
                    given.find(WindkesselOpening.INITIAL)
                            .map(OptionalDouble::of)
                            .orElse(OptionalDouble.empty()),
                    OpeningSchemes.of(given),
                    given.get(VelocityOpening.RAMP)),
            OpeningSchemes.equations(Imposed.DENSITY, new LinkPressure(false)));

    @Override
    public Circuit circuit() {
        return new Circuit(
                flowM3PerS,
                Double.POSITIVE_INFINITY,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Value.ZERO,
                initialPa);
    }

    @Override
    public Written written() {
        Written written = OpeningSchemes.written(scheme).with(FLOW, flowM3PerS).with(VelocityOpening.RAMP, rise);
        return initialPa.isPresent() ? written.with(WindkesselOpening.INITIAL, initialPa.getAsDouble()) : written;
    }

    @Override
    public Closure closure(Site site) {
        return WindkesselOpening.pressure(scheme, site);
    }

    @Override
    public String text(Site site) {
        return "controlled flow %s, initial pressure %s, scheme %s%s"
                .formatted(
                        ValueText.of(flowM3PerS, "m3/s"),
                        initialPa.isPresent() ? initialPa.getAsDouble() + " Pa" : "of the fluid",
                        scheme.at(site).word(),
                        VelocityOpening.rampText(rampS()));
    }

    @Override
    public boolean holdsOnNodes() {
        return scheme.isOnNodes();
    }

    @Override
    public ControlledOpening rising(Rise choice) {
        return new ControlledOpening(flowM3PerS, initialPa, scheme, choice);
    }
}
