package dev.tessera.casefile;

import dev.tessera.casefile.QuantityType.Measured;
import dev.tessera.casefile.QuantityType.Range;
import dev.tessera.solver.Case;
import dev.tessera.solver.Value;
import dev.tessera.units.QuantityKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// `fluid`: density and viscosity, and the components of a mixture.
final class FluidSection {
    private static final Key<Double> DENSITY = Key.of("density", QuantityType.positive(QuantityKind.DENSITY))
            .needed()
            .says("mass density at gauge pressure zero")
            .example("1050 kg/m3");
    private static final QuantityType VISCOSITIES =
            new QuantityType(List.of(QuantityKind.DYNAMIC_VISCOSITY, QuantityKind.KINEMATIC_VISCOSITY), Range.POSITIVE);
    private static final Key<Measured> VISCOSITY = Key.of("viscosity", VISCOSITIES)
            .needed()
            .says("dynamic or kinematic, according to its unit")
            .example("3.5 mPa.s");

    private static final Key<Measured> OWN_VISCOSITY = Key.of("viscosity", VISCOSITIES)
            .otherwise("`fluid.viscosity`")
            .says("dynamic (at `fluid.density`) or kinematic, according to its unit")
            .example("2 mm2/s");
    private static final Key<Value> OWN_DENSITY = Key.of("density", VaryingType.of(QuantityKind.DENSITY))
            .needed()
            .says("density at the start; it varies in the flow")
            .example("{expression: \"0.5 + 0.5*tanh((y - 0.001)/2e-5)\", unit: g/cm3}");

    /// A component before the density and viscosity of the fluid are known.
    private record Part(Optional<Measured> viscosity, Value density) {
        static Part of(Case.Component component) {
            var viscosity = new Measured(QuantityKind.KINEMATIC_VISCOSITY, component.viscosityM2PerS());
            return new Part(Optional.of(viscosity), component.densityKgPerM3());
        }
    }

    private static final Section<Part> COMPONENT = Section.of(
            "fluid.components.NAME",
            "A component of a mixture. Its name is a letter, then letters and digits.",
            List.of(OWN_VISCOSITY.ifPresent(Part::viscosity), OWN_DENSITY.from(Part::density)),
            fields -> new Part(fields.find(OWN_VISCOSITY), fields.get(OWN_DENSITY)));
    private static final Key<SequencedMap<String, Part>> COMPONENTS = Key.of(
                    "components", new NamedType<>("component", COMPONENT))
            .otherwise("a single fluid")
            .says("the components of a mixture by name; `model.mixture` says how they act on each other, and"
                    + " `fluid.density` is then a unit: the density that is 1 in lattice units")
            .example("{oil: {density: 1 g/cm3}, water: {density: 10 kg/m3}}");

    static final Section<Case.Fluid> SECTION = Section.of(
            "fluid",
            "Density and viscosity of the fluid.",
            List.of(
                    DENSITY.from(Case.Fluid::densityKgPerM3),
                    VISCOSITY.from(fluid -> new Measured(QuantityKind.KINEMATIC_VISCOSITY, fluid.viscosityM2PerS())),
                    COMPONENTS.ifPresent(FluidSection::parts)),
            FluidSection::make);

    private FluidSection() {}

    private static Optional<SequencedMap<String, Part>> parts(Case.Fluid fluid) {
        SequencedMap<String, Part> parts = new LinkedHashMap<>();
        fluid.components().forEach(component -> parts.put(component.name(), Part.of(component)));
        return parts.isEmpty() ? Optional.empty() : Optional.of(parts);
    }

    private static Case.Fluid make(Fields fields) {
        double density = fields.get(DENSITY);
        double viscosity = kinematic(fields.get(VISCOSITY), density);
        List<Case.Component> components = fields.find(COMPONENTS).stream()
                .flatMap(parts -> parts.entrySet().stream())
                .map(part -> new Case.Component(
                        part.getKey(),
                        part.getValue()
                                .viscosity()
                                .map(own -> kinematic(own, density))
                                .orElse(viscosity),
                        part.getValue().density()))
                .toList();
        return new Case.Fluid(density, viscosity, components);
    }

    private static double kinematic(Measured viscosity, double density) {
        boolean dynamic = viscosity.kind() == QuantityKind.DYNAMIC_VISCOSITY;
        return dynamic ? viscosity.si() / density : viscosity.si();
    }
}
