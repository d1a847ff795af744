package dev.tessera.casefile;

import dev.tessera.geometry.OpeningSpec.Extension;
import dev.tessera.geometry.Vec;
import dev.tessera.output.Outputs;
import dev.tessera.output.ResultFormat;
import dev.tessera.solver.FlowProfile;
import dev.tessera.solver.FlowQuantity;
import dev.tessera.solver.FlowSection;
import dev.tessera.solver.FlowSpectrum;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.OutputChoice.Checkpoints;
import dev.tessera.solver.OutputChoice.Compression;
import dev.tessera.solver.OutputChoice.Exclusion;
import dev.tessera.solver.OutputChoice.FieldFormat;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.Plot;
import dev.tessera.solver.OutputChoice.Probe;
import dev.tessera.solver.OutputChoice.Schedule;
import dev.tessera.solver.OutputRegion;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// `output`: the results that a run writes, and when.
final class OutputSection {
    private static final OutputChoice STANDARD = OutputChoice.standard();

    private static final Key<Schedule> EVERY = Key.of("every", new ScheduleType())
            .or(STANDARD.every(), "only at the end")
            .says("when fields and pictures are written, besides the end")
            .example("0.05 s");
    private static final Key<List<ResultField>> FIELDS = Key.of(
                    "fields", SeveralType.of(new FieldType(), field -> "the field " + field.key()))
            .or(STANDARD.fields(), "[velocity, pressure]")
            .says("fields to write to files for ParaView: "
                    + listed(ResultFields.all(), f -> "`%s` (%s), %s".formatted(f.key(), f.unit(), f.says()))
                    + "; of a mixture also `density-NAME`, the density of a component, and of a free-energy mixture"
                    + " `order-parameter`, 1 in the first component and -1 in the second; of shallow water only `velocity`, `vorticity` and"
                    + " `height` (m); `none` or `[]` for no such files")
            .example("[velocity, pressure, wall-shear-stress]");
    private static final Key<List<FieldFormat>> FORMATS = Key.of(
                    "formats",
                    SeveralType.of(
                            ChoiceType.of(
                                    "format",
                                    Outputs.formats().stream()
                                            .map(ResultFormat::choice)
                                            .toList(),
                                    FieldFormat::key),
                            format -> "files of the format " + format.key()))
            .or(STANDARD.formats(), "[vti]")
            .says(
                    listed(Outputs.formats(), format -> "`%s`: %s".formatted(format.key(), format.says()))
                            + "; `vti`, `vtu` and `vtkhdf` contain cell values, one cell per node; a collection (`.pvd`) lists"
                            + " the `vti`, `vtu` or `vtp` files of all steps with their times; `none` or `[]` for no such files")
            .example("[vtu]");
    private static final Key<Compression> COMPRESSION = Key.of(
                    "compression", ChoiceType.of("compression", List.of(Compression.values()), ChoiceType::key))
            .or(STANDARD.compression(), "none")
            .says("how these files are compressed: `none`, the fastest; `lz4`, about 0.7 of the size for twice the"
                    + " processor time, not for `vtkhdf`; `zlib`, about 0.4 for twenty times. The fields themselves hardly"
                    + " become smaller, except in `vtkhdf` (0.8)")
            .example("lz4");
    private static final Key<Integer> PIECES = Key.of("pieces", NumberType.whole(1, 10_000))
            .or(STANDARD.pieces(), "1")
            .says("number of `vtu` or `vti` files for one step, with layers of nodes each, and a file that lists them"
                    + " (`.pvtu`, `.pvti`), so that readers open one, or several at the same time; not for `vtkhdf`")
            .example("8");
    private static final Key<List<OutputRegion>> REGIONS = Key.of("regions", RegionSection.TYPE)
            .or(STANDARD.regions(), "none: files have all nodes")
            .says("regions of which files of fields are written instead of the whole, by name: a box, a slice, every"
                    + " k-th node. The name is part of the files' names: `fluid-NAME-000001200.vtu`. `vtp` files have the"
                    + " whole surface")
            .example(
                    "{sac: {from: [0 mm, 0 mm, 0 mm], to: [10 mm, 5 mm, 5 mm]}, middle: {slice: x 50%}, coarse: {stride: 4}}");
    private static final Key<List<Picture>> PICTURES = Key.of(
                    "pictures",
                    SeveralType.of(
                            PictureSection.TYPE,
                            picture -> "pictures %s (places of slices count in whole percent)"
                                    .formatted(Outputs.files(picture))))
            .or(STANDARD.pictures(), "none")
            .says("pictures (PNG): `[field] slice AXIS PLACE`; `[field] maximum AXIS` for the largest value along an"
                    + " axis; `[field] surface` for the shaded surface of the fluid of a 3D case, seen along its"
                    + " shortest extent, tilted (`surface AXIS`: along an axis; `surface from X Y Z`: from that"
                    + " direction); `[field] slice AXIS PLACE within surface` for a slice at its place in the"
                    + " transparent surface, with the same directions; `[field] streamlines` for streamlines within the"
                    + " transparent surface, with the same directions, in 2D over the field in colours. The field is velocity where none is written. A surface has the values of the"
                    + " boundary nodes, averaged over the 27 nodes around each; openings and the sides of the box are cut"
                    + " flat, and are grey where the field has no values there, such as wall shear stress. All pictures"
                    + " of a series have one colour range; a group with `range` changes it")
            .example("[slice z 50%, {picture: pressure slice x 10%, range: [0 Pa, 20 Pa]}]");
    private static final Key<List<Plot>> PLOTS = Key.of(
                    "plots", SeveralType.of(new PlotType(), plot -> "the plot " + plot.quantity()))
            .or(STANDARD.plots(), "[convergence, residual]")
            .says("plots (PNG) over time: `residual`; `convergence`, the main numbers, each as a fraction of its last"
                    + " value; or a column of log.csv by name, such as `velocity.maximum`, `permeability`,"
                    + " `wall_shear_stress.mean` (in log.csv where it is plotted), of shallow water `height.mean`, `height.minimum`,"
                    + " `height.maximum` and `froude.maximum`, `NAME.flow_rate`, `NAME.mean_pressure` of an opening, `NAME.force_x` on a wall,"
                    + " `NAME.velocity_x` of a probe; and what `quantities` and `sections` request, such as `enstrophy`,"
                    + " `floor.contact_angle`, `throat.flow_rate`")
            .example("[residual, inlet.mean_pressure]");
    private static final Key<List<Probe>> PROBES = Key.of(
                    "probes",
                    new MappedType<>(
                            new NamedType<>("place", VectorTypes.lengths()),
                            places -> places.entrySet().stream()
                                    .map(probe -> new Probe(probe.getKey(), probe.getValue()))
                                    .toList(),
                            OutputSection::places))
            .or(STANDARD.probes(), "none")
            .says("places whose velocity and pressure, interpolated linearly, are added to summary.json and log.csv:"
                    + " `NAME.velocity_x` …, `NAME.pressure`, or `NAME.height` of shallow water")
            .example("{before: [0.15 m, 0.2 m], behind: [0.25 m, 0.2 m]}");
    private static final Key<List<FlowQuantity>> QUANTITIES = Key.of(
                    "quantities", SeveralType.of(new FlowQuantityType(), quantity -> "the quantity " + quantity.key()))
            .or(STANDARD.quantities(), "none")
            .says(
                    "numbers of the whole flow that are added to summary.json and log.csv; the host computes them for each row"
                            + " of log.csv. Means: `kinetic-energy` (m2/s2), `u·u/2`; `dissipation` (m2/s3), the work of the viscous"
                            + " stress per mass, of single fluids; `enstrophy` (1/s2), `w·w/2` of the vorticity. Of mixtures:"
                            + " `masses` of all components (`COMPONENT.mass`, kg, in 2D kg/m), which the device sums; and, where"
                            + " the phase of a component is where it is the densest: `phase-volumes` (`COMPONENT.volume`);"
                            + " `interface AXIS`, the first and last place on a line of nodes along the axis where the phase of the first component begins or ends"
                            + " (`interface_y.first`, `interface_y.last`, `interface_y.crossings`, their number), in the middle of the"
                            + " box or `at` places on other axes, `interface y at x 25%`; `contact-angle WALL`, the angle between an"
                            + " interface and a flat wall in the phase of the first component (`WALL.contact_angle`), from a circle"
                            + " through the interface. `of COMPONENT` at the end of the last two is for another component")
            .example("[kinetic-energy, enstrophy]");
    private static final Key<List<FlowSpectrum>> SPECTRA = Key.of(
                    "spectra",
                    SeveralType.of(
                            ChoiceType.of("spectrum", List.of(FlowSpectrum.values()), FlowSpectrum::key),
                            spectrum -> "the spectrum " + spectrum.key()))
            .or(STANDARD.spectra(), "none")
            .says(
                    "spectra of the flow in a box that is periodic along all axes and has no solid, as tables (`.csv`) whenever"
                            + " fields are written: `kinetic-energy`, with the enstrophy, by wave number")
            .example("kinetic-energy");
    private static final Key<List<FlowSection>> SECTIONS = Key.of("sections", FlowSectionKeys.TYPE)
            .or(STANDARD.sections(), "none")
            .says(
                    "planes of nodes across an axis, or parts of them in a box, by name. Their area and means over their fluid"
                            + " nodes are added to summary.json and log.csv: `NAME.area`, `NAME.flow_rate` along the axis,"
                            + " `NAME.mean_velocity_x` …, `NAME.mean_pressure`, and of mixtures `NAME.mean_density_COMPONENT`; of"
                            + " shallow water `NAME.mean_height` in place of pressure and flow rate")
            .example("{throat: x 50%, left: {plane: z 10%, from: [0 mm, 0 mm, 0 mm], to: [10 mm, 5 mm, 5 mm]}}");
    private static final Key<List<FlowProfile>> PROFILES = Key.of(
                    "profiles",
                    SeveralType.of(new FlowProfileType(), profile -> "profile-%s-*.csv".formatted(profile.axisName())))
            .or(STANDARD.profiles(), "none")
            .says(
                    "means over all planes of nodes across an axis, as tables (`profile-x-000001200.csv`) whenever fields are"
                            + " written: `AXIS` for the velocity, or fields and the axis, such as `velocity pressure x`")
            .example("[x, velocity pressure y]");
    private static final Key<Schedule> LOG_EVERY = Key.of("log-every", new ScheduleType())
            .or(STANDARD.logEvery(), "about 200 rows per run")
            .says("when a row is added to log.csv")
            .example("100 steps");
    private static final Key<Checkpoints> CHECKPOINTS = Key.of("checkpoints", CheckpointKeys.SECTION)
            .or(STANDARD.checkpoints(), "only at the end")
            .says("states from which a run can be resumed")
            .example("{every: 10 s, keep: 2}");
    private static final Key<Exclusion> WALL_SHEAR_STRESS = Key.of("wall-shear-stress", WallShearStressKeys.SECTION)
            .or(STANDARD.exclude(), "all walls but those within 1 diameter of an opening")
            .says("which walls the numbers `wall_shear_stress.*` include")
            .example("{exclude: 2 diameters}");

