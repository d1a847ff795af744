package dev.tessera.casefile;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.spheres.ListedSpheres;
import java.nio.file.Path;
import java.util.List;

/// `spheres` of a shape: spheres that a text file lists.
final class SphereListSection {
    private static final Key<Path> FILE = Key.of("file", TextType.FILE)
            .needed()
            .says("one sphere per line: x, y, z and radius, separated by commas, semicolons, tabs or spaces; `#`"
                    + " begins a comment. A first line may name the columns (x, y, z, and radius or diameter)"
                    + " and their units: `x [mm],y [mm],z [mm],diameter [um]`")
            .example("grains.csv");
    private static final Key<String> UNIT = Key.of(
                    "unit", ChoiceType.of("unit of length", List.of("m", "cm", "mm", "um", "nm"), unit -> unit))
            .otherwise("given by the first line of the file")
            .says("unit of the file's numbers; required where its first line gives none")
            .example("mm");

    static final Section<ListedSpheres> SECTION = Section.of(
            "shape.spheres",
            "Spheres that a text file lists, for example a packing from another program.",
            List.of(FILE.from(ListedSpheres::file), UNIT.ifPresent(ListedSpheres::unit)),
            SphereListSection::make);

    private SphereListSection() {}

    private static ListedSpheres make(Fields fields) {
        try {
            return ListedSpheres.read(fields.get(FILE), fields.find(UNIT));
        } catch (GeometryException wrong) {
            throw fields.reading().at(FILE.name()).refuse(fields.place(FILE), wrong);
        }
    }
}
