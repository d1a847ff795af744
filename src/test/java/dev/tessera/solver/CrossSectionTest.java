package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.OpeningFace;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Tube;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

final class CrossSectionTest {
    private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

    /// Sixty directions on a Fibonacci sphere.
    @Test
    void the_developed_profile_of_a_round_opening_is_a_paraboloid_in_any_orientation() {
        List<String> wrong = new ArrayList<>();
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            for (int k = 0; k < 60; k++) {
                double up = 1 - (2 * k + 1) / 60.0;
                double across = Math.sqrt(1 - up * up);
                Vec along = new Vec(across * Math.cos(k * GOLDEN_ANGLE), across * Math.sin(k * GOLDEN_ANGLE), up);
                double diameter = 6 + 0.15 * k;
                Vec from = new Vec(20, 20, 20).minus(along.times(8));
                Vec to = new Vec(20, 20, 20).plus(along.times(8));
                NodeMap nodes = ShapeSource.in(
                                new Domain(Vec.ZERO, new Vec(40, 40, 40), Collections.nCopies(6, Side.wall("side"))))
                        .fluid(Tube.open(from, to, diameter / 2, "inlet", "outlet"))
                        .opening(OpeningFace.ofTube("inlet", to, from, diameter / 2))
                        .opening(OpeningFace.ofTube("outlet", from, to, diameter / 2))
                        .voxelise(1, pool);
                OpeningNodes inlet = OpeningNodes.of(nodes, nodes.openings().getFirst(), Lattices.D3Q19);
                Profiles profile = CrossSection.of(inlet).developed();
                Vec side = along.cross(new Vec(0.3, -0.5, 0.8)).unit().times(diameter / 4);
                double[] centre = {from.x(), from.y(), from.z()};
                double[] halfWay = {from.x() + side.x(), from.y() + side.y(), from.z() + side.z()};
                if (!(Math.abs(profile.at(centre) - 1) < 0.06 && Math.abs(profile.at(halfWay) - 0.75) < 0.15)) {
                    wrong.add("%s, %.2f wide: %.3f at the centre, %.3f half-way"
                            .formatted(along, diameter, profile.at(centre), profile.at(halfWay)));
                }
            }
        }
        assertThat(wrong).isEmpty();
    }
}
