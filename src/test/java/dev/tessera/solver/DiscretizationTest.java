package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.casefile.CaseFile;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class DiscretizationTest {
    @Test
    void speeds_above_the_speed_of_light_are_refused() {
        refused(
                "lattice-speed: 0.1",
                "1e300 m/s",
                "1e-2 m2/s",
                "boundaries: a speed of more than 1e150 m/s is imposed");
        refused("relaxation-time: 0.8", "1e300 m/s", "1e-2 m2/s", "above the speed of light");
        refused("lattice-speed: 0.1", "1e9 m/s", "1e-2 m2/s", "above the speed of light");
    }

    @Test
    void numbers_without_a_valid_time_step_are_refused() {
        refused("relaxation-time: 0.8", "1 m/s", "1e300 m2/s", "time: ");
        refused("relaxation-time: 0.8", "1 m/s", "1e-300 m2/s", "time: ");
    }

    @Test
    void a_relaxation_time_that_the_case_could_not_ask_for_is_refused_where_it_follows() {
        String message = " is too long (below 100). Check the viscosity, the density and their units, or use a shorter"
                + " time step or a lower lattice speed: relaxation time 1 needs a time step of ";
        refused("lattice-speed: 0.1", "1 m/s", "1e200 m2/s", message);
        refused("lattice-speed: 0.1", "1 m/s", "20 m2/s", "time: relaxation time 121" + message + "20.8 us here");
        refused("time-step: 1 s", "1 mm/s", "1 m2/s", message);
    }

    private static void refused(String time, String speed, String viscosity, String message) {
        String text = """
                tessera: 1
                geometry: {box: [1 m, 1 m], spacing: 50 mm}
                sides: {y-max: lid}
                fluid: {density: 1 kg/m3, viscosity: %s}
                boundaries: {lid: {scheme: moving, velocity: [%s, 0 m/s]}}
                time: {%s, stop: {steps: 3}}
                """.formatted(viscosity, speed, time);
        Case theCase =
                CaseFile.parse("case.yaml", text, Path.of("."), List.of()).theCase();
        var nodes = theCase.geometry().voxelise(theCase.spacingM(), ForkJoinPool.commonPool());
        assertThatThrownBy(() -> CaseKernels.of(theCase, nodes))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining(message);
    }
}
