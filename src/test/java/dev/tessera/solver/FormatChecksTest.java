package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Devices;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.OutputChoice.FieldFormat;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.WallShearStress;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class FormatChecksTest {
    @Test
    void surfaces_of_a_geometry_without_triangles_are_refused_before_the_run() {
        Case cavity = Case.named("cavity")
                .geometry(ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.wall("wall"))))
                .spacingM(0.125)
                .fluid(1, 1)
                .lattice(Lattices.D3Q19)
                .collision(new Trt())
                .relaxationTime(1)
                .atMostSteps(1)
                .output(choice(List.of(FieldFormat.SURFACE)))
                .build();
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            assertThatThrownBy(() -> Simulation.open(cavity, Devices.on(pool).byKey("cpu:jvm"), pool)
                            .close())
                    .isInstanceOf(CaseException.class)
                    .hasMessageStartingWith(
                            "output.formats: vtp contains the triangles of an STL file, and this geometry (")
                    .hasMessageEndingWith(
                            ") has none. Use vtu, with wall-shear-stress in output.fields: it has the values of the nodes"
                                    + " beside walls. The picture `wall-shear-stress surface` shows them on the surface of the"
                                    + " fluid.");
        }
    }

    @Test
    void files_of_surfaces_request_their_fields() {
        assertThat(choice(List.of(FieldFormat.STANDARD)).allFields()).containsExactly(new Velocity());
        assertThat(choice(List.of(FieldFormat.SURFACE)).allFields())
                .containsExactly(new Velocity(), new Pressure(), new WallShearStress());
    }

    private static OutputChoice choice(List<FieldFormat> formats) {
        OutputChoice standard = OutputChoice.standard();
        return new OutputChoice(
                standard.every(),
                List.of(new Velocity()),
                formats,
                standard.compression(),
                1,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                standard.logEvery(),
                standard.checkpoints(),
                standard.exclude(),
                List.of(),
                List.of());
    }
}
