package dev.tessera.casefile;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Difference;
import dev.tessera.geometry.shape.HalfSpace;
import dev.tessera.geometry.shape.Intersection;
import dev.tessera.geometry.shape.Named;
import dev.tessera.geometry.shape.Polygon;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.geometry.shape.Tube;
import dev.tessera.geometry.shape.Union;
import dev.tessera.geometry.spheres.ListedSpheres;
import dev.tessera.units.QuantityKind;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// A body, as obstacle or as the space that holds the fluid: exactly one kind, with an
/// optional name of its surface.
final class ShapeSection {
    /// A corner or centre with two components (2D: the body is infinite along z) or three.
    private record Point(Vec place, boolean flat) {
        static final ValueType<Point> TYPE = new MappedType<>(
                ListType.vector(QuantityType.of(QuantityKind.LENGTH)),
                components -> new Point(VectorTypes.vec(components), components.size() == 2),
                Point::components);

        static Point of(Vec place) {
            return new Point(place, false);
        }

        private List<Double> components() {
            return flat ? List.of(place.x(), place.y()) : VectorTypes.components(place);
        }
    }

    private static final ValueType<Shape> SELF = new LazyType<>("shape", "shape", () -> ShapeSection.SECTION);

    private static final Key<Double> DIAMETER = Key.of("diameter", QuantityType.positive(QuantityKind.LENGTH))
            .needed()
            .says("diameter")
            .example("2 mm");
    private static final Key<Vec> CENTRE =
            Key.of("centre", centre(3)).needed().says("centre").example("[1 mm, 2 mm, 3 mm]");
    private static final Key<Vec> CENTRE_2D =
            Key.of("centre", centre(2)).needed().says("centre").example("[1 mm, 2 mm]");
    private static final Key<Point> FROM = Key.of("from", Point.TYPE)
            .needed()
            .says("lowest corner, or one end")
            .example("[0 mm, 0 mm, 0 mm]");
    private static final Key<Point> TO = Key.of("to", Point.TYPE)
            .needed()
            .says("highest corner, or the other end")
            .example("[1 mm, 2 mm, 3 mm]");
    private static final Key<Vec> THROUGH = Key.of("through", VectorTypes.lengths())
            .needed()
            .says("a point of the axis or plane")
            .example("[0 mm, 0 mm, 0 mm]");
    private static final Key<Vec> DIRECTION = Key.of("direction", VectorTypes.direction())
            .needed()
            .says("of the axis")
            .example("[1, 2, 3]");
    private static final Key<Vec> NORMAL = Key.of("normal", VectorTypes.direction())
            .needed()
            .says("normal out of the body")
            .example("[0, 0, 1]");
    private static final Key<List<Point>> PATH = Key.of("path", ListType.atLeast(1, Point.TYPE))
            .needed()
            .says("points of the axis")
            .example("[[0 mm, 0 mm, 0 mm], [5 mm, 0 mm, 0 mm]]");
    private static final Key<List<Point>> CORNERS = Key.of("corners", ListType.atLeast(3, Point.TYPE))
            .needed()
            .says("corners, in order around it; infinite along z")
            .example("[[0 mm, 0 mm], [1 mm, 0 mm], [0 mm, 1 mm]]");
    private static final Key<List<String>> ENDS = Key.of("ends", new ListType<>(TextType.NAME, 2, 2))
            .needed()
            .says("names of the flat ends at `from` and `to`, which become openings")
            .example("[inlet, outlet]");

