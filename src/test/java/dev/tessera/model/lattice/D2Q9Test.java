package dev.tessera.model.lattice;

import dev.tessera.model.VelocitySet;

final class D2Q9Test extends LatticeKit {
    @Override
    VelocitySet lattice() {
        return Lattices.D2Q9;
    }
}
