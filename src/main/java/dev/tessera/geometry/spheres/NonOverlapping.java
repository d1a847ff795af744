package dev.tessera.geometry.spheres;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.GeometryListener;

/// Spheres that do not overlap.
///
/// Sparse boxes (solid fraction up to 0.3) are filled by random sequential addition: a place that would overlap is
/// drawn again. Denser ones begin at random and push spheres apart until none overlap (FIRE
/// minimisation of a harmonic repulsion), then shake: Monte Carlo moves of hard spheres, so that the
/// spheres no longer just touch. Beyond a solid fraction of about 0.63 (random close packing: 0.64) no
/// random arrangement exists.
///
/// Sources: Widom, J. Chem. Phys. 44, 3888 (1966); Bitzek et al., Phys. Rev. Lett. 97, 170201 (2006);
/// O'Hern et al., Phys. Rev. E 68, 011306 (2003).
final class NonOverlapping {
    /// The smallest porosity that is tried.
    static final double LEAST_POROSITY = 0.37;

    private static final double DENSEST_ADDITION = 0.3;
    private static final int TRIES = 20_000;
    private static final int SHAKES = 50;

    private final PackingBox box;
    private final RandomNumbers random;
    private final double[] centres;
    private final int count;
    private final GeometryListener.Doing doing;

    private NonOverlapping(PackingBox box, int count, RandomNumbers random, GeometryListener.Doing doing) {
        this.doing = doing;
        this.box = box;
        this.random = random;
        this.count = count;
        this.centres = new double[3 * count];
    }

    /// @return centres `[3 * sphere + axis]`
    /// @throws GeometryException where that many do not fit
    static double[] fill(PackingBox box, double porosity, RandomNumbers random, GeometryListener.Doing doing) {
        double solid = 1 - porosity;
        int count = (int) Math.max(1, Math.round(solid * box.volumeM3() / box.sphereM3()));
        if (porosity < LEAST_POROSITY) {
            throw tooDense(porosity);
        }
        NonOverlapping apart = new NonOverlapping(box, count, random, doing);
        if (solid > DENSEST_ADDITION || !apart.addOneByOne()) {
            if (!apart.pushApart()) {
                throw tooDense(porosity);
            }
            apart.shake();
        }
        return apart.centres;
    }

    private static GeometryException tooDense(double porosity) {
        return new GeometryException(
                ("spheres that do not overlap do not fill the box down to a porosity of %.4g: random arrangements"
                        + " reach about %.2f, less between walls and in boxes of few diameters; let them overlap"
                        + " (no-centre-inside) or give a larger porosity")
                        .formatted(porosity, LEAST_POROSITY));
    }

    private boolean addOneByOne() {
        Neighbours neighbours = new Neighbours(box, box.diameterM(), count);
        for (int i = 0; i < count; i++) {
            doing.doing("placing spheres", (double) i / count);
            int tries = 0;
            do {
                if (tries++ == TRIES) {
                    return false;
                }
                box.place(random, centres, i);
            } while (!isFree(neighbours, i));
            neighbours.add(centres, i);
        }
        return true;
    }

    private boolean isFree(Neighbours neighbours, int i) {
        double d2 = box.diameterM() * box.diameterM();
        return neighbours.around(
                centres[3 * i],
                centres[3 * i + 1],
                centres[3 * i + 2],
                j -> j == i || box.distance2(centres, i, j) >= d2);
    }

    private boolean pushApart() {
        for (int i = 0; i < count; i++) {
            box.place(random, centres, i);
        }
        return new Repulsion(box, centres, doing).relax();
    }

    /// Moves every sphere slightly, repeatedly, where it does not overlap.
    private void shake() {
        Neighbours neighbours = new Neighbours(box, box.diameterM(), count);
        neighbours.addAll(centres);
        double step = 0.1 * box.diameterM();
        for (int shake = 0; shake < SHAKES; shake++) {
            doing.doing("shaking spheres", (double) shake / SHAKES);
            int moved = 0;
            for (int i = 0; i < count; i++) {
                moved += shake(neighbours, i, step) ? 1 : 0;
            }
            step *= moved > 0.4 * count ? 1.1 : 0.9;
        }
    }

    private boolean shake(Neighbours neighbours, int i, double step) {
        double x = centres[3 * i];
        double y = centres[3 * i + 1];
        double z = centres[3 * i + 2];
        for (int axis = 0; axis < 3; axis++) {
            centres[3 * i + axis] = box.inside(axis, centres[3 * i + axis] + random.between(-step, step));
        }
        if (isFree(neighbours, i)) {
            neighbours.remove(i);
            neighbours.add(centres, i);
            return true;
        }
        centres[3 * i] = x;
        centres[3 * i + 1] = y;
        centres[3 * i + 2] = z;
        return false;
    }
}
