package dev.tessera.kernel.gpu;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A constant table in device memory. Its size is known before it is built: a plan that is only compared with
/// others builds no tables.
public final class GpuTable {
    private final String name;
    private final String what;
    private final long bytes;
    private final Supplier<Object> maker;
    private @Nullable Object content;

    /// @param maker builds an `int[]` or `long[]` of this size; called again after [#release]
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

    /// A description of its content.
    public String what() {
        return what;
    }

    public long bytes() {
        return bytes;
    }

    /// Forgets the content, which [#content] makes again.
    void release() {
        content = null;
    }

    /// @return `int[]` or `long[]`; the same object until [#release]
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
