package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.tessera.device.Devices;
import dev.tessera.model.collision.CarreauYasuda;
import dev.tessera.model.collision.Casson;
import dev.tessera.model.collision.LocalViscosity;
import dev.tessera.model.collision.PowerLaw;
import dev.tessera.model.collision.ShearDependent;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.collision.ViscosityOfPlace;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.FluidViscosity;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.field.ShearRate;
import dev.tessera.solver.field.Viscosity;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Cases whose `fluid.viscosity` is a law or an expression.
final class RheologyCaseTest {
    private static final String CHANNEL = """
            tessera: 1
            geometry: {box: [2 mm, 16 mm], spacing: 1 mm}
            sides: {x: periodic}
            fluid: {density: 1000 kg/m3, %s}
            model: {%s}
            drive: {acceleration: [%s m/s2, 0 m/s2]}
            time: {time-step: 100 ms, stop: {steps: 1}}
            output: {plots: %s}
            """;
    private static final String BLOOD =
            "viscosity: {law: carreau-yasuda, zero-shear: 56 mPa.s, infinite-shear: 3.45 mPa.s, relaxation: 3.313 s, n: 0.3568}";
    private static final String POWER =
            "viscosity: {law: power, consistency: 1 mPa.s, n: 0.5, minimum: 0.3 mPa.s, maximum: 30 mPa.s}";
    private static final String CASSON =
            "viscosity: {law: casson, yield-stress: 5 mPa, plastic-viscosity: 3.5 mPa.s, maximum: 60 mPa.s}";
    private static final String LAYERS =
            "viscosity: {expression: \"if(y < 0.008, 1, 5)\", unit: mPa.s}, reference-viscosity: 1 mPa.s";

    private static Case channel(String viscosity) {
        return channel(viscosity, "collision: trt", "1e-6", "none");
    }

    private static Case channel(String viscosity, String model, String acceleration, String plots) {
        String text = CHANNEL.formatted(viscosity, model, acceleration, plots);
        return CaseFile.parse("case.yaml", text, Path.of("/cases"), List.of()).theCase();
    }

    @Test
    void laws_are_kinematic_in_si_units() {
        Case.Fluid blood = channel(BLOOD).fluid();
        assertThat(blood.viscosityM2PerS()).isCloseTo(3.45e-6, within(1e-18));
        assertThat(blood.viscosity())
                .isEqualTo(
                        new FluidViscosity.OfShear(new CarreauYasuda(56e-3 / 1000, 3.45e-3 / 1000, 3.313, 0.3568, 2)));
        assertThat(channel(POWER).fluid().viscosity())
                .isEqualTo(new FluidViscosity.OfShear(new PowerLaw(1e-3 / 1000, 0.5, 0.3e-3 / 1000, 30e-3 / 1000)));
        assertThat(channel(CASSON).fluid().viscosity())
                .isEqualTo(new FluidViscosity.OfShear(new Casson(5e-3 / 1000, 3.5e-3 / 1000, 60e-3 / 1000)));
        assertThat(channel(CASSON).model().collision()).isInstanceOf(ShearDependent.class);
        assertThat(LocalViscosity.innermost(channel(CASSON).model().collision()))
                .isEqualTo(new Trt());
    }

    /// The law has the units of spacing and reference viscosity, so that another spacing gives another collision.
    @Test
    void a_case_that_changes_keeps_its_law() {
        Case blood = channel(BLOOD);
        Case finer = blood.toBuilder().spacing("0.5 mm").build();
        var coarse = (ShearDependent) blood.model().collision();
        var fine = (ShearDependent) finer.model().collision();
        double ofCoarse = ((CarreauYasuda) coarse.law()).relaxation();
        assertThat(ofCoarse).isCloseTo(3.313 * 3.45e-6 / 1e-6, withinPercentage(1e-9));
        assertThat(((CarreauYasuda) fine.law()).relaxation()).isCloseTo(4 * ofCoarse, withinPercentage(1e-9));
        Case plain = blood.toBuilder().fluid("1000 kg/m3", "1 mPa.s").build();
        assertThat(plain.model().collision()).isEqualTo(new Trt());
    }

    @Test
    void large_eddies_have_the_molecular_viscosity_of_their_place() {
        Case turbulent = channel(LAYERS, "smagorinsky: 0.1", "1e-6", "none");
        assertThat(turbulent.model().collision())
                .isEqualTo(new ViscosityOfPlace(new Smagorinsky(new Trt(), Smagorinsky.USUAL)));
        assertThat(CaseFile.parse("case.yaml", CaseText.of(turbulent).toString(), Path.of("/cases"), List.of()))
                .isNotNull();
    }

