package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.Vec;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.equilibrium.ShallowWater;
import dev.tessera.solver.field.Height;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.WallShearStress;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The outputs of a run and their schedules.
///
/// @param every schedule of fields and pictures in addition to the last step; empty: only at the end
/// @param fields to write to VTK files
/// @param formats of the fields
/// @param compression of these files
/// @param pieces number of files for the nodes of each, in formats that have pieces
/// @param regions of which files contain the fields, a file each; empty: all nodes
/// @param pictures of fields, whenever fields are written
/// @param plots over time, at the end of the run
/// @param probes places whose velocity and pressure are observables
/// @param logEvery schedule of rows in log.csv; empty: chosen so that a run has about 200
/// @param checkpoints schedule and number of kept checkpoints
/// @param exclude walls near openings that are excluded from statistics of wall shear stress
/// @param quantities of the whole flow that are observables
/// @param spectra of the flow, whenever fields are written
/// @param sections whose means are observables
/// @param profiles means over planes, whenever fields are written
public record OutputChoice(
        Schedule every,
        List<ResultField> fields,
        List<FieldFormat> formats,
        Compression compression,
        int pieces,
        List<OutputRegion> regions,
        List<Picture> pictures,
        List<Plot> plots,
        List<Probe> probes,
        Schedule logEvery,
        Checkpoints checkpoints,
        Exclusion exclude,
        List<FlowQuantity> quantities,
        List<FlowSpectrum> spectra,
        List<FlowSection> sections,
        List<FlowProfile> profiles) {
    public OutputChoice {
        if (pieces < 1) {
            throw new IllegalArgumentException("%d pieces; there has to be 1 or more".formatted(pieces));
        }
        regions = List.copyOf(regions);
        fields = List.copyOf(fields);
        formats = List.copyOf(formats);
        pictures = List.copyOf(pictures);
        plots = List.copyOf(plots);
        probes = List.copyOf(probes);
        quantities = List.copyOf(quantities);
        spectra = List.copyOf(spectra);
        sections = List.copyOf(sections);
        profiles = List.copyOf(profiles);
    }

    /// Without sections and profiles.
    public OutputChoice(
            Schedule every,
            List<ResultField> fields,
            List<FieldFormat> formats,
            Compression compression,
            int pieces,
            List<OutputRegion> regions,
            List<Picture> pictures,
            List<Plot> plots,
            List<Probe> probes,
            Schedule logEvery,
            Checkpoints checkpoints,
            Exclusion exclude,
            List<FlowQuantity> quantities,
            List<FlowSpectrum> spectra) {
        this(
                every,
                fields,
                formats,
                compression,
                pieces,
                regions,
                pictures,
                plots,
                probes,
                logEvery,
                checkpoints,
                exclude,
                quantities,
                spectra,
                List.of(),
                List.of());
    }

    /// Fields of files, of pictures, of spectra and of profiles, each once.
    public List<ResultField> allFields() {
        Stream<ResultField> ofSurfaces =
                formats.contains(FieldFormat.SURFACE) ? Stream.of(new Pressure(), new WallShearStress()) : Stream.of();
        Stream<ResultField> ofPictures = pictures.stream()
                .flatMap(picture -> picture.view() instanceof View.Streamlines
                        ? Stream.of(picture.field(), new Velocity())
                        : Stream.of(picture.field()));
        Stream<ResultField> ofSpectra = spectra.isEmpty() ? Stream.of() : Stream.of(new Velocity());
        Stream<ResultField> ofProfiles = profiles.stream().flatMap(profile -> profile.fields().stream());
        return Stream.of(fields.stream(), ofSurfaces, ofPictures, ofSpectra, ofProfiles)
                .flatMap(some -> some)
                .distinct()
                .toList();
    }

    /// The standard, with quantities of the whole flow.
    public static OutputChoice of(FlowQuantity... quantities) {
        OutputChoice usual = standard();
        return new OutputChoice(
                usual.every,
                usual.fields,
                usual.formats,
                usual.compression,
                usual.pieces,
                usual.regions,
                usual.pictures,
                usual.plots,
                usual.probes,
                usual.logEvery,
                usual.checkpoints,
                usual.exclude,
                List.of(quantities),
                usual.spectra,
                usual.sections,
                usual.profiles);
    }

    /// The fields of a case that names none.
    public static List<ResultField> usualFields(Equilibrium equilibrium) {
        return List.of(new Velocity(), equilibrium instanceof ShallowWater ? new Height() : new Pressure());
    }

    /// This choice with other fields.
    public OutputChoice withFields(List<ResultField> others) {
        return new OutputChoice(
                every,
                others,
                formats,
                compression,
                pieces,
                regions,
                pictures,
                plots,
                probes,
                logEvery,
                checkpoints,
                exclude,
                quantities,
                spectra,
                sections,
                profiles);
    }

    public static OutputChoice standard() {
        return new OutputChoice(
                Schedule.ONLY_AT_END,
                usualFields(new Incompressible()),
                List.of(FieldFormat.STANDARD),
                Compression.NONE,
                1,
                List.of(),
                List.of(),
                List.of(new Plot(Plot.CONVERGENCE), new Plot(Plot.RESIDUAL)),
                List.of(),
                Schedule.ONLY_AT_END,
                new Checkpoints(Schedule.ONLY_AT_END, 2),
                Exclusion.diameters(1),
                List.of(),
                List.of());
    }

    /// Distance from an opening within which walls are excluded from statistics. Extensions of openings are
    /// always excluded; the distance is measured from their beginning.
    ///
    /// @param diameters in diameters of that opening
    /// @param lengthM in metres; added to the first
    public record Exclusion(double diameters, double lengthM) {
        public Exclusion {
            if (!(diameters >= 0 && lengthM >= 0) || Double.isInfinite(diameters + lengthM)) {
                throw new IllegalArgumentException("the exclusion has %s diameters and %s m; neither may be negative"
                        .formatted(diameters, lengthM));
            }
        }

        public static Exclusion diameters(double diameters) {
            return new Exclusion(diameters, 0);
        }

        /// @param radiusM of the opening
        public double distanceM(double radiusM) {
            return 2 * radiusM * diameters + lengthM;
        }

        @Override
        public String toString() {
            String inDiameters = "%s diameters".formatted(QuantityText.about(diameters));
            String length = QuantityText.about(lengthM, QuantityKind.LENGTH);
            return diameters == 0 ? length : lengthM == 0 ? inDiameters : inDiameters + " and " + length;
        }
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

    /// @param every schedule in steps or simulated time, besides the end and an interruption
    /// @param clockTimeS wall-clock time since the last one after which one is written; empty: none by the clock
    /// @param keep how many of the newest are kept; 0: one while the run continues, none when it has finished
    public record Checkpoints(Schedule every, OptionalDouble clockTimeS, int keep) {
        public Checkpoints {
            if (clockTimeS.isPresent() && !(clockTimeS.getAsDouble() > 0)) {
                throw new IllegalArgumentException("a checkpoint every %s of clock time; the time must be positive"
                        .formatted(QuantityText.about(clockTimeS.getAsDouble(), QuantityKind.TIME)));
            }
        }

        /// Without checkpoints by clock time.
        public Checkpoints(Schedule every, int keep) {
            this(every, OptionalDouble.empty(), keep);
        }
    }

    /// A format of files of fields, by its key in the catalogue of outputs.
    public record FieldFormat(String key) {
        /// Image data of the whole box.
        public static final FieldFormat STANDARD = new FieldFormat("vti");
        /// Pressure, wall shear stress and traction on the triangles of the geometry.
        public static final FieldFormat SURFACE = new FieldFormat("vtp");
    }

    /// Of files of fields: velocities hardly become smaller (docs/decisions/0048).
    public enum Compression {
        NONE,
        LZ4,
        ZLIB
    }

    /// A picture of one field.
    /// @param range of the values shown in colours
    /// @param animatedPerS pictures in a second of an animated picture of all; empty: none
    public record Picture(ResultField field, View view, Range range, OptionalDouble animatedPerS) {
        /// Animated pictures have fewer in a second.
        public static final double FASTEST_PER_S = 100;
        /// Animated pictures have more in a second.
        public static final double SLOWEST_PER_S = 0.1;

        public Picture {
            if (animatedPerS.isPresent()
                    && !(animatedPerS.getAsDouble() > SLOWEST_PER_S && animatedPerS.getAsDouble() < FASTEST_PER_S)) {
                throw new IllegalArgumentException(
                        "an animated picture has more than %s and fewer than %s pictures in a second, not %s"
                                .formatted(
                                        QuantityText.about(SLOWEST_PER_S),
                                        QuantityText.about(FASTEST_PER_S),
                                        QuantityText.about(animatedPerS.getAsDouble())));
            }
        }

        /// Without an animated picture.
        public Picture(ResultField field, View view, Range range) {
            this(field, view, range, OptionalDouble.empty());
        }

        /// With one range for all pictures of a run.
        public Picture(ResultField field, View view) {
            this(field, view, new Range.OfSeries());
        }
    }

    /// What a picture shows.
    public sealed interface View {
        /// The nodes of one plane.
        /// @param axis 0, 1, 2: the plane's normal
        /// @param position along the axis as a fraction of the box, 0 … 1
        record Slice(int axis, double position) implements View {
            /// The number of the plane in a box.
            public int plane(Box box) {
                int last = box.nodes(axis) - 1;
                return Math.clamp(Math.round(position * last), 0, last);
            }
        }

        /// The largest value along an axis (wall shear stress).
        /// @param axis 0, 1, 2
        record Maximum(int axis) implements View {}

        /// The surface of the fluid, shaded; 3D only.
        /// @param from the direction from which it is seen, of any length; empty: along the shortest extent
        ///        of the fluid, tilted
        record Surface(Optional<Vec> from) implements View {
            public Surface {
                from.ifPresent(Vec::unit);
            }

            /// Seen as slices along that axis are: with x to the right and z upward along y.
            public static Surface along(int axis) {
                return new Surface(Optional.of(toViewer(axis)));
            }

            /// The axis along which it is seen; empty: none, or from the other side.
            public OptionalInt axis() {
                return IntStream.range(0, 3)
                        .filter(axis -> from.isPresent() && from.get().equals(toViewer(axis)))
                        .findFirst();
            }

            /// From the fluid to the viewer of pictures along an axis.
            public static Vec toViewer(int axis) {
                return switch (axis) {
                    case 0 -> new Vec(1, 0, 0);
                    case 1 -> new Vec(0, -1, 0);
                    case 2 -> new Vec(0, 0, 1);
                    default -> throw new IllegalArgumentException("there is no axis " + axis);
                };
            }
        }

        /// A slice at its place within the surface of the fluid, which is transparent; 3D only.
        /// @param around the surface, and the direction from which it is seen
        record SliceWithin(Slice slice, Surface around) implements View {
            private static final double EDGE = 0.05; // cosine between the normal and the direction to the viewer

            public SliceWithin {
                around.from().ifPresent(from -> {
                    if (Math.abs(from.unit().along(slice.axis())) < EDGE) {
                        throw new IllegalArgumentException(
                                "from (%s, %s, %s) the slice is seen from its edge; choose a direction that is not in its plane"
                                        .formatted(
                                                QuantityText.about(from.x()),
                                                QuantityText.about(from.y()),
                                                QuantityText.about(from.z())));
                    }
                });
            }
        }

        /// Streamlines within the surface of the fluid, which is transparent; of a 2D flow over the field in colours.
        /// @param around the surface, and the direction from which it is seen; in 2D without meaning
        record Streamlines(Surface around) implements View {}
    }

    /// Which values the colours of a picture show.
    public sealed interface Range {
        /// The range of all pictures of a run: when a picture exceeds the range so far, the range grows and
        /// earlier pictures are drawn again.
        record OfSeries() implements Range {}

        /// The range of each picture separately.
        record OfEach() implements Range {}

        /// SI, the same for every run; values outside have the colour of the nearer end.
        record Fixed(double low, double high) implements Range {
            public Fixed {
                if (!(low < high) || !Double.isFinite(high - low)) {
                    throw new IllegalArgumentException(
                            "a range of colours must go from a smaller to a larger value, not from %s to %s"
                                    .formatted(low, high));
                }
            }
        }
    }

    /// A place whose velocity and pressure are observables: `NAME.velocity_x`, `NAME.pressure`.
    /// @param placeM in 2D with z = 0
    public record Probe(String name, Vec placeM) {}

    /// A plot over time.
    /// @param quantity `residual`; `convergence`: the main numbers, each as a fraction of its last value; or an
    ///        observable's name
    public record Plot(String quantity) {
        public static final String RESIDUAL = "residual";
        public static final String CONVERGENCE = "convergence";
        /// Quantities of every run; means where `output.quantities` has them; the last four of shallow water.
        public static final List<String> FIXED = List.of(
                RESIDUAL,
                CONVERGENCE,
                "velocity.mean",
                "velocity.maximum",
                "velocity.mean_x",
                "velocity.mean_y",
                "velocity.mean_z",
                "permeability",
                "permeability_darcy",
                "permeability_lattice",
                "wall_shear_stress.mean",
                "wall_shear_stress.p99",
                "wall_shear_stress.maximum",
                "kinetic_energy",
                "dissipation",
                "enstrophy",
                "height.mean",
                "height.minimum",
                "height.maximum",
                "froude.maximum");

        /// Quantities of every run with shallow water.
        static final List<String> OF_SHALLOW_WATER = FIXED.subList(FIXED.indexOf("height.mean"), FIXED.size());

        /// Quantities of openings (the first two) and walls (the others), after their name and a dot.
        public static final List<String> OF_SURFACES =
                List.of("flow_rate", "mean_pressure", "force_x", "force_y", "force_z");
        /// Quantities of probes, after their name and a dot.
        public static final List<String> OF_PROBES =
                List.of("velocity_x", "velocity_y", "velocity_z", "pressure", "height");

        /// Quantities of sections, after their name and a dot, besides the first two of openings.
        public static final List<String> OF_SECTIONS =
                List.of("area", "mean_velocity_x", "mean_velocity_y", "mean_velocity_z", "mean_height");
        /// Quantities of phases and components, after the name of a component, a wall or a line and a dot.
        public static final List<String> OF_PHASES =
                List.of("volume", "contact_angle", "first", "last", "crossings", "mass");

        /// Quantities of a component, before an underscore and its name.
        private static final String OF_COMPONENTS = "(mean_density|contact_angle)_[A-Za-z][A-Za-z0-9]*";

        public static final Pattern PATTERN = Pattern.compile("%s|[A-Za-z][A-Za-z0-9_-]{0,63}\\.(%s|%s|%s|%s|%s)"
                .formatted(
                        String.join("|", FIXED).replace(".", "\\."),
                        String.join("|", OF_SURFACES),
                        String.join("|", OF_PROBES),
                        String.join("|", OF_SECTIONS),
                        String.join("|", OF_PHASES),
                        OF_COMPONENTS));

        /// Whether a word, after a name and a dot, is a quantity of a component.
        static boolean isOfComponent(String word) {
            return word.matches(OF_COMPONENTS);
        }

        /// Whether rows of the log need the wall shear stress, which costs more than other observables.
        boolean needsWallShearStress() {
            return quantity.startsWith("wall_shear_stress.");
        }

        public Plot {
            if (!isQuantity(quantity)) {
                throw new IllegalArgumentException(
                        "'%s' cannot be plotted over time; known: %s, NAME.%s, NAME.%s, NAME.%s, NAME.%s, NAME.mean_density_COMPONENT, NAME.contact_angle_COMPONENT"
                                .formatted(
                                        quantity,
                                        String.join(", ", FIXED),
                                        String.join(", NAME.", OF_SURFACES),
                                        String.join(", NAME.", OF_PROBES),
                                        String.join(", NAME.", OF_SECTIONS),
                                        String.join(", NAME.", OF_PHASES)));
            }
        }

        /// Whether a word has the form of a quantity; whether the run has the quantity is checked at its
        /// start.
        public static boolean isQuantity(String word) {
            return PATTERN.matcher(word).matches();
        }
    }
}
