package dev.tessera.casefile;

import dev.tessera.casefile.SidesSection.Sides;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Case;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.TimeChoice;
import dev.tessera.units.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The whole format, version 1: the top section of a case.
final class CaseFormat {
    static final int VERSION = 1;

    private static final Key<SequencedMap<String, Double>> CONSTANTS = Key.<SequencedMap<String, Double>>of(
                    "constants", new ConstantsType())
            .or(new LinkedHashMap<>(), "none")
            .says("names for numbers in expressions; quantities are converted to SI")
            .example("{period: 0.8 s, amplitude: 0.3}")
            .informing(Reading::with);
    private static final Key<Integer> TESSERA = Key.of("tessera", NumberType.whole(VERSION, VERSION))
            .needed()
            .says("version of this format: 1")
            .example("1");
    private static final Key<String> TITLE = Key.of(
                    "title", new MappedType<>(TextType.ANY, CaseFormat::title, title -> title))
            .or("", "the name")
            .says("one-line title; appears in pictures and summaries")
            .example("Cerebral aneurysm, steady inflow");
    private static final Key<String> NAME = Key.of("name", TextType.NAME)
            .otherwise("that of the case's folder")
            .says("short name; results go to out/NAME")
            .example("aneurysm");
    private static final Key<GeometryDraft> GEOMETRY = Key.of("geometry", GeometrySection.SECTION)
            .needed()
            .says("the space that the fluid fills")
            .example("{box: [2.2 m, 0.41 m], spacing: 5 mm}");
    private static final Key<SequencedMap<String, OpeningsSection.Draft>> OPENINGS =
            Key.<SequencedMap<String, OpeningsSection.Draft>>of("openings", OpeningsSection.ALL)
                    .or(new LinkedHashMap<>(), "all that are found: opening-1, opening-2 …")
                    .says("names for the open ends of an STL surface")
                    .example("{inlet: {near: [12 mm, 3 mm, 40 mm], extend: 3 diameters}}");
    private static final Key<Sides> SIDES = Key.of("sides", SidesSection.TYPE)
            .or(Sides.NONE, "walls")
            .says("the sides of the box")
            .example("{x-min: inlet, x-max: outlet, z: periodic}");
    private static final Key<Case.Fluid> FLUID = Key.of("fluid", FluidSection.SECTION)
            .needed()
            .says("density and viscosity of the fluid")
            .example("{density: 1050 kg/m3, viscosity: 3.5 mPa.s}");
    private static final Key<ModelSection.Draft> MODEL = Key.of("model", ModelSection.SECTION)
            .or(ModelSection.standard(), "D3Q19 (in 2D D2Q9), trt, incompressible, fp64")
            .says("the lattice Boltzmann model")
            .example("{lattice: D3Q19, collision: mrt, equilibrium: incompressible}");
    private static final Key<SequencedMap<String, Boundary>> BOUNDARIES = Key.of("boundaries", BoundarySection.ALL)
            .or(new LinkedHashMap<>(), "resting walls")
            .says("boundary conditions of surfaces, openings and sides, by name")
            .example("{inlet: {flow-rate: 250 mL/min}, outlet: {pressure: 0 mmHg}}");
    private static final Key<DriveSection.Draft> DRIVE = Key.of("drive", DriveSection.SECTION)
            .otherwise("none")
            .says("a force on the whole fluid")
            .example("{pressure-gradient: [1 kPa/m, 0, 0]}");
    private static final Key<Case.Initial> INITIAL = Key.of("initial", StateSections.INITIAL)
            .or(Case.Initial.REST, "at rest")
            .says("the state at the start")
            .example("{pressure: 0 Pa}");
    private static final Key<Case.Reference> REFERENCE = Key.of("reference", StateSections.REFERENCE)
            .or(Case.Reference.NONE, "found from boundaries and geometry")
            .says("velocity and length of the Reynolds number")
            .example("{velocity: 0.2 m/s, length: 0.1 m}");
    private static final Key<TimeChoice> TIME = Key.of("time", TimeSection.SECTION)
            .needed()
            .says("length of a step, and end of the run")
            .example("{lattice-speed: 0.1, stop: {steady: 1e-6, at-most: 2 s}}");
    private static final Key<Case.Storage> STORAGE = Key.of("storage", StorageSection.SECTION)
            .or(Case.Storage.CHOSEN, "chosen by the planner")
            .says("how populations are stored in memory")
            .example("{addressing: compact-tiles, pattern: aa}");
    private static final Key<String> DEVICE = Key.of("device", TextType.NAME_OF_DEVICE)
            .otherwise("auto")
            .says("device of the run; `--device` on the command line overrides it")
            .example("cpu:jvm");
    private static final Key<OutputChoice> OUTPUT = Key.of("output", OutputSection.SECTION)
            .or(OutputChoice.standard(), "velocity and pressure at the end")
            .says("which results are written, and when")
            .example("{every: 0.05 s, fields: [velocity, pressure], pictures: [slice z 50%]}");

