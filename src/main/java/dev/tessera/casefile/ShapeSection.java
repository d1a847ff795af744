package dev.tessera.casefile;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.HalfSpace;
import dev.tessera.geometry.shape.Intersection;
import dev.tessera.geometry.shape.OpeningFace;
import dev.tessera.geometry.shape.Polygon;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.geometry.shape.Tube;
import dev.tessera.geometry.shape.Union;
import dev.tessera.units.QuantityKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// A body, as obstacle or as the space that holds the fluid: exactly one kind, with an
/// optional name of its surface.
final class ShapeSection {
    /// A shape and its open ends.
    record Body(Shape shape, List<OpeningFace> openings) {
        Body {
            openings = List.copyOf(openings);
        }

        static Body of(Shape shape) {
            return new Body(shape, List.of());
        }
    }

    /// A corner or centre with two components (2D: the body is infinite along z) or three.
    private record Point(Vec place, boolean flat) {
        static final ValueType<Point> TYPE = new MappedType<>(
                ListType.vector(QuantityType.of(QuantityKind.LENGTH)),
                c -> c.size() == 2
                        ? new Point(Vec.of(c.get(0), c.get(1)), true)
                        : new Point(new Vec(c.get(0), c.get(1), c.get(2)), false));
    }

    private static final ValueType<Body> SELF = new LazyType<>("shape", "shape", () -> ShapeSection.SECTION);

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
    private static final Key<double[]> THROUGH = Key.of("through", VectorTypes.lengths())
            .needed()
            .says("a point of the axis or plane")
            .example("[0 mm, 0 mm, 0 mm]");
    private static final Key<double[]> DIRECTION = Key.of("direction", VectorTypes.direction())
            .needed()
            .says("of the axis")
            .example("[1, 2, 3]");
    private static final Key<double[]> NORMAL = Key.of("normal", VectorTypes.direction())
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

    private static final Key<Body> SPHERE = kind(
            "sphere",
            "a sphere",
            "{centre: [1 mm, 1 mm, 1 mm], diameter: 1 mm}",
            f -> Body.of(new Sphere(f.get(CENTRE), f.get(DIAMETER) / 2)),
            CENTRE,
            DIAMETER);
    private static final Key<Body> SPHERES = Key.of("spheres", SphereListSection.SECTION)
            .says("many spheres, listed in a text file")
            .example("{file: grains.csv, unit: mm}");
    private static final Key<Body> DISC = kind(
            "disc",
            "a disc of a 2D geometry (in 3D a cylinder, infinite along z)",
            "{centre: [1 mm, 1 mm], diameter: 1 mm}",
            f -> Body.of(Cylinder.disc(f.get(CENTRE_2D).x(), f.get(CENTRE_2D).y(), f.get(DIAMETER) / 2)),
            CENTRE_2D,
            DIAMETER);
    private static final Key<Body> BOX = kind(
            "box",
            "a box with faces along the axes",
            "{from: [0 mm, 0 mm, 0 mm], to: [1 mm, 1 mm, 1 mm]}",
            ShapeSection::box,
            FROM,
            TO);
    private static final Key<Body> CYLINDER = kind(
            "cylinder",
            "a circular cylinder with flat ends",
            "{from: [0 mm, 0 mm, 0 mm], to: [5 mm, 0 mm, 0 mm]," + " diameter: 1 mm}",
            f -> Body.of(Cylinder.between(f.get(FROM).place(), f.get(TO).place(), f.get(DIAMETER) / 2)),
            FROM,
            TO,
            DIAMETER);
    private static final Key<Body> ENDLESS_CYLINDER = kind(
            "endless-cylinder",
            "a circular cylinder without ends",
            "{through: [0 mm, 0 mm, 0 mm], direction: [0, 0, 1], diameter: 1 mm}",
            f -> Body.of(new Cylinder(Vec.of(f.get(THROUGH)), Vec.of(f.get(DIRECTION)), f.get(DIAMETER) / 2)),
            THROUGH,
            DIRECTION,
            DIAMETER);
    private static final Key<Body> TUBE = kind(
            "tube",
            "a tube along points, rounded at corners and ends",
            "{path: [[0 mm, 0 mm, 0 mm], [5 mm, 0 mm, 0 mm], [5 mm, 5 mm, 0 mm]], diameter: 1 mm}",
            f -> Body.of(Tube.along(f.get(PATH).stream().map(Point::place).toList(), f.get(DIAMETER) / 2)),
            PATH,
            DIAMETER);
    private static final Key<Body> OPEN_TUBE = kind(
            "open-tube",
            "a straight tube whose two flat ends are openings",
            "{from: [0 mm, 0 mm, 0 mm], to: [5 mm, 0 mm, 0 mm], diameter: 1 mm, ends: [inlet, outlet]}",
            ShapeSection::openTube,
            FROM,
            TO,
            DIAMETER,
            ENDS);
    private static final Key<Body> HALF_SPACE = kind(
            "half-space",
            "everything on one side of a plane",
            "{through: [0 mm, 0 mm, 0 mm], normal: [0, 0, 1]}",
            f -> Body.of(new HalfSpace(Vec.of(f.get(THROUGH)), Vec.of(f.get(NORMAL)))),
            THROUGH,
            NORMAL);
    private static final Key<Body> POLYGON = kind(
            "polygon",
            "a polygon of a 2D geometry",
            "{corners: [[0 mm, 0 mm], [1 mm, 0 mm], [0 mm, 1 mm]]}",
            f -> Body.of(new Polygon(f.get(CORNERS).stream().map(Point::place).toList())),
            CORNERS);
    private static final Key<List<Body>> UNION = Key.of("union", ListType.of(SELF))
            .says("points in at least one of several shapes")
            .example("[{sphere: {centre: [0 mm, 0 mm, 0 mm], diameter: 1 mm}}]");
    private static final Key<List<Body>> INTERSECTION = Key.of("intersection", ListType.of(SELF))
            .says("points in all of several shapes")
            .example("[{sphere: {centre: [0 mm, 0 mm, 0 mm], diameter: 1 mm}}]");
    private static final Key<List<Body>> DIFFERENCE = Key.of("difference", ListType.atLeast(2, SELF))
            .says("the first shape without the others")
            .example("[{box: {from: [0 mm, 0 mm, 0 mm], to: [2 mm, 2 mm, 2 mm]}},"
                    + " {sphere: {centre: [1 mm, 1 mm, 1 mm], diameter: 1 mm}}]");
    private static final Key<String> NAME = Key.of("name", TextType.NAME)
            .says("name of its surface, for boundaries and forces")
            .example("bump");

