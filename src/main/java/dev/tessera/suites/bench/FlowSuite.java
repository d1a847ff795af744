package dev.tessera.suites.bench;

import dev.tessera.device.Device;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.ShallowWater;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.TuningChoice;
import dev.tessera.solver.Value;
import dev.tessera.suites.Page;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Models that are more than one collision, as whole simulations of periodic boxes: mixtures and shallow water beside
/// one fluid, and ELBM over the run of Kida's vortex ([KidaSpeed]).
final class FlowSuite {
    /// They belong to this suite.
    static final String NAME = "models";

    private static final double VISCOSITY = 0.1;
    private static final double TENSION = 0.005;
    private static final double WIDTH = 2;
    private static final double COUPLING = 1;
    private static final double GRAVITY = 0.01;
    private static final List<Tuning> BLOCKS = List.of(Tuning.of(64, 1), Tuning.of(128, 2), Tuning.of(256, 1));
    private static final List<String> COMPONENTS = List.of("oil", "water", "gas");

    private final Device device;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final Launches launches;
    private final Sizes sizes;

    /// @param plane nodes per edge of a square
    /// @param box nodes per edge of a cube
    /// @param vortex nodes per edge of Kida's cube
    /// @param secondsPerRepeat of a row
    record Sizes(int plane, int box, int vortex, double secondsPerRepeat) {
        static Sizes usual(Device device) {
            return device.isGpu() ? new Sizes(4096, 256, 128, 0.2) : new Sizes(512, 64, 16, 0.2);
        }
    }

    FlowSuite(
            Device device,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            Launches launches,
            Sizes sizes) {
        this.device = device;
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.launches = launches;
        this.sizes = sizes;
    }

    /// What a periodic box contains.
    ///
    /// @param fluids number of lattices
    /// @param readTwice lattices whose populations a step reads twice: for the fields first
    /// @param fields values that a step writes and reads again at each node
    private record Model(String key, VelocitySet lattice, int fluids, int readTwice, int fields) {
        /// The bytes that a step has to move at each node.
        double bytes(Precision precision) {
            double values = (2.0 * fluids + readTwice) * lattice.size() + 2.0 * fields;
            return values * precision.storedBytes();
        }

        /// Those of a form that reads the populations of every lattice twice.
        double bytesReadingTwice(Precision precision) {
            return fields == 0
                    ? bytes(precision)
                    : new Model(key, lattice, fluids, fluids, Math.max(fields, fluids)).bytes(precision);
        }

        String words(Precision precision) {
            return "%s %s %s".formatted(key, lattice.name(), precision.key());
        }
    }

    /// How a model is stored and launched.
    ///
    /// @param words the storage and the launch; empty: as in a run
    private record Variant(String words, Case.Storage storage) {
        boolean isOfRun() {
            return words.isEmpty();
        }

        /// What rows are wanted by.
        String of(Model model, Precision precision) {
            return isOfRun() ? model.words(precision) : "%s %s".formatted(model.words(precision), words);
        }
    }

    private static Model oneFluid(VelocitySet lattice) {
        return new Model("bgk", lattice, 1, 0, 0);
    }

    private static List<Model> models() {
        return List.of(
                oneFluid(Lattices.D2Q9),
                oneFluid(Lattices.D3Q15),
                oneFluid(Lattices.D3Q19),
                oneFluid(Lattices.D3Q27),
                new Model("shallow-water", Lattices.D2Q9, 1, 0, 0),
                new Model("free-energy", Lattices.D2Q9, 2, 0, 1),
                new Model("free-energy", Lattices.D3Q19, 2, 0, 1),
                shanChen(Lattices.D2Q9, 1),
                shanChen(Lattices.D2Q9, 2),
                shanChen(Lattices.D3Q15, 2),
                shanChen(Lattices.D3Q27, 2),
                shanChen(Lattices.D3Q19, 1),
                shanChen(Lattices.D3Q19, 2),
                shanChen(Lattices.D3Q19, 3));
    }

    private static Model shanChen(VelocitySet lattice, int components) {
        return new Model("shan-chen-" + components, lattice, components, components, components);
    }

