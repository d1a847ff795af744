package dev.tessera.emit.gpu;

import dev.tessera.kernel.Real;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.reduce.ExactSum;

/// The program that reduces rows of values on a GPU, in integer arithmetic alone, so that it gives the same bits on
/// every device: [ExactSum] and [dev.tessera.kernel.reduce.Extremes].
///
/// `tessera_sums` and `tessera_extremes` reduce the entries `first … first + count - 1` of a list over rows of
/// `values[row * stride + k]`, with k the entry's thread, or `items[entry] - offset` where `picks` is 1. Block b
/// works for operation `operations + b / parts` on row `rows[operation]`; each part stores four words at
/// `partials[4 * (slots[operation] + slot + part)]`. With `masks` 1 an entry counts for a row where bit `row` of
/// `bits[entry]` is set. `tessera_all_sums` and `tessera_all_extremes` reduce for each operation the partial
/// results from `slots[operation]` to `slots[operation + 1]`, one block per operation.
public final class ReductionSource {
    /// Threads per block of all kernels.
    public static final int THREADS = 256;

    /// Adds up the results of a block's threads; the first thread then has that of all.
    private static final String FOLD = """
                for (int k = 0; k < 4; k++) shared[4 * lane + k] = %1$s[k];
                for (int width = $THREADS / 2; width > 0; width /= 2) {
                    $BARRIER
                    if (lane < width) {
                        mask_t more[4];
                        for (int k = 0; k < 4; k++) more[k] = shared[4 * (lane + width) + k];
                        %2$s(%1$s, more);
                        for (int k = 0; k < 4; k++) shared[4 * lane + k] = %1$s[k];
                    }
                }
            """;

    private ReductionSource() {}

    /// @param real the type of the values
    public static String of(Dialect dialect, Real real) {
        return complete(SUMS + PROGRAM, dialect, real);
    }

    /// Completes a program that begins with [#SUMS]; `$FOLD_SUMS` adds up the sums s of a block.
    static String complete(String program, Dialect dialect, Real real) {
        return program.replace("$FOLD_SUMS", FOLD.formatted("s", "add_sum").strip())
                .replace("$FOLD_EXTREMES", FOLD.formatted("e", "add_extremes").strip())
                .replace("$TYPES", dialect.integerTypes().strip())
                .replace("$KERNEL ", dialect.kernelQualifiers(Tuning.of(THREADS, 1)))
                .replace("$FUNCTION ", dialect.functionQualifiers())
                .replace("$GLOBAL ", dialect.globalQualifier())
                .replace("$SHARED ", dialect.sharedQualifier())
                .replace("$BARRIER", dialect.barrier())
                .replace("$BLOCK", dialect.block())
                .replace("$LANE", dialect.lane())
                .replace("$THREADS", Integer.toString(THREADS))
                .replace("$WORD", real == Real.FP64 ? "mask_t" : "bits_t")
                .replace("$DIGITS", real == Real.FP64 ? "52" : "23")
                .replace("$BITS", real == Real.FP64 ? "63" : "31")
                .replace("$EXPONENTS", real == Real.FP64 ? "0x7ff" : "0xff")
                .replace("$BIAS", real == Real.FP64 ? "1023" : "127")
                .replace("$FRACTION", Integer.toString(ExactSum.FRACTION_BITS))
                .replace("$RANGE", Integer.toString(ExactSum.RANGE_BITS));
    }

    /// The functions of sums, at the start of a program.
    static final String SUMS = """
            $TYPES

            // Adds a value times 2^-scale to the sum s: { high word, low word, terms that are NaN, terms out of range }.
            // It is rounded to the nearest multiple of 2^-$FRACTION, ties to even.
            $FUNCTION void add_value(mask_t *s, const $WORD value, const int scale) {
                const int exponent = (int) (value >> $DIGITS) & $EXPONENTS;
                const mask_t digits = (mask_t) value & (((mask_t) 1 << $DIGITS) - 1);
                if (exponent - $BIAS - scale >= $RANGE || exponent == $EXPONENTS) {
                    s[exponent == $EXPONENTS && digits != 0 ? 2 : 3] += 1;
                    return;
                }
                const mask_t m = exponent == 0 ? digits : digits | (mask_t) 1 << $DIGITS;
                const int shift = (exponent == 0 ? 1 : exponent) - $BIAS - $DIGITS + $FRACTION - scale;
                mask_t high = 0;
                mask_t low = 0;
                if (shift >= 64) {
                    high = m << (shift - 64);
                } else if (shift > 0) {
                    high = m >> (64 - shift);
                    low = m << shift;
                } else if (shift == 0) {
                    low = m;
                } else if (shift > -64) {
                    const mask_t rest = m & (((mask_t) 1 << -shift) - 1);
                    const mask_t middle = (mask_t) 1 << (-shift - 1);
                    low = m >> -shift;
                    low += rest > middle || (rest == middle && (low & 1) != 0) ? 1 : 0;
                }
                if (value >> $BITS != 0) {
                    low = ~low + 1;
                    high = ~high + (low == 0 ? 1 : 0);
                }
                s[1] += low;
                s[0] += high + (s[1] < low ? 1 : 0);
            }

            // Adds the sum b to the sum a.
            $FUNCTION void add_sum(mask_t *a, const mask_t *b) {
                a[1] += b[1];
                a[0] += b[0] + (a[1] < b[1] ? 1 : 0);
                a[2] += b[2];
                a[3] += b[3];
            }

            """;

