package dev.tessera.cluster.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.MessageLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MessageCodecTest {
    private static final long FORM = 8;

    private final Arena arena = Arena.ofShared();
    private final Random random = new Random(7);

    @AfterEach
    void close() {
        arena.close();
    }

    /// Pieces of given numbers and widths of values.
    private static MessageLayout layout(int... countsAndWidths) {
        List<MessageLayout.Piece> pieces = new ArrayList<>();
        long bytes = 0;
        for (int k = 0; k < countsAndWidths.length; k += 2) {
            int count = countsAndWidths[k];
            int width = countsAndWidths[k + 1];
            pieces.add(new MessageLayout.Piece("a" + k, count, 1, false, 0, width, bytes));
            bytes = Math.ceilDiv(bytes + (long) count * width, MessageLayout.ALIGNMENT) * MessageLayout.ALIGNMENT;
        }
        return new MessageLayout(pieces, bytes);
    }

    private MemorySegment message(MessageLayout layout, LongUnaryOperator values) {
        MemorySegment message = arena.allocate(Math.max(1, layout.bytes()), 64);
        for (MessageLayout.Piece piece : layout.pieces()) {
            for (int k = 0; k < piece.count(); k++) {
                long at = piece.offset() + (long) k * piece.valueBytes();
                long value = values.applyAsLong(k);
                switch (piece.valueBytes()) {
                    case 8 -> message.set(ValueLayout.JAVA_LONG, at, value);
                    case 4 -> message.set(ValueLayout.JAVA_INT, at, (int) value);
                    default -> message.set(ValueLayout.JAVA_SHORT, at, (short) value);
                }
            }
        }
        return message;
    }

    /// Sends messages one after the other, and compares what is received with them.
    /// @return the bytes of each as sent
    private List<Long> sent(MessageLayout layout, List<MemorySegment> messages) {
        MessageCodec sender = new MessageCodec(layout);
        MessageCodec receiver = new MessageCodec(layout);
        List<MemorySegment> received = new ArrayList<>();
        List<Long> bytes = new ArrayList<>();
        MemorySegment zeros = message(layout, k -> 0);
        for (int n = 0; n < messages.size(); n++) {
            MemorySegment coded = arena.allocate(sender.mostBytes(), 64);
            MemorySegment decoded = arena.allocate(Math.max(1, layout.bytes()), 64);
            decoded.fill((byte) 0);
            long used =
                    sender.encode(messages.get(n), before(messages, n, 1, zeros), before(messages, n, 2, zeros), coded);
            MemorySegment onlyUsed = arena.allocate(sender.mostBytes(), 64); // the receiver has no more than was sent
            MemorySegment.copy(coded, 0, onlyUsed, 0, used);
            receiver.decode(onlyUsed, before(received, n, 1, zeros), before(received, n, 2, zeros), decoded);
            assertThat(decoded.mismatch(messages.get(n)))
                    .as("message %d of %s", n, layout)
                    .isEqualTo(-1);
            received.add(decoded);
            bytes.add(used);
        }
        return bytes;
    }

    private static MemorySegment before(List<MemorySegment> messages, int n, int before, MemorySegment zeros) {
        return n < before ? zeros : messages.get(n - before);
    }

    private List<MemorySegment> messages(MessageLayout layout, int count, LongUnaryOperator values) {
        return IntStream.range(0, count).mapToObj(n -> message(layout, values)).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 4, 2})
    void random_bits_arrive_unchanged_at_their_own_size(int width) {
        for (int count : new int[] {1, 63, 64, 65, 1023, 1024, 1025, 5000}) {
            MessageLayout layout = layout(count, width);
            assertThat(sent(layout, messages(layout, 4, k -> random.nextLong())))
                    .as("%d values", count)
                    .allMatch(bytes -> bytes == FORM + layout.bytes());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 62, 63})
    void changes_of_any_size_arrive_unchanged(int bits) {
        MessageLayout layout = layout(1500, 8, 300, 4, 130, 2);
        sent(layout, messages(layout, 5, k -> 0x3FB1_2345_6789_ABCDL + (random.nextLong() >> 63 - bits)));
    }

    @Test
    void special_numbers_keep_their_bits() {
        double[] numbers = {
            0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -1, 1, 1e-310
        };
        MessageLayout doubles = layout(200, 8);
        long payload = 0x7FF8_0000_DEAD_BEEFL;
        sent(
                doubles,
                messages(
                        doubles,
                        6,
                        k -> random.nextInt(9) == 0
                                ? payload
                                : Double.doubleToRawLongBits(numbers[random.nextInt(numbers.length)])));
        MessageLayout floats = layout(200, 4);
        sent(
                floats,
                messages(floats, 6, k -> Float.floatToRawIntBits((float) numbers[random.nextInt(numbers.length)])));
        MessageLayout halves = layout(200, 2);
        sent(halves, messages(halves, 6, k -> Float.floatToFloat16((float) numbers[random.nextInt(numbers.length)])));
    }

    @Test
    void all_halves_follow_all_halves() {
        MessageLayout layout = layout(1 << 16, 2);
        sent(
                layout,
                List.of(message(layout, k -> k), message(layout, k -> 0xFFFF - k), message(layout, k -> k * 40503L)));
    }

    @Test
    void messages_without_values_or_change_are_short() {
        MessageLayout empty = layout();
        assertThat(sent(empty, messages(empty, 2, k -> 0))).allMatch(bytes -> bytes == FORM);
        MessageLayout layout = layout(6400, 8);
        List<Long> bytes = sent(layout, messages(layout, 4, k -> Double.doubleToRawLongBits(1.0 / (k + 3))));
        assertThat(bytes.subList(1, 4)).allMatch(each -> each == FORM + 104); // a byte for each of 100 blocks
    }

    @Test
    void populations_that_change_slowly_need_less_than_half() {
        MessageLayout layout = layout(6400, 8, 6400, 4);
        List<MemorySegment> messages = IntStream.range(0, 6)
                .mapToObj(n -> {
                    MemorySegment message = message(layout, k -> 0);
                    for (int k = 0; k < 6400; k++) {
                        double value = 0.05 + 0.01 * Math.sin(0.001 * k + 1e-4 * n);
                        message.setAtIndex(ValueLayout.JAVA_DOUBLE, k, value);
                        message.setAtIndex(ValueLayout.JAVA_FLOAT, 2 * 6400 + k, (float) value);
                    }
                    return message;
                })
                .toList();
        assertThat(sent(layout, messages).subList(2, 6)).allMatch(bytes -> bytes < layout.bytes() / 2);
    }

    @Test
    void values_may_change_sign() {
        MessageLayout layout = layout(640, 8, 640, 2);
        List<MemorySegment> messages = IntStream.range(0, 8)
                .mapToObj(n ->
                        message(layout, k -> Double.doubleToRawLongBits((n % 2 - 0.5) * Double.MIN_VALUE * 4 * k)))
                .toList();
        assertThat(sent(layout, messages).getLast()).isLessThan(layout.bytes() / 3);
    }
}
