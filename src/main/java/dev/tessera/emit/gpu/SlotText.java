package dev.tessera.emit.gpu;

import dev.tessera.kernel.Real;
import dev.tessera.kernel.SlotFormat;
import dev.tessera.kernel.gpu.GpuKernel;
import java.util.ArrayList;
import java.util.List;

/// Writes loads from and stores to slots, with conversions where needed.
///
/// @param bundle positions per bundle (AoSoA); 0 for plain arrays
record SlotText(SlotFormat format, Real real, int bundle, Dialect dialect) {
    static SlotText of(GpuKernel kernel, Dialect dialect) {
        return new SlotText(kernel.precision().stored(), kernel.precision().computed(), kernel.bundle(), dialect);
    }

    /// The function for the offset of a position's values from the starts of arrays; none if that is the
    /// position itself.
    /// @param arrays per population array
    void offset(Lines lines, int arrays) {
        if (bundle > 0) {
            lines.comment(
                    "The offset of a position's values from the starts of arrays: bundles of %d positions, each with all %d arrays."
                            .formatted(bundle, arrays));
            lines.block("%sslot_t offset(int p)".formatted(dialect.functionQualifiers()), () -> {
                int shift = Integer.numberOfTrailingZeros(bundle);
                lines.line("return p + (slot_t) (p >> %d) * %d;", shift, bundle * (arrays - 1));
            });
            lines.line("");
        }
    }

    /// The offset of a position's values from the starts of arrays.
    String offset(String position) {
        return bundle == 0 ? position : "offset(%s)".formatted(position);
    }

    /// The slot of position `p` in an array of `copy0`.
    String own(int array) {
        return array(array) + offset("p");
    }

    /// The start of an array, as a summand.
    static String array(int array) {
        return array == 0 ? "" : array == 1 ? "stride + " : "%d * stride + ".formatted(array);
    }

    /// The type of stored values.
    String type() {
        return switch (format) {
            case SlotFormat.Plain(Real in) -> Dialect.real(in);
            case SlotFormat.HalfDeviations halves -> dialect.half();
        };
    }

    /// Definitions of functions that loads and stores call; may be empty.
    String functions() {
        return switch (format) {
            case SlotFormat.Plain plain -> "";
            case SlotFormat.HalfDeviations halves -> dialect.halfFunctions();
        };
    }

    /// The value in a slot.
    String load(String buffer, String index) {
        return switch (format) {
            case SlotFormat.Plain plain -> "%s[%s]".formatted(buffer, index);
            case SlotFormat.HalfDeviations halves -> dialect.loadHalf(buffer, index);
        };
    }

    /// The statement that stores a value in a slot.
    String store(String buffer, String index, String value) {
        return switch (format) {
            case SlotFormat.Plain plain -> "%s[%s] = %s;".formatted(buffer, index, value);
            case SlotFormat.HalfDeviations halves -> dialect.storeHalf(buffer, index, value);
        };
    }

    /// Statements that load `count` values from `at` on into `v`, in as few accesses as possible.
    List<String> loadAll(int count) {
        return switch (format) {
            case SlotFormat.HalfDeviations halves -> dialect.loadHalves(count);
            case SlotFormat.Plain plain -> {
                int wide = widest(count);
                List<String> lines = new ArrayList<>();
                for (int j = 0; j < count; j += wide) {
                    lines.add("const %1$s%2$d v%3$d = *(%4$sconst %1$s%2$d *) (at + %3$d);"
                            .formatted(type(), wide, j, dialect.globalQualifier()));
                }
                for (int j = 0; j < count; j++) {
                    lines.add("v[%d] = v%d.%s;".formatted(j, j / wide * wide, "xyzw".charAt(j % wide)));
                }
                yield lines;
            }
        };
    }

    /// Statements that store `count` values of `v` at `at`.
    List<String> storeAll(int count) {
        return switch (format) {
            case SlotFormat.HalfDeviations halves -> dialect.storeHalves(count);
            case SlotFormat.Plain plain -> {
                int wide = widest(count);
                List<String> lines = new ArrayList<>();
                for (int j = 0; j < count; j += wide) {
                    lines.add("%s%d v%d;".formatted(type(), wide, j));
                }
                for (int j = 0; j < count; j++) {
                    lines.add("v%d.%s = v[%d];".formatted(j / wide * wide, "xyzw".charAt(j % wide), j));
                }
                for (int j = 0; j < count; j += wide) {
                    lines.add("*(%s%s%d *) (at + %d) = v%d;".formatted(dialect.globalQualifier(), type(), wide, j, j));
                }
                yield lines;
            }
        };
    }

    /// Values per access among `count` consecutive ones: at most 16 bytes.
    int widest(int count) {
        return Math.min(count, 16 / format.bytes());
    }
}
