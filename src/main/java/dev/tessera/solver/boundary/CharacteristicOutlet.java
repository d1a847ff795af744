package dev.tessera.solver.boundary;

import dev.tessera.model.boundary.Characteristic;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey;
import dev.tessera.solver.BoundaryKey.Given;
import dev.tessera.solver.BoundaryKey.Type;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.Value;
import dev.tessera.solver.ValueText;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import java.util.List;
import java.util.OptionalDouble;

/// An outlet in an axis plane of the box through which sound leaves. Its mean pressure returns slowly to a given
/// one (gauge): by the part `sigma c_s / L` per time where the velocity is given on the other side.
///
/// @param sigma strength of the return, dimensionless; 0: the pressure is free, and least sound is reflected
/// @param lengthM L; empty: the extent of the fluid along the normal
public record CharacteristicOutlet(Value pressurePa, double sigma, OptionalDouble lengthM)
        implements Boundary.Recovering {
    /// Of Poinsot & Lele (1992): large enough against a drift, small enough against reflection.
    public static final double USUAL_SIGMA = 0.25;

    private static final double MOST_SIGMA = 10;
    private static final String SCHEME = "characteristic";
    private static final BoundaryKey<Double> SIGMA = BoundaryKey.of(
                    "recovery",
                    new Type.FromTo(0, MOST_SIGMA),
                    "with `scheme: characteristic`: how strongly the pressure of the outlet returns to `pressure`; sigma of"
                            + " `K = sigma (1 - Ma2) c_s / L`. 0 leaves it free",
                    "0.25")
            .or(USUAL_SIGMA, "0.25");
    private static final BoundaryKey<Double> LENGTH = BoundaryKey.of(
            "recovery-length",
            new Type.Measured(QuantityKind.LENGTH),
            "L of `recovery`; by default the extent of the box along the normal of the outlet",
            "0.5 m");

    static final BoundaryKind KIND = new BoundaryKind(
            "a characteristic outlet",
            false,
            List.of(new SchemeWord(
                    SCHEME,
                    "with `pressure`: an outlet at a side of the box through which sound leaves; its pressure returns to"
                            + " the given one slowly")),
            false,
            List.of(PressureOpening.PRESSURE, SIGMA, LENGTH),
            List.of(PressureOpening.PRESSURE),
            CharacteristicOutlet::read,
            Equations.planes(Characteristic::new));

    public CharacteristicOutlet {
        if (!(sigma >= 0 && sigma <= MOST_SIGMA)) {
            throw new IllegalArgumentException("recovery %s of a characteristic outlet is not within 0 to %s; use 0.25"
                    .formatted(sigma, MOST_SIGMA));
        }
        if (lengthM.isPresent() && !(lengthM.getAsDouble() > 0)) {
            throw new IllegalArgumentException(
                    "recovery length %s m of a characteristic outlet is not positive".formatted(lengthM.getAsDouble()));
        }
    }

    /// With the usual return over the extent of the fluid.
    public CharacteristicOutlet(Value pressurePa) {
        this(pressurePa, USUAL_SIGMA, OptionalDouble.empty());
    }

    private static Boundary read(Given given) {
        Value pressure = given.find(PressureOpening.PRESSURE)
                .orElseThrow(
                        () -> given.refuse("scheme characteristic needs the pressure far away; write pressure: 0 Pa"));
        OptionalDouble length = given.find(LENGTH).map(OptionalDouble::of).orElse(OptionalDouble.empty());
        if (length.isPresent() && !(length.getAsDouble() > 0)) {
            throw given.refuse(LENGTH, "a length is positive; use the distance to the inlet");
        }
        return new CharacteristicOutlet(pressure, given.get(SIGMA), length);
    }

    /// The same outlet with another return.
    public CharacteristicOutlet recovering(double strength) {
        return new CharacteristicOutlet(pressurePa, strength, lengthM);
    }

    /// The same outlet with a return over another length.
    /// @param length such as `0.5 m`; positive
    public CharacteristicOutlet recoveringOver(String length) {
        double metres = Quantity.parse(length, QuantityKind.LENGTH);
        return new CharacteristicOutlet(pressurePa, sigma, OptionalDouble.of(metres));
    }

    @Override
    public double recoveryPerM(double extentM) {
        return sigma / lengthM.orElse(extentM);
    }

    @Override
    public Closure closure(Site site) {
        if (!site.isBoxSide() || !site.isAxisAligned()) {
            double[] normal = site.normal();
            throw new CaseException(
                    "boundaries.%s.scheme: characteristic needs an opening at a side of the box; the normal of this one is (%.3f, %.3f, %.3f). Use scheme: grad with the pressure, or a pressure with a sponge."
                            .formatted(site.name(), normal[0], normal[1], normal[2]));
        }
        return new Closure.Nodes(new Characteristic(site.axis(), site.inward()), Meeting.PREVAILS);
    }

    @Override
    public Written written() {
        Written written = Written.scheme(SCHEME)
                .with(PressureOpening.PRESSURE, pressurePa)
                .with(SIGMA, sigma);
        return lengthM.isPresent() ? written.with(LENGTH, lengthM.getAsDouble()) : written;
    }

    @Override
    public String text(Site site) {
        return "pressure %s, scheme characteristic, recovery %s over %s"
                .formatted(
                        ValueText.of(pressurePa, "Pa"),
                        sigma,
                        lengthM.isPresent() ? lengthM.getAsDouble() + " m" : "the box");
    }

    @Override
    public boolean holdsOnNodes() {
        return true;
    }
}