    private static final Key<Sphere> SPHERE = kind(
            "sphere",
            "a sphere",
            "{centre: [1 mm, 1 mm, 1 mm], diameter: 1 mm}",
            List.of(CENTRE.from(Sphere::centre), DIAMETER.from(sphere -> 2 * sphere.radiusM())),
            f -> new Sphere(f.get(CENTRE), f.get(DIAMETER) / 2));
    private static final Key<ListedSpheres> SPHERES = Key.of("spheres", SphereListSection.SECTION)
            .says("many spheres, listed in a text file")
            .example("{file: grains.csv, unit: mm}");
    private static final Key<Cylinder> DISC = kind(
            "disc",
            "a disc of a 2D geometry (in 3D a cylinder, infinite along z)",
            "{centre: [1 mm, 1 mm], diameter: 1 mm}",
            List.of(CENTRE_2D.from(Cylinder::through), DIAMETER.from(disc -> 2 * disc.radiusM())),
            f -> Cylinder.disc(f.get(CENTRE_2D).x(), f.get(CENTRE_2D).y(), f.get(DIAMETER) / 2));
    private static final Key<Cuboid> BOX = kind(
            "box",
            "a box with faces along the axes",
            "{from: [0 mm, 0 mm, 0 mm], to: [1 mm, 1 mm, 1 mm]}",
            List.of(
                    FROM.from(box -> new Point(box.min(), isFlat(box))),
                    TO.from(box -> new Point(box.max(), isFlat(box)))),
            ShapeSection::box);
    private static final Key<Cylinder.Capped> CYLINDER = kind(
            "cylinder",
            "a circular cylinder with flat ends",
            "{from: [0 mm, 0 mm, 0 mm], to: [5 mm, 0 mm, 0 mm]," + " diameter: 1 mm}",
            List.of(
                    FROM.from(cylinder -> Point.of(cylinder.from())),
                    TO.from(cylinder -> Point.of(cylinder.to())),
                    DIAMETER.from(cylinder -> 2 * cylinder.radiusM())),
            f -> Cylinder.between(f.get(FROM).place(), f.get(TO).place(), f.get(DIAMETER) / 2));
    private static final Key<Cylinder> ENDLESS_CYLINDER = kind(
            "endless-cylinder",
            "a circular cylinder without ends",
            "{through: [0 mm, 0 mm, 0 mm], direction: [0, 0, 1], diameter: 1 mm}",
            List.of(
                    THROUGH.from(Cylinder::through),
                    DIRECTION.from(Cylinder::direction),
                    DIAMETER.from(cylinder -> 2 * cylinder.radiusM())),
            f -> new Cylinder(f.get(THROUGH), f.get(DIRECTION), f.get(DIAMETER) / 2));
    private static final Key<Shape> TUBE = kind(
            "tube",
            "a tube along points, rounded at corners and ends",
            "{path: [[0 mm, 0 mm, 0 mm], [5 mm, 0 mm, 0 mm], [5 mm, 5 mm, 0 mm]], diameter: 1 mm}",
            List.of(PATH.neverWritten("union"), DIAMETER.neverWritten("union")),
            f -> Tube.along(f.get(PATH).stream().map(Point::place).toList(), f.get(DIAMETER) / 2));
    private static final Key<Tube.Open> OPEN_TUBE = kind(
            "open-tube",
            "a straight tube whose two flat ends are openings",
            "{from: [0 mm, 0 mm, 0 mm], to: [5 mm, 0 mm, 0 mm], diameter: 1 mm, ends: [inlet, outlet]}",
            List.of(
                    FROM.from(tube -> Point.of(tube.from())),
                    TO.from(tube -> Point.of(tube.to())),
                    DIAMETER.from(tube -> 2 * tube.radiusM()),
                    ENDS.from(Tube.Open::ends)),
            ShapeSection::openTube);
    private static final Key<HalfSpace> HALF_SPACE = kind(
            "half-space",
            "everything on one side of a plane",
            "{through: [0 mm, 0 mm, 0 mm], normal: [0, 0, 1]}",
            List.of(THROUGH.from(HalfSpace::point), NORMAL.from(HalfSpace::normal)),
            f -> new HalfSpace(f.get(THROUGH), f.get(NORMAL)));
    private static final Key<Polygon> POLYGON = kind(
            "polygon",
            "a polygon of a 2D geometry",
            "{corners: [[0 mm, 0 mm], [1 mm, 0 mm], [0 mm, 1 mm]]}",
            List.of(CORNERS.from(polygon -> polygon.corners().stream()
                    .map(corner -> new Point(corner, true))
                    .toList())),
            f -> new Polygon(f.get(CORNERS).stream().map(Point::place).toList()));
    private static final Key<List<Shape>> UNION = Key.of("union", ListType.of(SELF))
            .says("points in at least one of several shapes")
            .example("[{sphere: {centre: [0 mm, 0 mm, 0 mm], diameter: 1 mm}}]");
    private static final Key<List<Shape>> INTERSECTION = Key.of("intersection", ListType.of(SELF))
            .says("points in all of several shapes")
            .example("[{sphere: {centre: [0 mm, 0 mm, 0 mm], diameter: 1 mm}}]");
    private static final Key<List<Shape>> DIFFERENCE = Key.of("difference", ListType.atLeast(2, SELF))
            .says("the first shape without the others")
            .example("[{box: {from: [0 mm, 0 mm, 0 mm], to: [2 mm, 2 mm, 2 mm]}},"
                    + " {sphere: {centre: [1 mm, 1 mm, 1 mm], diameter: 1 mm}}]");
    private static final Key<String> NAME = Key.of("name", TextType.NAME)
            .says("name of its surface, for boundaries and forces")
            .example("bump");