    static final Section<Body> SECTION = Section.of(
                    "shape",
                    "A body: exactly one kind, and optionally the name of its surface. Points have three components;"
                            + " with two (2D) the body is infinite along z.",
                    List.of(
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
                            DIFFERENCE,
                            NAME),
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
    static final ValueType<Body> TYPE = SELF;

    private ShapeSection() {}

    private static Key<Body> kind(
            String name, String says, String example, Function<Fields, Body> make, Key<?>... keys) {
        String sentence = Character.toUpperCase(says.charAt(0)) + says.substring(1) + ".";
        return Key.of(name, Section.of("shape." + name, sentence, List.of(keys), make))
                .says(says)
                .example(example);
    }

    private static ValueType<Vec> centre(int components) {
        return new MappedType<>(
                new ListType<>(QuantityType.of(QuantityKind.LENGTH), components, components),
                c -> new Vec(c.get(0), c.get(1), components == 3 ? c.get(2) : 0));
    }

    private static Body box(Fields fields) {
        Point from = fields.get(FROM);
        Point to = fields.get(TO);
        if (from.flat() != to.flat()) {
            throw fields.refuse(TO, "from and to must both have two components, or both three");
        }
        return Body.of(
                from.flat()
                        ? Cuboid.rectangle(
                                from.place().x(),
                                from.place().y(),
                                to.place().x(),
                                to.place().y())
                        : new Cuboid(from.place(), to.place()));
    }

    private static Body openTube(Fields fields) {
        Vec from = fields.get(FROM).place();
        Vec to = fields.get(TO).place();
        double radius = fields.get(DIAMETER) / 2;
        String fromName = fields.get(ENDS).get(0);
        String toName = fields.get(ENDS).get(1);
        return new Body(
                Tube.open(from, to, radius, fromName, toName),
                List.of(OpeningFace.ofTube(fromName, to, from, radius), OpeningFace.ofTube(toName, from, to, radius)));
    }

    private static Body make(Fields fields) {
        Body body = unnamed(fields);
        Optional<String> name = fields.find(NAME);
        return name.isPresent() ? new Body(body.shape().named(name.get()), body.openings()) : body;
    }

    private static Body unnamed(Fields fields) {
        if (fields.has(UNION)) {
            List<Body> parts = fields.get(UNION);
            return joined(Union.of(parts.stream().map(Body::shape).toList()), parts);
        }
        if (fields.has(INTERSECTION)) {
            List<Body> parts = fields.get(INTERSECTION);
            Shape all =
                    parts.stream().map(Body::shape).reduce(Intersection::new).orElseThrow();
            return joined(all, parts);
        }
        if (fields.has(DIFFERENCE)) {
            List<Body> parts = fields.get(DIFFERENCE);
            List<Shape> removed = parts.stream().skip(1).map(Body::shape).toList();
            return joined(parts.getFirst().shape().minus(Union.of(removed)), parts);
        }
        return Stream.of(SPHERE, SPHERES, DISC, BOX, CYLINDER, ENDLESS_CYLINDER, TUBE, OPEN_TUBE, HALF_SPACE, POLYGON)
                .filter(fields::has)
                .map(fields::get)
                .findFirst()
                .orElseThrow();
    }

    private static Body joined(Shape shape, List<Body> parts) {
        List<OpeningFace> openings = new ArrayList<>();
        parts.forEach(part -> openings.addAll(part.openings()));
        return new Body(shape, openings);
    }
}
