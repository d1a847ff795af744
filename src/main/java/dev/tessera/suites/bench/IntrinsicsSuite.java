package dev.tessera.suites.bench;

import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.expr.Expr;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.Collision;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.CarreauYasuda;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.collision.PowerLaw;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.jspecify.annotations.Nullable;

/// What `intrinsics: fast` gains on a GPU, and what it changes: whole simulations (D3Q19, FP32, dense storage, two
/// buffers) of models that compute exp, log or pow at every node, each with exact and with fast functions, over the
/// same number of steps. A fluid with one viscosity is measured beside them.
///
/// The flow is periodic and sheared at every node. It is Arnold's,
/// Beltrami's and Childress' flow `u_x = U (sin kz + cos ky)`, and so on in a circle, which its own vorticity does not
/// change. The Shan–Chen fluid begins with waves of its density instead.
final class IntrinsicsSuite {
    static final String NAME = "intrinsics";

    private static final int REPEATS = 5;
    private static final int WAVE_NODES = 8;
    private static final double SPEED_M_PER_S = 0.03;
    private static final double LOW_VISCOSITY = 1e-3;
    private static final double USUAL_VISCOSITY = 0.05;

    private final GpuDevice device;
    private final ForkJoinPool workers;
    private final LongSupplier nanoTime;
    private final Consumer<String> progress;
    private final Predicate<String> wanted;
    private final Launches launches;
    private final int nodes;
    private final int stepsPerRepeat;

    /// @param nodes along each edge of the box, a multiple of 8
    /// @param stepsPerRepeat time of five repeats, after as many steps to warm up
    IntrinsicsSuite(
            GpuDevice device,
            ForkJoinPool workers,
            LongSupplier nanoTime,
            Consumer<String> progress,
            Predicate<String> wanted,
            Launches launches,
            int nodes,
            int stepsPerRepeat) {
        this.device = device;
        this.workers = workers;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.wanted = wanted;
        this.launches = launches;
        this.nodes = nodes;
        this.stepsPerRepeat = stepsPerRepeat;
    }

    /// A fluid and how it is computed.
    private enum Kind {
        NEWTONIAN("newtonian", new Trt()) {
            @Override
            CaseBuilder fluid(CaseBuilder of) {
                return of.fluid(1, USUAL_VISCOSITY);
            }
        },
        ENTROPIC("elbm", new Elbm()) {
            @Override
            CaseBuilder fluid(CaseBuilder of) {
                return of.fluid(1, LOW_VISCOSITY);
            }
        },
        CARREAU("carreau", new Trt()) {
            @Override
            CaseBuilder fluid(CaseBuilder of) {
                return of.fluid(1, new CarreauYasuda(0.1, USUAL_VISCOSITY / 10, 100, 0.3568, 2));
            }
        },
        /// With two powers in each step of Newton's method, where that of Carreau has one.
        CARREAU_YASUDA("carreau-yasuda", new Trt()) {
            @Override
            CaseBuilder fluid(CaseBuilder of) {
                return of.fluid(1, new CarreauYasuda(0.1, USUAL_VISCOSITY / 10, 100, 0.2128, 0.64));
            }
        },
        POWER_LAW("power-law", new Trt()) {
            @Override
            CaseBuilder fluid(CaseBuilder of) {
                return of.fluid(1, new PowerLaw(0.02, 0.7, USUAL_VISCOSITY / 10, 0.3));
            }
        },
        SHAN_CHEN("shan-chen", new Bgk()) {
            @Override
            CaseBuilder fluid(CaseBuilder of) {
                var mixture = new ShanChen(
                        List.of("fluid"), Potentials.CLASSIC, List.of(new Coupling("fluid", "fluid", -4.5)), List.of());
                return of.fluid(1, USUAL_VISCOSITY)
                        .mixture(mixture, List.of(new Case.Component("fluid", USUAL_VISCOSITY, waves())));
            }

            @Override
            boolean startsFromRest() {
                return true;
            }
        };

        private final String key;
        private final Collision collision;

        Kind(String key, Collision collision) {
            this.key = key;
            this.collision = collision;
        }

        abstract CaseBuilder fluid(CaseBuilder of);

        boolean startsFromRest() {
            return false;
        }

        List<Intrinsics> measured() {
            return this == NEWTONIAN ? List.of(Intrinsics.EXACT) : List.of(Intrinsics.values());
        }
    }

    private static final double WAVE_NUMBER = 2 * Math.PI / WAVE_NODES;

    /// Densities around `ln 2`, in the middle between those of both phases.
    private static Value waves() {
        return Value.varying(at -> {
            Expr k = at.number(WAVE_NUMBER);
            Expr product =
                    at.sin(k.times(at.x())).times(at.sin(k.times(at.y()))).times(at.sin(k.times(at.z())));
            return at.number(Math.log(2)).plus(at.number(0.1).times(product));
        });
    }

    private static List<Value> shearedFlow() {
        double quarter = WAVE_NODES / 4.0; // the cosine
        return List.of(
                Value.varying(at -> {
                    Expr k = at.number(WAVE_NUMBER);
                    Expr shifted = at.y().plus(at.number(quarter));
                    return at.number(SPEED_M_PER_S)
                            .times(at.sin(k.times(at.z())).plus(at.sin(k.times(shifted))));
                }),
                Value.varying(at -> {
                    Expr k = at.number(WAVE_NUMBER);
                    Expr shifted = at.z().plus(at.number(quarter));
                    return at.number(SPEED_M_PER_S)
                            .times(at.sin(k.times(at.x())).plus(at.sin(k.times(shifted))));
                }),
                Value.varying(at -> {
                    Expr k = at.number(WAVE_NUMBER);
                    Expr shifted = at.x().plus(at.number(quarter));
                    return at.number(SPEED_M_PER_S)
                            .times(at.sin(k.times(at.y())).plus(at.sin(k.times(shifted))));
                }));
    }

