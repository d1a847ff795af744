package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Rise;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.CharacteristicOutlet;
import dev.tessera.solver.boundary.CopyOutflow;
import dev.tessera.solver.boundary.DoNothingOutflow;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.GradOutflow;
import dev.tessera.solver.boundary.MovingWall;
import dev.tessera.solver.boundary.NeumannOutflow;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.boundary.SymmetrySide;
import dev.tessera.solver.boundary.YuOutflow;
import dev.tessera.testkit.Needs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Boundaries of every kind on sides of the box that meet, at edges and at corners.
final class EdgesOfOpeningsTest {
    private static final double SPEED = 0.02;
    private static final List<Scheme> SCHEMES =
            List.of(Scheme.ZOU_HE, Scheme.REGULARIZED, Scheme.EQUILIBRIUM, Scheme.GUO, Scheme.LINK_WISE);

    private static ForkJoinPool pool;
    private static Devices devices;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(1);
        devices = Devices.on(pool);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    /// A boundary of a side.
    /// @param readsBehind whether its rule reads nodes behind it
    private record Kind(String name, Boundary boundary, boolean readsBehind) {
        static Kind of(String name, Boundary boundary) {
            return new Kind(name, boundary, false);
        }

        static Kind reading(String name, Boundary boundary) {
            return new Kind(name, boundary, true);
        }

        Side side(String surface) {
            return switch (boundary) {
                case SymmetrySide symmetry -> Side.symmetry(surface);
                case Boundary.Opening opening ->
                    boundary.holdsOnNodes()
                            ? Side.opening(surface).wet()
                            : Side.opening(surface);
                default -> Side.wall(surface);
            };
        }

        double half(String surface) {
            return side(surface).isWet() ? 0.5 : 0;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Value speed(double value) {
        return Value.of(value);
    }

    private static Boundary velocity(Scheme scheme, double x, double y, double z) {
        return Boundaries.velocity(speed(x), speed(y), speed(z)).by(scheme);
    }

    private static Boundary pressure(Scheme scheme) {
        return Boundaries.pressure("0 Pa").by(scheme);
    }

    /// Of a side across y or z, at the edges of an inlet across x.
    private static List<Kind> kinds() {
        List<Kind> kinds = new ArrayList<>();
        for (Scheme scheme : SCHEMES) {
            boolean reads = scheme == Scheme.GUO;
            kinds.add(new Kind("velocity " + scheme.word(), velocity(scheme, SPEED, 0, 0), reads));
            kinds.add(new Kind("pressure " + scheme.word(), pressure(scheme), reads));
        }
        kinds.add(Kind.of("grad", new GradOutflow(Value.ZERO, new Rise.Over(0))));
        kinds.add(Kind.of("characteristic", new CharacteristicOutlet(Value.ZERO)));
        kinds.add(Kind.reading("yu", new YuOutflow()));
        kinds.add(Kind.reading("copy", new CopyOutflow()));
        kinds.add(Kind.reading("neumann", new NeumannOutflow()));
        kinds.add(Kind.of("do-nothing", new DoNothingOutflow()));
        kinds.add(Kind.of("full-way", new FullWayWall()));
        kinds.add(Kind.of("moving", new MovingWall(List.of(speed(SPEED), Value.ZERO, Value.ZERO))));
        kinds.add(Kind.of("wall", new RestingWall()));
        kinds.add(Kind.of("symmetry", new SymmetrySide()));
        return kinds;
    }

    /// A box of as many nodes along each axis of the lattice.
    /// @param kinds x-min, x-max, y-min …
    private static CaseBuilder box(VelocitySet lattice, int nodes, List<Kind> kinds) {
        double[] size = new double[3];
        List<Side> sides = new ArrayList<>();
        for (int side = 0; side < 6; side++) {
            boolean isThere = side / 2 < lattice.dimensions();
            String name = "side-" + side;
            sides.add(isThere ? kinds.get(side).side(name) : Side.periodic());
            size[side / 2] += isThere ? nodes / 2.0 - kinds.get(side).half(name) : 0;
        }
        CaseBuilder builder = Case.named("box")
                .geometry(ShapeSource.in(new Domain(Vec.ZERO, Vec.of(size), sides)))
                .spacingM(1)
                .fluid(1, 0.1)
                .lattice(lattice)
                .collision(new Trt())
                .referenceVelocityMPerS(SPEED)
                .referenceLengthM(nodes)
                .timeStepS(1)
                .atMostSteps(100_000);
        for (int side = 0; side < 2 * lattice.dimensions(); side++) {
            builder.boundary("side-" + side, kinds.get(side).boundary);
        }
        return builder;
    }

    private static Simulation open(Case theCase) {
        return Simulation.open(theCase, devices.byKey("cpu:jvm"), pool);
    }

    private static double largestSpeed(Simulation simulation) {
        double[][] velocity = simulation.velocityLattice();
        double largest = 0;
        for (int n = 0; n < velocity[0].length; n++) {
            double square = 0;
            for (double[] component : velocity) {
                square += component[n] * component[n];
            }
            largest = Math.max(largest, Math.sqrt(square)); // NaN stays
        }
        return largest;
    }

    static Stream<Arguments> pairs() {
        List<Kind> kinds = kinds();
        return kinds.stream().flatMap(one -> kinds.stream().map(other -> Arguments.of(one, other)));
    }

    /// Flow enters over x-min and leaves over x-max; kinds meet on the sides between, with the inlet, and each other.
    @ParameterizedTest
    @MethodSource("pairs")
    void all_pairs_of_kinds_meet_or_say_why_not(Kind one, Kind other) {
        Kind outlet = Kind.of("out", pressure(Scheme.LINK_WISE));
        Case theCase = box(Lattices.D2Q9, 9, List.of(one, outlet, other, Kind.of("wall", new RestingWall())))
                .build();
        if (one.readsBehind && other.readsBehind) {
            assertThatThrownBy(() -> open(theCase).close())
                    .isInstanceOf(CaseException.class)
                    .hasMessageContaining("of two openings with scheme");
            return;
        }
        try (Simulation simulation = open(theCase)) {
            simulation.step(600);
            assertThat(largestSpeed(simulation)).isLessThan(3 * SPEED);
        }
    }
}