    static final Section<OutputChoice> SECTION = Section.of(
            "output",
            "Results besides summary.json and log.csv, and when they are written.",
            List.of(
                    EVERY.unlessDefault(OutputChoice::every),
                    FIELDS.unlessDefault(OutputChoice::fields),
                    FORMATS.unlessDefault(OutputChoice::formats),
                    COMPRESSION.unlessDefault(OutputChoice::compression),
                    PIECES.unlessDefault(OutputChoice::pieces),
                    REGIONS.unlessDefault(OutputChoice::regions),
                    PICTURES.unlessDefault(OutputChoice::pictures),
                    PLOTS.unlessDefault(OutputChoice::plots),
                    PROBES.unlessDefault(OutputChoice::probes),
                    LOG_EVERY.unlessDefault(OutputChoice::logEvery),
                    CHECKPOINTS.unlessDefault(OutputChoice::checkpoints),
                    WALL_SHEAR_STRESS.unlessDefault(OutputChoice::exclude),
                    QUANTITIES.unlessDefault(OutputChoice::quantities),
                    SPECTRA.unlessDefault(OutputChoice::spectra),
                    SECTIONS.unlessDefault(OutputChoice::sections),
                    PROFILES.unlessDefault(OutputChoice::profiles)),
            fields -> new OutputChoice(
                    fields.get(EVERY),
                    fields.get(FIELDS),
                    fields.get(FORMATS),
                    fields.get(COMPRESSION),
                    fields.get(PIECES),
                    fields.get(REGIONS),
                    fields.get(PICTURES),
                    fields.get(PLOTS),
                    fields.get(PROBES),
                    fields.get(LOG_EVERY),
                    fields.get(CHECKPOINTS),
                    fields.get(WALL_SHEAR_STRESS),
                    fields.get(QUANTITIES),
                    fields.get(SPECTRA),
                    fields.get(SECTIONS),
                    fields.get(PROFILES)));

