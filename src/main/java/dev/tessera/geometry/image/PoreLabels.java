package dev.tessera.geometry.image;

import dev.tessera.geometry.GeometryException;
import java.util.Arrays;

/// The labels of an image that are pore; all others are solid. Never guessed: some images use 0, others 1 or 255.
public final class PoreLabels {
    private static final int LOW = Short.MIN_VALUE;
    private static final int HIGH = 0xffff;

    private final int[] labels; // ascending
    private final boolean[] table; // of labels LOW … HIGH

    private PoreLabels(int[] labels) {
        this.labels = labels;
        this.table = new boolean[HIGH - LOW + 1];
        for (int label : labels) {
            if (label >= LOW && label <= HIGH) {
                table[label - LOW] = true;
            }
        }
    }

    /// @throws GeometryException where there is none
    public static PoreLabels of(int... labels) {
        int[] sorted = Arrays.stream(labels).sorted().distinct().toArray();
        if (sorted.length == 0) {
            throw new GeometryException("no label of the image is pore; give one or more");
        }
        return new PoreLabels(sorted);
    }

    public boolean isPore(int label) {
        return label >= LOW && label <= HIGH ? table[label - LOW] : Arrays.binarySearch(labels, label) >= 0;
    }

    /// The labels, ascending.
    public int[] labels() {
        return labels.clone();
    }

    @Override
    public String toString() {
        return Arrays.toString(labels);
    }
}
