package dev.tessera.suites.bench;

import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.KernelVariant;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.TuningChoice;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.CopyOutflow;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.GradOutflow;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.boundary.SymmetrySide;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.boundary.YuOutflow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the nodes of a box's sides cost on a GPU: whole simulations (D3Q19, BGK, dense storage), each compared with a
/// periodic box. Nodes of a side across x are stored one by one: with kernel `step` the sweep updates them, with kernel
/// `listed` kernels of their own, with the launch that was usual for these (docs/decisions/0090).
final class SideSuite {
    static final String NAME = "sides";

    /// Key of a row: whether its launch is the usual or a measured one.
    static final String LAUNCHES = "launches";

    private static final int THREADS = 128;
    private static final double SPEED_M_PER_S = 0.01;

    private final GpuDevice device;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final Launches launches;
    private final int nodes;
    private final double secondsPerRepeat;

    /// @param nodes along each edge of the box
    SideSuite(
            GpuDevice device,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            Launches launches,
            int nodes,
            double secondsPerRepeat) {
        this.device = device;
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.launches = launches;
        this.nodes = nodes;
        this.secondsPerRepeat = secondsPerRepeat;
    }

    /// A side and its condition.
    private record Face(Side side, @Nullable Boundary boundary) {
        static final Face PERIODIC = new Face(Side.periodic(), null);

        static Face wall(String name, Boundary boundary) {
            return new Face(Side.wall(name), boundary);
        }

        static Face symmetry(String name) {
            return new Face(Side.symmetry(name), new SymmetrySide());
        }

        static Face opening(String name, Boundary boundary) {
            Side side = Side.opening(name);
            return new Face(boundary.holdsOnNodes() ? side.wet() : side, boundary);
        }
    }

    /// @param faces x-min, x-max, y-min, y-max, z-min, z-max
    private record Kind(String key, List<Face> faces) {
        static Kind across(int axis, String key, Face low, Face high) {
            List<Face> faces = new ArrayList<>();
            for (int k = 0; k < 3; k++) {
                faces.add(k == axis ? low : Face.PERIODIC);
                faces.add(k == axis ? high : Face.PERIODIC);
            }
            return new Kind(key, faces);
        }

        /// Between an inlet and an outlet across x: a mirror, a wall, another wall and a moving lid.
        static Kind channel(String key, Face inlet, Face outlet, Boundary floor) {
            return new Kind(
                    key,
                    List.of(
                            inlet,
                            outlet,
                            Face.symmetry("middle"),
                            Face.wall("side", floor),
                            Face.wall("floor", floor),
                            Face.wall("lid", new MovingWall(along()))));
        }
    }

    private static List<Value> along() {
        return List.of(Value.of(SPEED_M_PER_S), Value.ZERO, Value.ZERO);
    }

    private static Boundary velocity(Scheme scheme) {
        return new VelocityOpening(new Flow.MeanVelocity(Value.of(SPEED_M_PER_S)), Profile.PLUG, scheme, 0);
    }

    private static Boundary pressure(Scheme scheme) {
        return new PressureOpening(Value.ZERO, scheme, 0, false, null);
    }

    private static Face inlet(Scheme scheme) {
        return Face.opening("inlet", velocity(scheme));
    }

    private static Face outlet(Scheme scheme) {
        return Face.opening("outlet", pressure(scheme));
    }

    /// An inlet, an outlet, a mirror, an outflow, a wall and a lid, each of another scheme.
    private static Kind mixed() {
        Boundary lid = new VelocityOpening(new Flow.VelocityField(along()), Profile.PLUG, Scheme.REGULARIZED, 0);
        return new Kind(
                "six-mixed",
                List.of(
                        inlet(Scheme.ZOU_HE),
                        outlet(Scheme.REGULARIZED),
                        Face.symmetry("middle"),
                        Face.opening("outflow", new GradOutflow(Value.ZERO, new Boundary.Rise.Over(0))),
                        Face.wall("floor", new FullWayWall()),
                        Face.opening("lid", lid)));
    }

    /// The periodic box is the first.
    private static List<Kind> kinds() {
        Face wall = Face.wall("wall", new RestingWall());
        Boundary resting = new RestingWall();
        return List.of(
                new Kind("periodic", Collections.nCopies(6, Face.PERIODIC)),
                Kind.across(0, "walls-x", wall, wall),
                new Kind("walls", Collections.nCopies(6, wall)),
                Kind.across(0, "symmetry-x", Face.symmetry("middle"), wall),
                Kind.across(0, "regularized-x", inlet(Scheme.REGULARIZED), outlet(Scheme.REGULARIZED)),
                Kind.across(2, "regularized-z", inlet(Scheme.REGULARIZED), outlet(Scheme.REGULARIZED)),
                Kind.channel(
                        "six-grad",
                        inlet(Scheme.REGULARIZED),
                        Face.opening("outlet", new GradOutflow(Value.ZERO, new Boundary.Rise.Over(0))),
                        resting),
                Kind.channel("six-regularized", inlet(Scheme.REGULARIZED), outlet(Scheme.REGULARIZED), resting),
                Kind.channel("six-zou-he", inlet(Scheme.ZOU_HE), outlet(Scheme.ZOU_HE), resting),
                Kind.channel("six-link-wise", inlet(Scheme.LINK_WISE), outlet(Scheme.LINK_WISE), resting),
                Kind.channel("six-full-way", inlet(Scheme.ZOU_HE), outlet(Scheme.REGULARIZED), new FullWayWall()),
                mixed(),
                Kind.channel("six-yu", inlet(Scheme.REGULARIZED), Face.opening("outlet", new YuOutflow()), resting),
                Kind.channel(
                        "six-copy", inlet(Scheme.REGULARIZED), Face.opening("outlet", new CopyOutflow()), resting));
    }

