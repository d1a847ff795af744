package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.CaseFile;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.solver.field.Vorticity;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/// Means of Kida's vortex, whose values at the start are known.
///
/// Source: Kida, J. Phys. Soc. Jpn. 54, 2132 (1985).
final class FlowIntegralsTest {
    private static final double K = 2 * Math.PI;

    private static Case kida(int nodes) {
        return CaseFile.parse("kida.yaml", """
                        tessera: 1
                        constants: {k: 6.283185307179586 1/m, U: 1 m/s}
                        geometry: {box: [1 m, 1 m, 1 m], spacing: 1000 mm}
                        sides: periodic
                        fluid: {density: 2 kg/m3, viscosity: 0.02 m2/s}
                        model: {lattice: D3Q19, collision: mrt}
                        initial:
                          velocity:
                            - {expression: "U*sin(k*x)*(cos(3*k*y)*cos(k*z) - cos(k*y)*cos(3*k*z))", unit: m/s}
                            - {expression: "U*sin(k*y)*(cos(3*k*z)*cos(k*x) - cos(k*z)*cos(3*k*x))", unit: m/s}
                            - {expression: "U*sin(k*z)*(cos(3*k*x)*cos(k*y) - cos(k*x)*cos(3*k*y))", unit: m/s}
                        reference: {velocity: 1 m/s, length: 1 m}
                        time: {lattice-speed: 0.02, stop: {steps: 40}}
                        output: {quantities: [kinetic-energy, dissipation, enstrophy]}
                        """.replace("1000 mm", 1000.0 / nodes + " mm"), Path.of("/"), List.of())
                .theCase();
    }

    @Test
    void energy_is_exact_and_enstrophy_converges_at_second_order() {
        double[] errors = new double[2];
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool)) {
            for (int fine = 0; fine < 2; fine++) {
                try (Simulation flow = Simulation.open(kida(20 << fine), devices.byKey("cpu:interpreter"), pool)) {
                    List<Observable> start = flow.observables(false);
                    assertThat(Observable.value(start, "kinetic_energy")).isCloseTo(0.375, within(1e-9));
                    errors[fine] = 1 - Observable.value(start, "enstrophy") / (4.125 * K * K);
                }
            }
        }
        assertThat(errors[0] / errors[1]).isBetween(3.5, 4.5);
        assertThat(errors[1]).isBetween(0.0, 0.1);
    }

    /// Also the means over parts are those of one, bit for bit.
    @Test
    void the_energy_falls_by_what_is_dissipated() {
        Case theCase = kida(24);
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool)) {
            Device one = devices.byKey("cpu:jvm");
            Device two = new PartedDevice(List.of(one, one), PartedDevice.Division.balanced(), pool);
            try (Simulation flow = Simulation.open(theCase, one, pool);
                    Simulation parts = Simulation.open(theCase, two, pool)) {
                flow.step(12);
                double before = Observable.value(flow.observables(false), "kinetic_energy");
                flow.step(20);
                double dissipated = Observable.value(flow.observables(false), "dissipation");
                flow.step(20);
                List<Observable> after = flow.observables(false);
                double lost = (before - Observable.value(after, "kinetic_energy"))
                        / (40 * flow.units().timeStepS());
                assertThat(dissipated / lost).isBetween(0.85, 1.15); // eight nodes to the shortest wave
                parts.step(52);
                assertThat(parts.observables(false)).isEqualTo(after);
            }
        }
    }

    @Test
    void vorticity_is_that_of_the_formula() {
        try (ForkJoinPool pool = new ForkJoinPool(1);
                Devices devices = Devices.on(pool);
                Simulation flow = Simulation.open(kida(48), devices.byKey("cpu:interpreter"), pool)) {
            var vorticity = new Vorticity();
            double[][] found =
                    flow.snapshot(List.of(vorticity)).field(vorticity).values();
            double largest = 0;
            for (int n = 0; n < found[0].length; n += 7) {
                long place = flow.nodes().fluid().boxIndex(n);
                double[] at = new double[3];
                var box = flow.nodes().box();
                int[] nodes = {box.x(place), box.y(place), box.z(place)};
                for (int axis = 0; axis < 3; axis++) {
                    at[axis] = K * (flow.nodes().originM()[axis] + nodes[axis] / 48.0);
                }
                for (int axis = 0; axis < 3; axis++) {
                    largest = Math.max(largest, Math.abs(found[axis][n] - curl(at, axis)));
                }
            }
            assertThat(largest).isLessThan(0.05 * 8 * K);
        }
    }

    /// `d_b u_c - d_c u_b` of the formula above, with b and c the axes that follow.
    private static double curl(double[] at, int axis) {
        int b = (axis + 1) % 3;
        int c = (axis + 2) % 3;
        return derivative(at, c, b) - derivative(at, b, c);
    }

    /// Of component a, along another axis.
    private static double derivative(double[] at, int a, int along) {
        int b = (a + 1) % 3;
        int c = (a + 2) % 3;
        double sine = Math.sin(at[a]);
        return along == b
                ? K * sine * (-3 * Math.sin(3 * at[b]) * Math.cos(at[c]) + Math.sin(at[b]) * Math.cos(3 * at[c]))
                : K * sine * (-Math.cos(3 * at[b]) * Math.sin(at[c]) + 3 * Math.cos(at[b]) * Math.sin(3 * at[c]));
    }
}
