package dev.tessera.casefile;

import dev.tessera.solver.Case;
import dev.tessera.solver.Case.InitialDensity;
import dev.tessera.solver.Value;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// `initial` and `reference`.
final class StateSections {
    private static final Key<List<Value>> VELOCITY = Key.of("velocity", VectorTypes.varying(QuantityKind.VELOCITY))
            .or(Case.Initial.REST.velocityMPerS(), "at rest")
            .says("velocity at the start, component by component")
            .example("[{expression: \"0.1*sin(y)\", unit: m/s}, 0 m/s]");
    private static final Key<Value> PRESSURE = Key.of("pressure", VaryingType.of(QuantityKind.PRESSURE))
            .or(Value.ZERO, "0 Pa")
            .says("gauge pressure at the start")
            .example("0 Pa");

    private static final Key<Value> HEIGHT = Key.of("height", VaryingType.of(QuantityKind.LENGTH))
            .otherwise("needed by shallow water")
            .says("height of shallow water over its bed at the start, everywhere above 0"
                    + " (`model.equilibrium: shallow-water`)")
            .example("{expression: \"if(x < 50, 2, 1)\", unit: m}");

    private static final Key<InitialDensity> DENSITY = Key.of(
                    "density", ChoiceType.of("density", List.of(InitialDensity.values()), InitialDensity::key))
            .or(InitialDensity.GIVEN, "given")
            .says("how the density at the start is found: `given`, by the pressure, with populations in equilibrium; or"
                    + " `consistent`, which belongs to the velocity, with the stress (Mei et al. 2006): in periodic boxes and"
                    + " between resting half-way walls, for velocities without divergence")
            .example("consistent");

    static final Section<Case.Initial> INITIAL = Section.of(
            "initial",
            "The state at the start.",
            List.of(
                    VELOCITY.unlessDefault(Case.Initial::velocityMPerS),
                    PRESSURE.unlessDefault(Case.Initial::pressurePa),
                    HEIGHT.ifPresent(Case.Initial::heightM),
                    DENSITY.unlessDefault(Case.Initial::density)),
            fields -> new Case.Initial(
                    fields.get(VELOCITY), fields.get(PRESSURE), fields.find(HEIGHT), fields.get(DENSITY)));

    private static final Key<Double> SPEED = Key.of("velocity", QuantityType.positive(QuantityKind.VELOCITY))
            .otherwise("the largest velocity that a boundary imposes")
            .says("characteristic velocity of Reynolds and Mach numbers and of lattice-speed")
            .example("0.2 m/s");
    private static final Key<Double> LENGTH = Key.of("length", QuantityType.positive(QuantityKind.LENGTH))
            .otherwise("found from the geometry")
            .says("characteristic length of the Reynolds number")
            .example("4 mm");

    static final Section<Case.Reference> REFERENCE = Section.of(
            "reference",
            "Characteristic quantities of the Reynolds and Mach numbers.",
            List.of(
                    SPEED.ifPresent(reference -> TimeSection.boxed(reference.velocityMPerS())),
                    LENGTH.ifPresent(reference -> TimeSection.boxed(reference.lengthM()))),
            fields -> new Case.Reference(
                    TimeSection.optional(fields.find(SPEED)), TimeSection.optional(fields.find(LENGTH))));

    private StateSections() {}
}
