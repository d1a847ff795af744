package dev.tessera.suites.validation;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.solver.spectrum.PeriodicTransform;

/// The structure factor of a field on a periodic square: the squares of its Fourier coefficients, averaged over circles
/// of wave numbers.
///
/// @param ofCircle by the wave number in units of `2 pi / nodes`, rounded; at 0 the mean is left out
record StructureFactor(int nodes, double[] ofCircle) {
    /// @param field `[y * nodes + x]`
    /// @throws IllegalArgumentException if these are not the values of such a square
    static StructureFactor of(double[] field, int nodes) {
        if (field.length != nodes * nodes) {
            throw new IllegalArgumentException(
                    "%d values are not those of a square whose edge is %d".formatted(field.length, nodes));
        }
        PeriodicTransform transform =
                new PeriodicTransform(new Box(nodes, nodes, 1, true, true, true), ParallelLoop.workers());
        transform.of(n -> field[(int) n], n -> 0);
        double[] sums = new double[nodes];
        int[] counts = new int[nodes];
        for (int y = 0; y < nodes; y++) {
            for (int x = 0; x < nodes; x++) {
                int circle = (int) Math.round(Math.hypot(wave(x, nodes), wave(y, nodes)));
                sums[circle] += transform.square(x, y, 0);
                counts[circle]++;
            }
        }
        double[] means = new double[nodes / 2];
        for (int circle = 1; circle < means.length; circle++) {
            means[circle] = sums[circle] / counts[circle];
        }
        return new StructureFactor(nodes, means);
    }

    private static int wave(int index, int nodes) {
        return index <= nodes / 2 ? index : index - nodes;
    }

    /// `2 pi` over the first moment, `integral of S / integral of k S`, nodes: as Kendon, Cates, Pagonabarraga,
    /// Desplat, Bladon, J. Fluid Mech. 440, 147 (2001).
    double length() {
        double sum = 0;
        double moment = 0;
        for (int circle = 1; circle < ofCircle.length; circle++) {
            sum += ofCircle[circle];
            moment += circle * ofCircle[circle];
        }
        return nodes * sum / moment;
    }
}
