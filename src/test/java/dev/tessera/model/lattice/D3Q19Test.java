package dev.tessera.model.lattice;

import dev.tessera.model.VelocitySet;

final class D3Q19Test extends LatticeKit {
    @Override
    VelocitySet lattice() {
        return Lattices.D3Q19;
    }
}
