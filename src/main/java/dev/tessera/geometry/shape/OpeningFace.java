package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;

/// A flat part of the fluid's own surface through which it flows in or out, such as a tube's end.
///
/// @param name of the shape's surface there
/// @param normal out of the fluid, length 1
public record OpeningFace(String name, Vec centreM, Vec normal, double areaM2) {
    /// The end at `to` of a circular tube that comes from `from`.
    public static OpeningFace ofTube(String name, Vec from, Vec to, double radiusM) {
        return new OpeningFace(name, to, to.minus(from).unit(), Math.PI * radiusM * radiusM);
    }
}