    static final Section<Read> SECTION = Section.of(
            "case",
            "A case of Tessera, format version 1.",
            List.of(
                    TESSERA.from(read -> VERSION),
                    TITLE.ifPresent(CaseFormat::ownTitle),
                    NAME.from(read -> read.theCase().name()),
                    CONSTANTS.neverWritten("their numbers, in expressions"),
                    GEOMETRY.from(read -> GeometryDraft.of(read.theCase())),
                    OPENINGS.unlessDefault(read -> GeometryDraft.openings(read.theCase())),
                    SIDES.unlessDefault(read -> GeometryDraft.sides(read.theCase())),
                    FLUID.from(read -> read.theCase().fluid()),
                    MODEL.from(read -> ModelSection.Draft.of(
                            read.theCase().model(), read.theCase().fluid())),
                    BOUNDARIES.unlessDefault(read -> read.theCase().boundaries()),
                    DRIVE.ifPresent(read -> DriveSection.Draft.of(read.theCase().drive())),
                    INITIAL.unlessDefault(read -> read.theCase().initial()),
                    REFERENCE.unlessDefault(read -> read.theCase().reference()),
                    TIME.from(read -> read.theCase().time()),
                    STORAGE.unlessDefault(read -> read.theCase().storage()),
                    DEVICE.neverWritten("nothing: a case leaves it to the command line"),
                    OUTPUT.unlessDefault(read -> read.theCase().output())),
            CaseFormat::make);

    /// The content of a case file.
    record Read(Case theCase, Optional<String> device) {}

    private CaseFormat() {}

    /// Joins the lines of a YAML block.
    private static String title(String text) {
        String title = text.replaceAll("[ \\t\\r\\n]+", " ").strip();
        Case.requirePlain(title);
        return title;
    }

    private static Optional<String> ownTitle(Read read) {
        return Optional.of(read.theCase().title())
                .filter(title -> !title.equals(read.theCase().name()));
    }

    private static Read make(Fields fields) {
        SequencedMap<String, Boundary> boundaries = fields.get(BOUNDARIES);
        GeometryDraft geometry = fields.get(GEOMETRY);
        Reading reading = fields.reading();
        var context = new GeometryDraft.Context(fields.get(SIDES), fields.get(OPENINGS), boundaries, reading);
        Case.Fluid fluid = fields.get(FLUID);
        if (!geometry.is2d(context)) {
            reading.refuseRatesPerDepth();
        }
        Case.Model model = fields.get(MODEL).in(geometry.is2d(context) ? 2 : 3, fluid, reading.at("model"));
        if (!fields.get(OPENINGS).isEmpty() && !(geometry instanceof StlDraft)) {
            throw fields.refuse(OPENINGS, "only an STL surface has open ends to name; a box has sides");
        }
        try {
            fluid.viscosity().around(model.collision(), fluid.viscosityM2PerS(), geometry.spacingM());
        } catch (IllegalArgumentException unfit) {
            throw fields.refuse(FLUID, "viscosity: " + unfit.getMessage());
        }
        checkNames(fields, geometry.surfaceNames(context));
        StorageSection.check(fields.get(STORAGE), model.lattice(), fields, STORAGE);
        String name = fields.find(NAME).orElse(reading.source().name());
        String title = fields.get(TITLE);
        Case theCase = new Case(
                name,
                title.isBlank() ? name : title,
                geometry.source(context),
                geometry.spacingM(),
                fluid,
                model,
                boundaries,
                fields.find(DRIVE)
                        .map(drive -> drive.over(fluid.densityKgPerM3()))
                        .orElse(Case.Drive.NONE),
                fields.get(INITIAL),
                fields.get(TIME),
                fields.get(STORAGE),
                fields.get(OUTPUT),
                fields.get(REFERENCE));
        return new Read(theCase, fields.find(DEVICE));
    }

    /// Boundaries must name surfaces or openings of the geometry.
    private static void checkNames(Fields fields, List<String> known) {
        if (known.isEmpty()) {
            return;
        }
        boolean good = true;
        for (String name : fields.get(BOUNDARIES).keySet()) {
            if (!known.contains(name)) {
                List<String> near = Spelling.nearestFirst(name, known);
                fields.reading()
                        .at("boundaries")
                        .refuse(
                                fields.keyPlace(BOUNDARIES, name),
                                "the geometry has no surface or opening '%s'; it has %s"
                                        .formatted(name, String.join(", ", near)));
                good = false;
            }
        }
        if (!good) {
            throw new Unreadable();
        }
    }
}