    private OutputSection() {}

    private static <T> String listed(List<T> things, Function<T, String> words) {
        return things.stream().map(words).collect(Collectors.joining("; "));
    }

    private static SequencedMap<String, Vec> places(List<Probe> probes) {
        SequencedMap<String, Vec> places = new LinkedHashMap<>();
        probes.forEach(probe -> places.put(probe.name(), probe.placeM()));
        return places;
    }

    private static final class WallShearStressKeys {
        private static final Key<Exclusion> EXCLUDE = Key.of(
                        "exclude",
                        new MappedType<>(
                                new OpeningsSection.ExtensionType(),
                                distance -> new Exclusion(distance.diameters(), distance.lengthM()),
                                exclude -> new Extension(exclude.diameters(), exclude.lengthM(), false)))
                .or(STANDARD.exclude(), "1 diameters")
                .says("the distance from an opening, as a length or in diameters of that opening, within which"
                        + " walls are excluded; extensions (`openings.NAME.extend`) and buffer layers are"
                        + " always excluded, and the distance is measured from where they begin")
                .example("1 diameters");
        static final Section<Exclusion> SECTION = Section.of(
                "output.wall-shear-stress",
                "The walls that the numbers `wall_shear_stress.*` of summary.json include. In VTK files the array"
                        + " `wall-shear-stress-counted` is 1 at the nodes that are included.",
                List.of(EXCLUDE.from(exclude -> exclude)),
                fields -> fields.get(EXCLUDE));
    }

