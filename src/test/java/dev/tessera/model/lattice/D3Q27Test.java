package dev.tessera.model.lattice;

import dev.tessera.model.VelocitySet;

final class D3Q27Test extends LatticeKit {
    @Override
    VelocitySet lattice() {
        return Lattices.D3Q27;
    }
}
