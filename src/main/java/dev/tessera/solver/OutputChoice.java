package dev.tessera.solver;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// What a run writes, and when.
///
/// @param every schedule of fields and pictures besides the last step; empty: only at the end
/// @param fields to write to VTK files
/// @param formats of the fields
/// @param logEvery schedule of rows in log.csv; empty: chosen so that a run has about 200
/// @param checkpoints schedule and number of kept checkpoints
public record OutputChoice(
        Schedule every,
        List<Field> fields,
        List<FieldFormat> formats,
        List<Picture> pictures,
        Schedule logEvery,
        Checkpoints checkpoints) {
    public OutputChoice {
        fields = List.copyOf(fields);
        formats = List.copyOf(formats);
        pictures = List.copyOf(pictures);
    }

    public static OutputChoice standard() {
        return new OutputChoice(
                Schedule.ONLY_AT_END,
                List.of(Field.VELOCITY, Field.PRESSURE),
                List.of(FieldFormat.VTK_IMAGE),
                List.of(),
                Schedule.ONLY_AT_END,
                new Checkpoints(Schedule.ONLY_AT_END, 2));
    }

    /// At most one of the two is given; neither: only at the end.
    public record Schedule(OptionalDouble seconds, OptionalLong steps) {
        public static final Schedule ONLY_AT_END = new Schedule(OptionalDouble.empty(), OptionalLong.empty());

        public static Schedule everySeconds(double seconds) {
            return new Schedule(OptionalDouble.of(seconds), OptionalLong.empty());
        }

        public static Schedule everySteps(long steps) {
            return new Schedule(OptionalDouble.empty(), OptionalLong.of(steps));
        }
    }

    /// @param every schedule; only at the end also means: when interrupted
    /// @param keep how many of the newest are kept
    public record Checkpoints(Schedule every, int keep) {}

    public enum Field {
        VELOCITY("velocity", "m/s"),
        PRESSURE("pressure", "Pa"),
        WALL_SHEAR_STRESS("wall-shear-stress", "Pa"),
        SHEAR_STRESS("shear-stress", "Pa");

        private final String key;
        private final String unit;

        Field(String key, String unit) {
            this.key = key;
            this.unit = unit;
        }

        public String key() {
            return key;
        }

        public String unit() {
            return unit;
        }
    }

    public enum FieldFormat {
        /// Image data of the whole box (.vti).
        VTK_IMAGE("vti"),
        /// Unstructured voxels of fluid nodes only (.vtu).
        VTK_FLUID("vtu");

        private final String key;

        FieldFormat(String key) {
            this.key = key;
        }

        public String key() {
            return key;
        }
    }

    /// A picture of one field.
    /// @param axis 0, 1, 2: the slice's normal
    /// @param position along the axis as a fraction of the box, 0 … 1
    /// @param maximum whether the largest value along the axis is shown instead of a slice (wall shear stress)
    public record Picture(Field field, int axis, double position, boolean maximum) {}
}
