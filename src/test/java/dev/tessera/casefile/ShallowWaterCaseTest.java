package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.ShallowWater;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Case;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Cases with `equilibrium: shallow-water`.
final class ShallowWaterCaseTest {
    private static final String LAKE = """
            tessera: 1
            geometry: {box: [8 m, 8 m], spacing: 1 m}
            fluid: {density: 1000 kg/m3, viscosity: 1 m2/s}
            model: {%s}
            initial: {height: 2 m}
            time: {time-step: 0.1 s, stop: {steps: 1}}
            output: {fields: [velocity, height]}
            """;

    private static Case lake(String model) {
        return CaseFile.parse("case.yaml", LAKE.formatted(model), Path.of("/cases"), List.of())
                .theCase();
    }

    @Test
    void collision_lattice_and_gravity_have_defaults_and_are_written() {
        Case theCase = lake("equilibrium: shallow-water");
        assertThat(theCase.model().collision()).isEqualTo(new Bgk());
        assertThat(theCase.model().lattice()).isEqualTo(Lattices.D2Q9);
        assertThat(theCase.model().equilibrium()).isEqualTo(new ShallowWater(9.80665));
        assertThat(lake("equilibrium: shallow-water, gravity: 1620 mm/s2")
                        .model()
                        .equilibrium())
                .isEqualTo(new ShallowWater(1.62));
        assertThat(CaseText.of(theCase))
                .contains("equilibrium: shallow-water")
                .contains("gravity: 9.80665 m/s2")
                .contains("height: 2 m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gravity: 9.81 m/s2 | case.yaml:4:18: model.gravity: this belongs to equilibrium: shallow-water, but the"
                        + " equilibrium is incompressible; a drive with an acceleration acts like gravity on other fluids",
                "equilibrium: shallow-water, collision: trt | case.yaml:4:22: model.equilibrium: collision trt needs a"
                        + " pressure that is proportional to the density, which equilibrium shallow-water does not have. Use"
                        + " collision bgk, or another equilibrium",
                "equilibrium: shallow-water, smagorinsky: 0.1 | the Smagorinsky model needs the stress of an ideal gas",
                "equilibrium: shallow-water, precision: fp32-deviations | precision fp32-deviations stores differences from"
                        + " a density near 1, but that of equilibrium shallow-water varies. Use precision fp32",
                "equilibrium: shallow-water, gravity: 0 m/s2 | model.gravity",
            })
    void what_does_not_fit_is_refused(String model, String message) {
        assertThatThrownBy(() -> lake(model))
                .isInstanceOf(CaseFileException.class)
                .hasMessageContaining(message);
    }
}
