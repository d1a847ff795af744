package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.Devices;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.field.Pressure;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class PictureChecksTest {
    @Test
    void the_surface_of_a_2d_geometry_is_refused_before_the_run() {
        OutputChoice standard = OutputChoice.standard();
        Side wall = Side.wall("wall");
        Case cavity = Case.named("cavity")
                .geometry(ShapeSource.in(Domain.of2d(1, 1, wall, wall, wall, wall)))
                .spacingM(0.125)
                .fluid(1, 1)
                .lattice(Lattices.D2Q9)
                .collision(new Trt())
                .relaxationTime(1)
                .atMostSteps(1)
                .output(new OutputChoice(
                        standard.every(),
                        standard.fields(),
                        standard.formats(),
                        standard.compression(),
                        1,
                        List.of(),
                        List.of(new Picture(new Pressure(), new View.Surface(Optional.empty()))),
                        List.of(),
                        List.of(),
                        standard.logEvery(),
                        standard.checkpoints(),
                        standard.exclude(),
                        List.of(),
                        List.of()))
                .build();
        try (ForkJoinPool pool = new ForkJoinPool(1)) {
            assertThatThrownBy(() -> Simulation.open(cavity, Devices.on(pool).byKey("cpu:jvm"), pool)
                            .close())
                    .isInstanceOf(CaseException.class)
                    .hasMessage(
                            "output.pictures: pressure surface: the surface of a 2D geometry is a curve, which has nothing to shade. Use slice z 50% or streamlines.");
        }
    }
}