    private static final String PROGRAM = """
            // The extremes e: { smallest image, its entry, largest image, its entry }. Images are in the order of the
            // values; NaN has both the smallest and the largest.
            $FUNCTION void no_extremes(mask_t *e) {
                e[0] = ~((mask_t) 1 << 63);
                e[1] = ~(mask_t) 0;
                e[2] = (mask_t) 1 << 63;
                e[3] = ~(mask_t) 0;
            }

            $FUNCTION void add_extremes(mask_t *e, const mask_t *f) {
                if ((index_t) f[0] < (index_t) e[0] || (f[0] == e[0] && f[1] < e[1])) {
                    e[0] = f[0];
                    e[1] = f[1];
                }
                if ((index_t) f[2] > (index_t) e[2] || (f[2] == e[2] && f[3] < e[3])) {
                    e[2] = f[2];
                    e[3] = f[3];
                }
            }

            $FUNCTION void add_extreme(mask_t *e, const $WORD value, const int entry) {
                const int exponent = (int) (value >> $DIGITS) & $EXPONENTS;
                const mask_t digits = (mask_t) value & (((mask_t) 1 << $DIGITS) - 1);
                const mask_t size = (mask_t) value & ~((mask_t) 1 << $BITS);
                const mask_t image = value >> $BITS != 0 ? ~size + 1 : size;
                const int is_nan = exponent == $EXPONENTS && digits != 0;
                mask_t f[4];
                f[0] = is_nan ? (mask_t) 1 << 63 : image;
                f[1] = entry;
                f[2] = is_nan ? ~((mask_t) 1 << 63) : image;
                f[3] = entry;
                add_extremes(e, f);
            }

            $KERNEL tessera_sums($GLOBAL const $WORD *values, const index_t stride, $GLOBAL const int *rows,
                    $GLOBAL const int *slots, $GLOBAL const int *items, $GLOBAL const int *bits, const int first,
                    const int offset, const int count, const int parts, const int slot, const int picks,
                    const int masks, const int scale, const int operations, $GLOBAL mask_t *partials) {
                $SHARED mask_t shared[4 * $THREADS];
                const int lane = $LANE;
                const int operation = operations + $BLOCK / parts;
                const int part = $BLOCK % parts;
                const int row = rows[operation];
                mask_t s[4] = {0, 0, 0, 0};
                for (int t = part * $THREADS + lane; t < count; t += parts * $THREADS) {
                    if (masks == 0 || (bits[first + t] >> row & 1) != 0) {
                        add_value(s, values[row * stride + (picks != 0 ? items[first + t] - offset : t)], scale);
                    }
                }
                $FOLD_SUMS
                if (lane == 0) {
                    for (int k = 0; k < 4; k++) partials[4 * (index_t) (slots[operation] + slot + part) + k] = s[k];
                }
            }

            $KERNEL tessera_extremes($GLOBAL const $WORD *values, const index_t stride, $GLOBAL const int *rows,
                    $GLOBAL const int *slots, $GLOBAL const int *items, const int first, const int offset,
                    const int count, const int parts, const int slot, const int picks, const int operations,
                    $GLOBAL mask_t *partials) {
                $SHARED mask_t shared[4 * $THREADS];
                const int lane = $LANE;
                const int operation = operations + $BLOCK / parts;
                const int part = $BLOCK % parts;
                const int row = rows[operation];
                mask_t e[4];
                no_extremes(e);
                for (int t = part * $THREADS + lane; t < count; t += parts * $THREADS) {
                    add_extreme(e, values[row * stride + (picks != 0 ? items[first + t] - offset : t)], first + t);
                }
                $FOLD_EXTREMES
                if (lane == 0) {
                    for (int k = 0; k < 4; k++) partials[4 * (index_t) (slots[operation] + slot + part) + k] = e[k];
                }
            }

            $KERNEL tessera_all_sums($GLOBAL const mask_t *partials, $GLOBAL const int *slots, const int to,
                    $GLOBAL mask_t *results) {
                $SHARED mask_t shared[4 * $THREADS];
                const int lane = $LANE;
                mask_t s[4] = {0, 0, 0, 0};
                mask_t other[4];
                for (int slot = slots[$BLOCK] + lane; slot < slots[$BLOCK + 1]; slot += $THREADS) {
                    for (int k = 0; k < 4; k++) other[k] = partials[4 * (index_t) slot + k];
                    add_sum(s, other);
                }
                $FOLD_SUMS
                if (lane == 0) {
                    for (int k = 0; k < 4; k++) results[4 * (to + $BLOCK) + k] = s[k];
                }
            }

            $KERNEL tessera_all_extremes($GLOBAL const mask_t *partials, $GLOBAL const int *slots, const int to,
                    $GLOBAL mask_t *results) {
                $SHARED mask_t shared[4 * $THREADS];
                const int lane = $LANE;
                mask_t e[4];
                mask_t other[4];
                no_extremes(e);
                for (int slot = slots[$BLOCK] + lane; slot < slots[$BLOCK + 1]; slot += $THREADS) {
                    for (int k = 0; k < 4; k++) other[k] = partials[4 * (index_t) slot + k];
                    add_extremes(e, other);
                }
                $FOLD_EXTREMES
                if (lane == 0) {
                    for (int k = 0; k < 4; k++) results[4 * (to + $BLOCK) + k] = e[k];
                }
            }
            """;
}
