package dev.tessera.layout.addressing;

import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Placement;
import dev.tessera.model.VelocitySet;

/// Stores every node of the box, fluid or not, x fastest. Needs no tables; the fastest storage for full boxes.
public record Dense() implements Addressing {
    @Override
    public String key() {
        return "dense";
    }

    @Override
    public Placement place(FluidNodes fluid, VelocitySet lattice, int copies, ArraySpacing spacing) {
        return new DensePlacement(fluid, SlotArrays.of(fluid.box().size(), lattice.size(), copies, spacing));
    }

    @Override
    public String toString() {
        return key();
    }
}
