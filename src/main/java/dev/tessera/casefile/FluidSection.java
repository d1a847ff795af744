package dev.tessera.casefile;

import dev.tessera.casefile.QuantityType.Measured;
import dev.tessera.casefile.QuantityType.Range;
import dev.tessera.solver.Case;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// `fluid`: what flows.
final class FluidSection {
    private static final Key<Double> DENSITY = Key.of("density", QuantityType.positive(QuantityKind.DENSITY))
            .needed()
            .says("mass density at gauge pressure zero")
            .example("1050 kg/m3");
    private static final Key<Measured> VISCOSITY = Key.of(
                    "viscosity",
                    new QuantityType(
                            List.of(QuantityKind.DYNAMIC_VISCOSITY, QuantityKind.KINEMATIC_VISCOSITY), Range.POSITIVE))
            .needed()
            .says("dynamic or kinematic, as its unit says")
            .example("3.5 mPa.s");

    static final Section<Case.Fluid> SECTION = Section.of(
            "fluid",
            "What flows.",
            List.of(DENSITY.from(Case.Fluid::densityKgPerM3), VISCOSITY.from(FluidSection::viscosity)),
            FluidSection::make);

    private FluidSection() {}

    private static Measured viscosity(Case.Fluid fluid) {
        return new Measured(QuantityKind.KINEMATIC_VISCOSITY, fluid.viscosityM2PerS());
    }

    private static Case.Fluid make(Fields fields) {
        double density = fields.get(DENSITY);
        Measured viscosity = fields.get(VISCOSITY);
        boolean dynamic = viscosity.kind() == QuantityKind.DYNAMIC_VISCOSITY;
        return new Case.Fluid(density, dynamic ? viscosity.si() / density : viscosity.si());
    }
}
