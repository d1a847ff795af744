package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.Boundaries;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A box in Java is the box that a case file has for the same words.
final class BoxInJavaTest {
    private static CaseBuilder box(String... edges) {
        return Case.named("box")
                .box(edges)
                .spacing("1 mm")
                .fluid("1000 kg/m3", "1 mPa.s")
                .atMostSteps(10);
    }

    private static void requireEqual(CaseBuilder inJava, String inText) {
        String text = """
                tessera: 1
                name: box
                fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
                time: {relaxation-time: 1, stop: {steps: 10}}
                """ + inText;
        Case expected =
                CaseFile.parse("case.yaml", text, Path.of("/cases"), List.of()).theCase();
        assertThat(CaseText.of(inJava.build())).isEqualTo(CaseText.of(expected));
    }

    @Test
    void walls_openings_and_symmetry_are_placed_as_in_a_case_file() {
        requireEqual(
                box("8 mm", "4 mm")
                        .boundary("wall", Boundaries.fullWayWall())
                        .boundary("x-min", Boundaries.velocity("1 mm/s", "0 mm/s"))
                        .boundary("x-max", Boundaries.pressure("0 Pa").by(Boundary.Scheme.LINK_WISE)),
                """
                geometry: {box: [8 mm, 4 mm], spacing: 1 mm}
                boundaries:
                  wall: {scheme: full-way}
                  x-min: {velocity: [1 mm/s, 0 mm/s]}
                  x-max: {pressure: 0 Pa, scheme: link-wise}
                """);
        requireEqual(box("8 mm", "4 mm", "6 mm").periodic("xz").boundary("y-max", Boundaries.symmetry()), """
                geometry: {box: [8 mm, 4 mm, 6 mm], spacing: 1 mm}
                sides: {x: periodic, z: periodic}
                boundaries: {y-max: {scheme: symmetry}}
                """);
    }

    @Test
    void the_lattice_fits_the_box_unless_another_is_chosen() {
        assertThat(box("8 mm", "4 mm").build().model().lattice()).isEqualTo(Lattices.D2Q9);
        assertThat(box("8 mm", "4 mm", "4 mm").build().model().lattice()).isEqualTo(Lattices.D3Q19);
        assertThat(box("8 mm", "4 mm", "4 mm")
                        .lattice(Lattices.D3Q27)
                        .build()
                        .model()
                        .lattice())
                .isEqualTo(Lattices.D3Q27);
    }

    @Test
    void boxes_and_velocities_that_do_not_fit_are_refused() {
        assertThatThrownBy(() -> box("8 mm")).hasMessageContaining("two edges (2D) or three, not 1");
        assertThatThrownBy(() -> box("8 mm", "4 mm").periodic("z")).hasMessageContaining("x and y");
        assertThatThrownBy(() -> Case.named("none").periodic("x")).hasMessageContaining("no box");
        assertThatThrownBy(() -> Boundaries.velocity("1 m/s")).hasMessageContaining("not 1");
    }
}
