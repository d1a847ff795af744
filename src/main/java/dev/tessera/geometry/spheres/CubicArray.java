package dev.tessera.geometry.spheres;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.GeometrySource;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.geometry.shape.Union;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;

/// One periodic cell of a regular array of equal spheres.
///
/// Source of the reference permeabilities: Zick & Homsy, J. Fluid Mech. 115, 13 (1982).
///
/// @param edgeM of the cubic cell
/// @param concentration volume of the spheres in that of the cell, up to where they touch
public record CubicArray(Lattice lattice, double edgeM, double concentration) implements GeometrySource {
    /// Where the spheres lie in the cell, in edges.
    public enum Lattice {
        /// One sphere, touching at π/6 = 0.5236.
        SIMPLE("simple cubic", new double[][] {{0.5, 0.5, 0.5}}, 1),
        /// Two, touching at π√3/8 = 0.6802.
        BODY_CENTRED("body-centred cubic", new double[][] {{0, 0, 0}, {0.5, 0.5, 0.5}}, Math.sqrt(0.75)),
        /// Four, touching at π√2/6 = 0.7405.
        FACE_CENTRED(
                "face-centred cubic",
                new double[][] {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}},
                Math.sqrt(0.5));

        private final String text;
        private final List<Vec> places;
        private final double nearest;

        Lattice(String text, double[][] places, double nearest) {
            this.text = text;
            this.places = Stream.of(places).map(Vec::of).toList();
            this.nearest = nearest;
        }

        /// The concentration at which spheres touch.
        public double densest() {
            return places.size() * Math.PI / 6 * nearest * nearest * nearest;
        }
    }

    public CubicArray {
        if (!(edgeM > 0) || !(concentration > 0)) {
            throw new GeometryException(
                    "a cell of %s m with concentration %s; both must be positive".formatted(edgeM, concentration));
        }
        if (concentration > lattice.densest() * (1 + 1e-4)) {
            throw new GeometryException("a concentration of %.4g: spheres of a %s array touch at %.4f"
                    .formatted(concentration, lattice.text, lattice.densest()));
        }
    }

    /// The array of the validation suite.
    public static CubicArray simple(double edgeM, double concentration) {
        return new CubicArray(Lattice.SIMPLE, edgeM, concentration);
    }

    public double radiusM() {
        return edgeM * Math.cbrt(3 * concentration / (4 * Math.PI * lattice.places.size()));
    }

    /// The spheres of one cell.
    public Shape shape() {
        return Union.of(lattice.places.stream()
                .<Shape>map(place -> new Sphere(place.times(edgeM), radiusM()))
                .toList());
    }

    @Override
    public String description() {
        return "%s spheres, concentration %.4g, cell of %.4g m".formatted(lattice.text, concentration, edgeM);
    }

    @Override
    public NodeMap voxelise(double spacingM, ForkJoinPool workers) {
        return ShapeSource.in(Domain.enclosed(new Vec(edgeM, edgeM, edgeM), Side.periodic()))
                .obstacle(SphereSource.SURFACE, shape())
                .voxelise(spacingM, workers);
    }
}
