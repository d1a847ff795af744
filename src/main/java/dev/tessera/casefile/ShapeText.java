package dev.tessera.casefile;

import dev.tessera.casefile.Yaml.Group;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Difference;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.HalfSpace;
import dev.tessera.geometry.shape.Intersection;
import dev.tessera.geometry.shape.Named;
import dev.tessera.geometry.shape.Obstacle;
import dev.tessera.geometry.shape.Polygon;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.geometry.shape.Tube;
import dev.tessera.geometry.shape.Union;
import dev.tessera.geometry.spheres.ListedSpheres;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// Boxes and shapes as a case writes them.
final class ShapeText {
    private ShapeText() {}

    /// The keys of `geometry` besides the spacing.
    static void geometry(ShapeSource source, Group geometry) {
        Domain domain = source.domain();
        Vec size = domain.sizeM();
        geometry.with("box", domain.is2d() ? lengths(size.x(), size.y()) : lengths(size));
        if (!domain.cornerM().equals(Vec.ZERO)) {
            geometry.with("corner", lengths(domain.cornerM()));
        }
        if (source.fluidShape() instanceof Shape shape) {
            geometry.with("inside", shape(shape));
        }
        if (!source.obstacles().isEmpty()) {
            Group obstacles = Yaml.group();
            for (Obstacle obstacle : source.obstacles()) {
                obstacles.with(obstacle.name(), shape(obstacle.shape()));
            }
            geometry.with("obstacles", obstacles.node());
        }
    }

    /// `sides`, one word per side.
    static YamlNode sides(Domain domain) {
        Group sides = Yaml.group();
        for (int side = 0; side < (domain.is2d() ? 4 : 6); side++) {
            Side one = domain.sides().get(side);
            sides.with(SidesSection.NAMES.get(side), one.isPeriodic() ? SidesSection.PERIODIC : one.name());
        }
        return sides.node();
    }

    /// @throws IllegalArgumentException for a shape without a key in case files
    static YamlNode shape(Shape shape) {
        return switch (shape) {
            case Named(Shape inner, String name) -> named(inner, name);
            case Tube.Bounded(Shape inner, var bounds) -> shape(inner);
            case Sphere(Vec centre, double radius) ->
                kind("sphere", Yaml.group().with("centre", lengths(centre)).with("diameter", diameter(radius)));
            case ListedSpheres list -> kind("spheres", spheres(list));
            case Cuboid box -> kind("box", box(box));
            case Cylinder cylinder -> cylinder(cylinder);
            case HalfSpace(Vec point, Vec normal) ->
                kind("half-space", Yaml.group().with("through", lengths(point)).with("normal", numbers(normal)));
            case Polygon(List<Vec> corners) ->
                kind(
                        "polygon",
                        Yaml.group()
                                .with(
                                        "corners",
                                        Yaml.list(corners.stream()
                                                .map(corner -> lengths(corner.x(), corner.y()))
                                                .toList())));
            case Tube.Open tube -> kind("open-tube", openTube(tube));
            case Union union -> several("union", union.parts().stream().map(ShapeText::shape));
            case Intersection(Shape first, Shape second) ->
                several("intersection", Stream.of(shape(first), shape(second)));
            case Difference(Shape first, Shape second) -> several("difference", Stream.of(shape(first), shape(second)));
            // Shape is open: users may implement it.
            default ->
                throw new IllegalArgumentException(
                        "case files have no key for the shape %s; read it from an STL file, or keep"
                                        .formatted(shape.getClass().getSimpleName())
                                + " the case in Java");
        };
    }

    private static YamlNode named(Shape shape, String name) {
        var inner = (YamlNode.YamlMap) shape(shape);
        Group group = Yaml.group();
        inner.entries().forEach(entry -> group.with(entry.key(), entry.value()));
        boolean hasName = inner.find("name") != null;
        return hasName
                ? Yaml.group()
                        .with("union", Yaml.list(List.of(inner)))
                        .with("name", name)
                        .node()
                : group.with("name", name).node();
    }

    private static Group spheres(ListedSpheres list) {
        Group group = Yaml.group()
                .with("file", Yaml.text(list.file().toAbsolutePath().normalize().toString()));
        list.unit().ifPresent(unit -> group.with("unit", unit));
        return group;
    }

    private static Group box(Cuboid box) {
        boolean flat =
                Double.isInfinite(box.min().z()) && Double.isInfinite(box.max().z());
        return Yaml.group()
                .with("from", flat ? lengths(box.min().x(), box.min().y()) : lengths(box.min()))
                .with("to", flat ? lengths(box.max().x(), box.max().y()) : lengths(box.max()));
    }

    private static YamlNode cylinder(Cylinder cylinder) {
        if (cylinder.direction().equals(new Vec(0, 0, 1)) && cylinder.through().z() == 0) {
            return kind(
                    "disc",
                    Yaml.group()
                            .with(
                                    "centre",
                                    lengths(
                                            cylinder.through().x(),
                                            cylinder.through().y()))
                            .with("diameter", diameter(cylinder.radiusM())));
        }
        return kind(
                "endless-cylinder",
                Yaml.group()
                        .with("through", lengths(cylinder.through()))
                        .with("direction", numbers(cylinder.direction()))
                        .with("diameter", diameter(cylinder.radiusM())));
    }

    private static Group openTube(Tube.Open tube) {
        return Yaml.group()
                .with("from", lengths(tube.from()))
                .with("to", lengths(tube.to()))
                .with("diameter", diameter(tube.radiusM()))
                .with("ends", Yaml.list(tube.ends().stream().map(Yaml::text).toList()));
    }

    private static YamlNode several(String kind, Stream<YamlNode> parts) {
        return Yaml.group().with(kind, Yaml.list(parts.toList())).node();
    }

    private static YamlNode kind(String kind, Group keys) {
        return Yaml.group().with(kind, keys.node()).node();
    }

    private static String diameter(double radiusM) {
        return QuantityText.exact(2 * radiusM, QuantityKind.LENGTH);
    }

    static YamlNode lengths(Vec place) {
        return lengths(place.x(), place.y(), place.z());
    }

    static YamlNode lengths(double... metres) {
        return Yaml.list(DoubleStream.of(metres)
                .mapToObj(metre -> Yaml.text(QuantityText.exact(metre, QuantityKind.LENGTH)))
                .toList());
    }

    static YamlNode numbers(Vec direction) {
        return Yaml.list(Stream.of(direction.x(), direction.y(), direction.z())
                .map(Yaml::number)
                .toList());
    }
}
