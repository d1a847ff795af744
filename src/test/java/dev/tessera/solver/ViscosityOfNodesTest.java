package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tessera.casefile.CaseText;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.opencl.OpenClPlatforms;
import dev.tessera.geometry.shape.Cuboid;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.CarreauYasuda;
import dev.tessera.model.collision.Casson;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.collision.PowerLaw;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.collision.ViscosityLaw;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Boundary.Sponge;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.field.ShearRate;
import dev.tessera.solver.field.ShearStress;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.Viscosity;
import dev.tessera.testkit.Needs;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Cases whose viscosity depends on the shear rate or on place.
final class ViscosityOfNodesTest extends FluidKit {
    private static final ViscosityLaw BLOOD = new CarreauYasuda(0.4, 0.02, 2000, 0.3568, 2);

    @Override
    CaseBuilder obstructed() {
        return box().fluid(1, BLOOD);
    }

    @Override
    Case other() {
        return box().fluid(1, new CarreauYasuda(0.4, 0.02, 2000, 0.36, 2)).build();
    }

    @Override
    double[] state(Simulation simulation) {
        return velocity(simulation);
    }

    static double[] velocity(Simulation simulation) {
        return Stream.of(simulation.snapshot(List.of(new Velocity())).velocityMPerS())
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    static Value layers(double upper) {
        return Value.varying(at -> at.number(0.02)
                .plus(at.number(upper).times(at.max(at.number(0), at.y().minus(at.number(4))))));
    }

    /// In lattice units.
    static CaseBuilder box() {
        Side wall = Side.wall("wall");
        return Case.named("box")
                .geometry(ShapeSource.in(Domain.of2d(SIZE, SIZE, Side.periodic(), Side.periodic(), wall, wall))
                        .obstacle("block", Cuboid.rectangle(3, 3, 7, 7)))
                .spacingM(1)
                .fluid(1, 0.02)
                .collision(new Bgk())
                .lattice(Lattices.D2Q9)
                .accelerationMPerS2(1e-4, 0, 0)
                .timeStepS(1)
                .atMostSteps(1);
    }

    /// Constant viscosities as laws and as expressions: the flow of the same number, to rounding.
    @ParameterizedTest
    @ValueSource(strings = {"cpu:interpreter", "cpu:jvm"})
    void laws_and_expressions_that_are_constant_give_the_flow_of_a_number(String device) {
        double[] expected = after(box().fluid(1, 0.02).collision(new Trt()), device);
        double[] ofPlace =
                after(box().collision(new Trt()).fluid(1, 0.02, Value.varying(at -> at.number(0.02))), device);
        assertThat(ofPlace).containsExactly(expected, within(1e-15));
        double[] nearlyConstant =
                after(box().collision(new Trt()).fluid(1, new PowerLaw(1, 0.5, 0.02, 0.02 * (1 + 1e-9))), device);
        assertThat(nearlyConstant).containsExactly(expected, within(1e-11));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:interpreter", "cpu:jvm"})
    void a_field_of_numbers_gives_the_bits_of_its_expression(String device) {
        FluidViscosity.Field numbers = (x, y, z) -> 0.02 + 0.2 * Math.max(0, y - 4);
        assertThat(after(box().collision(new Trt()).fluid(1, 0.02, numbers, "layers"), device))
                .isEqualTo(after(box().collision(new Trt()).fluid(1, 0.02, layers(0.2)), device))
                .isNotEqualTo(after(box().collision(new Trt()).fluid(1, 0.02), device));
    }

    @Test
    void a_field_of_numbers_is_checked_at_every_node_and_has_no_text() {
        requireRefused(
                box().fluid(1, 0.03, (x, y, z) -> y < 5 ? 0.03 : 0.01, "layers").build(),
                "it is 0.01 m2/s, but it must be nowhere below fluid.reference-viscosity, 0.03 m2/s");
        requireRefused(
                box().fluid(1, 0.03, (x, y, z) -> Math.sqrt(4 - y), "layers").build(), "the field is NaN");
        assertThatThrownBy(() -> box().fluid(1, 0.03, (x, y, z) -> 0.03, " ")).hasMessageContaining("needs a name");
        Case inJava = box().fluid(1, 0.02, (x, y, z) -> 0.02, "layers").build();
        assertThatThrownBy(() -> CaseText.of(inJava))
                .hasMessageContaining("layers")
                .hasMessageContaining("keep it in Java");
    }

    private static double[] after(CaseBuilder theCase, String device) {
        try (Simulation flow = openOn(theCase.build(), device)) {
            flow.step(40);
            return velocity(flow);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:jvm", "cpu:c", "opencl:0"})
    void every_law_gives_the_same_bits_on_every_device(String device) {
        switch (device) {
            case "cpu:c" -> Needs.part("c", CCompiler.find().isPresent());
            case "opencl:0" ->
                Needs.part("opencl", !new OpenClPlatforms().list().offers().isEmpty());
            default -> {}
        }
        for (ViscosityLaw law : List.of(
                new PowerLaw(1e-3, 0.5, 0.02, 0.4), new PowerLaw(8, 1.6, 0.02, 0.4), new Casson(1e-6, 0.02, 0.4))) {
            for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
                CaseBuilder theCase = box().fluid(1, law).precision(precision).collision(new Regularized());
                assertThat(after(theCase, device)).isEqualTo(after(theCase, "cpu:interpreter"));
            }
        }
    }

    /// The viscosity of each node is that of its shear rate, and the shear stress is their product.
    @ParameterizedTest
    @ValueSource(strings = {"cpu:interpreter", "cpu:jvm"})
    void fields_of_viscosity_shear_rate_and_stress_agree(String device) {
        try (Simulation flow = openOn(box().fluid(1, BLOOD).build(), device)) {
            flow.step(40);
            Snapshot all = flow.snapshot(List.of(new Viscosity(), new ShearRate(), new ShearStress()));
            double[] viscosity = all.field(new Viscosity()).values()[0];
            double[] rate = all.field(new ShearRate()).values()[0];
            double[] stress = all.field(new ShearStress()).values()[0];
            for (int n = 0; n < rate.length; n++) {
                assertThat(viscosity[n]).isCloseTo(BLOOD.viscosity(rate[n]), withinPercentage(1e-6));
                assertThat(stress[n]).isCloseTo(viscosity[n] * rate[n], withinPercentage(1e-9));
            }
            assertThat(Arrays.stream(viscosity).min().orElseThrow()).isLessThan(0.7 * BLOOD.highest());
        }
    }

    @Test
    void stored_moments_have_the_viscosity_of_each_node() {
        for (CaseBuilder theCase : List.of(box().fluid(1, BLOOD), box().fluid(1, 0.02, layers(0.2)))) {
            theCase.collision(new Regularized());
            double[] expected = after(theCase, "cpu:interpreter");
            theCase.storage(Case.Storage.ofMoments());
            assertThat(after(theCase, "cpu:interpreter")).containsExactly(expected, within(1e-14));
        }
    }

    /// The layer of raised viscosity before an outlet raises the viscosity of place, too.
    @Test
    void a_sponge_raises_the_viscosity_of_place() {
        double[] uniform = after(duct(20).fluid(1, 0.02), "cpu:interpreter");
        double[] ofPlace = after(duct(20).fluid(1, 0.02, Value.varying(at -> at.number(0.02))), "cpu:interpreter");
        assertThat(ofPlace).containsExactly(uniform, within(1e-14));
        assertThat(after(duct(1).fluid(1, 0.02), "cpu:interpreter")).isNotEqualTo(uniform);
    }

    private static CaseBuilder duct(double factor) {
        Side wall = Side.wall("wall");
        return box().geometry(ShapeSource.in(
                        Domain.of2d(2 * SIZE, SIZE, Side.opening("inlet"), Side.opening("outlet"), wall, wall)))
                .accelerationMPerS2(0, 0, 0)
                .collision(new Trt())
                .boundary("inlet", Boundaries.pressure("0.002 Pa"))
                .boundary("outlet", new PressureOpening(Value.ZERO, Scheme.LINK_WISE, 0, false, new Sponge(6, factor)));
    }

    @Test
    void what_does_not_go_with_a_viscosity_of_nodes_is_refused() {
        assertThatThrownBy(() -> box().fluid(1, BLOOD).collision(new Elbm()).build())
                .hasMessageContaining("such as trt");
        assertThatThrownBy(() -> new FluidViscosity.OfPlace(Value.varying(Value.Somewhere::t)))
                .hasMessageContaining("not on the time");
        requireRefused(box().fluid(1, 0.03, layers(0.2)).build(), "nowhere below fluid.reference-viscosity, 0.03 m2/s");
        requireRefused(
                box().fluid(
                                1,
                                0.02,
                                Value.varying(at -> at.number(1).over(at.y().minus(at.number(0.5)))))
                        .build(),
                "fluid.viscosity: expression \"\" is Infinity");
        requireRefused(
                box().fluid(1, new CarreauYasuda(400, 0.02, 2000, 0.3568, 2)).build(), "which is too long (below 100)");
        var mixture = new ShanChen(List.of("oil"), Potentials.LINEAR, List.of(new Coupling("oil", "oil", -1)));
        Case mixed = box().mixture(mixture, List.of(new Case.Component("oil", 0.02, Value.of(1))))
                .build();
        Case.Fluid fluid = new Case.Fluid(
                1, 0.02, new FluidViscosity.OfShear(BLOOD), mixed.fluid().components());
        requireRefused(
                new Case(
                        mixed.name(),
                        mixed.title(),
                        mixed.geometry(),
                        mixed.spacingM(),
                        fluid,
                        mixed.model(),
                        mixed.boundaries(),
                        mixed.drive(),
                        mixed.initial(),
                        mixed.time(),
                        mixed.storage(),
                        mixed.output(),
                        mixed.reference()),
                "each component of a mixture has one viscosity");
    }

    @Test
    void a_high_viscosity_is_warned_of_and_no_permeability_is_reported() {
        try (Simulation flow =
                open(box().fluid(1, new CarreauYasuda(4, 0.02, 2000, 0.3568, 2)).build())) {
            assertThat(flow.warnings())
                    .anySatisfy(warning -> assertThat(warning)
                            .contains("the relaxation time is 12.5, which is long", "Use a time step below"));
            flow.step(1);
            assertThat(flow.observables(false))
                    .noneMatch(number -> number.name().startsWith("permeability"));
        }
        try (Simulation flow = open(box().fluid(1, 0.02).build())) {
            flow.step(1);
            assertThat(flow.observables(false)).anyMatch(number -> number.name().startsWith("permeability"));
        }
    }
}
