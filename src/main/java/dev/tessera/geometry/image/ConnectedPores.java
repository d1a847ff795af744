package dev.tessera.geometry.image;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidComponents.Connectivity;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.FluidParts;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.Slab;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The pores that can carry flow. With openings: those that reach one. Without: those that percolate along a
/// periodic axis, which means that they meet themselves one or more periods further along it; where no axis is
/// periodic, the largest.
///
/// @param fluid the remaining fluid
/// @param isolatedNodes of pores that carry no flow, dropped or not; without buffers
/// @param findings sentences
record ConnectedPores(FluidNodes fluid, long isolatedNodes, List<String> findings) {
    /// @param name the image's, for messages
    /// @param poreNodes fluid nodes that are not buffer
    /// @throws GeometryException where pores without flow are dropped and no others remain
    static ConnectedPores of(
            String name,
            FluidNodes fluid,
            List<AxisEnds> ends,
            IsolatedFluid isolated,
            long poreNodes,
            Slab slab,
            ForkJoinPool workers) {
        FluidParts parts = FluidParts.of(fluid, Connectivity.CORNERS, slab, workers);
        List<String> findings = new ArrayList<>();
        boolean[] kept = kept(parts, slab, ends, findings);
        long all = slab.count(fluid);
        long bufferNodes = all - poreNodes;
        int ofBuffers = bufferNodes > 0 ? parts.beginningAt(0) : -1; // the layers at both ends are one part
        long nodes = 0;
        int count = 0;
        for (int i = 0; i < kept.length; i++) {
            if (!kept[i]) {
                nodes += parts.all().get(i).component().nodes() - (i == ofBuffers ? bufferNodes : 0);
                count++;
            }
        }
        if (isolated == IsolatedFluid.DROP && count == kept.length) {
            throw new GeometryException(
                    ("%s: no pore percolates along %s, so that no pore remains if isolated pores are dropped. Write"
                                    + " isolated: keep to see the pores, or use another part of the image")
                            .formatted(name, axes(periodic(slab.whole(), ends))));
        }
        double image = slab.whole().size() - (double) bufferNodes; // all that is solid, and the pores
        findings.addFirst("porosity of the image: %.5f, connected %.5f"
                .formatted(poreNodes / image, (poreNodes - nodes) / image));
        if (count > 0) {
            findings.add("%d isolated pore%s with %d node%s, %.3g %% of the pore space, carr%s no flow; %s"
                    .formatted(
                            count,
                            count == 1 ? "" : "s",
                            nodes,
                            nodes == 1 ? "" : "s",
                            100.0 * nodes / poreNodes,
                            count == 1 ? "ies" : "y",
                            isolated == IsolatedFluid.DROP ? "dropped" : "kept"));
        }
        boolean drop = isolated == IsolatedFluid.DROP && nodes > 0;
        return new ConnectedPores(drop ? parts.only(i -> kept[i], workers) : fluid, nodes, findings);
    }

    private static boolean[] kept(FluidParts parts, Slab slab, List<AxisEnds> ends, List<String> findings) {
        Box box = slab.whole();
        boolean[] kept = new boolean[parts.all().size()];
        for (int axis = 0; axis < 3; axis++) {
            if (ends.get(axis) instanceof AxisEnds.Open(int _, String minName, String maxName, var _)) {
                boolean[] atMin = touching(parts, slab, axis, 0);
                boolean[] atMax = touching(parts, slab, axis, box.nodes(axis) - 1);
                boolean joined = false;
                for (int i = 0; i < kept.length; i++) {
                    kept[i] = atMin[i] || atMax[i];
                    joined |= atMin[i] && atMax[i];
                }
                if (!joined) {
                    findings.add("warning: no pore leads from %s to %s: nothing will flow".formatted(minName, maxName));
                }
                return kept;
            }
        }
        List<Integer> periodic = periodic(box, ends);
        if (periodic.isEmpty()) {
            findings.add("warning: the image is closed on all sides: nothing will flow through it");
            kept[0] = true;
            return kept;
        }
        List<Integer> blocked = new ArrayList<>();
        for (int axis : periodic) {
            boolean any = false;
            for (int i = 0; i < kept.length; i++) {
                boolean percolates = parts.all().get(i).percolates(axis);
                kept[i] |= percolates;
                any |= percolates;
            }
            if (!any) {
                blocked.add(axis);
            }
        }
        if (!blocked.isEmpty()) {
            findings.add("%sno pore percolates along %s: nothing will flow that way"
                    .formatted(blocked.size() == periodic.size() ? "warning: " : "", axes(blocked)));
        }
        return kept;
    }

    /// Periodic axes; in two dimensions not z.
    private static List<Integer> periodic(Box box, List<AxisEnds> ends) {
        return IntStream.range(0, box.is2d() ? 2 : 3)
                .filter(axis -> ends.get(axis).isPeriodic())
                .boxed()
                .toList();
    }

    private static String axes(List<Integer> axes) {
        return axes.stream().map(axis -> "xyz".substring(axis, axis + 1)).collect(Collectors.joining(" or "));
    }

    /// The parts with a node in the plane `at` of the whole across an axis.
    private static boolean[] touching(FluidParts parts, Slab slab, int axis, int at) {
        boolean[] touching = new boolean[parts.all().size()];
        Box stored = slab.box();
        int[] low = {0, 0, slab.below()};
        int[] high = {stored.nx(), stored.ny(), slab.below() + slab.planes()};
        low[axis] = axis < 2 ? at : slab.storedZ(at);
        high[axis] = axis < 2 || slab.owns(at) ? low[axis] + 1 : low[axis];
        for (int z = low[2]; z < high[2]; z++) {
            for (int y = low[1]; y < high[1]; y++) {
                for (int x = low[0]; x < high[0]; x++) {
                    int part = parts.partOf(stored.index(x, y, z));
                    if (part >= 0) {
                        touching[part] = true;
                    }
                }
            }
        }
        slab.unite(touching);
        return touching;
    }
}