    /// The shear stress in a steady channel is the force from the middle, the viscosity the stress over the shear
    /// rate, in SI units. Normal stresses of second order in the shear rate enter its magnitude.
    @Test
    void the_viscosity_of_a_steady_flow_is_that_of_its_shear_rate() {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool);
                Simulation flow = Simulation.open(
                        channel(BLOOD, "collision: trt", "1e-5", "none"), devices.byKey("cpu:jvm"), pool)) {
            flow.step(20_000);
            var fields = flow.snapshot(List.of(new Viscosity(), new ShearRate()));
            double[] viscosity = fields.field(new Viscosity()).values()[0];
            double[] rate = fields.field(new ShearRate()).values()[0];
            var law = new CarreauYasuda(56e-6, 3.45e-6, 3.313, 0.3568, 2);
            for (int y = 0; y < 16; y++) {
                int node = (int) flow.nodes().fluid().number(flow.nodes().box().index(0, y, 0));
                double stress = 1e-5 * 1e-3 * Math.abs(7.5 - y); // kinematic
                assertThat(viscosity[node]).isCloseTo(law.viscosity(rate[node]), withinPercentage(1e-6));
                assertThat(viscosity[node] * rate[node]).isCloseTo(stress, withinPercentage(0.05));
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    viscosity: {law: power, n: 0.5} | also needs consistency, minimum, maximum; write for example consistency: 14.7 mPa.s
                    viscosity: {law: casson, n: 0.5, yield-stress: 5 mPa, plastic-viscosity: 3 mPa.s, maximum: 1 Pa.s} | the law casson has no n; it has yield-stress, plastic-viscosity, maximum
                    viscosity: {law: cason} | did you mean casson? known: casson, carreau-yasuda, power
                    viscosity: {law: casson, yield-stress: 5 mPa.s, plastic-viscosity: 3 mPa.s, maximum: 1 Pa.s} | expected a pressure (gauge)
                    viscosity: {law: power, consistency: 1 mPa.s, n: 1, minimum: 1 mPa.s, maximum: 1 Pa.s} | write the viscosity alone
                    viscosity: {law: power, consistency: 1 mPa.s, n: 0.01, minimum: 1 mPa.s, maximum: 1 Pa.s} | between 0.1 and 2.5
                    viscosity: {expression: "1 + y", unit: mPa.s} | write for example reference-viscosity: 1 mPa.s
                    viscosity: {expression: "1 + y", unit: mPa}, reference-viscosity: 1 mPa.s | expected a dynamic viscosity
                    viscosity: {expression: "1 + t", unit: mPa.s}, reference-viscosity: 1 mPa.s | but not on the time t
                    viscosity: {expression: "1 +", unit: mPa.s}, reference-viscosity: 1 mPa.s | the expression ends too early
                    viscosity: 1 mPa.s, reference-viscosity: 1 mPa.s | remove it, since the viscosity is the reference
                    """)
    void mistakes_are_explained(String viscosity, String message) {
        assertThatThrownBy(() -> channel(viscosity))
                .hasMessageContaining("fluid")
                .hasMessageContaining(message);
    }

    @Test
    void what_does_not_go_together_is_refused_with_the_reason() {
        assertThatThrownBy(() -> channel(BLOOD, "collision: elbm", "1e-6", "none"))
                .hasMessageContaining("fluid: viscosity: with collision elbm every node chooses its viscosity");
        assertThatThrownBy(() -> channel(BLOOD, "smagorinsky: 0.1", "1e-6", "none"))
                .hasMessageContaining("Remove the constant smagorinsky");
        assertThatThrownBy(() -> channel(
                        BLOOD + ", components: {oil: {density: 1 g/cm3}}", "mixture: shan-chen", "1e-6", "none"))
                .hasMessageContaining("each component of a mixture has one viscosity");
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool)) {
            Case plotted = channel(BLOOD, "collision: trt", "1e-6", "[permeability]");
            assertThatThrownBy(() -> Simulation.open(plotted, devices.byKey("cpu:jvm"), pool))
                    .isInstanceOf(CaseException.class)
                    .hasMessageContaining("Darcy's law has one viscosity");
        }
    }
}
