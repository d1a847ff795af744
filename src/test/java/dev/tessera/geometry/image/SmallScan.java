package dev.tessera.geometry.image;

import java.util.Arrays;
import java.util.SplittableRandom;

/// The scan that the project ships: a piece of an imagined sandstone of 40³ voxels. Random numbers on a grid are
/// smoothed by a Gaussian; the lowest 30 % are pore (label 0), the rest is solid (label 1). It was chosen because it
/// needs no licence, has pores of some voxels, isolated ones among them, and faces that do not match.
final class SmallScan {
    static final int SIZE = 40;
    private static final int MARGIN = 8;
    private static final int WIDE = SIZE + 2 * MARGIN;
    private static final double SIGMA = 2.4; // voxels
    private static final double POROSITY = 0.3;
    private static final long SEED = 2026;

    private SmallScan() {}

    /// @return labels, x fastest
    static byte[] labels() {
        double[] field =
                new SplittableRandom(SEED).doubles((long) WIDE * WIDE * WIDE).toArray();
        for (int stride : new int[] {1, WIDE, WIDE * WIDE}) {
            field = smoothed(field, stride);
        }
        double[] inner = new double[SIZE * SIZE * SIZE];
        for (int n = 0; n < inner.length; n++) {
            int x = n % SIZE + MARGIN;
            int y = n / SIZE % SIZE + MARGIN;
            int z = n / SIZE / SIZE + MARGIN;
            inner[n] = field[x + WIDE * (y + WIDE * z)];
        }
        double[] sorted = inner.clone();
        Arrays.sort(sorted);
        double threshold = sorted[(int) (POROSITY * sorted.length)];
        byte[] labels = new byte[inner.length];
        for (int n = 0; n < labels.length; n++) {
            labels[n] = (byte) (inner[n] < threshold ? 0 : 1);
        }
        return labels;
    }

    /// Along one axis; values outside count as 0, which the margin keeps away from the scan.
    private static double[] smoothed(double[] field, int stride) {
        double[] found = new double[field.length];
        for (int n = 0; n < field.length; n++) {
            int at = n / stride % WIDE;
            for (int k = Math.max(-at, -MARGIN); k <= Math.min(WIDE - 1 - at, MARGIN); k++) {
                found[n] += StrictMath.exp(-k * k / (2 * SIGMA * SIGMA)) * field[n + k * stride];
            }
        }
        return found;
    }
}
