package dev.tessera.solver.checkpoint;

import dev.tessera.model.VelocitySet;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.Collectors;

/// How the values of an array are written, little endian.
public enum NumberFormat {
    /// IEEE 754 binary64.
    FP64("fp64", Double.BYTES),
    /// IEEE 754 binary32.
    FP32("fp32", Float.BYTES),
    /// IEEE 754 binary16 of `2^15 (f_i - w_i)`, where `w_i` is the lattice's weight rounded to binary32:
    /// populations only (docs/decisions/0017).
    FP16_DEVIATION("fp16-deviation", Short.BYTES),
    /// IEEE 754 binary64 of `f_i - w_i`: populations only (docs/decisions/0045). Values are written and read as
    /// deviations.
    FP64_DEVIATION("fp64-deviation", Double.BYTES),
    /// The same in binary32.
    FP32_DEVIATION("fp32-deviation", Float.BYTES);

    private static final double SCALE = 0x1p15;

    private final String key;
    private final int bytes;

    NumberFormat(String key, int bytes) {
        this.key = key;
        this.bytes = bytes;
    }

    /// @throws IllegalArgumentException if the key is unknown; the message lists the known ones
    public static NumberFormat byKey(String key) {
        return Arrays.stream(values())
                .filter(format -> format.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown number format '%s'; known: %s"
                        .formatted(
                                key,
                                Arrays.stream(values()).map(NumberFormat::key).collect(Collectors.joining(", ")))));
    }

    /// The format in which populations of so many bytes are stored.
    public static NumberFormat ofPopulations(int bytes) {
        return switch (bytes) {
            case Double.BYTES -> FP64;
            case Float.BYTES -> FP32;
            case Short.BYTES -> FP16_DEVIATION;
            default -> throw new IllegalArgumentException("a population of %d bytes".formatted(bytes));
        };
    }

    /// The format in which deviations of so many bytes are stored.
    public static NumberFormat ofDeviations(int bytes) {
        return bytes == Double.BYTES ? FP64_DEVIATION : FP32_DEVIATION;
    }

    /// Whether values are given and taken as deviations from rest, `f_i - w_i`.
    public boolean hasDeviations() {
        return this == FP64_DEVIATION || this == FP32_DEVIATION;
    }

    /// Whether values lie in a file as in the memory of a device that computes in this format.
    boolean isPlain() {
        return this != FP16_DEVIATION && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
    }

    public String key() {
        return key;
    }

    /// Bytes of a value.
    public int bytes() {
        return bytes;
    }

    /// @return by direction, for [#put] and [#get]; empty where values do not depend on the lattice
    float[] weights(VelocitySet lattice) {
        float[] weights = new float[lattice.size()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = lattice.weight(i).toFloat();
        }
        return weights;
    }

    /// Appends `values[from]` … `values[from + count - 1]`.
    /// @param weights of the components in order, which repeat from `from` on; only [#FP16_DEVIATION] reads them
    void put(double[] values, int from, int count, float[] weights, ByteBuffer target) {
        switch (this) {
            case FP64, FP64_DEVIATION -> {
                target.asDoubleBuffer().put(values, from, count);
                target.position(target.position() + count * Double.BYTES);
            }
            case FP32, FP32_DEVIATION -> {
                for (int i = 0; i < count; i++) {
                    target.putFloat((float) values[from + i]);
                }
            }
            case FP16_DEVIATION -> {
                for (int i = 0; i < count; i++) {
                    double deviation = (values[from + i] - weights[i % weights.length]) * SCALE;
                    target.putShort(Float.floatToFloat16((float) deviation));
                }
            }
        }
    }

    /// Takes `count` values from `source`.
    void get(ByteBuffer source, double[] values, int count, float[] weights) {
        switch (this) {
            case FP64, FP64_DEVIATION -> {
                source.asDoubleBuffer().get(values, 0, count);
                source.position(source.position() + count * Double.BYTES);
            }
            case FP32, FP32_DEVIATION -> {
                for (int i = 0; i < count; i++) {
                    values[i] = source.getFloat();
                }
            }
            case FP16_DEVIATION -> {
                for (int i = 0; i < count; i++) {
                    values[i] = Float.float16ToFloat(source.getShort()) / SCALE + weights[i % weights.length];
                }
            }
        }
    }
}
