package dev.tessera.emit.gpu;

import dev.tessera.kernel.Real;
import dev.tessera.kernel.StoredQuantity;
import dev.tessera.kernel.gpu.GpuKernel;
import java.util.ArrayList;
import java.util.List;

/// Writes how values come from slots and go there: as they are, or through conversions.
///
/// @param bundle positions whose values of all arrays lie together; 0 where arrays are whole
record SlotText(StoredQuantity quantity, Real real, int bundle, Dialect dialect) {
    static SlotText of(GpuKernel kernel, Dialect dialect) {
        return new SlotText(kernel.precision().stored(), kernel.precision().computed(), kernel.bundle(), dialect);
    }

    /// The function that says where a position's values lie beyond the starts of arrays; none where that is the
    /// position.
    /// @param arrays of a copy
    void offset(Lines lines, int arrays) {
        if (bundle > 0) {
            lines.stage(
                    "Where a position's values lie beyond the starts of arrays: in bundles of %d positions, all %d arrays of a bundle together."
                            .formatted(bundle, arrays));
            lines.block("%sslot_t offset(int p)".formatted(dialect.called()), () -> {
                int shift = Integer.numberOfTrailingZeros(bundle);
                lines.line("return p + (slot_t) (p >> %d) * %d;", shift, bundle * (arrays - 1));
            });
            lines.line("");
        }
    }

    /// Where a position's values lie beyond the starts of arrays.
    String offset(String position) {
        return bundle == 0 ? position : "offset(%s)".formatted(position);
    }

    /// Slot `p` of an array of the first copy.
    String own(int array) {
        return array(array) + offset("p");
    }

    /// The start of an array of a copy, as a summand.
    static String array(int array) {
        return array == 0 ? "" : array == 1 ? "stride + " : "%d * stride + ".formatted(array);
    }

    /// The type of what lies in memory.
    String type() {
        return switch (quantity) {
            case StoredQuantity.Populations(Real in) -> Dialect.real(in);
            case StoredQuantity.HalfDeviations halves -> dialect.half();
        };
    }

    /// Functions that the others call; empty where there are none.
    String functions() {
        return switch (quantity) {
            case StoredQuantity.Populations populations -> "";
            case StoredQuantity.HalfDeviations halves -> dialect.halfFunctions();
        };
    }

    /// The value in a slot.
    String load(String buffer, String index) {
        return switch (quantity) {
            case StoredQuantity.Populations populations -> "%s[%s]".formatted(buffer, index);
            case StoredQuantity.HalfDeviations halves -> dialect.loadHalf(buffer, index);
        };
    }

    /// The statement that puts a value into a slot.
    String store(String buffer, String index, String value) {
        return switch (quantity) {
            case StoredQuantity.Populations populations -> "%s[%s] = %s;".formatted(buffer, index, value);
            case StoredQuantity.HalfDeviations halves -> dialect.storeHalf(buffer, index, value);
        };
    }

    /// Statements that bring `count` values from `at` on to `v`, in as few accesses as there can be.
    List<String> loadAll(int count) {
        return switch (quantity) {
            case StoredQuantity.HalfDeviations halves -> dialect.loadHalves(count);
            case StoredQuantity.Populations populations -> {
                int wide = widest(count);
                List<String> lines = new ArrayList<>();
                for (int j = 0; j < count; j += wide) {
                    lines.add("const %1$s%2$d v%3$d = *(%4$sconst %1$s%2$d *) (at + %3$d);"
                            .formatted(type(), wide, j, dialect.global()));
                }
                for (int j = 0; j < count; j++) {
                    lines.add("v[%d] = v%d.%s;".formatted(j, j / wide * wide, "xyzw".charAt(j % wide)));
                }
                yield lines;
            }
        };
    }

    /// Statements that bring `count` values from `v` to where `at` points.
    List<String> storeAll(int count) {
        return switch (quantity) {
            case StoredQuantity.HalfDeviations halves -> dialect.storeHalves(count);
            case StoredQuantity.Populations populations -> {
                int wide = widest(count);
                List<String> lines = new ArrayList<>();
                for (int j = 0; j < count; j += wide) {
                    lines.add("%s%d v%d;".formatted(type(), wide, j));
                }
                for (int j = 0; j < count; j++) {
                    lines.add("v%d.%s = v[%d];".formatted(j / wide * wide, "xyzw".charAt(j % wide), j));
                }
                for (int j = 0; j < count; j += wide) {
                    lines.add("*(%s%s%d *) (at + %d) = v%d;".formatted(dialect.global(), type(), wide, j, j));
                }
                yield lines;
            }
        };
    }

    /// Values of one access among `count` side by side: 16 bytes at most.
    int widest(int count) {
        return Math.min(count, 16 / quantity.bytes());
    }
}