    /// @return rows as `bench --json` writes them
    List<Map<String, Object>> run(Bench.RowsSoFar rowsSoFar) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            for (StreamingPattern pattern : List.of(new TwoBufferPull(), new AaPattern())) {
                double periodic = Double.NaN;
                for (Kind kind : kinds()) {
                    for (boolean isListed : new boolean[] {false, true}) {
                        Trial trial = new Trial(kind, precision, pattern, isListed);
                        if (trial.isWanted()) {
                            Map<String, Object> row = trial.row(periodic);
                            if (kind.key.equals("periodic") && row.get("mlups") instanceof Double mlups) {
                                periodic = mlups;
                                row.put("periodic_fraction", 1.0);
                            }
                            rows.add(row);
                            progress.accept(
                                    "%s %s: %s MLUPS".formatted(trial.name(), trial.launch(), row.get("mlups")));
                            rowsSoFar.accept(List.copyOf(rows));
                        }
                    }
                }
            }
        }
        return rows;
    }

    private final class Trial {
        private final Kind kind;
        private final Precision precision;
        private final StreamingPattern pattern;
        private final boolean isListed;

        Trial(Kind kind, Precision precision, StreamingPattern pattern, boolean isListed) {
            this.kind = kind;
            this.precision = precision;
            this.pattern = pattern;
            this.isListed = isListed;
        }

        String name() {
            return "%s %s %s".formatted(kind.key, pattern.key(), precision.key());
        }

        String launch() {
            return isListed ? KernelVariant.LISTED.key() : "step";
        }

        /// The periodic box has no listed nodes; it is measured wherever another box is.
        boolean isWanted() {
            return kind.key.equals("periodic")
                    ? !isListed && isAnyWanted()
                    : wanted.test("%s %s".formatted(name(), launch()));
        }

        private boolean isAnyWanted() {
            return kinds().stream()
                    .flatMap(other -> Stream.of(
                            new Trial(other, precision, pattern, false), new Trial(other, precision, pattern, true)))
                    .anyMatch(other -> wanted.test("%s %s".formatted(other.name(), other.launch())));
        }

        private TuningChoice tuning() {
            if (isListed) {
                int side = Math.max(1, 16 / precision.storedBytes());
                return new TuningChoice.Fixed(
                        Tuning.of(THREADS, Math.min(4, side)).with(KernelVariant.LISTED));
            }
            return launches.ofSimulations();
        }

        private Case theCase() {
            double[] lengths = new double[3];
            for (int axis = 0; axis < 3; axis++) {
                lengths[axis] = nodes - half(2 * axis) - half(2 * axis + 1);
            }
            var sides = kind.faces.stream().map(Face::side).toList();
            var builder = Case.named(kind.key)
                    .geometry(ShapeSource.in(new Domain(Vec.ZERO, Vec.of(lengths), sides)))
                    .spacingM(1)
                    .fluid(1, 0.1)
                    .lattice(Lattices.D3Q19)
                    .collision(new Bgk())
                    .precision(precision)
                    .referenceVelocityMPerS(SPEED_M_PER_S)
                    .referenceLengthM(nodes)
                    .timeStepS(1)
                    .atMostSteps(Integer.MAX_VALUE)
                    .storage(new Case.Storage(Optional.of(new Dense()), Optional.of(pattern), tuning()));
            for (Face face : kind.faces) {
                if (face.boundary != null) {
                    builder.boundary(face.side.name(), face.boundary);
                }
            }
            return builder.build();
        }

        private double half(int side) {
            return kind.faces.get(side).side.isWet() ? 0.5 : 0;
        }

        /// @param periodic MLUPS of the periodic box; NaN if it is this one
        Map<String, Object> row(double periodic) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("suite", NAME);
            row.put(LAUNCHES, launches == Launches.TUNED && !isListed ? "measured" : "usual");
            row.put("geometry", kind.key);
            row.put("kernel", launch());
            row.put("lattice", Lattices.D3Q19.name());
            row.put("collision", new Bgk().key());
            row.put("addressing", new Dense().key());
            row.put("pattern", pattern.key());
            row.put("precision", precision.key());
            row.put("device", device.key());
            try (Simulation simulation = Simulation.open(theCase(), device, workers)) {
                measure(simulation, row, periodic);
            } catch (RuntimeException | OutOfMemoryError failure) {
                row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
            }
            return row;
        }

        private void measure(Simulation simulation, Map<String, Object> row, double periodic) {
            double mlups = new RepeatedSteps(nanoTime, secondsPerRepeat).measure(simulation, row);
            if (!Double.isNaN(periodic)) {
                row.put("periodic_fraction", mlups / periodic);
            }
        }
    }
}
