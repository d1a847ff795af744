package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.Devices;
import dev.tessera.geometry.NodeMap;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class DivergenceReasonTest {
    private static final String BACKFLOW = "It began next to outlet, where there is backflow.";

    /// Of a node at the outlet, in a duct that takes in or gives off 1 m/s at its other end.
    private static DivergenceReason atOutlet(double velocityMPerS, boolean isGuarded) {
        return atOutlet(velocityMPerS, isGuarded, 0);
    }

    private static DivergenceReason atOutlet(double velocityMPerS, boolean isGuarded, double pressurePa) {
        return atOutlet(Value.of(velocityMPerS), isGuarded, pressurePa, 400);
    }

    private static DivergenceReason atOutlet(Value velocityMPerS, boolean isGuarded, double pressurePa, int steps) {
        Case theCase = Ducts.duct(0, false, Scheme.LINK_WISE)
                .boundary(
                        "inlet",
                        new VelocityOpening(new Flow.MeanVelocity(velocityMPerS), Profile.PLUG, Scheme.LINK_WISE, 0))
                .boundary("outlet", new PressureOpening(Value.of(pressurePa), Scheme.LINK_WISE, 0, isGuarded, null))
                .build();
        try (var pool = new ForkJoinPool(2);
                Simulation simulation =
                        Simulation.open(theCase, Devices.on(pool).byKey("cpu:jvm"), pool)) {
            simulation.step(steps);
            NodeMap nodes = simulation.nodes();
            int last = (int) nodes.fluid().number(nodes.box().index(nodes.box().nx() - 1, 4, 4));
            return DivergenceReason.of(simulation, simulation.steps(), last, 0.05);
        }
    }

    @Test
    void fluid_that_flows_back_in_through_a_pressure_opening_is_named_as_a_cause() {
        DivergenceReason back = atOutlet(-1, false);
        assertThat(back.cause()).contains(BACKFLOW);
        assertThat(back.remedy()).contains("A backflow-guard or a sponge at outlet may help.");
        assertThat(atOutlet(1, false).cause()).doesNotContain("backflow");
        assertThat(atOutlet(-1, true).cause()).doesNotContain("backflow");
    }

    @Test
    void a_pressure_far_from_the_initial_one_is_named_with_the_initial_pressure_as_the_remedy() {
        DivergenceReason reason = atOutlet(1, false, 1e6);
        assertThat(reason.cause()).contains("The pressure at outlet, 1000 kPa, is far from the initial pressure, 0 Pa");
        assertThat(reason.remedy()).contains("use initial.pressure: 1000 kPa").doesNotContain("ramp");
    }

    /// Of a node in a mixture that is moved by the forces of its components alone.
    private static DivergenceReason ofMixture(CaseBuilder theCase) {
        try (var pool = new ForkJoinPool(2);
                Simulation simulation =
                        Simulation.open(theCase.build(), Devices.on(pool).byKey("cpu:interpreter"), pool)) {
            return DivergenceReason.of(simulation, 1000, 0, 0.36);
        }
    }

    @Test
    void a_shan_chen_mixture_gets_the_remedies_of_its_forces() {
        DivergenceReason reason = ofMixture(MixtureTest.waves(Potentials.LINEAR, 1.5));
        assertThat(reason.cause()).endsWith("The forces between its components may be too strong for the lattice.");
        assertThat(reason.remedy())
                .isEqualTo(
                        "Use a smaller model.coupling (here up to 1.5), a longer relaxation time or a higher viscosity"
                                + " (the relaxation time of water is 0.8000), or initial densities that change over several"
                                + " nodes instead of jumping.");
    }

    @Test
    void a_free_energy_mixture_gets_the_remedies_of_its_interface() {
        CaseBuilder waves = MixtureTest.waves(Potentials.LINEAR, 1.5);
        var mixture = new FreeEnergy(List.of("oil", "water"), 0.01, 2, OptionalDouble.empty(), 1);
        waves.mixture(mixture, waves.build().fluid().components());
        assertThat(ofMixture(waves).remedy())
                .startsWith("Use a smaller model.surface-tension, a larger model.interface-width (here 2 nodes), ")
                .endsWith(", or initial densities that change over several nodes instead of jumping.");
    }

    @Test
    void a_velocity_that_begins_with_zero_is_no_abrupt_start() {
        Value rising = Value.varying(at -> at.sin(at.t()));
        assertThat(atOutlet(Value.of(1), false, 0, 4).cause()).contains("The start is abrupt: inlet without a ramp");
        assertThat(atOutlet(rising, false, 0, 4).cause()).doesNotContain("abrupt");
    }
}
