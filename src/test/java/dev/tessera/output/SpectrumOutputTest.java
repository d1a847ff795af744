package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.casefile.CaseFile;
import dev.tessera.device.Devices;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.Observable;
import dev.tessera.solver.Output;
import dev.tessera.solver.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpectrumOutputTest {
    private static final double K = 2 * Math.PI;

    @TempDir
    private Path folder;

    /// Taylor and Green's vortex with two waves to the side of 1 m: `E = U²/4`, and `k² = 2 (4 pi)²`.
    private static Case vortex(String sides) {
        return CaseFile.parse("vortex.yaml", """
                        tessera: 1
                        constants: {k: 12.566370614359172 1/m, U: 1 m/s}
                        geometry: {box: [1 m, 1 m], spacing: 0.05 m}
                        sides: SIDES
                        fluid: {density: 2 kg/m3, viscosity: 0.02 m2/s}
                        initial:
                          velocity:
                            - {expression: "-U*cos(k*x)*sin(k*y)", unit: m/s}
                            - {expression: "U*sin(k*x)*cos(k*y)", unit: m/s}
                        reference: {velocity: 1 m/s, length: 1 m}
                        time: {lattice-speed: 0.02, stop: {steps: 40}}
                        output: {fields: none, quantities: [kinetic-energy], spectra: [kinetic-energy]}
                        """.replace("SIDES", sides), Path.of("/"), List.of())
                .theCase();
    }

    @Test
    void a_table_has_the_energy_and_enstrophy_of_each_shell() throws IOException {
        Case theCase = vortex("periodic");
        try (ForkJoinPool pool = new ForkJoinPool(2);
                Devices devices = Devices.on(pool);
                Simulation flow = Simulation.open(theCase, devices.byKey("cpu:jvm"), pool)) {
            List<Output> outputs = Outputs.of(theCase, folder, pool);
            flow.step(30);
            for (Output output : outputs) {
                output.write(flow.snapshot(theCase.output().allFields()));
            }
            Path file = folder.resolve("spectrum-kinetic-energy-000000030.csv");
            List<String> lines = Files.readAllLines(file);
            assertThat(lines.getFirst()).isEqualTo("wave_number [rad/m],kinetic_energy [m2/s2],enstrophy [1/s2]");
            double sum = 0;
            for (int shell = 0; shell < lines.size() - 1; shell++) {
                String[] row = lines.get(shell + 1).split(",", -1);
                assertThat(Double.parseDouble(row[0])).isCloseTo(shell * K, within(1e-9));
                sum += Double.parseDouble(row[1]);
            }
            double energy = Observable.value(flow.observables(false), "kinetic_energy");
            assertThat(sum).isCloseTo(energy, within(1e-10 * energy));
            String[] wave = lines.get(1 + 3).split(",", -1); // round(2 sqrt 2)
            assertThat(Double.parseDouble(wave[1])).isCloseTo(energy, within(1e-3 * energy));
            assertThat(Double.parseDouble(wave[2]))
                    .isCloseTo(8 * K * K * Double.parseDouble(wave[1]), within(1e-3 * 8 * K * K * energy));
        }
    }

    @Test
    void a_box_with_walls_is_refused() {
        try (ForkJoinPool pool = new ForkJoinPool(2);
                Devices devices = Devices.on(pool)) {
            assertThatThrownBy(() ->
                            Simulation.open(vortex("{x: periodic, y: wall}"), devices.byKey("cpu:interpreter"), pool))
                    .isInstanceOf(CaseException.class)
                    .hasMessageContaining("output.spectra: ")
                    .hasMessageContaining("not periodic along y")
                    .hasMessageContaining("Remove kinetic-energy");
        }
    }
}