    /// @return rows as `bench --json` writes them
    List<Map<String, Object>> run(Bench.RowsSoFar rowsSoFar) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            if (!wanted.test("%s %s".formatted(kind.key, Precision.FP32.key()))) {
                continue;
            }
            Measured exact = null;
            for (Intrinsics intrinsics : kind.measured()) {
                Map<String, Object> row = words(kind, intrinsics);
                Measured measured = measured(kind, intrinsics, row);
                if (measured != null) {
                    measured.put(row, exact);
                }
                exact = intrinsics == Intrinsics.EXACT ? measured : exact;
                rows.add(row);
                progress.accept("%s %s: %s MLUPS".formatted(kind.key, intrinsics.key(), row.get("mlups")));
                rowsSoFar.accept(List.copyOf(rows));
            }
        }
        return rows;
    }

    private Map<String, Object> words(Kind kind, Intrinsics intrinsics) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("suite", NAME);
        row.put("geometry", kind.key);
        row.put("kernel", intrinsics.key());
        row.put("lattice", Lattices.D3Q19.name());
        row.put("collision", kind.collision.key());
        row.put("addressing", new Dense().key());
        row.put("pattern", new TwoBufferPull().key());
        row.put("precision", Precision.FP32.key());
        row.put("device", device.key());
        return row;
    }

    private Case theCase(Kind kind, Intrinsics intrinsics) {
        Domain periodic = new Domain(Vec.ZERO, new Vec(nodes, nodes, nodes), Collections.nCopies(6, Side.periodic()));
        var builder = Case.named(kind.key)
                .geometry(ShapeSource.in(periodic))
                .spacingM(1)
                .lattice(Lattices.D3Q19)
                .equilibrium(Equilibria.usual(kind.collision))
                .collision(kind.collision)
                .precision(Precision.FP32)
                .intrinsics(intrinsics)
                .referenceVelocityMPerS(SPEED_M_PER_S)
                .referenceLengthM(WAVE_NODES)
                .timeStepS(1)
                .atMostSteps(Integer.MAX_VALUE)
                .storage(new Case.Storage(
                        Optional.of(new Dense()), Optional.of(new TwoBufferPull()), launches.ofSimulations()));
        if (!kind.startsFromRest()) {
            builder.initial(new Case.Initial(shearedFlow(), Value.ZERO));
        }
        return kind.fluid(builder).build();
    }

    /// @param seconds of a step, sorted
    /// @param velocity at the end, m/s
    private record Measured(long fluidNodes, long memoryBytes, double[] seconds, double[][] velocity) {
        double mlups() {
            return fluidNodes / seconds[REPEATS / 2] * 1e-6;
        }

        /// @param exact the same flow with exact functions; null if it is this one
        void put(Map<String, Object> row, @Nullable Measured exact) {
            row.put("fluid_nodes", fluidNodes);
            row.put("mlups", mlups());
            row.put("memory_bytes", memoryBytes);
            row.put("repeats", REPEATS);
            row.put("spread", (seconds[REPEATS - 1] - seconds[0]) / seconds[REPEATS / 2]);
            if (exact != null) {
                row.put("gain", mlups() / exact.mlups() - 1);
                row.put("energy_difference", energy() / exact.energy() - 1);
                row.put("velocity_difference", difference(exact) / exact.largest());
            }
        }

        private double energy() {
            return Arrays.stream(velocity)
                    .flatMapToDouble(Arrays::stream)
                    .map(component -> component * component)
                    .sum();
        }

        private double largest() {
            return Arrays.stream(velocity)
                    .flatMapToDouble(Arrays::stream)
                    .map(Math::abs)
                    .max()
                    .orElse(Double.NaN);
        }

        private double difference(Measured other) {
            double largest = 0;
            for (int axis = 0; axis < velocity.length; axis++) {
                for (int node = 0; node < velocity[axis].length; node++) {
                    largest = Math.max(largest, Math.abs(velocity[axis][node] - other.velocity[axis][node]));
                }
            }
            return largest;
        }
    }

    /// @return null if it failed; the row then has the reason
    private @Nullable Measured measured(Kind kind, Intrinsics intrinsics, Map<String, Object> row) {
        try (Simulation simulation = Simulation.open(theCase(kind, intrinsics), device, workers)) {
            RepeatedSteps.seconds(nanoTime, simulation, stepsPerRepeat);
            double[] seconds = new double[REPEATS];
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                seconds[repeat] = RepeatedSteps.seconds(nanoTime, simulation, stepsPerRepeat) / stepsPerRepeat;
            }
            Arrays.sort(seconds);
            return new Measured(
                    simulation.nodes().fluid().count(),
                    simulation.memoryBytes(),
                    seconds,
                    simulation.snapshot().velocityMPerS());
        } catch (RuntimeException | OutOfMemoryError failure) {
            row.put("error", Objects.requireNonNullElse(failure.getMessage(), failure.toString()));
            return null;
        }
    }
}
