package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `output.formats: [vtp]` of the aneurysm of the examples with few nodes.
final class SurfaceFilesTest extends TinyCaseKit {
    private static final Path STL = Path.of("examples/aneurysm/aneurysm.stl").toAbsolutePath();

    @BeforeEach
    void write_the_vessel() throws IOException {
        Files.writeString(theCase, """
                tessera: 1
                name: vessel
                geometry: {stl: %s, stl-unit: m, spacing: 0.7 mm}
                openings:
                  inlet: {near: [12 mm, 3 mm, 40 mm], extend: 1 diameters}
                  outlet: {near: [0.5 mm, 23.5 mm, 10.5 mm]}
                  closed: {near: [28.5 mm, 26.5 mm, 13 mm]}
                fluid: {density: 1050 kg/m3, viscosity: 3.5 mPa.s}
                model: {lattice: D3Q19, collision: mrt}
                boundaries:
                  inlet: {flow-rate: 10 mL/min, profile: parabolic, ramp: auto}
                  outlet: {pressure: 0 mmHg}
                  closed: {scheme: bounce-back}
                time: {lattice-speed: 0.04, stop: {steps: 20}}
                output: {every: 10 steps, fields: none, formats: [vtp], plots: none, checkpoints: {every: 10 steps}}
                """.formatted(STL));
    }

    private void done(String... more) {
        assertThat(run(more)).as(console.err()).isZero();
    }

    @Test
    void a_resumed_run_writes_the_same_surfaces_and_the_collection_of_all() throws IOException {
        done();
        Path whole = temp.resolve("whole");
        Files.move(out, whole);
        assertThat(Files.readString(whole.resolve("summary.json"))).contains("surface-000000020.vtp", "surface.pvd");
        done("--set", "time.stop.steps=10");
        done("--resume", out.toString());
        for (String name : new String[] {"surface-000000010.vtp", "surface-000000020.vtp", "surface.pvd"}) {
            assertThat(out.resolve(name)).hasSameBinaryContentAs(whole.resolve(name));
        }
        assertThat(Files.readString(out.resolve("surface.pvd")))
                .contains("surface-000000010.vtp", "surface-000000020.vtp");
    }

    @Test
    void surfaces_of_an_earlier_run_are_replaced() throws IOException {
        done();
        done("--overwrite", "--set", "output.formats=vtu", "--set", "output.fields=pressure");
        assertThat(out.resolve("surface-000000020.vtp")).doesNotExist();
        assertThat(out.resolve("surface.pvd")).doesNotExist();
        assertThat(out.resolve("fluid.pvd")).exists();
    }
}
