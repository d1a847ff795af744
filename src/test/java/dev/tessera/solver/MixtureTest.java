package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.kernel.Precision;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Potential;
import dev.tessera.model.mixture.Potentials;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.field.ComponentDensity;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.Velocity;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Shan–Chen mixtures of two components as cases.
final class MixtureTest extends MixtureKit {

    static CaseBuilder waves(Potential potential, double coupling) {
        Side around = Side.periodic();
        var mixture = new ShanChen(List.of("oil", "water"), potential, List.of(new Coupling("oil", "water", coupling)));
        return Case.named("waves")
                .geometry(ShapeSource.in(Domain.of2d(SIZE, SIZE, around, around, around, around)))
                .spacingM(1)
                .fluid(1, 0.1)
                .mixture(
                        mixture,
                        List.of(new Case.Component("oil", 0.2, wave(1)), new Case.Component("water", 0.1, wave(-1))))
                .collision(new Bgk())
                .lattice(Lattices.D2Q9)
                .timeStepS(1)
                .atMostSteps(1);
    }

    static Value wave(int sign) {
        return Value.varying(at -> at.number(1)
                .plus(at.number(sign * 0.1)
                        .times(at.x().minus(at.number(5.5)).times(at.y()))
                        .times(at.number(1.0 / 36))));
    }

    static double[] density(Simulation simulation, String component) {
        var field = new ComponentDensity(component);
        return simulation.snapshot(List.of(field)).field(field).values()[0];
    }

    static double sum(double[] values) {
        return Arrays.stream(values).sum();
    }

    @ParameterizedTest
    @EnumSource(Potentials.class)
    void masses_and_momentum_are_conserved(Potential potential) {
        try (Simulation mixture = open(waves(potential, 1.5).build())) {
            double oil = sum(density(mixture, "oil"));
            double water = sum(density(mixture, "water"));
            double[] before = momentum(mixture);
            mixture.step(50);
            assertThat(sum(density(mixture, "oil"))).isCloseTo(oil, within(1e-11));
            assertThat(sum(density(mixture, "water"))).isCloseTo(water, within(1e-11));
            assertThat(momentum(mixture)).containsExactly(before, within(1e-11));
            double[] velocity = mixture.snapshot(List.of(new Velocity())).velocityMPerS()[0];
            assertThat(Arrays.stream(velocity).map(Math::abs).max().orElseThrow())
                    .isGreaterThan(1e-4);
        }
    }

    /// `g - k u` on all components leads to the speed `g / k`.
    @Test
    void friction_slows_a_mixture() {
        double k = 0.02;
        Case theCase = waves(Potentials.LINEAR, 1.5)
                .drive(new Case.Drive(List.of(
                        Value.varying(at -> at.number(1e-4).minus(at.number(k).times(at.u(0)))),
                        Value.ZERO,
                        Value.ZERO)))
                .build();
        try (Simulation mixture = open(theCase);
                Simulation other = openOn(theCase, "cpu:jvm")) {
            mixture.step(800);
            other.step(800);
            double mass = sum(density(mixture, "oil")) + sum(density(mixture, "water"));
            assertThat(momentum(mixture)[0] / mass).isCloseTo(1e-4 / k, within(1e-6));
            assertThat(momentum(other)).isEqualTo(momentum(mixture));
        }
    }

    static double[] momentum(Simulation simulation) {
        double[][] u = simulation.snapshot(List.of(new Velocity())).velocityMPerS();
        double[] oil = density(simulation, "oil");
        double[] water = density(simulation, "water");
        double[] momentum = new double[2];
        for (int n = 0; n < oil.length; n++) {
            for (int axis = 0; axis < 2; axis++) {
                momentum[axis] += (oil[n] + water[n]) * u[axis][n];
            }
        }
        return momentum;
    }

    /// The linear potential: components of equal densities separate above G = 2 / density, here 1.
    @Test
    void components_separate_above_the_critical_coupling_and_mix_below() {
        assertThat(contrastAfter(600, 0.8)).isLessThan(1e-3);
        assertThat(contrastAfter(600, 1.6)).isGreaterThan(1);
    }

    private static double contrastAfter(int steps, double coupling) {
        try (Simulation mixture = open(waves(Potentials.LINEAR, coupling).build())) {
            mixture.step(steps);
            double[] oil = density(mixture, "oil");
            return Arrays.stream(oil).max().orElseThrow()
                    - Arrays.stream(oil).min().orElseThrow();
        }
    }

    /// `p = (rho_A + rho_B) / 3 + G / 3 psi_A psi_B`, gauge at density 1.
    @Test
    void the_pressure_is_that_of_the_mixture() {
        try (Simulation mixture = open(waves(Potentials.LINEAR, 0.9).build())) {
            double[] oil = density(mixture, "oil");
            double[] water = density(mixture, "water");
            double[] pressure = mixture.snapshot(List.of(new Pressure()))
                    .field(new Pressure())
                    .values()[0];
            for (int n = 0; n < oil.length; n++) {
                double expected = (oil[n] + water[n] + 0.9 * oil[n] * water[n] - 1) / 3;
                assertThat(pressure[n]).isCloseTo(expected, within(1e-13));
            }
        }
    }

    @Override
    CaseBuilder mixed() {
        return waves(Potentials.CLASSIC, 2);
    }

    /// Without the obstacle.
    @Override
    Case other() {
        return mixed().build();
    }

    @Override
    double[] state(Simulation simulation) {
        return density(simulation, "oil");
    }

    @Test
    void a_run_reports_velocities_and_no_forces_on_walls() throws IOException {
        try (Simulation mixture = open(obstructed().build())) {
            var run = new Run(
                    mixture,
                    List.of(),
                    (step, time, residual, observables) -> {},
                    Checkpoints.none(),
                    RunListener.SILENT,
                    new StopSignal(),
                    System::nanoTime);
            assertThat(run.toTheEnd().observables().stream().map(Observable::name))
                    .contains("velocity.maximum")
                    .noneMatch(name -> name.contains("force") || name.contains("permeability"));
        }
    }

    @Test
    void stored_deviations_are_refused() {
        requireRefused(mixed().precision(Precision.FP32_DEVIATIONS).build(), "model.precision: fp32-deviations");
    }

    @Test
    void components_and_couplings_that_do_not_fit_are_refused() {
        List<String> two = List.of("oil", "water");
        assertThatThrownBy(() -> new ShanChen(List.of("oil", "oil"), Potentials.LINEAR, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ShanChen(two, Potentials.LINEAR, List.of(new Coupling("oil", "air", 1))))
                .hasMessageContaining("oil-air");
        assertThatThrownBy(() -> new ShanChen(
                        two,
                        Potentials.LINEAR,
                        List.of(new Coupling("oil", "water", 1), new Coupling("water", "oil", 2))))
                .hasMessageContaining("given twice");
        assertThatThrownBy(() -> new ShanChen(List.of("a-b"), Potentials.LINEAR, List.of()))
                .hasMessageContaining("letters and digits");
    }
}
