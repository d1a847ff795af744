package dev.tessera.geometry;

import java.util.List;

/// A voxelised geometry: the fluid nodes, the cut links with their surfaces and distances, and the openings.
///
/// @param fluid the fluid nodes of the box
/// @param spacingM distance between nodes, m
/// @param originM position of node (0, 0, 0), m, `[3]`
/// @param surfaces by id (`surfaces.get(i).id() == i`)
/// @param links all cut links, over all 26 directions (a lattice uses those that it has)
/// @param openings found by the geometry or named by the case
/// @param findings diagnoses, repairs and dropped parts, as sentences
public record NodeMap(
        FluidNodes fluid,
        double spacingM,
        double[] originM,
        List<Surface> surfaces,
        CutLinks links,
        List<Opening> openings,
        List<String> findings) {
    public NodeMap {
        surfaces = List.copyOf(surfaces);
        openings = List.copyOf(openings);
        findings = List.copyOf(findings);
        for (int i = 0; i < surfaces.size(); i++) {
            if (surfaces.get(i).id() != i) {
                throw new IllegalArgumentException("surface %s is number %d but says %d"
                        .formatted(surfaces.get(i).name(), i, surfaces.get(i).id()));
            }
        }
    }

    public Box box() {
        return fluid.box();
    }

    /// Fluid nodes as a fraction of the box.
    public double porosity() {
        return (double) fluid.count() / box().size();
    }

    /// Fluid nodes as a fraction of the box, both without layers of nodes that the geometry adds at its ends.
    /// @param buffer layers without solid before and behind the geometry along x, y, z, `[3]`
    public double porosityWithout(int[] buffer) {
        long inside = 1;
        for (int axis = 0; axis < 3; axis++) {
            inside *= box().nodes(axis) - 2L * buffer[axis];
        }
        return (double) (fluid.count() - (box().size() - inside)) / inside;
    }
}
