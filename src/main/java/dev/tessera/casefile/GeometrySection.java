package dev.tessera.casefile;

import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.mesh.HolePolicy;
import dev.tessera.geometry.mesh.StlUnit;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.units.QuantityKind;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// `geometry`: the space that the fluid fills, and the spacing of nodes.
final class GeometrySection {
    static final Key<Double> SPACING = Key.of("spacing", QuantityType.positive(QuantityKind.LENGTH))
            .needed()
            .says("distance between nodes")
            .example("0.1 mm");
    private static final Key<List<Double>> BOX = Key.of(
                    "box", ListType.vector(QuantityType.positive(QuantityKind.LENGTH)))
            .says("a box with analytic shapes: its edges along x, y and, in 3D, z")
            .example("[2.2 m, 0.41 m]");
    private static final Key<Vec> CORNER = Key.of("corner", VectorTypes.lengths())
            .or(Vec.ZERO, "[0 m, 0 m, 0 m]")
            .says("lowest corner of the box")
            .example("[-1 mm, -1 mm, 0 mm]");
    private static final Key<Shape> INSIDE = Key.of("inside", ShapeSection.TYPE)
            .otherwise("the whole box")
            .says("the fluid fills only this shape in the box; its surface is called wall where it has no name")
            .example("{tube: {path: [[0 mm, 1 mm, 1 mm], [9 mm, 1 mm, 1 mm]], diameter: 1 mm}}");
    private static final Key<SequencedMap<String, Shape>> OBSTACLES = Key.of(
                    "obstacles", new NamedType<>("shape", ShapeSection.TYPE))
            .or(new LinkedHashMap<>(), "none")
            .says("bodies in the fluid, by the name that boundaries and forces use")
            .example("{cylinder: {disc: {centre: [0.2 m, 0.2 m], diameter: 0.1 m}}}");

    private static final Key<ImageSection.Image> IMAGE = Key.of("image", ImageSection.SECTION)
            .says("labelled voxels, such as a segmented micro-CT scan")
            .example("{file: berea.raw, size: [400, 400, 400], type: uint8, order: x-fastest, pore: [0]}");

    private static final Key<SpheresSection.Spheres> SPHERES = Key.of("spheres", SpheresSection.SECTION)
            .says("a box filled with random spheres")
            .example("{box: [2 mm, 2 mm, 2 mm], diameter: 0.5 mm, porosity: 0.4}");
    private static final Key<Path> STL = Key.of("stl", TextType.FILE)
            .says("an STL surface, text or binary, also .gz; the fluid is inside")
            .example("aneurysm.stl");
    private static final Key<StlUnit> STL_UNIT = Key.of(
                    "stl-unit", ChoiceType.of("unit of an STL file", List.of(StlUnit.values()), StlUnit::key))
            .says("unit of the numbers in the STL file; required with `stl`")
            .example("mm");
    private static final Key<HolePolicy> HOLES = Key.of("holes", holes())
            .or(HolePolicy.REFUSE, "refuse")
            .says("holes of an STL surface that are wider than a spacing and no openings: `refuse` names them, `fill`"
                    + " makes them wall")
            .example("fill");
    private static final Key<Double> CRACKS = Key.of("cracks", QuantityType.positive(QuantityKind.LENGTH))
            .otherwise("1/1000 of the surface's diagonal")
            .says("gaps of an STL surface up to this width are closed automatically")
            .example("0.05 mm");
    private static final Key<IsolatedFluid> ISOLATED = Key.of("isolated", isolated())
            .or(IsolatedFluid.KEEP, "keep")
            .says("fluid that carries no flow: `keep` reports it, `drop` makes it solid")
            .example("drop");

    static final Section<GeometryDraft> SECTION = Section.of(
                    "geometry",
                    "The space that the fluid fills, and the spacing of nodes.",
                    List.of(
                            STL.where(StlDraft.class, StlDraft::file),
                            STL_UNIT.where(StlDraft.class, StlDraft::unit),
                            HOLES.unlessDefault(
                                    draft -> draft instanceof StlDraft stl ? stl.holes() : HolePolicy.REFUSE),
                            CRACKS.ifPresent(draft -> draft instanceof StlDraft stl ? stl.crackM() : Optional.empty()),
                            IMAGE.where(ImageDraft.class, ImageDraft::image),
                            SPHERES.where(SpheresDraft.class, SpheresDraft::spheres),
                            BOX.where(BoxDraft.class, BoxDraft::edges),
                            CORNER.unlessDefault(draft -> draft instanceof BoxDraft box ? box.corner() : Vec.ZERO),
                            INSIDE.ifPresent(draft -> draft instanceof BoxDraft box ? box.inside() : Optional.empty()),
                            OBSTACLES.unlessDefault(
                                    draft -> draft instanceof BoxDraft box ? box.obstacles() : new LinkedHashMap<>()),
                            ISOLATED.unlessDefault(GeometryDraft::isolated),
                            SPACING.from(GeometryDraft::spacingM)),
                    GeometrySection::make)
            .exactlyOne("a case has one geometry", STL, IMAGE, SPHERES, BOX);

    private GeometrySection() {}

    private static ValueType<HolePolicy> holes() {
        return ChoiceType.of("treatment of holes", List.of(HolePolicy.values()), ChoiceType::key);
    }

    private static ValueType<IsolatedFluid> isolated() {
        return ChoiceType.of("treatment of isolated fluid", List.of(IsolatedFluid.values()), ChoiceType::key);
    }

    private static GeometryDraft make(Fields fields) {
        belongsTo(fields, BOX, List.of(CORNER, INSIDE, OBSTACLES));
        belongsTo(fields, STL, List.of(STL_UNIT, HOLES, CRACKS));
        if (fields.has(STL)) {
            return stl(fields);
        }
        if (fields.has(SPHERES)) {
            if (fields.has(ISOLATED)) {
                throw fields.refuse(ISOLATED, "spheres do not have this key; remove it");
            }
            return new SpheresDraft(fields.get(SPACING), fields.get(SPHERES), fields.place(SPHERES));
        }
        return fields.has(IMAGE)
                ? new ImageDraft(fields.get(SPACING), fields.get(IMAGE), fields.get(ISOLATED), fields.place(IMAGE))
                : box(fields);
    }

    private static void belongsTo(Fields fields, Key<?> owner, List<Key<?>> keys) {
        for (Key<?> key : keys) {
            if (fields.has(key) && !fields.has(owner)) {
                throw fields.refuse(key, "this belongs to %s, but here is none; remove it".formatted(owner.name()));
            }
        }
    }

    private static GeometryDraft stl(Fields fields) {
        if (!fields.has(STL_UNIT)) {
            throw fields.refuse(
                    STL, "an STL file does not contain the unit of its numbers; write stl-unit: mm (or m, cm, um)");
        }
        return new StlDraft(
                fields.get(SPACING),
                fields.get(STL),
                fields.get(STL_UNIT),
                fields.get(HOLES),
                fields.find(CRACKS),
                fields.get(ISOLATED),
                fields.place(STL));
    }

    private static GeometryDraft box(Fields fields) {
        List<Double> box = fields.get(BOX);
        return new BoxDraft(
                fields.get(SPACING),
                fields.get(CORNER),
                VectorTypes.vec(box),
                box.size() == 2,
                fields.find(INSIDE),
                fields.get(OBSTACLES),
                fields.get(ISOLATED),
                fields.place());
    }
}
