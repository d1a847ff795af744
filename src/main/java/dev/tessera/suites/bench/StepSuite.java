package dev.tessera.suites.bench;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.mesh.StlSource;
import dev.tessera.geometry.mesh.StlUnit;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.TuningChoice;
import dev.tessera.solver.Value;
import dev.tessera.solver.Value.Interpolation;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.boundary.WindkesselOpening;
import dev.tessera.suites.generator.Vessel;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// What values in time, sums, curved walls and parts cost: whole simulations of the vessel of `examples/aneurysm`
/// (D3Q27, MRT, FP64, link-wise openings), each compared with the steady one, at several spacings. On CPUs all
/// simulations
/// of a spacing exist at the same time and run alternating, so that a machine whose speed varies treats them alike. On
/// GPUs one exists at a time: their speed hardly varies, but of several equal simulations whose values fit into the
/// cache
/// some are 7 % slower, because of where their memory lies.
final class StepSuite {
    static final String NAME = "step";

    /// Steps per row of the log.
    static final int STEPS_PER_ROW = 100;

    private static final double MEAN_M_PER_S = 0.05;
    private static final int REPEATS = 5;
    private static final int WARM_UP_STEPS = 200;

    private final Device device;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final Launches launches;
    private final List<Double> spacingsM;
    private final double secondsPerRepeat;

    /// Two parts run on the same device.
    enum Variant {
        STEADY,
        /// An inflow that rises during the whole measurement.
        RAMP,
        /// An inflow that is an expression of time.
        SINE,
        /// An inflow that is no sum of products of place and time: a front.
        FRONT,
        /// A periodic inflow given at points in time, cubic.
        SERIES,
        /// Steady, with a row of the log, forces included, every [#STEPS_PER_ROW] steps.
        SUMS,
        /// Outlets with three-element Windkessel models, whose pressures follow from their flow.
        WINDKESSEL,
        /// Steady, with walls at their distances.
        CURVED,
        /// Steady, in two parts.
        PARTS;

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// @param spacingsM of the vessel, which fits in a box of 30 x 27 x 40 mm
    StepSuite(
            Device device,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            Launches launches,
            List<Double> spacingsM,
            double secondsPerRepeat) {
        this.device = device;
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.launches = launches;
        this.spacingsM = List.copyOf(spacingsM);
        this.secondsPerRepeat = secondsPerRepeat;
    }

    /// The spacings for this kind of device: 86 000, 690 000 and 10.8 million fluid nodes on GPUs, 86 000 and
    /// 200 000 on CPUs.
    static List<Double> usualSpacingsM(Device device) {
        return device.isGpu() ? List.of(0.2e-3, 0.1e-3, 0.04e-3) : List.of(0.2e-3, 0.15e-3);
    }

    /// @return rows as `bench --json` writes them
    List<Map<String, Object>> run(Bench.RowsSoFar rowsSoFar) throws IOException {
        Path file = Files.createTempFile("vessel", ".stl");
        try {
            Vessel vessel = Vessel.aneurysm();
            vessel.wallInMetres().write(file, "vessel");
            StlSource source = StlSource.of(file, StlUnit.M);
            for (Vessel.OpenEnd end : vessel.openEnds()) {
                var centre = end.centreMm().times(1e-3);
                source = source.opening(OpeningSpec.of(end.name(), new OpeningSelector.Near(centre)));
            }
            List<Map<String, Object>> rows = new ArrayList<>();
            for (double spacingM : spacingsM) {
                NodeMap nodes = source.voxelise(spacingM, workers);
                progress.accept("%s: %,d fluid nodes"
                        .formatted(name(spacingM), nodes.fluid().count()));
                rows.addAll(rows(source, nodes, spacingM));
                rowsSoFar.accept(List.copyOf(rows));
            }
            return rows;
        } finally {
            Files.delete(file);
        }
    }

