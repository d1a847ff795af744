package dev.tessera.emit.gpu;

import dev.tessera.kernel.Real;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The program that moves values without conversion: of 2, 4 and 8 bytes between the slots of a part and a message to
/// or from another part, `message[at + places[k]]` and `slots[first + list[k]]`, for k from 0 to `count - 1`; of 4 and
/// 8 bytes between `rows[direction][count]` and `nodes[count][q]`, whose value i is that of `directions[i]`.
///
/// Messages of numbers of 4 and 8 bytes can be checked: `*refused` becomes the number of a message with a value that is
/// NaN or infinite, and what follows leaves the slots of a refused message as they are.
public final class ExchangeSource {
    /// Threads per block.
    public static final int THREADS = ReductionSource.THREADS;

    private ExchangeSource() {}

    /// The name of a kernel.
    /// @param isPacker from slots to the message
    /// @param valueBytes of a value
    public static String kernel(boolean isPacker, int valueBytes) {
        return "tessera_%s_%d".formatted(isPacker ? "pack" : "unpack", valueBytes);
    }

    /// The name of the kernel that checks a message.
    /// @param valueBytes of a value: 4 or 8
    public static String check(int valueBytes) {
        return "tessera_check_%d".formatted(valueBytes);
    }

    /// The name of the kernel that copies a checked message to slots.
    /// @param valueBytes of a value: 4 or 8
    public static String unpackChecked(int valueBytes) {
        return "tessera_unpack_checked_%d".formatted(valueBytes);
    }

    /// The name of a kernel that sorts values.
    /// @param isByNode from rows to nodes
    /// @param valueBytes of a value: 4 or 8
    public static String sorter(boolean isByNode, int valueBytes) {
        return "tessera_by_%s_%d".formatted(isByNode ? "node" : "row", valueBytes);
    }

    public static String of(Dialect dialect) {
        String kernels = forBytes(COPIES, 2, 4, 8) + "\n" + forBytes(CHECKS + "\n" + SORTERS, 4, 8);
        return ReductionSource.complete("$TYPES\n\n" + kernels, dialect, Real.FP32);
    }

    private static String forBytes(String kernels, Integer... sizes) {
        return Stream.of(sizes)
                .map(bytes -> kernels.replace("$TYPE", type(bytes))
                        .replace("$BYTES", Integer.toString(bytes))
                        .replace("$EXPONENT", exponent(bytes)))
                .collect(Collectors.joining("\n"));
    }

    private static String type(int bytes) {
        return switch (bytes) {
            case Short.BYTES -> "unsigned short";
            case Integer.BYTES -> "bits_t";
            default -> "mask_t";
        };
    }

    /// The bits of the exponent, which all are set where a value is NaN or infinite.
    private static String exponent(int bytes) {
        return bytes == Integer.BYTES ? "((bits_t) 0xff << 23)" : "((mask_t) 0x7ff << 52)";
    }

    private static final String COPIES = """
            // Copies values of $BYTES bytes from slots to a message.
            $KERNEL tessera_pack_$BYTES($GLOBAL const $TYPE *slots, const index_t first, $GLOBAL const int *list,
                    $GLOBAL const int *places, const int count, $GLOBAL $TYPE *message, const index_t at) {
                const int k = $BLOCK * $THREADS + $LANE;
                if (k < count) message[at + places[k]] = slots[first + list[k]];
            }

            // Copies values of $BYTES bytes from a message to slots.
            $KERNEL tessera_unpack_$BYTES($GLOBAL $TYPE *slots, const index_t first, $GLOBAL const int *list,
                    $GLOBAL const int *places, const int count, $GLOBAL const $TYPE *message, const index_t at) {
                const int k = $BLOCK * $THREADS + $LANE;
                if (k < count) slots[first + list[k]] = message[at + places[k]];
            }
            """;

    private static final String CHECKS = """
            // Refuses a message of values of $BYTES bytes if one is NaN or infinite.
            $KERNEL tessera_check_$BYTES($GLOBAL const $TYPE *message, const index_t at, const int count,
                    $GLOBAL index_t *refused, const index_t number) {
                const int k = $BLOCK * $THREADS + $LANE;
                if (k < count && (message[at + k] & $EXPONENT) == $EXPONENT) *refused = number;
            }

            // Copies values of $BYTES bytes from a message to slots, unless it has been refused.
            $KERNEL tessera_unpack_checked_$BYTES($GLOBAL $TYPE *slots, const index_t first, $GLOBAL const int *list,
                    $GLOBAL const int *places, const int count, $GLOBAL const $TYPE *message, const index_t at,
                    $GLOBAL const index_t *refused, const index_t number) {
                const int k = $BLOCK * $THREADS + $LANE;
                if (k < count && *refused != number) slots[first + list[k]] = message[at + places[k]];
            }
            """;

    private static final String SORTERS = """
            // Sorts values of $BYTES bytes from rows of directions to the nodes.
            $KERNEL tessera_by_node_$BYTES($GLOBAL const $TYPE *rows, $GLOBAL const int *directions, const int q,
                    const int count, $GLOBAL $TYPE *nodes) {
                const int t = $BLOCK * $THREADS + $LANE;
                if (t < count * q) nodes[t] = rows[directions[t % q] * count + t / q];
            }

            // Sorts values of $BYTES bytes from the nodes to rows of directions.
            $KERNEL tessera_by_row_$BYTES($GLOBAL $TYPE *rows, $GLOBAL const int *directions, const int q,
                    const int count, $GLOBAL const $TYPE *nodes) {
                const int t = $BLOCK * $THREADS + $LANE;
                if (t < count * q) rows[directions[t % q] * count + t / q] = nodes[t];
            }
            """;
}
