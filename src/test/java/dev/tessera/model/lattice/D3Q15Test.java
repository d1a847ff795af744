package dev.tessera.model.lattice;

import dev.tessera.model.VelocitySet;

final class D3Q15Test extends LatticeKit {
    @Override
    VelocitySet lattice() {
        return Lattices.D3Q15;
    }
}