    /// The vessel's name at a spacing.
    static String name(double spacingM) {
        return "aneurysm-%smm"
                .formatted(BigDecimal.valueOf(spacingM).movePointRight(3).stripTrailingZeros());
    }

    private List<Map<String, Object>> rows(StlSource source, NodeMap nodes, double spacingM) {
        List<Variant> variants = Arrays.stream(Variant.values())
                .filter(variant -> wanted.test("%s %s mrt fp64".formatted(name(spacingM), variant.key())))
                .collect(Collectors.toCollection(ArrayList::new));
        if (!variants.isEmpty() && !variants.contains(Variant.STEADY)) {
            variants.addFirst(Variant.STEADY);
        }
        List<List<Variant>> together =
                device.isGpu() ? variants.stream().map(List::of).toList() : List.of(variants);
        List<Map<String, Object>> rows = new ArrayList<>();
        double[] steady = new double[REPEATS]; // seconds per step
        for (List<Variant> measured : together) {
            List<Runner> runners = new ArrayList<>();
            try {
                for (Variant variant : measured) {
                    try {
                        runners.add(new Runner(variant, source, nodes, spacingM));
                    } catch (RuntimeException | OutOfMemoryError failure) {
                        rows.add(failed(variant, spacingM, failure));
                    }
                }
                measure(runners);
                for (Runner runner : runners) {
                    if (runner.variant == Variant.STEADY) {
                        steady = runner.secondsPerStep;
                    }
                    rows.add(runner.row(steady));
                }
            } finally {
                runners.forEach(runner -> runner.simulation.close());
            }
        }
        return rows;
    }

    private void measure(List<Runner> runners) {
        if (runners.isEmpty()) {
            return;
        }
        runners.forEach(runner -> runner.run(WARM_UP_STEPS));
        double perStep = runners.getFirst().run(STEPS_PER_ROW) / STEPS_PER_ROW;
        int count = STEPS_PER_ROW * (int) Math.max(1, Math.round(secondsPerRepeat / perStep / STEPS_PER_ROW));
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            for (Runner runner : runners) {
                runner.secondsPerStep[repeat] = runner.run(count) / count;
            }
            progress.accept("repeat %d of %d, %d steps each, MLUPS: %s"
                    .formatted(repeat + 1, REPEATS, count, speeds(runners, repeat)));
        }
    }

    private static String speeds(List<Runner> runners, int repeat) {
        return runners.stream()
                .map(runner -> "%s %.1f".formatted(runner.variant.key(), runner.mlups(runner.secondsPerStep[repeat])))
                .collect(Collectors.joining(", "));
    }

