package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.device.Devices;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Rise;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.CharacteristicOutlet;
import dev.tessera.solver.boundary.CopyOutflow;
import dev.tessera.solver.boundary.DoNothingOutflow;
import dev.tessera.solver.boundary.GradOutflow;
import dev.tessera.solver.boundary.NeumannOutflow;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.boundary.YuOutflow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// A box with symmetry sides holds the flow of the whole box that it is a part of.
final class SymmetrySideTest {
    private static final int LENGTH = 14;
    private static final int ACROSS = 9; // odd: a row of nodes is in the middle
    private static final int STEPS = 60;
    private static final double ROUNDING = 1e-13;

    private static ForkJoinPool pool;

    @BeforeAll
    static void start() {
        pool = new ForkJoinPool(2);
    }

    @AfterAll
    static void stop() {
        pool.close();
    }

    /// @param low whether the part below the middle is kept, else the part above
    /// @param mirrors axes (1, 2) across which half is kept
    record Part(boolean low, List<Integer> mirrors) {
        double fraction() {
            return Math.pow(0.5, mirrors.size());
        }
    }

    private static final Part WHOLE = new Part(false, List.of());

    /// A duct along x with a sphere in its middle, or the part of it between symmetry sides.
    private static CaseBuilder duct(Part part, int dimensions, Side inlet, Side outlet) {
        double[] corner = new double[3];
        double[] size = {lengthM(inlet, outlet), ACROSS, dimensions == 3 ? ACROSS : 0};
        List<Side> sides = new ArrayList<>(List.of(inlet, outlet));
        for (int axis = 1; axis < 3; axis++) {
            Side wall = axis < dimensions ? Side.wall("wall") : Side.periodic();
            boolean isCut = part.mirrors.contains(axis);
            sides.add(isCut && !part.low ? Side.symmetry("middle") : wall);
            sides.add(isCut && part.low ? Side.symmetry("middle") : wall);
            corner[axis] = isCut && !part.low ? ACROSS / 2.0 : 0;
            size[axis] = isCut ? ACROSS / 2.0 : size[axis];
        }
        Vec middle = new Vec(LENGTH / 2.0, ACROSS / 2.0, dimensions == 3 ? ACROSS / 2.0 : 0);
        Domain domain = new Domain(Vec.of(corner), Vec.of(size), sides);
        return Case.named("duct")
                .geometry(ShapeSource.in(domain).obstacle("body", new Sphere(middle, 2.2)))
                .spacingM(1)
                .fluid(1, 0.1)
                .lattice(dimensions == 3 ? Lattices.D3Q19 : Lattices.D2Q9)
                .collision(new Trt())
                .timeStepS(1)
                .atMostSteps(STEPS);
    }

    private static double lengthM(Side inlet, Side outlet) {
        return LENGTH - (inlet.isWet() ? 0.5 : 0) - (outlet.isWet() ? 0.5 : 0);
    }

    private static CaseBuilder driven(Part part, int dimensions) {
        return duct(part, dimensions, Side.periodic(), Side.periodic()).accelerationMPerS2(1e-4, 0, 0);
    }

    private static Map<List<Double>, double[]> velocities(Simulation simulation) {
        double[][] velocity = simulation.velocityLattice();
        Map<List<Double>, double[]> found = new LinkedHashMap<>();
        NodePositions.forEach(simulation.nodes(), (n, point) -> {
            double[] here = new double[velocity.length];
            for (int axis = 0; axis < here.length; axis++) {
                here[axis] = velocity[axis][n];
            }
            found.put(List.of(point[0], point[1], point[2]), here);
        });
        return found;
    }

