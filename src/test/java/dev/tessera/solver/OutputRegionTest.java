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
import dev.tessera.solver.OutputChoice.View;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class OutputRegionTest {
    private static OutputRegion box(Vec from, Vec to, int stride) {
        return new OutputRegion("part", Optional.of(from), Optional.of(to), Optional.empty(), stride);
    }

    @Test
    void impossible_regions_are_refused() {
        assertThatThrownBy(() ->
                        new OutputRegion("part", Optional.of(new Vec(0, 0, 0)), Optional.empty(), Optional.empty(), 1))
                .hasMessage("a box has two corners, from and to, but only from is given; give the other, too");
        assertThatThrownBy(() -> box(new Vec(0, 0.002, 0), new Vec(1, 0.001, 1), 1))
                .hasMessageContaining("which is below its beginning")
                .hasMessageEndingWith("along y");
        assertThatThrownBy(() -> box(new Vec(0, 0, 0), new Vec(1, 1, 1), 0))
                .hasMessage("a stride of 0 nodes; it has to be 1 or more");
    }

    @Test
    void only_a_region_without_keys_is_whole() {
        OutputRegion all = new OutputRegion("all", Optional.empty(), Optional.empty(), Optional.empty(), 1);
        assertThat(all.isWhole()).isTrue();
        assertThat(new OutputRegion("part", all.fromM(), all.toM(), all.slice(), 2).isWhole())
                .isFalse();
        assertThat(new OutputRegion("part", all.fromM(), all.toM(), Optional.of(new View.Slice(0, 0)), 1).isWhole())
                .isFalse();
        assertThat(box(new Vec(0, 0, 0), new Vec(1, 1, 1), 1).isWhole()).isFalse();
    }

    @Test
    void regions_without_fluid_are_refused_before_the_run() {
        refuses(box(new Vec(2, 0, 0), new Vec(3, 1, 1), 1), "fluid.");
        refuses(box(new Vec(0.01, 0, 0), new Vec(0.02, 1, 1), 3), "A smaller stride has more nodes.");
        refuses(
                new OutputRegion(
                        "part",
                        Optional.of(new Vec(0, 0, 0)),
                        Optional.of(new Vec(0.3, 1, 1)),
                        Optional.of(new View.Slice(0, 1)),
                        1),
                "fluid.");
    }

    private static void refuses(OutputRegion region, String end) {
        OutputChoice standard = OutputChoice.standard();
        Case cavity = Case.named("cavity")
                .geometry(ShapeSource.in(Domain.enclosed(new Vec(1, 1, 1), Side.wall("wall"))))
                .spacingM(0.125)
                .fluid(1, 1)
                .lattice(Lattices.D3Q19)
                .collision(new Trt())
                .relaxationTime(1)
                .atMostSteps(1)
                .output(new OutputChoice(
                        standard.every(),
                        standard.fields(),
                        standard.formats(),
                        standard.compression(),
                        1,
                        List.of(region),
                        List.of(),
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
                    .hasMessageStartingWith("output.regions.part: no fluid node is in it. The nodes extend from (")
                    .hasMessageEndingWith(end);
        }
    }
}