    private static final class CheckpointKeys {
        private static final Key<Schedule> EVERY = Key.of("every", new ScheduleType())
                .or(STANDARD.checkpoints().every(), "only at the end")
                .says("steps or simulated time between two checkpoints, besides the end and an interruption")
                .example("5000 steps");
        private static final Key<Double> CLOCK_TIME = Key.of(
                        "clock-time", ScheduleType.timeAlone("every: %s steps instead of clock-time"))
                .otherwise("none")
                .says(
                        "wall-clock time after which a checkpoint is written, counted from the last one or from the start of"
                                + " the run (`every` is simulated time or steps); both keys may be given. Results do not depend on"
                                + " it")
                .example("30 min");
        private static final Key<Integer> KEEP = Key.of("keep", NumberType.whole(0, 1000))
                .or(
                        STANDARD.checkpoints().keep(),
                        Integer.toString(STANDARD.checkpoints().keep()))
                .says("number of newest checkpoints that are kept; 0: one during the run, none when it has finished")
                .example("2");
        static final Section<Checkpoints> SECTION = Section.of(
                "output.checkpoints",
                "States from which a run can be resumed, or continued with a later `time.stop`. A run writes one when"
                        + " it ends or is interrupted. A population takes 8, 4 or 2 bytes: D3Q19 in fp64 needs 152"
                        + " bytes per fluid node, and 12 to 24 more where `time.stop.steady` compares velocities.",
                List.of(
                        EVERY.unlessDefault(Checkpoints::every),
                        CLOCK_TIME.ifPresent(checkpoints -> TimeSection.boxed(checkpoints.clockTimeS())),
                        KEEP.from(Checkpoints::keep)),
                fields -> new Checkpoints(
                        fields.get(EVERY), TimeSection.optional(fields.find(CLOCK_TIME)), fields.get(KEEP)));
    }
}
