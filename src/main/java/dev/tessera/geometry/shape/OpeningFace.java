package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;
import java.util.List;

/// A flat part of the fluid's own surface through which it flows in or out, such as a tube's end.
///
/// @param name of the shape's surface there
/// @param normal out of the fluid, length 1
public record OpeningFace(String name, Vec centreM, Vec normal, double areaM2) {
    /// Both ends of all open tubes in a shape.
    public static List<OpeningFace> ofTubes(Shape shape) {
        return switch (shape) {
            case Tube.Open tube ->
                List.of(
                        ofTube(tube.ends().get(0), tube.to(), tube.from(), tube.radiusM()),
                        ofTube(tube.ends().get(1), tube.from(), tube.to(), tube.radiusM()));
            case Named(Shape inner, String name) -> ofTubes(inner);
            case Union union -> ofTubes(union.parts());
            case Intersection(Shape first, Shape second) -> ofTubes(List.of(first, second));
            case Difference(Shape first, Shape second) -> ofTubes(List.of(first, second));
            default -> List.of(); // Shape is open
        };
    }

    private static List<OpeningFace> ofTubes(List<Shape> parts) {
        return parts.stream().flatMap(part -> ofTubes(part).stream()).toList();
    }

    /// The end at `to` of a circular tube that comes from `from`.
    public static OpeningFace ofTube(String name, Vec from, Vec to, double radiusM) {
        return new OpeningFace(name, to, to.minus(from).unit(), Math.PI * radiusM * radiusM);
    }
}
