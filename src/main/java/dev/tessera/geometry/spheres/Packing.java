package dev.tessera.geometry.spheres;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.GeometryListener;
import dev.tessera.geometry.Vec;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.List;

/// Equal spheres in a box, drawn at random from a seed: the same arguments give the same spheres, bit for
/// bit, everywhere.
///
/// @param sizeM edges of the box; its lowest corner is the origin
/// @param ends treatment of spheres at the ends of the box, per axis
/// @param centresM `[3 * sphere + axis]`; owned, never changed
public record Packing(Vec sizeM, double diameterM, List<End> ends, double[] centresM) {
    /// The allowed overlap of spheres.
    public enum Overlap {
        /// Any overlap: the Boolean model.
        FREE("free"),
        /// No centre is within another sphere, as in the arrays of Tomczak & Szafran 2019 (table 6).
        NO_CENTRE_INSIDE("no-centre-inside"),
        /// No overlap; porosities of 0.37 and more.
        NONE("none");

        private final String key;

        Overlap(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    /// Treatment of spheres at the ends of the box along one axis.
    public enum End {
        /// They continue at the opposite end.
        PERIODIC,
        /// Centres are within the box, spheres are cut where it ends.
        CUT,
        /// Whole spheres are within the box, so that there is more free space at its ends.
        INSIDE
    }

    public Packing {
        ends = List.copyOf(ends);
        if (ends.size() != 3 || centresM.length % 3 != 0) {
            throw new IllegalArgumentException("%d ends and %d coordinates".formatted(ends.size(), centresM.length));
        }
    }

    /// Fills a box.
    /// @param porosity fraction of the box that is free, in (0, 1); reached as closely as whole spheres allow
    /// @throws GeometryException where no such arrangement is found
    public static Packing random(
            Vec sizeM, double diameterM, double porosity, Overlap overlap, List<End> ends, long seed) {
        return random(sizeM, diameterM, porosity, overlap, ends, seed, (what, done) -> {});
    }

    /// The same packing.
    /// @param doing receives the progress
    public static Packing random(
            Vec sizeM,
            double diameterM,
            double porosity,
            Overlap overlap,
            List<End> ends,
            long seed,
            GeometryListener.Doing doing) {
        if (!(porosity > 0 && porosity < 1)) {
            throw new GeometryException("a porosity of %s; give a number between 0 and 1".formatted(porosity));
        }
        PackingBox box = new PackingBox(sizeM, diameterM, ends);
        RandomNumbers random = new RandomNumbers(seed);
        double[] centres = switch (overlap) {
            case FREE -> Overlapping.fill(box, porosity, 0, random, doing);
            case NO_CENTRE_INSIDE -> Overlapping.fill(box, porosity, diameterM / 2, random, doing);
            case NONE -> NonOverlapping.fill(box, porosity, random, doing);
        };
        return new Packing(sizeM, diameterM, ends, centres);
    }

    public int count() {
        return centresM.length / 3;
    }

    public Vec centre(int sphere) {
        return new Vec(centresM[3 * sphere], centresM[3 * sphere + 1], centresM[3 * sphere + 2]);
    }

    /// The fraction of the box that is free, counted on a mesh of points, 24 per diameter.
    public double porosity() {
        return Overlapping.porosity(new PackingBox(sizeM, diameterM, ends), centresM);
    }

    /// The shortest distance of two centres, also across periodic ends, in diameters; infinite for one sphere.
    public double closestInDiameters() {
        PackingBox box = new PackingBox(sizeM, diameterM, ends);
        double closest = Double.POSITIVE_INFINITY;
        for (int a = 0; a < count(); a++) {
            for (int b = 0; b < a; b++) {
                closest = Math.min(closest, box.distance2(centresM, a, b));
            }
        }
        return Math.sqrt(closest) / diameterM;
    }

    /// The spheres as a shape, their images across periodic ends included.
    public SphereUnion shape() {
        return SphereUnion.of(this);
    }

    @Override
    public String toString() {
        return "%d spheres of diameter %s in %s"
                .formatted(count(), QuantityText.about(diameterM, QuantityKind.LENGTH), sizeM.inLengths());
    }
}
