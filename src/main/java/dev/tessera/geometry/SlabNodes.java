package dev.tessera.geometry;

/// The nodes of one slab of a geometry.
///
/// @param slab which planes of the whole box they are
/// @param nodes of the slab's stored box. Nodes of other slabs are halo nodes; cut links are those of own nodes.
///        Positions of nodes are found by rounding from the first stored plane, openings and findings are those of the
///        whole geometry
/// @param originM position of node (0, 0, 0) of the whole, m, `[3]`
public record SlabNodes(Slab slab, NodeMap nodes, double[] originM) {
    /// The map of a slab.
    /// @param fluid of its stored box
    /// @param map makes a map
    public static SlabNodes of(Slab slab, FluidNodes fluid, double[] originM, double spacingM, MapOf map) {
        long[] halo = new long[Math.toIntExact(fluid.count() - slab.own(fluid))];
        int below = Math.toIntExact(fluid.rank(slab.firstNode()));
        long behind = fluid.rank(slab.endNode());
        for (int h = 0; h < halo.length; h++) {
            halo[h] = h < below ? h : behind + h - below;
        }
        double[] origin = slab.isWhole() ? originM : slab.originM(originM, spacingM);
        return new SlabNodes(slab, map.of(origin, halo), originM);
    }

    /// Makes the map of a slab.
    @FunctionalInterface
    public interface MapOf {
        /// @param originM position of the first stored node, m, `[3]`
        /// @param halo fluid numbers of nodes of other slabs
        NodeMap of(double[] originM, long[] halo);
    }

    /// The number of fluid nodes of all slabs. Collective.
    public long count() {
        return slab.count(nodes.fluid());
    }
}
