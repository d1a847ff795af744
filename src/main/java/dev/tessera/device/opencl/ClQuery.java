package dev.tessera.device.opencl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.tessera.device.gpu.NativeFunction;
import dev.tessera.device.gpu.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/// One of the functions `clGet…Info`, which query an object, or an object on a device. A query that the driver does not
/// support is a [ClFailure], like every error.
final class ClQuery {
    private static final MemorySegment NULL = MemorySegment.NULL;

    private final NativeFunction function;

    private ClQuery(NativeFunction function) {
        this.function = function;
    }

    static ClQuery ofOne(NativeLibrary library, String name) {
        return new ClQuery(library.function(name, OpenCl.status(JAVA_LONG, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS)));
    }

    static ClQuery ofTwo(NativeLibrary library, String name) {
        return new ClQuery(
                library.function(name, OpenCl.status(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS)));
    }

    /// The answer; empty if the driver does not support the query.
    static <T> Optional<T> ifKnown(Supplier<T> answer) {
        try {
            return Optional.of(answer.get());
        } catch (ClFailure unknown) {
            return Optional.empty();
        }
    }

    /// @param objects one or two, as the function requires
    byte[] bytes(int what, long... objects) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment size = arena.allocate(JAVA_LONG);
            ask(what, NULL, size, objects);
            MemorySegment value = arena.allocate(Math.max(1, size.get(JAVA_LONG, 0)), Long.BYTES)
                    .asSlice(0, size.get(JAVA_LONG, 0));
            ask(what, value, NULL, objects);
            return value.toArray(JAVA_BYTE);
        }
    }

    /// For answers that the driver writes through the caller's pointers.
    void fill(MemorySegment value, int what, long... objects) {
        ask(what, value, NULL, objects);
    }

    private void ask(int what, MemorySegment value, MemorySegment size, long... objects) {
        long room = value.byteSize();
        OpenCl.check(
                function,
                objects.length == 1
                        ? function.status(objects[0], what, room, value, size)
                        : function.status(objects[0], objects[1], what, room, value, size));
    }

    String text(int what, long... objects) {
        return new String(bytes(what, objects), StandardCharsets.UTF_8)
                .replace("\0", "")
                .strip();
    }

    /// A number of 4 or 8 bytes.
    long number(int what, long... objects) {
        byte[] bytes = bytes(what, objects);
        MemorySegment value = MemorySegment.ofArray(bytes);
        return bytes.length >= Long.BYTES
                ? value.get(JAVA_LONG_UNALIGNED, 0)
                : Integer.toUnsignedLong(value.get(JAVA_INT_UNALIGNED, 0));
    }

    /// Numbers of `size_t`.
    long[] sizes(int what, long... objects) {
        return MemorySegment.ofArray(bytes(what, objects)).toArray(JAVA_LONG_UNALIGNED);
    }
}
