package dev.tessera.casefile;

import dev.tessera.casefile.QuantityType.Measured;
import dev.tessera.casefile.QuantityType.Range;
import dev.tessera.solver.Case;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// `fluid`: density and viscosity.
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
            .says("dynamic or kinematic, according to its unit")
            .example("3.5 mPa.s");

    static final Section<Case.Fluid> SECTION = Section.of(
            "fluid",
            "Density and viscosity of the fluid.",
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