    static final Section<Shape> SECTION = Section.of(
                    "shape",
                    "A body: exactly one kind, and optionally the name of its surface. Points have three components;"
                            + " with two (2D) the body is infinite along z.",
                    List.of(
                            SPHERE.where(ShapeSection::bare, Sphere.class),
                            SPHERES.where(ShapeSection::bare, ListedSpheres.class),
                            DISC.ifPresent(shape -> cylinder(shape).filter(ShapeSection::isDisc)),
                            BOX.where(ShapeSection::bare, Cuboid.class),
                            CYLINDER.where(ShapeSection::bare, Cylinder.Capped.class),
                            ENDLESS_CYLINDER.ifPresent(shape -> cylinder(shape).filter(one -> !isDisc(one))),
                            TUBE.neverWritten("union"),
                            OPEN_TUBE.where(ShapeSection::bare, Tube.Open.class),
                            HALF_SPACE.where(ShapeSection::bare, HalfSpace.class),
                            POLYGON.where(ShapeSection::bare, Polygon.class),
                            UNION.ifPresent(ShapeSection::parts),
                            INTERSECTION.where(
                                    ShapeSection::bare,
                                    Intersection.class,
                                    shape -> List.of(shape.first(), shape.second())),
                            DIFFERENCE.where(
                                    ShapeSection::bare,
                                    Difference.class,
                                    shape -> List.of(shape.first(), shape.second())),
                            NAME.ifPresent(ShapeSection::name)),
                    ShapeSection::make)
            .exactlyOne(
                    "a shape is of one kind; use union for several",
                    SPHERE,
                    SPHERES,
                    DISC,
                    BOX,
                    CYLINDER,
                    ENDLESS_CYLINDER,
                    TUBE,
                    OPEN_TUBE,
                    HALF_SPACE,
                    POLYGON,
                    UNION,
                    INTERSECTION,
                    DIFFERENCE);

    /// The type of a shape in other sections.
    static final ValueType<Shape> TYPE = SELF;

    private ShapeSection() {}

    private static <S> Key<S> kind(
            String name, String says, String example, List<SectionKey<S, ?>> table, Function<Fields, S> make) {
        String sentence = Character.toUpperCase(says.charAt(0)) + says.substring(1) + ".";
        return Key.of(name, Section.of("shape." + name, sentence, table, make))
                .says(says)
                .example(example);
    }

    private static ValueType<Vec> centre(int components) {
        return new MappedType<>(
                new ListType<>(QuantityType.of(QuantityKind.LENGTH), components, components),
                VectorTypes::vec,
                centre -> VectorTypes.components(centre).subList(0, components));
    }

    private static Cuboid box(Fields fields) {
        Point from = fields.get(FROM);
        Point to = fields.get(TO);
        if (from.flat() != to.flat()) {
            throw fields.refuse(TO, "from and to must both have two components, or both three");
        }
        return from.flat()
                ? Cuboid.rectangle(
                        from.place().x(),
                        from.place().y(),
                        to.place().x(),
                        to.place().y())
                : new Cuboid(from.place(), to.place());
    }

    private static boolean isFlat(Cuboid box) {
        return Double.isInfinite(box.min().z()) && Double.isInfinite(box.max().z());
    }

    private static boolean isDisc(Cylinder cylinder) {
        return cylinder.direction().equals(new Vec(0, 0, 1))
                && cylinder.through().z() == 0;
    }

    private static Tube.Open openTube(Fields fields) {
        return Tube.open(
                fields.get(FROM).place(),
                fields.get(TO).place(),
                fields.get(DIAMETER) / 2,
                fields.get(ENDS).get(0),
                fields.get(ENDS).get(1));
    }

    /// The shape without the name of its surface. What is named twice is a union of one named part.
    private static Shape bare(Shape shape) {
        return shape instanceof Named(Shape inner, String name) ? inner : shape;
    }

    private static Optional<String> name(Shape shape) {
        return shape instanceof Named(Shape inner, String name) ? Optional.of(name) : Optional.empty();
    }

    private static Optional<Cylinder> cylinder(Shape shape) {
        return bare(shape) instanceof Cylinder cylinder ? Optional.of(cylinder) : Optional.empty();
    }

    private static Optional<List<Shape>> parts(Shape shape) {
        return switch (bare(shape)) {
            case Union union -> Optional.of(union.parts());
            case Named named -> Optional.of(List.of(named));
            default -> Optional.empty(); // Shape is open
        };
    }

    private static Shape make(Fields fields) {
        Shape shape = unnamed(fields);
        return fields.find(NAME).map(shape::named).orElse(shape);
    }

    private static Shape unnamed(Fields fields) {
        if (fields.has(UNION)) {
            return Union.of(fields.get(UNION));
        }
        if (fields.has(INTERSECTION)) {
            return fields.get(INTERSECTION).stream().reduce(Intersection::new).orElseThrow();
        }
        if (fields.has(DIFFERENCE)) {
            List<Shape> parts = fields.get(DIFFERENCE);
            return parts.getFirst().minus(Union.of(parts.subList(1, parts.size())));
        }
        return Stream.<Key<? extends Shape>>of(
                        SPHERE, SPHERES, DISC, BOX, CYLINDER, ENDLESS_CYLINDER, TUBE, OPEN_TUBE, HALF_SPACE, POLYGON)
                .filter(fields::has)
                .findFirst()
                .<Shape>map(fields::get)
                .orElseThrow();
    }
}
