package dev.tessera.emit.gpu;

import dev.tessera.kernel.Real;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The program that makes series follow from the flow ([dev.tessera.kernel.reduce.Feedback]), one block per series.
///
/// Terms are in several buffers: those of series k in buffer b are `values_b[items[t]]`, for t from
/// `ends[buffers * k + b]` to the next end. Their sum is exact, as [dev.tessera.kernel.reduce.ExactSum]. With it
/// and with the number that is given for the step, `given[k * given_stride + row]`, the state `states[2 * k]`,
/// `states[2 * k + 1]` (value, stored value) becomes that of the step whose row is `series_from[0] + series_at`,
/// and the value is written to this row of the series. The factors of both are `factors[8 * k …]`.
///
/// It computes in double precision, in the order of [dev.tessera.kernel.reduce.Feedback], whatever the precision of
/// the other kernels.
public final class FeedbackSource {
    /// Threads per block.
    public static final int THREADS = 256;

    /// Its only kernel.
    public static final String FOLLOW = "tessera_follow_flow";

    private FeedbackSource() {}

    /// @param real the type of the values and of the series
    /// @param buffers their number; they are the first arguments of the kernel
    /// @param series their number; their tables are the last arguments
    public static String of(Dialect dialect, Real real, int buffers, int series) {
        String values = list(buffers, "$GLOBAL const $WORD *values_%1$d", ", ");
        String sums = list(
                buffers,
                "add_values(s, values_%1$d, items, ends[%2$d * $BLOCK + %1$d] + lane, ends[%2$d * $BLOCK + %1$d + 1]);",
                "\n    ");
        String tables = list(series, "$GLOBAL $REAL *series_%1$d", ", ");
        String writes = list(series, "if ($BLOCK == %1$d) series_%1$d[row] = ($REAL) value;", "\n        ");
        return dialect.exactDoubles()
                + ReductionSource.complete(
                        (ReductionSource.SUMS + PROGRAM)
                                .replace("$VALUES", values)
                                .replace("$SUMS", sums)
                                .replace("$TABLES", tables)
                                .replace("$WRITES", writes)
                                .replace("$REAL", Dialect.real(real))
                                .replace("$NAN", dialect.nan(Real.FP64)),
                        dialect,
                        real);
    }

    private static String list(int count, String each, String between) {
        return IntStream.range(0, count).mapToObj(k -> each.formatted(k, count)).collect(Collectors.joining(between));
    }

    private static final String PROGRAM = """
            // The double nearest to a sum, ties to even; NaN if a term was NaN or out of range.
            $FUNCTION double value_of(const mask_t *s) {
                const int is_negative = (int) (s[0] >> 63);
                mask_t high = is_negative ? ~s[0] + (s[1] == 0 ? 1 : 0) : s[0];
                mask_t low = is_negative ? ~s[1] + 1 : s[1];
                int power = 75 - $FRACTION; // of 2, for the 53 digits
                if ((s[2] | s[3]) != 0) return $NAN;
                if ((high | low) == 0) return 0;
                if (high == 0) {
                    high = low;
                    low = 0;
                    power -= 64;
                }
                for (int width = 32; width > 0; width /= 2) {
                    if (high >> (64 - width) == 0) {
                        high = high << width | low >> (64 - width);
                        low <<= width;
                        power -= width;
                    }
                }
                const mask_t rest = high & 0x7ff;
                const mask_t digits = (high >> 11)
                        + (rest > 0x400 || (rest == 0x400 && (low != 0 || (high >> 11 & 1) != 0)) ? 1 : 0);
                const double size = ldexp((double) digits, power);
                return is_negative ? -size : size;
            }

            // Adds every $THREADS-th listed value to the sum s; loads four at once. A zero does not change the sum.
            $FUNCTION void add_values(mask_t *s, $GLOBAL const $WORD *values, $GLOBAL const int *items, const int from,
                    const int end) {
                for (int t = from; t < end; t += 4 * $THREADS) {
                    $WORD v[4];
                    for (int k = 0; k < 4; k++) v[k] = t + k * $THREADS < end ? values[items[t + k * $THREADS]] : 0;
                    for (int k = 0; k < 4; k++) add_value(s, v[k], 0);
                }
            }

            $KERNEL tessera_follow_flow($VALUES, $GLOBAL const int *items, $GLOBAL const int *ends,
                    $GLOBAL const double *factors, $GLOBAL const double *given, const index_t given_stride,
                    $GLOBAL double *states, $GLOBAL const int *series_from, const int series_at, $TABLES) {
                $SHARED mask_t shared[4 * $THREADS];
                const int lane = $LANE;
                const int row = series_from[0] + series_at;
                mask_t s[4] = {0, 0, 0, 0};
                $SUMS
                $FOLD_SUMS
                if (lane == 0) {
                    $GLOBAL const double *f = factors + 8 * $BLOCK;
                    $GLOBAL double *state = states + 2 * $BLOCK;
                    const double sum = value_of(s);
                    const double number = given[$BLOCK * given_stride + row];
                    const double value = ((f[0] * state[1] + f[1] * state[0]) + f[2] * sum) + f[3] * number;
                    state[1] = ((f[4] * state[1] + f[5] * state[0]) + f[6] * sum) + f[7] * number;
                    state[0] = value;
                    $WRITES
                }
            }
            """;
}
