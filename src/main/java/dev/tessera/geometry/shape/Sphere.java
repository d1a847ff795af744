package dev.tessera.geometry.shape;

import dev.tessera.geometry.Vec;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;

/// A sphere.
public record Sphere(Vec centre, double radiusM) implements Shape {
    public Sphere {
        if (!(radiusM > 0)) {
            throw new IllegalArgumentException(
                    "a sphere of radius %s is empty".formatted(QuantityText.about(radiusM, QuantityKind.LENGTH)));
        }
    }

    @Override
    public Spans along(Line line, double growM) {
        double radius = radiusM + growM;
        double rx = line.px() - centre.x();
        double ry = line.py() - centre.y();
        double rz = line.pz() - centre.z();
        double a = line.dx() * line.dx() + line.dy() * line.dy() + line.dz() * line.dz();
        double b = -(rx * line.dx() + ry * line.dy() + rz * line.dz()) / a; // parameter of the nearest point
        double nearX = rx + b * line.dx();
        double nearY = ry + b * line.dy();
        double nearZ = rz + b * line.dz();
        double left = radius * radius - (nearX * nearX + nearY * nearY + nearZ * nearZ);
        if (!(left > 0)) {
            return Spans.EMPTY;
        }
        double half = Math.sqrt(left / a);
        return Spans.between(
                b - half,
                b + half,
                (nearX - half * line.dx()) / radius,
                (nearY - half * line.dy()) / radius,
                (nearZ - half * line.dz()) / radius,
                (nearX + half * line.dx()) / radius,
                (nearY + half * line.dy()) / radius,
                (nearZ + half * line.dz()) / radius);
    }

    @Override
    public Bounds bounds() {
        return Bounds.around(centre, radiusM);
    }
}