    /// @return rows as `bench --json` writes them
    List<Map<String, Object>> run(Bench.RowsSoFar rowsSoFar) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            Map<VelocitySet, Map<String, Object>> ofOneFluid = new LinkedHashMap<>();
            for (Model model : models()) {
                for (Variant variant : variants(model)) {
                    String words = variant.of(model, precision);
                    boolean isReference = variant.isOfRun() && model.equals(oneFluid(model.lattice));
                    if (isReference ? isAnyWanted(model.lattice, precision) : wanted.test(words)) {
                        Map<String, Object> row = row(model, precision, variant);
                        if (isReference) {
                            ofOneFluid.put(model.lattice, row);
                        }
                        compare(row, ofOneFluid.getOrDefault(model.lattice, Map.of()));
                        progress.accept("%s: %s MLUPS".formatted(words, Page.number(row, "mlups", "%.1f")));
                        rows.add(row);
                        rowsSoFar.accept(List.copyOf(rows));
                    }
                }
            }
        }
        var vortex = new KidaSpeed(device, workers, nanoTime, progress, wanted, launches.ofSimulations(), sizes.vortex);
        vortex.run(row -> {
            rows.add(row);
            rowsSoFar.accept(List.copyOf(rows));
        });
        return rows;
    }

    private boolean isAnyWanted(VelocitySet lattice, Precision precision) {
        return models().stream()
                .filter(model -> model.lattice == lattice)
                .anyMatch(model ->
                        variants(model).stream().anyMatch(variant -> wanted.test(variant.of(model, precision))));
    }

    /// As in a run; on GPUs also every pattern, with neighbours beside a node and with neighbours that are looked
    /// up, and dense storage with several launches.
    private List<Variant> variants(Model model) {
        List<Variant> variants = new ArrayList<>();
        variants.add(new Variant("", new Case.Storage(Optional.empty(), Optional.empty(), launches.ofSimulations())));
        boolean isOfOtherLattices =
                model.key.equals("shan-chen-3") || model.lattice == Lattices.D3Q15 || model.lattice == Lattices.D3Q27;
        if (!device.isGpu() || isOfOtherLattices) {
            return variants;
        }
        for (Addressing addressing : List.of(new Dense(), CompactTiles.forGpu())) {
            for (StreamingPattern pattern : List.of(GpuTrials.PULL, GpuTrials.PUSH, GpuTrials.AA)) {
                variants.add(variant(addressing, pattern, launches.ofSimulations(), ""));
            }
        }
        for (Tuning tuning : BLOCKS) {
            variants.add(variant(
                    new Dense(),
                    GpuTrials.PULL,
                    new TuningChoice.Fixed(tuning),
                    "%d threads %d nodes".formatted(tuning.threads(), tuning.nodesPerThread())));
        }
        return variants;
    }

    private static Variant variant(
            Addressing addressing, StreamingPattern pattern, TuningChoice tuning, String launch) {
        return new Variant(
                "%s %s %s".formatted(addressing.key(), pattern.key(), launch).strip(),
                new Case.Storage(Optional.of(addressing), Optional.of(pattern), tuning));
    }

    /// Adds the fractions of what one fluid moves per second in the same run.
    private static void compare(Map<String, Object> row, Map<String, Object> oneFluid) {
        double reference = Page.number(oneFluid, "gb_per_s");
        if (row.containsKey("mlups") && Double.isFinite(reference)) {
            row.put("limit_fraction", Page.number(row, "gb_per_s") / reference);
            row.put(
                    "twice_fraction",
                    Page.number(row, "mlups") * Page.number(row, "bytes_reading_twice") * 1e-3 / reference);
            row.put("bgk_fraction", Page.number(row, "mlups") / Page.number(oneFluid, "mlups"));
        }
    }

    private Map<String, Object> row(Model model, Precision precision, Variant variant) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", NAME);
        row.put("geometry", "periodic");
        row.put("kernel", model.key);
        row.put("lattice", model.lattice.name());
        row.put("collision", new Bgk().key());
        row.put("precision", precision.key());
        row.put("device", device.key());
        if (!variant.isOfRun()) {
            row.put("variant", variant.words);
        }
        try (Simulation simulation = Simulation.open(theCase(model, precision, variant), device, workers)) {
            row.put("storage", simulation.storageFacts().toString());
            double mlups = new RepeatedSteps(nanoTime, sizes.secondsPerRepeat).measure(simulation, row);
            row.put("bytes_per_update", model.bytes(precision));
            row.put("bytes_reading_twice", model.bytesReadingTwice(precision));
            row.put("gb_per_s", mlups * model.bytes(precision) * 1e-3);
        } catch (RuntimeException | OutOfMemoryError failure) {
            row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
        }
        return row;
    }

    private Case theCase(Model model, Precision precision, Variant variant) {
        boolean isPlane = model.lattice.dimensions() == 2;
        Side open = Side.periodic();
        int edge = isPlane ? sizes.plane : sizes.box;
        Domain domain = isPlane
                ? Domain.of2d(edge, edge, open, open, open, open)
                : Domain.of(new Vec(edge, edge, edge), open, open, open, open, open, open);
        CaseBuilder builder = Case.named(model.key)
                .geometry(ShapeSource.in(domain))
                .spacingM(1)
                .fluid(1, VISCOSITY)
                .lattice(model.lattice)
                .collision(new Bgk())
                .precision(precision)
                .timeStepS(1)
                .atMostSteps(Integer.MAX_VALUE)
                .storage(variant.storage);
        return fill(builder, model).build();
    }

    private static CaseBuilder fill(CaseBuilder builder, Model model) {
        return switch (model.key) {
            case "bgk" -> builder;
            case "shallow-water" ->
                builder.equilibrium(new ShallowWater(GRAVITY)).initial(Case.Initial.ofHeight(Value.of(1)));
            case "free-energy" ->
                builder.mixture(
                        new FreeEnergy(List.of("drop", "rest"), TENSION, WIDTH, OptionalDouble.empty(), Math.PI / 2),
                        Stream.of("drop", "rest").map(FlowSuite::half).toList());
            default -> {
                List<String> names = COMPONENTS.subList(0, model.fluids);
                List<Coupling> couplings = new ArrayList<>();
                for (int one = 0; one < names.size(); one++) {
                    for (int other = one + 1; other < names.size(); other++) {
                        couplings.add(new Coupling(names.get(one), names.get(other), COUPLING));
                    }
                }
                if (names.size() == 1) {
                    couplings.add(new Coupling(names.getFirst(), names.getFirst(), -COUPLING));
                }
                yield builder.mixture(
                        new ShanChen(names, Potentials.LINEAR, couplings),
                        names.stream().map(FlowSuite::half).toList());
            }
        };
    }

    /// Uniform, so that no run ends before the others.
    private static Case.Component half(String name) {
        return new Case.Component(name, VISCOSITY, Value.of(0.5));
    }
}
