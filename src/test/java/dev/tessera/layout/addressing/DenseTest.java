package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.Placement;
import dev.tessera.model.VelocitySet;
import java.util.List;

final class DenseTest extends AddressingKit {
    @Override
    List<Addressing> addressings() {
        return List.of(new Dense());
    }

    @Override
    long expectedPositions(FluidNodes fluid, Placement placement) {
        return fluid.box().size();
    }

    @Override
    long expectedTableBytes(FluidNodes fluid, VelocitySet lattice, Placement placement) {
        return 0;
    }
}
