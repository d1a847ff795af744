package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Placement;
import dev.tessera.model.VelocitySet;
import org.jspecify.annotations.Nullable;

/// Only fluid nodes are stored, in a list; an array over the whole box (4 bytes per node, -1 = solid) holds their
/// positions (FIA). Needs less memory than a connectivity matrix if most of the box is fluid.
/// Source: as a baseline in Tomczak & Szafran, arXiv:1703.08015 (2018); Nita, Itu, Suciu, IEEE High
/// Performance Extreme Computing Conf. (2013).
public record FluidIndex(NodeOrder order) implements Addressing {
    /// In the order of the box, as published.
    public FluidIndex() {
        this(NodeOrder.ofBox());
    }

    @Override
    public String key() {
        return "fluid-index";
    }

    @Override
    public @Nullable String unfitFor(Box box) {
        return box.size() <= IndexedPlacement.MOST_NODES
                ? null
                : "a box of %s nodes is too large for a fluid index array of 4 bytes per node; use compact-tiles"
                        .formatted(box);
    }

    /// @throws IllegalArgumentException if [#unfitFor(Box)]
    @Override
    public Placement place(FluidNodes fluid, VelocitySet lattice, int copies, ArraySpacing spacing) {
        if (unfitFor(fluid.box()) instanceof String reason) {
            throw new IllegalArgumentException(reason);
        }
        SlotArrays arrays = SlotArrays.of(fluid.count(), lattice.size(), copies, spacing);
        return IndexedPlacement.of(fluid.box(), arrays, order.place(fluid, arrays, "fluid index"));
    }

    @Override
    public String toString() {
        return "fluid index " + order;
    }
}
