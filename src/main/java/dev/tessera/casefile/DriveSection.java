package dev.tessera.casefile;

import dev.tessera.model.Forcing;
import dev.tessera.solver.Case;
import dev.tessera.solver.Value;
import dev.tessera.units.QuantityKind;
import java.util.List;
import java.util.Optional;

/// `drive`: a body force.
final class DriveSection {
    private static final Key<List<Value>> PRESSURE_GRADIENT = Key.of(
                    "pressure-gradient", VectorTypes.varyingWithFlow(QuantityKind.PRESSURE_GRADIENT))
            .says("body force equal to a pressure drop of this size per length along each axis: positive x drives"
                    + " along +x")
            .example("[1 kPa/m, 0, 0]");
    private static final Key<List<Value>> ACCELERATION = Key.of(
                    "acceleration", VectorTypes.varyingWithFlow(QuantityKind.ACCELERATION))
            .says(
                    "body force per mass. Expressions may also contain the flow at the node: its velocity `u_x`, `u_y`, `u_z`"
                            + " (m/s), its density `rho` (kg/m3), and the order parameter `phi` of a free-energy mixture; constants of the"
                            + " case with these names come first")
            .example("[0 m/s2, 0 m/s2, -9.81 m/s2]");
    private static final Key<List<Value>> FORCE_DENSITY = Key.of(
                    "force-density", VectorTypes.varyingWithFlow(QuantityKind.FORCE_DENSITY))
            .says("body force per volume")
            .example("[1000 N/m3, 0 N/m3, 0 N/m3]");

    private static final Key<Forcing> SCHEME = Key.of(
                    "scheme", ChoiceType.of("scheme of forces", List.of(Forcing.values()), Forcing::key))
            .otherwise("guo; exact-difference with collision `elbm`, which has no other")
            .says("how the force enters the collision: `guo` (a term that relaxes with the populations) or"
                    + " `exact-difference` (the change of the equilibrium with the velocity). In a Shan–Chen mixture the forces"
                    + " between components and of walls enter in the same way. Flows are the same up to the square of the"
                    + " force")
            .example("exact-difference");

    /// A drive before the density is known.
    record Draft(List<Value> components, boolean perVolume, Optional<Forcing> scheme) {
        /// Empty where there is none.
        static Optional<Draft> of(Case.Drive drive) {
            return drive.isNone() && drive.forcing().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Draft(drive.accelerationMPerS2(), false, drive.forcing()));
        }

        private List<Value> acceleration() {
            if (perVolume) {
                throw new IllegalArgumentException(
                        "a force per volume is written as an acceleration, over its density");
            }
            return components;
        }

        Case.Drive over(double densityKgPerM3) {
            return new Case.Drive(
                    components.stream()
                            .map(value -> perVolume ? divided(value, densityKgPerM3) : value)
                            .toList(),
                    scheme);
        }
    }

    static final Section<Draft> SECTION = Section.of(
                    "drive",
                    "A force on the whole fluid, instead of or in addition to openings; [x, y] or [x, y, z].",
                    List.of(
                            PRESSURE_GRADIENT.neverWritten("acceleration"),
                            ACCELERATION.from(Draft::acceleration),
                            FORCE_DENSITY.neverWritten("acceleration"),
                            SCHEME.ifPresent(Draft::scheme)),
                    DriveSection::make)
            .exactlyOne("they describe the same force", PRESSURE_GRADIENT, ACCELERATION, FORCE_DENSITY);

    private DriveSection() {}

    private static Draft make(Fields fields) {
        if (fields.has(ACCELERATION)) {
            return new Draft(fields.get(ACCELERATION), false, fields.find(SCHEME));
        }
        return new Draft(
                fields.get(fields.has(PRESSURE_GRADIENT) ? PRESSURE_GRADIENT : FORCE_DENSITY),
                true,
                fields.find(SCHEME));
    }

    static Value divided(Value value, double density) {
        return switch (value) {
            case Value.Constant(double si) -> Value.of(si / density);
            case Value.Varying varying ->
                new Value.Varying(varying.expression(), varying.toSi() / density, varying.text());
            case Value.Sampled(var times, var si, double period, var between) ->
                new Value.Sampled(
                        times, si.stream().map(point -> point / density).toList(), period, between);
        };
    }
}
