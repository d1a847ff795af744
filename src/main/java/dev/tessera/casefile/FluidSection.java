package dev.tessera.casefile;

import dev.tessera.casefile.QuantityType.Measured;
import dev.tessera.casefile.ViscosityType.Draft;
import dev.tessera.model.collision.ViscosityLaw;
import dev.tessera.solver.Case;
import dev.tessera.solver.FluidViscosity;
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
    private static final Key<Draft> VISCOSITY = Key.of("viscosity", ViscosityType.TYPE)
            .needed()
            .says("dynamic or kinematic, according to its unit; also an expression of place,"
                    + " `{expression: \"if(y < 0.001, 1, 5)\", unit: mPa.s}` with `reference-viscosity`, or a law of the"
                    + " shear rate (docs/guides/vessels.md). Not with components or collision `elbm`, a law not with"
                    + " `smagorinsky`")
            .example("3.5 mPa.s");
    private static final Key<Measured> REFERENCE_VISCOSITY = Key.of("reference-viscosity", LawSection.VISCOSITIES)
            .otherwise("`viscosity`, or the lowest of its law")
            .says(
                    "needed where `viscosity` is an expression: the lowest viscosity in the geometry, from which time step,"
                            + " Reynolds number and limits of stability are computed")
            .example("1 mPa.s");

    private static final Key<Measured> OWN_VISCOSITY = Key.of("viscosity", LawSection.VISCOSITIES)
            .otherwise("`fluid.viscosity`")
            .says("dynamic (at `fluid.density`) or kinematic, according to its unit")
            .example("2 mm2/s");
    private static final Key<Value> OWN_DENSITY = Key.of("density", VaryingType.of(QuantityKind.DENSITY))
            .needed()
            .says("density at the start; it varies in the flow")
            .example("{expression: \"0.5 + 0.5*tanh((y - 0.001)/2e-5)\", unit: g/cm3}");

    private static final Key<List<Value>> OWN_ACCELERATION = Key.of(
                    "acceleration", VectorTypes.varyingWithFlow(QuantityKind.ACCELERATION))
            .otherwise("no force beside `drive`")
            .says(
                    "of `shan-chen`: body force per mass on this component alone, in addition to `drive`. Expressions may also"
                            + " contain the velocity `u_x`, `u_y`, `u_z` (m/s) and the density `rho` (kg/m3) of the mixture at the"
                            + " node. For `free-energy` write `drive.acceleration` with `phi`")
            .example("[1e-6 m/s2, 0 m/s2]");

    /// A component before the density and viscosity of the fluid are known.
    private record Part(Optional<Measured> viscosity, Value density, Optional<List<Value>> acceleration) {
        static Part of(Case.Component component) {
            var viscosity = new Measured(QuantityKind.KINEMATIC_VISCOSITY, component.viscosityM2PerS());
            return new Part(
                    Optional.of(viscosity),
                    component.densityKgPerM3(),
                    component.isDriven() ? Optional.of(component.accelerationMPerS2()) : Optional.empty());
        }
    }

    private static final Section<Part> COMPONENT = Section.of(
            "fluid.components.NAME",
            "A component of a mixture. Its name is a letter, then letters and digits.",
            List.of(
                    OWN_VISCOSITY.ifPresent(Part::viscosity),
                    OWN_DENSITY.from(Part::density),
                    OWN_ACCELERATION.ifPresent(Part::acceleration)),
            fields -> new Part(fields.find(OWN_VISCOSITY), fields.get(OWN_DENSITY), fields.find(OWN_ACCELERATION)));
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
                    VISCOSITY.from(FluidSection::viscosity),
                    REFERENCE_VISCOSITY.ifPresent(FluidSection::reference),
                    COMPONENTS.ifPresent(FluidSection::parts)),
            FluidSection::make);

    private FluidSection() {}

    private static Optional<SequencedMap<String, Part>> parts(Case.Fluid fluid) {
        SequencedMap<String, Part> parts = new LinkedHashMap<>();
        fluid.components().forEach(component -> parts.put(component.name(), Part.of(component)));
        return parts.isEmpty() ? Optional.empty() : Optional.of(parts);
    }

    private static Draft viscosity(Case.Fluid fluid) {
        return switch (fluid.viscosity()) {
            case FluidViscosity.Uniform one ->
                new Draft.OneNumber(new Measured(QuantityKind.KINEMATIC_VISCOSITY, fluid.viscosityM2PerS()));
            case FluidViscosity.OfPlace(Value value) -> new Draft.OfPlace(value, QuantityKind.KINEMATIC_VISCOSITY);
            case FluidViscosity.OfField field ->
                throw new IllegalArgumentException(
                        "the viscosity is a field of numbers (%s), which has no text in a case; keep it in Java, or write it as an expression"
                                .formatted(field.name()));
            case FluidViscosity.OfShear(ViscosityLaw law) ->
                new Draft.OfShear(LawSection.of(law, fluid.densityKgPerM3()));
        };
    }

    private static Optional<Measured> reference(Case.Fluid fluid) {
        return fluid.viscosity() instanceof FluidViscosity.OfPlace
                ? Optional.of(new Measured(QuantityKind.KINEMATIC_VISCOSITY, fluid.viscosityM2PerS()))
                : Optional.empty();
    }

    private static Case.Fluid make(Fields fields) {
        double density = fields.get(DENSITY);
        Draft given = fields.get(VISCOSITY);
        if (fields.has(REFERENCE_VISCOSITY) && !(given instanceof Draft.OfPlace)) {
            throw fields.refuse(
                    REFERENCE_VISCOSITY,
                    "this belongs to a viscosity that is an expression; remove it, since %s is the reference"
                            .formatted(
                                    given instanceof Draft.OneNumber
                                            ? "the viscosity"
                                            : "the lowest viscosity of the law"));
        }
        try {
            return switch (given) {
                case Draft.OneNumber(Measured viscosity) ->
                    uniform(fields, density, LawSection.kinematic(viscosity, density));
                case Draft.OfPlace place -> ofPlace(fields, density, place);
                case Draft.OfShear(LawSection.Draft law) -> {
                    ViscosityLaw inSi = law.over(density);
                    yield varying(fields, density, inSi.lowest(), new FluidViscosity.OfShear(inSi));
                }
            };
        } catch (IllegalArgumentException wrong) {
            throw fields.refuse(VISCOSITY, String.valueOf(wrong.getMessage()));
        }
    }

    private static Case.Fluid ofPlace(Fields fields, double density, Draft.OfPlace place) {
        Measured reference = fields.find(REFERENCE_VISCOSITY)
                .orElseThrow(
                        () -> fields.refuse(
                                VISCOSITY,
                                "a viscosity that is an expression needs its lowest value beside it; write for example reference-viscosity: 1 mPa.s"));
        boolean dynamic = place.kind() == QuantityKind.DYNAMIC_VISCOSITY;
        Value kinematic = dynamic ? DriveSection.divided(place.value(), density) : place.value();
        return varying(
                fields, density, LawSection.kinematic(reference, density), new FluidViscosity.OfPlace(kinematic));
    }

    private static Case.Fluid varying(Fields fields, double density, double reference, FluidViscosity viscosity) {
        if (fields.has(COMPONENTS)) {
            throw fields.refuse(
                    VISCOSITY,
                    "each component of a mixture has one viscosity; write a number here, and others as components.NAME.viscosity");
        }
        return new Case.Fluid(density, reference, viscosity, List.of());
    }

    private static Case.Fluid uniform(Fields fields, double density, double viscosity) {
        List<Case.Component> components = fields.find(COMPONENTS).stream()
                .flatMap(parts -> parts.entrySet().stream())
                .map(part -> new Case.Component(
                        part.getKey(),
                        part.getValue()
                                .viscosity()
                                .map(own -> LawSection.kinematic(own, density))
                                .orElse(viscosity),
                        part.getValue().density(),
                        part.getValue().acceleration().orElse(Case.Drive.NONE.accelerationMPerS2())))
                .toList();
        return new Case.Fluid(density, viscosity, components);
    }
}
