package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;
import java.util.List;

/// A flat part of the fluid's own surface through which it flows in or out, such as a tube's end.
///
/// @param name that the shape's surface carries there
/// @param normal out of the fluid, length 1
public record OpeningFace(String name, Vec centreM, Vec normal, double areaM2) {
    /// Both ends of a tube, `from` first.
    public static List<OpeningFace> ofTube(Tube.Open tube) {
        return List.of(
                ofTube(tube.ends().get(0), tube.to(), tube.from(), tube.radiusM()),
                ofTube(tube.ends().get(1), tube.from(), tube.to(), tube.radiusM()));
    }

    /// The end at `to` of a circular tube that comes from `from`.
    public static OpeningFace ofTube(String name, Vec from, Vec to, double radiusM) {
        return new OpeningFace(name, to, to.minus(from).unit(), Math.PI * radiusM * radiusM);
    }
}