    private static Simulation open(Case theCase) {
        return Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool);
    }

    /// Runs both and compares velocities and observables.
    private static void assertSame(Case part, Case whole, double fraction) {
        try (Simulation one = open(part);
                Simulation all = open(whole)) {
            one.step(STEPS);
            all.step(STEPS);
            Map<List<Double>, double[]> expected = velocities(all);
            velocities(one).forEach((point, velocity) -> {
                double[] there = Objects.requireNonNull(expected.get(point), () -> "node of the whole at " + point);
                for (int axis = 0; axis < velocity.length; axis++) {
                    assertThat(velocity[axis]).as("at %s", point).isCloseTo(there[axis], within(ROUNDING));
                }
            });
            Map<String, Double> inPart = values(one);
            Map<String, Double> inWhole = values(all);
            assertThat(inPart.keySet()).isEqualTo(inWhole.keySet());
            inPart.forEach((name, value) -> {
                double there = Objects.requireNonNull(inWhole.get(name));
                boolean isExtensive =
                        name.endsWith(".flow_rate") || name.endsWith("force_x") || name.equals("wall_leak");
                // across the mirror the whole has no force, velocity or mean; the mean over nodes of an opening is one
                // of
                // samples, those on the mirror count twice
                boolean isOther = name.matches(".*(force_[yz]|mean_[yz])") || name.endsWith(".mean_pressure");
                if (!isOther) {
                    double scale = Math.max(1, Math.abs(there)) * 1e2;
                    assertThat(value)
                            .as(name)
                            .isCloseTo(isExtensive ? fraction * there : there, within(ROUNDING * scale));
                }
            });
        }
    }

    private static Map<String, Double> values(Simulation simulation) {
        Map<String, Double> values = new LinkedHashMap<>();
        simulation.observables(false).forEach(observable -> values.put(observable.name(), observable.value()));
        return values;
    }

    static Stream<Part> parts() {
        return Stream.of(new Part(true, List.of(1)), new Part(false, List.of(1)));
    }

    static Stream<Part> partsOfDucts() {
        return Stream.of(new Part(true, List.of(2)), new Part(false, List.of(1, 2)));
    }

    @ParameterizedTest
    @EnumSource(names = {"HALF_WAY", "BOUZIDI", "CENTRAL_LINEAR", "CURVED"})
    void half_of_a_driven_channel_holds_half_of_its_flow(WallScheme walls) {
        parts().forEach(part -> assertSame(
                driven(part, 2).walls(walls).build(),
                driven(WHOLE, 2).walls(walls).build(),
                part.fraction()));
    }

    @ParameterizedTest
    @EnumSource(names = {"HALF_WAY", "CURVED"})
    void a_quarter_of_a_driven_duct_holds_a_quarter_of_its_flow(WallScheme walls) {
        partsOfDucts()
                .forEach(part -> assertSame(
                        driven(part, 3).walls(walls).build(),
                        driven(WHOLE, 3).walls(walls).build(),
                        part.fraction()));
    }

    @ParameterizedTest
    @CsvSource({"2, ZOU_HE", "2, LINK_WISE", "3, ZOU_HE", "3, LINK_WISE"})
    void openings_meet_symmetry_sides(int dimensions, Scheme scheme) {
        Side inlet = Side.opening("inlet");
        Side outlet = Side.opening("outlet");
        boolean isWet = scheme == Scheme.ZOU_HE;
        List<Part> parts = dimensions == 2 ? parts().toList() : List.of(new Part(true, List.of(1, 2)));
        for (Profile profile : Profile.values()) {
            for (Part part : parts) {
                Case[] both = Stream.of(part, WHOLE)
                        .map(one -> duct(one, dimensions, isWet ? inlet.wet() : inlet, isWet ? outlet.wet() : outlet)
                                .boundary("inlet", new VelocityOpening(flow(one, profile), profile, scheme, 0))
                                .boundary("outlet", Boundaries.pressure("0 Pa").by(scheme))
                                .build())
                        .toArray(Case[]::new);
                assertSame(both[0], both[1], part.fraction());
            }
        }
    }

    private static Flow flow(Part part, Profile profile) {
        return profile == Profile.DEVELOPED
                ? new Flow.FlowRate(Value.of(0.4 * part.fraction()))
                : new Flow.MeanVelocity(Value.of(0.02));
    }

    static Stream<Boundary> outflows() {
        return Stream.of(
                new YuOutflow(),
                new NeumannOutflow(),
                new CopyOutflow(),
                new DoNothingOutflow(),
                new GradOutflow(Value.of(0), new Rise.Over(0)),
                new CharacteristicOutlet(Value.of(0)));
    }

    @ParameterizedTest
    @MethodSource("outflows")
    void outflows_meet_symmetry_sides(Boundary outflow) {
        Side outlet = outflow.holdsOnNodes() ? Side.opening("outlet").wet() : Side.opening("outlet");
        for (Part part : List.of(new Part(false, List.of(1)), new Part(true, List.of(1, 2)))) {
            int dimensions = part.mirrors.size() + 1;
            Case[] both = Stream.of(part, WHOLE)
                    .map(one -> duct(one, dimensions, Side.opening("inlet"), outlet)
                            .boundary(
                                    "inlet", Boundaries.meanVelocity("0.02 m/s").by(Scheme.LINK_WISE))
                            .boundary("outlet", outflow)
                            .build())
                    .toArray(Case[]::new);
            assertSame(both[0], both[1], part.fraction());
        }
    }
}
