package dev.tessera.casefile;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.spheres.Packing;
import dev.tessera.units.QuantityKind;
import java.util.List;

/// `geometry.spheres`: a box full of random spheres.
final class SpheresSection {
    private static final Key<Vec> BOX = Key.of(
                    "box",
                    new MappedType<>(
                            new ListType<>(QuantityType.positive(QuantityKind.LENGTH), 3, 3),
                            VectorTypes::vec,
                            VectorTypes::components))
            .needed()
            .says("edges of the box; its lowest corner is the origin")
            .example("[2 mm, 2 mm, 2 mm]");
    private static final Key<Double> DIAMETER = Key.of("diameter", QuantityType.positive(QuantityKind.LENGTH))
            .needed()
            .says("diameter of every sphere")
            .example("0.5 mm");
    private static final Key<Double> POROSITY = Key.of("porosity", NumberType.between(0, 1))
            .needed()
            .says("fraction of the box that is free, as close as whole spheres allow")
            .example("0.4");
    private static final Key<Packing.Overlap> OVERLAP = Key.of(
                    "overlap", ChoiceType.of("overlap", List.of(Packing.Overlap.values()), Packing.Overlap::key))
            .or(Packing.Overlap.NONE, "none")
            .says("`none`: spheres do not overlap (porosity 0.37 and more); `no-centre-inside`: no centre lies in"
                    + " another sphere; `free`: spheres are independent of each other")
            .example("none");
    private static final Key<Long> SEED = Key.of("seed", NumberType.count(0))
            .or(1L, "1")
            .says("another seed gives another arrangement; the same seed gives the same one on every machine")
            .example("1");

    /// Spheres as the case writes them.
    record Spheres(Vec sizeM, double diameterM, double porosity, Packing.Overlap overlap, long seed) {}

    static final Section<Spheres> SECTION = Section.of(
            "geometry.spheres",
            "A box filled with random spheres of one diameter. Their surface is called spheres; `sides` defines the"
                    + " sides of the box.",
            List.of(
                    BOX.from(Spheres::sizeM),
                    DIAMETER.from(Spheres::diameterM),
                    POROSITY.from(Spheres::porosity),
                    OVERLAP.from(Spheres::overlap),
                    SEED.from(Spheres::seed)),
            SpheresSection::make);

    private SpheresSection() {}

    private static Spheres make(Fields fields) {
        return new Spheres(
                fields.get(BOX), fields.get(DIAMETER), fields.get(POROSITY), fields.get(OVERLAP), fields.get(SEED));
    }
}
