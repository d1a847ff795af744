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
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An opening whose pressure is given (gauge).
/// @param backflowGuard whether inflow through it is damped
/// @param sponge a layer of raised viscosity before it, or null
public record PressureOpening(
        Value pressurePa,
        Scheme scheme,
        Rise rise,
        boolean backflowGuard,
        @Nullable Sponge sponge) implements Boundary.PressureImposed {
    static final BoundaryKey<Value> PRESSURE = BoundaryKey.of(
            "pressure", new Type.Varying(QuantityKind.PRESSURE), "gauge pressure at the opening", "0 mmHg");
    private static final BoundaryKey<Sponge> SPONGE = BoundaryKey.of(
            "sponge",
            new Type.SpongeLayer(),
            "a layer of raised viscosity before a pressure opening, which damps sound waves",
            "{length: 5 mm, factor: 10}");
    private static final BoundaryKey<Boolean> BACKFLOW_GUARD = BoundaryKey.of(
                    "backflow-guard", new Type.Flag(), "damps inflow through a pressure opening", "true")
            .or(false, "false");

    static final BoundaryKind KIND = new BoundaryKind(
            "an opening with pressure",
            false,
            OpeningSchemes.WORDS,
            true,
            List.of(PRESSURE, VelocityOpening.RAMP, SPONGE, BACKFLOW_GUARD),
            List.of(PRESSURE),
            given -> new PressureOpening(
                    given.get(PRESSURE),
                    OpeningSchemes.of(given),
                    given.get(VelocityOpening.RAMP),
                    given.get(BACKFLOW_GUARD),
                    given.find(SPONGE).orElse(null)),
            OpeningSchemes.equations(Imposed.DENSITY, new LinkPressure(false), new LinkPressure(true)));

    /// @param rampS seconds over which the pressure rises smoothly from zero; 0: at once
    public PressureOpening(
            Value pressurePa, Scheme scheme, double rampS, boolean backflowGuard, @Nullable Sponge sponge) {
        this(pressurePa, scheme, new Rise.Over(rampS), backflowGuard, sponge);
    }

    @Override
    public Written written() {
        Written written = OpeningSchemes.written(scheme)
                .with(PRESSURE, pressurePa)
                .with(VelocityOpening.RAMP, rise)
                .with(BACKFLOW_GUARD, backflowGuard);
        return sponge == null ? written : written.with(SPONGE, sponge);
    }

    @Override
    public Closure closure(Site site) {
        return OpeningSchemes.closure(scheme, site, Imposed.DENSITY, new LinkPressure(backflowGuard));
    }

    @Override
    public String text(Site site) {
        return "pressure %s, scheme %s%s%s%s"
                .formatted(
                        ValueText.of(pressurePa, "Pa"),
                        scheme.at(site).word(),
                        VelocityOpening.rampText(rampS()),
                        backflowGuard ? ", backflow guard" : "",
                        sponge == null
                                ? ""
                                : ", sponge of %s m and factor %s".formatted(sponge.lengthM(), sponge.factor()));
    }

    @Override
    public boolean holdsOnNodes() {
        return scheme.isOnNodes();
    }

    @Override
    public Optional<Sponge> spongeLayer() {
        return Optional.ofNullable(sponge);
    }

    public PressureOpening by(Scheme choice) {
        return new PressureOpening(pressurePa, choice, rise, backflowGuard, sponge);
    }

    /// @param time such as `0.1 s`
    public PressureOpening rampedOver(String time) {
        return rising(new Rise.Over(Quantity.parse(time, QuantityKind.TIME)));
    }

    /// With an automatic duration that avoids sound oscillations.
    public PressureOpening ramped() {
        return rising(new Rise.Auto());
    }

    @Override
    public PressureOpening rising(Rise choice) {
        return new PressureOpening(pressurePa, scheme, choice, backflowGuard, sponge);
    }

    /// @param length such as `5 mm`
    /// @param factor by which the viscosity rises
    public PressureOpening withSponge(String length, double factor) {
        Sponge layer = new Sponge(Quantity.parse(length, QuantityKind.LENGTH), factor);
        return new PressureOpening(pressurePa, scheme, rise, backflowGuard, layer);
    }

    public PressureOpening guardedAgainstBackflow() {
        return new PressureOpening(pressurePa, scheme, rise, true, sponge);
    }
}
