package dev.tessera.coupling;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class FiniteValuesTest {
    private static final double[] FINITE = {0, -0.0, 1, -1, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE};
    private static final double[] NOT = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -Double.NaN};

    private static boolean areFinite(MemorySegment values, boolean isDouble) {
        try (ForkJoinPool workers = new ForkJoinPool(2)) {
            return FiniteValues.begin(values, isDouble, workers).await();
        }
    }

    @Test
    void every_place_of_doubles_is_looked_at() {
        try (Arena arena = Arena.ofShared()) {
            for (int count : new int[] {1, 7, 64, 1001, 100_000}) { // several tasks from 32 768 on
                MemorySegment values = arena.allocate(8L * count, 8);
                for (int k = 0; k < count; k++) {
                    values.setAtIndex(ValueLayout.JAVA_DOUBLE, k, FINITE[k % FINITE.length]);
                }
                assertThat(areFinite(values, true)).isTrue();
                for (int place = 0; place < count; place += Math.max(1, count / 13)) {
                    double before = values.getAtIndex(ValueLayout.JAVA_DOUBLE, place);
                    values.setAtIndex(ValueLayout.JAVA_DOUBLE, place, NOT[place % NOT.length]);
                    assertThat(areFinite(values, true))
                            .as("%d of %d", place, count)
                            .isFalse();
                    values.setAtIndex(ValueLayout.JAVA_DOUBLE, place, before);
                }
            }
        }
    }

    @Test
    void every_place_of_floats_is_looked_at() {
        float[] finite = {0, -0f, 1, -1, Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE};
        float[] not = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY};
        try (Arena arena = Arena.ofShared()) {
            for (int count : new int[] {1, 7, 1001, 200_000}) {
                MemorySegment values = arena.allocate(4L * count, 8);
                for (int k = 0; k < count; k++) {
                    values.setAtIndex(ValueLayout.JAVA_FLOAT, k, finite[k % finite.length]);
                }
                assertThat(areFinite(values, false)).isTrue();
                for (int place = 0; place < count; place += Math.max(1, count / 13)) {
                    float before = values.getAtIndex(ValueLayout.JAVA_FLOAT, place);
                    values.setAtIndex(ValueLayout.JAVA_FLOAT, place, not[place % not.length]);
                    assertThat(areFinite(values, false))
                            .as("%d of %d", place, count)
                            .isFalse();
                    values.setAtIndex(ValueLayout.JAVA_FLOAT, place, before);
                }
            }
        }
    }
}
