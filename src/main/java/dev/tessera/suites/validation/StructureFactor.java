package dev.tessera.suites.validation;

/// The structure factor of a field on a periodic square whose edge is a power of two: the squares of its Fourier
/// coefficients, averaged over circles of wave numbers.
///
/// @param ofCircle by the wave number in units of `2 pi / nodes`, rounded; at 0 the mean is left out
record StructureFactor(int nodes, double[] ofCircle) {
    /// @param field `[y * nodes + x]`
    /// @throws IllegalArgumentException if the number of nodes is no power of two
    static StructureFactor of(double[] field, int nodes) {
        if (Integer.bitCount(nodes) != 1 || field.length != nodes * nodes) {
            throw new IllegalArgumentException("%d values are not those of a square whose edge %d is a power of two"
                    .formatted(field.length, nodes));
        }
        double[] re = field.clone();
        double[] im = new double[re.length];
        for (int y = 0; y < nodes; y++) {
            transform(re, im, y * nodes, 1, nodes);
        }
        for (int x = 0; x < nodes; x++) {
            transform(re, im, x, nodes, nodes);
        }
        double[] sums = new double[nodes];
        int[] counts = new int[nodes];
        for (int y = 0; y < nodes; y++) {
            for (int x = 0; x < nodes; x++) {
                int circle = (int) Math.round(Math.hypot(wave(x, nodes), wave(y, nodes)));
                int at = y * nodes + x;
                sums[circle] += re[at] * re[at] + im[at] * im[at];
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

    /// In place, by Cooley and Tukey's algorithm of radix two.
    private static void transform(double[] re, double[] im, int first, int stride, int count) {
        for (int i = 1, j = 0; i < count; i++) {
            int bit = count >> 1;
            for (; (j & bit) != 0; bit >>= 1) {
                j ^= bit;
            }
            j ^= bit;
            if (i < j) {
                swap(re, first + i * stride, first + j * stride);
                swap(im, first + i * stride, first + j * stride);
            }
        }
        for (int length = 2; length <= count; length <<= 1) {
            double angle = -2 * Math.PI / length;
            for (int k = 0; k < length / 2; k++) {
                double cosine = Math.cos(angle * k);
                double sine = Math.sin(angle * k);
                for (int begin = k; begin < count; begin += length) {
                    int a = first + begin * stride;
                    int b = a + length / 2 * stride;
                    double x = re[b] * cosine - im[b] * sine;
                    double y = re[b] * sine + im[b] * cosine;
                    re[b] = re[a] - x;
                    im[b] = im[a] - y;
                    re[a] += x;
                    im[a] += y;
                }
            }
        }
    }

    private static void swap(double[] values, int a, int b) {
        double kept = values[a];
        values[a] = values[b];
        values[b] = kept;
    }
}
