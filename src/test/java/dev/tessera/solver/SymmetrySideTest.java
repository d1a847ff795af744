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
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.OpeningFace;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.geometry.shape.Tube;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Rise;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.CharacteristicOutlet;
import dev.tessera.solver.boundary.CopyOutflow;
import dev.tessera.solver.boundary.DoNothingOutflow;
import dev.tessera.solver.boundary.FullWayWall;
import dev.tessera.solver.boundary.GradExtrapolatedOutflow;
import dev.tessera.solver.boundary.GradOutflow;
import dev.tessera.solver.boundary.NeumannOutflow;
import dev.tessera.solver.boundary.VelocityOpening;
import dev.tessera.solver.boundary.YuOutflow;
import dev.tessera.testkit.Needs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
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
        pool = new ForkJoinPool(1);
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
    @CsvSource({
        "2, ZOU_HE",
        "2, REGULARIZED",
        "2, EQUILIBRIUM",
        "2, GUO",
        "2, LINK_WISE",
        "3, ZOU_HE",
        "3, GUO",
        "3, LINK_WISE"
    })
    void openings_meet_symmetry_sides(int dimensions, Scheme scheme) {
        Side inlet = Side.opening("inlet");
        Side outlet = Side.opening("outlet");
        boolean isWet = scheme.isOnNodes();
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

    @Test
    void full_way_walls_meet_symmetry_sides() {
        for (Part part : List.of(new Part(false, List.of(1)), new Part(true, List.of(1, 2)))) {
            Case[] both = Stream.of(part, WHOLE)
                    .map(one -> driven(one, part.mirrors.size() + 1)
                            .boundary("wall", new FullWayWall())
                            .boundary("body", new FullWayWall())
                            .build())
                    .toArray(Case[]::new);
            assertSame(both[0], both[1], part.fraction());
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
                new GradExtrapolatedOutflow(),
                new GradExtrapolatedOutflow.AtPressure(Value.of(0), new Rise.Over(0)),
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

    /// Values that change in time, a layer of raised viscosity, and a moving wall at the edge of an opening.
    @ParameterizedTest
    @EnumSource(names = {"ZOU_HE", "LINK_WISE"})
    void ramps_sponges_and_moving_walls_meet_symmetry_sides(Scheme scheme) {
        Side inlet = scheme.isOnNodes() ? Side.opening("inlet").wet() : Side.opening("inlet");
        Side outlet = scheme.isOnNodes() ? Side.opening("outlet").wet() : Side.opening("outlet");
        Part part = new Part(false, List.of(1));
        Case[] both = Stream.of(part, WHOLE)
                .map(one -> duct(one, 2, inlet, outlet)
                        .boundary(
                                "inlet",
                                Boundaries.meanVelocity("0.02 m/s")
                                        .plug()
                                        .by(scheme)
                                        .rampedOver("40 s"))
                        .boundary(
                                "outlet", Boundaries.pressure("0 Pa").by(scheme).withSponge("4 m", 5))
                        .boundary("wall", Boundaries.movingWall("0.01 m/s", "0 m/s", "0 m/s"))
                        .build())
                .toArray(Case[]::new);
        assertSame(both[0], both[1], part.fraction());
    }

    /// Moments keep what a mirror gives, since it changes nothing after the collision.
    @Test
    void stored_moments_give_the_flow_of_stored_populations() {
        CaseBuilder half = duct(
                        new Part(true, List.of(1)),
                        2,
                        Side.opening("inlet").wet(),
                        Side.opening("outlet").wet())
                .collision(new Regularized())
                .boundary("inlet", Boundaries.meanVelocity("0.02 m/s"))
                .boundary("outlet", Boundaries.pressure("0 Pa").by(Scheme.REGULARIZED));
        try (Simulation populations = open(half.build());
                Simulation moments = Simulation.open(
                        half.storage(Case.Storage.ofMoments()).build(),
                        Devices.on(pool).byKey("cpu:interpreter"),
                        pool)) {
            populations.step(20);
            moments.step(20);
            Map<List<Double>, double[]> expected = velocities(populations);
            velocities(moments)
                    .forEach((point, velocity) -> assertThat(velocity)
                            .as("at %s", point)
                            .containsExactly(Objects.requireNonNull(expected.get(point)), within(ROUNDING)));
        }
    }

    /// A pipe between openings, or the half of it above a symmetry side.
    private static Case pipe(boolean isHalf) {
        double radius = ACROSS / 2.0;
        Side wall = Side.wall("box");
        Domain domain = new Domain(
                new Vec(0, isHalf ? 0 : -radius, -radius),
                new Vec(6, isHalf ? radius : ACROSS, ACROSS),
                List.of(
                        Side.opening("inlet"),
                        Side.opening("outlet"),
                        isHalf ? Side.symmetry("middle") : wall,
                        wall,
                        wall,
                        wall));
        return duct(WHOLE, 3, Side.periodic(), Side.periodic())
                .geometry(ShapeSource.in(domain).fluid(new Cylinder(Vec.ZERO, new Vec(1, 0, 0), 4.2).named("pipe")))
                .walls(WallScheme.CURVED)
                .boundary(
                        "inlet",
                        Boundaries.flowRate(isHalf ? "0.2 m3/s" : "0.4 m3/s").by(Scheme.LINK_WISE))
                .boundary("outlet", Boundaries.pressure("0 Pa").by(Scheme.LINK_WISE))
                .build();
    }

    @Test
    void half_of_a_pipe_holds_half_of_its_flow() {
        assertSame(pipe(true), pipe(false), 0.5);
    }

    @Test
    void a_drive_between_sides_without_friction_is_refused() {
        Domain free = Domain.of2d(
                LENGTH, ACROSS, Side.periodic(), Side.periodic(), Side.symmetry("slip"), Side.symmetry("slip"));
        CaseBuilder builder = driven(WHOLE, 2).geometry(ShapeSource.in(free));
        assertThatThrownBy(() -> open(builder.build()).close()).hasMessageContaining("drive: no wall resists the flow");
    }

    /// Sides share a name; a uniform flow along them is not slowed.
    @Test
    void a_uniform_flow_slips_along_sides() {
        Domain free = Domain.of2d(
                LENGTH - 1,
                ACROSS - 1,
                Side.opening("inlet").wet(),
                Side.opening("outlet").wet(),
                Side.symmetry("slip"),
                Side.symmetry("slip"));
        Case theCase = duct(WHOLE, 2, Side.periodic(), Side.periodic())
                .geometry(ShapeSource.in(free))
                .boundary("slip", Boundaries.symmetry())
                .boundary("inlet", Boundaries.meanVelocity("0.02 m/s").plug())
                .boundary("outlet", Boundaries.pressure("0 Pa"))
                .initial(new Case.Initial(List.of(Value.of(0.02), Value.ZERO, Value.ZERO), Value.ZERO))
                .build();
        try (Simulation simulation = open(theCase)) {
            simulation.step(STEPS);
            velocities(simulation).forEach((point, velocity) -> {
                assertThat(velocity[0]).isCloseTo(0.02, within(ROUNDING));
                assertThat(velocity[1]).isCloseTo(0, within(ROUNDING));
            });
            assertThat(values(simulation).get("inlet.flow_rate")).isCloseTo(0.02 * (ACROSS - 1), within(1e-12));
        }
    }

    private static CaseBuilder quarter() {
        return duct(new Part(true, List.of(1, 2)), 3, Side.opening("inlet").wet(), Side.opening("outlet"))
                .boundary("inlet", Boundaries.meanVelocity("0.02 m/s"))
                .boundary("outlet", new GradOutflow(Value.of(0), new Rise.Over(0)))
                .walls(WallScheme.CURVED);
    }

    private static double[] after(Case theCase, Device device) {
        try (Simulation simulation = Simulation.open(theCase, device, pool)) {
            simulation.step(9);
            var execution = simulation.execution();
            double[] all = new double
                    [execution.fluidNodes() * theCase.model().lattice().size()];
            execution.readPopulations(0, execution.fluidNodes(), all);
            return all;
        }
    }

    @Test
    void every_storage_and_all_devices_and_parts_give_the_same_populations() {
        Devices devices = Devices.on(pool);
        CaseBuilder builder = quarter();
        double[] expected =
                after(builder.storage(new TwoBufferPull(), new Dense()).build(), devices.byKey("cpu:interpreter"));
        var pull = new TwoBufferPull();
        for (Addressing addressing : Addressings.fitting(pull)) {
            Case theCase = builder.storage(pull, addressing).build();
            assertThat(after(theCase, devices.byKey("cpu:jvm")))
                    .as(addressing.key())
                    .isEqualTo(expected);
        }
        for (StreamingPattern pattern : Patterns.all()) {
            Case theCase = builder.storage(pattern, CompactTiles.forCpu()).build();
            assertThat(after(theCase, devices.byKey("cpu:jvm")))
                    .as(pattern.key())
                    .isEqualTo(expected);
        }
        Case inPlace = builder.storage(new EsotericPull(), new CompactTiles()).build();
        List<Device> parts = Collections.nCopies(3, devices.byKey("cpu:jvm"));
        assertThat(after(inPlace, new PartedDevice(parts, PartedDevice.Division.balanced(), pool)))
                .isEqualTo(expected);
    }

    @Test
    void a_gpu_and_c_give_the_same_populations() {
        Devices devices = Devices.on(pool);
        Case theCase = quarter().storage(new AaPattern(), new CompactTiles()).build();
        double[] expected = after(theCase, devices.byKey("cpu:interpreter"));
        Needs.part("opencl", !new OpenClPlatforms().list().offers().isEmpty());
        assertThat(after(theCase, devices.byKey("opencl:0"))).isEqualTo(expected);
        Needs.part("c", CCompiler.find().isPresent());
        Case onCpu = quarter().storage(new AaPattern(), CompactTiles.forCpu()).build();
        assertThat(after(onCpu, devices.byKey("cpu:c"))).isEqualTo(expected);
    }

    @Test
    void what_cannot_be_mirrored_is_refused_with_a_remedy() {
        Part half = new Part(true, List.of(1));
        assertRefused(
                driven(half, 2).boundary("body", Boundaries.symmetry()),
                "boundaries.body.scheme: symmetry needs a side of the box");
        assertRefused(
                driven(half, 2).boundary("middle", Boundaries.wall()),
                "boundaries.middle: the geometry has a symmetry side there");
        assertRefused(
                driven(half, 2).accelerationMPerS2(1e-4, 1e-5, 0),
                "drive: its component along y is across the symmetry side y-max");
        assertRefused(
                driven(half, 3).lattice(Lattices.D3Q13).collision(new Mrt()),
                "the boundary rule symmetry-y-max",
                "isotropic to order 4");
        assertRefused(
                driven(half, 2).walls(WallScheme.BOUZIDI_QUADRATIC),
                "model.walls: bouzidi-quadratic",
                "Use model.walls: curved");
        Domain mixed = Domain.of2d(
                LENGTH,
                ACROSS - 1,
                Side.wall("end").wet(),
                Side.wall("end").wet(),
                Side.symmetry("slip"),
                Side.wall("top"));
        assertRefused(
                driven(WHOLE, 2)
                        .geometry(ShapeSource.in(mixed))
                        .accelerationMPerS2(0, 0, 0)
                        .boundary("end", Boundaries.mixedWall()),
                "boundaries.end.scheme: at node",
                "the mixed wall meets the symmetry side y-min");
        Tube.Open tube = Tube.open(new Vec(2, 0, 4.5), new Vec(LENGTH - 2, 0, 4.5), 3, "inlet", "outlet");
        Domain box = new Domain(
                Vec.ZERO,
                new Vec(LENGTH, 4.5, ACROSS),
                List.of(
                        Side.wall("box"),
                        Side.wall("box"),
                        Side.symmetry("middle"),
                        Side.wall("box"),
                        Side.wall("box"),
                        Side.wall("box")));
        ShapeSource inner = ShapeSource.in(box).fluid(tube);
        for (OpeningFace face : OpeningFace.ofTubes(tube)) {
            inner = inner.opening(face);
        }
        assertRefused(
                quarter().geometry(inner),
                "boundaries.inlet: the opening meets the symmetry side y-min, but it is not at a side of the box across it");
        Vec corner = new Vec(0, ACROSS / 2.0, 0);
        assertRefused(
                quarter()
                        .geometry(
                                ShapeSource.in(((ShapeSource) quarter().build().geometry()).domain())
                                        .obstacle("body", new Sphere(corner, 2)))
                        .boundary("inlet", Boundaries.meanVelocity("0.02 m/s").parabolic()),
                "boundaries.inlet.profile: a parabolic profile beside a symmetry side");
    }

    private static void assertRefused(CaseBuilder builder, String... words) {
        assertThatThrownBy(() -> open(builder.build()).close())
                .isInstanceOf(CaseException.class)
                .hasMessageContainingAll(words);
    }
}