    private Map<String, Object> words(Variant variant, double spacingM) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", NAME);
        row.put("geometry", name(spacingM));
        row.put("kernel", variant.key());
        row.put("lattice", Lattices.D3Q27.name());
        row.put("collision", new Mrt().key());
        row.put("precision", "fp64");
        row.put("device", device.key());
        return row;
    }

    private Map<String, Object> failed(Variant variant, double spacingM, Throwable failure) {
        Map<String, Object> row = words(variant, spacingM);
        row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
        progress.accept("%s failed: %s".formatted(variant.key(), row.get("error")));
        return row;
    }

    /// One simulation and its times.
    private final class Runner {
        private final Variant variant;
        private final double spacingM;
        private final Simulation simulation;
        private final double[] secondsPerStep = new double[REPEATS];

        Runner(Variant variant, StlSource source, NodeMap nodes, double spacingM) {
            this.variant = variant;
            this.spacingM = spacingM;
            Device runs = variant == Variant.PARTS
                    ? new PartedDevice(List.of(device, device), PartedDevice.Division.balanced(), workers)
                    : device;
            this.simulation = Simulation.open(theCase(source), nodes, runs, workers);
        }

        private Case theCase(StlSource source) {
            Boundary outlet = variant == Variant.WINDKESSEL
                    ? new WindkesselOpening(1e8, 1e7, 1e-10, Value.ZERO, OptionalDouble.empty(), Scheme.LINK_WISE)
                    : new PressureOpening(Value.ZERO, Scheme.LINK_WISE, 0, false, null);
            double rampS = variant == Variant.RAMP ? 2 : 0;
            var builder = Case.named("aneurysm")
                    .geometry(source)
                    .spacingM(spacingM)
                    .fluid(1050, 3.5e-3 / 1050)
                    .lattice(Lattices.D3Q27)
                    .collision(new Mrt())
                    .boundary(
                            "inlet",
                            new VelocityOpening(
                                    new Flow.MeanVelocity(velocity()), Profile.PARABOLIC, Scheme.LINK_WISE, rampS))
                    .boundary("outlet-1", outlet)
                    .boundary("outlet-2", outlet)
                    .referenceVelocityMPerS(2 * MEAN_M_PER_S)
                    .latticeSpeed(0.02)
                    .atMostSteps(Integer.MAX_VALUE);
            if (launches == Launches.LISTED) {
                builder.storage(new Case.Storage(Optional.empty(), Optional.empty(), new TuningChoice.Usual()));
            }
            return (variant == Variant.CURVED ? builder.walls(WallScheme.CURVED) : builder).build();
        }

        private Value velocity() {
            return switch (variant) {
                case SINE ->
                    Value.varying(at -> at.number(MEAN_M_PER_S)
                            .times(at.number(1)
                                    .plus(at.number(0.5).times(at.sin(at.t().times(at.number(7)))))));
                case FRONT ->
                    Value.varying(at -> at.number(MEAN_M_PER_S)
                            .times(at.number(1)
                                    .plus(at.number(0.5)
                                            .times(at.tanh(at.x()
                                                    .times(at.number(200))
                                                    .minus(at.sin(at.t().times(at.number(7)))))))));
                case SERIES ->
                    new Value.Sampled(
                            List.of(0.0, 0.2, 0.5),
                            List.of(MEAN_M_PER_S, 1.5 * MEAN_M_PER_S, 0.8 * MEAN_M_PER_S),
                            0.9,
                            Interpolation.CUBIC);
                case STEADY, RAMP, SUMS, WINDKESSEL, CURVED, PARTS -> Value.of(MEAN_M_PER_S);
            };
        }

        /// @return seconds
        double run(int steps) {
            long start = nanoTime.getAsLong();
            if (variant == Variant.SUMS) {
                for (int step = 0; step < steps; step += STEPS_PER_ROW) {
                    simulation.step(STEPS_PER_ROW);
                    simulation.observables(false);
                }
            } else {
                simulation.step(steps);
            }
            simulation.finish();
            return (nanoTime.getAsLong() - start) * 1e-9;
        }

        double mlups(double seconds) {
            return simulation.nodes().fluid().count() / seconds * 1e-6;
        }

        /// @param steady seconds per step of the steady run, by repeat; zero if there is none
        Map<String, Object> row(double[] steady) {
            double[] fractions = new double[REPEATS];
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                fractions[repeat] = steady[repeat] / secondsPerStep[repeat];
            }
            double[] seconds = secondsPerStep.clone();
            Arrays.sort(seconds);
            Arrays.sort(fractions);
            double median = seconds[REPEATS / 2];
            Map<String, Object> row = words(variant, spacingM);
            row.put("addressing", simulation.storageFacts().addressing());
            row.put("pattern", simulation.storageFacts().pattern().orElse(""));
            row.put("fluid_nodes", simulation.nodes().fluid().count());
            row.put("mlups", mlups(median));
            row.put("steady_fraction", fractions[REPEATS / 2]);
            row.put("memory_bytes", simulation.memoryBytes());
            row.put("repeats", REPEATS);
            row.put("spread", (seconds[REPEATS - 1] - seconds[0]) / median);
            return row;
        }
    }
}
