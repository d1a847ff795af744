package dev.tessera.kernel.gpu;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Memory of the device with what it holds from the start. Its size is known before it is made: a plan that is only
/// weighed against others makes no tables.
public final class GpuTable {
    private final String name;
    private final String what;
    private final long bytes;
    private final Supplier<Object> maker;
    private @Nullable Object content;

    /// @param maker of an `int[]` or `long[]` of so many bytes; asked once at most
    GpuTable(String name, String what, long bytes, Supplier<Object> maker) {
        this.name = name;
        this.what = what;
        this.bytes = bytes;
        this.maker = maker;
    }

    GpuTable(String name, String what, Object content) {
        this(name, what, sizeOf(content), () -> content);
    }

    public String name() {
        return name;
    }

    /// What lies in it, for people.
    public String what() {
        return what;
    }

    public long bytes() {
        return bytes;
    }

    /// @return `int[]` or `long[]`; the same object every time
    public Object content() {
        Object made = content;
        if (made == null) {
            made = maker.get();
            if (sizeOf(made) != bytes) {
                throw new IllegalStateException("table %s has %d bytes, not %d".formatted(name, sizeOf(made), bytes));
            }
            content = made;
        }
        return made;
    }

    private static long sizeOf(Object content) {
        return switch (content) {
            case int[] ints -> 4L * ints.length;
            case long[] longs -> 8L * longs.length;
            default -> throw new IllegalArgumentException("a table of %s".formatted(content.getClass()));
        };
    }
}
