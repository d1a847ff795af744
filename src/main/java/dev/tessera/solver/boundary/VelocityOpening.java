package dev.tessera.solver.boundary;

import dev.tessera.model.boundary.LinkVelocity;
import dev.tessera.model.boundary.WetPlane.Imposed;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey;
import dev.tessera.solver.BoundaryKey.Given;
import dev.tessera.solver.BoundaryKey.Type;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.Value;
import dev.tessera.solver.ValueText;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import java.util.List;
import java.util.Locale;

/// An opening whose velocity is given, along its inward normal or as a vector.
/// @param rise how the values rise from zero at the start
public record VelocityOpening(Flow flow, Profile profile, Scheme scheme, Rise rise)
        implements Boundary.VelocityImposed {
    static final BoundaryKey<List<Value>> VELOCITY = BoundaryKey.of(
            "velocity",
            new Type.VaryingVector(QuantityKind.VELOCITY),
            "the velocity itself, component by component, at every place of the opening; with `scheme: moving` the"
                    + " velocity of the wall",
            "[{expression: \"0.3*4*y*(0.41 - y)/0.41^2\", unit: m/s}, 0 m/s]");
    private static final BoundaryKey<Value> MEAN_VELOCITY = BoundaryKey.of(
            "mean-velocity",
            new Type.Varying(QuantityKind.VELOCITY),
            "mean of the velocity normal to the opening, positive into the fluid",
            "0.2 m/s");
    private static final BoundaryKey<Value> PEAK_VELOCITY = BoundaryKey.of(
            "peak-velocity",
            new Type.Varying(QuantityKind.VELOCITY),
            "largest velocity normal to the opening, positive into the fluid",
            "{expression: \"0.3*max(0, sin(2*pi*t))\", unit: m/s}");
    private static final BoundaryKey<Value> FLOW_RATE = BoundaryKey.of(
            "flow-rate",
            new Type.FlowRate(),
            "volume per second into the fluid; in 2D per metre of depth (m2/s)",
            "250 mL/min");
    private static final BoundaryKey<Profile> PROFILE = BoundaryKey.of(
                    "profile",
                    new Type.OneOf<>(List.of(Profile.values())),
                    "velocity profile across the opening: `plug` is the same everywhere, `parabolic` is 1 - (r/R)² in"
                            + " a circle (in a rectangle the product of two parabolas), `developed` is the fully"
                            + " developed flow of the opening's own cross-section",
                    "parabolic")
            .or(Profile.DEVELOPED, "developed");
    static final BoundaryKey<Rise> RAMP = BoundaryKey.<Rise>of(
                    "ramp",
                    new Type.Ramp(),
                    "time over which the value rises smoothly from zero; `auto` is 1.5 times the period of sound"
                            + " between the openings, which is printed before the run, so that pressure and forces do"
                            + " not oscillate; no ramp where no two openings reflect sound, as with an outlet of"
                            + " `scheme: characteristic`",
                    "0.1 s")
            .or(new Rise.Over(0), "0 s");

    static final BoundaryKind KIND = new BoundaryKind(
            "an opening with velocity",
            false,
            OpeningSchemes.WORDS,
            true,
            List.of(VELOCITY, MEAN_VELOCITY, PEAK_VELOCITY, FLOW_RATE, PROFILE, RAMP),
            List.of(VELOCITY, MEAN_VELOCITY, PEAK_VELOCITY, FLOW_RATE),
            VelocityOpening::read,
            OpeningSchemes.equations(Imposed.VELOCITY, new LinkVelocity()));

    /// @param rampS seconds over which the values rise smoothly from zero; 0: at once
    public VelocityOpening(Flow flow, Profile profile, Scheme scheme, double rampS) {
        this(flow, profile, scheme, new Rise.Over(rampS));
    }

    private static Boundary read(Given given) {
        if (given.has(VELOCITY) && given.has(PROFILE)) {
            throw given.refuse(
                    PROFILE, "velocity is given at every place already; remove the profile, or give mean-velocity");
        }
        return new VelocityOpening(flow(given), given.get(PROFILE), OpeningSchemes.of(given), given.get(RAMP));
    }

    private static Flow flow(Given given) {
        return given.find(VELOCITY)
                .<Flow>map(Flow.VelocityField::new)
                .or(() -> given.find(MEAN_VELOCITY).map(Flow.MeanVelocity::new))
                .or(() -> given.find(PEAK_VELOCITY).map(Flow.PeakVelocity::new))
                .or(() -> given.find(FLOW_RATE).map(Flow.FlowRate::new))
                .orElseThrow(() -> given.refuse(
                        "an opening needs one of velocity, mean-velocity, peak-velocity, flow-rate, pressure"));
    }

    @Override
    public Written written() {
        Written written = OpeningSchemes.written(scheme);
        written = switch (flow) {
            case Flow.MeanVelocity(Value v) -> written.with(MEAN_VELOCITY, v).with(PROFILE, profile);
            case Flow.PeakVelocity(Value v) -> written.with(PEAK_VELOCITY, v).with(PROFILE, profile);
            case Flow.FlowRate(Value v) -> written.with(FLOW_RATE, v).with(PROFILE, profile);
            case Flow.VelocityField(List<Value> v) -> written.with(VELOCITY, v);
        };
        return written.with(RAMP, rise);
    }

    @Override
    public Closure closure(Site site) {
        return OpeningSchemes.closure(scheme, site, Imposed.VELOCITY, new LinkVelocity());
    }

    @Override
    public String text(Site site) {
        return "%s, profile %s, scheme %s%s"
                .formatted(
                        text(flow),
                        profile.name().toLowerCase(Locale.ROOT),
                        scheme.at(site).word(),
                        rampText(rampS()));
    }

    private static String text(Flow flow) {
        return switch (flow) {
            case Flow.MeanVelocity(Value v) -> "mean velocity " + ValueText.of(v, "m/s");
            case Flow.PeakVelocity(Value v) -> "peak velocity " + ValueText.of(v, "m/s");
            case Flow.FlowRate(Value v) -> "flow rate " + ValueText.of(v, "m3/s");
            case Flow.VelocityField(List<Value> v) -> "velocity " + ValueText.of(v, "m/s");
        };
    }

    static String rampText(double rampS) {
        return rampS > 0 ? ", ramp " + rampS + " s" : "";
    }

    @Override
    public boolean holdsOnNodes() {
        return scheme.isOnNodes();
    }

    /// The same velocity everywhere in the opening.
    public VelocityOpening plug() {
        return new VelocityOpening(flow, Profile.PLUG, scheme, rise);
    }

    public VelocityOpening parabolic() {
        return new VelocityOpening(flow, Profile.PARABOLIC, scheme, rise);
    }

    public VelocityOpening by(Scheme choice) {
        return new VelocityOpening(flow, profile, choice, rise);
    }

    @Override
    public VelocityOpening atOnce() {
        return new VelocityOpening(flow, profile, scheme, 0);
    }

    /// @param time such as `0.1 s`
    public VelocityOpening rampedOver(String time) {
        return rising(new Rise.Over(Quantity.parse(time, QuantityKind.TIME)));
    }

    /// With an automatic duration that avoids sound oscillations.
    public VelocityOpening ramped() {
        return rising(new Rise.Auto());
    }

    @Override
    public VelocityOpening rising(Rise choice) {
        return new VelocityOpening(flow, profile, scheme, choice);
    }
}
