package dev.tessera.layout.addressing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.Placement;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FluidIndexTest extends AddressingKit {
    @Override
    List<Addressing> addressings() {
        return List.of(new FluidIndex());
    }

    @Override
    long expectedPositions(FluidNodes fluid, Placement placement) {
        return fluid.count();
    }

    @Override
    long expectedTableBytes(FluidNodes fluid, VelocitySet lattice, Placement placement) {
        return 4 * fluid.box().size();
    }

    @Test
    void a_box_beyond_the_longest_array_is_refused() {
        assertThat(new FluidIndex().unfitFor(new Box(1290, 1290, 1290, false, false, false)))
                .isNull();
        assertThat(new FluidIndex().unfitFor(new Box(1300, 1300, 1300, false, false, false)))
                .isEqualTo("a box of 1300 x 1300 x 1300 nodes is too large for a fluid index array of 4 bytes per node;"
                        + " use compact-tiles");
    }

    @Test
    void the_array_over_the_box_holds_each_fluid_node_once_and_minus_one_elsewhere() {
        for (Addressing addressing : List.of(new FluidIndex(), new FluidIndex(NodeOrder.by(TilingRule.cubesOf(3))))) {
            FluidNodes fluid = Geometries.random(3, 4).nodes().fluid();
            var placement =
                    (IndexedPlacement) addressing.place(fluid, Lattices.D3Q19, 2, ArraySpacing.acrossCacheSets(8));
            boolean[] seen = new boolean[Math.toIntExact(fluid.count())];
            for (int n = 0; n < fluid.box().size(); n++) {
                int entry = placement.index()[n];
                assertThat(entry == IndexedPlacement.SOLID).isEqualTo(!fluid.isFluid(n));
                if (entry != IndexedPlacement.SOLID) {
                    assertThat(seen[entry]).isFalse();
                    seen[entry] = true;
                }
            }
            assertThat(seen).doesNotContain(false);
        }
    }
}
