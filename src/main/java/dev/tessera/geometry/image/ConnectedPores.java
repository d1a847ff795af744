package dev.tessera.geometry.image;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidComponents;
import dev.tessera.geometry.FluidComponents.Component;
import dev.tessera.geometry.FluidComponents.Connectivity;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.IsolatedFluid;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;

/// Which pores can carry flow. With openings: those that reach one. Without: those that reach from one
/// end of a periodic axis to the other; where none does, the largest.
///
/// @param fluid what is left
/// @param isolatedNodes of pores that carry no flow, dropped or not
/// @param findings what to tell
record ConnectedPores(FluidNodes fluid, long isolatedNodes, List<String> findings) {
    /// @param poreNodes fluid nodes that are not buffer
    static ConnectedPores of(
            FluidNodes fluid, List<AxisEnds> ends, IsolatedFluid isolated, long poreNodes, ForkJoinPool workers) {
        FluidComponents parts = FluidComponents.of(fluid, Connectivity.CORNERS, workers);
        List<String> findings = new ArrayList<>();
        boolean[] kept = kept(parts, fluid.box(), ends, findings);
        long nodes = 0;
        int count = 0;
        for (int i = 0; i < kept.length; i++) {
            nodes += kept[i] ? 0 : parts.component(i).nodes();
            count += kept[i] ? 0 : 1;
        }
        double porosity = imagePorosity(fluid, poreNodes, poreNodes);
        findings.addFirst("porosity of the image: %.5f, connected %.5f"
                .formatted(porosity, imagePorosity(fluid, poreNodes, poreNodes - nodes)));
        if (count > 0) {
            findings.add("%d isolated pore%s with %d nodes, %.3g %% of the pore space, carr%s no flow; %s"
                    .formatted(
                            count,
                            count == 1 ? "" : "s",
                            nodes,
                            100.0 * nodes / poreNodes,
                            count == 1 ? "ies" : "y",
                            isolated == IsolatedFluid.DROP ? "dropped" : "kept"));
        }
        boolean drop = isolated == IsolatedFluid.DROP && nodes > 0;
        return new ConnectedPores(drop ? parts.only(i -> kept[i]) : fluid, nodes, findings);
    }

    /// Nodes of the image, without buffers: all that is solid, and the pores.
    private static double imagePorosity(FluidNodes fluid, long poreNodes, long nodes) {
        long solid = fluid.box().size() - fluid.count();
        return nodes / (double) (solid + poreNodes);
    }

    private static boolean[] kept(FluidComponents parts, Box box, List<AxisEnds> ends, List<String> findings) {
        boolean[] kept = new boolean[parts.count()];
        for (int axis = 0; axis < 3; axis++) {
            if (ends.get(axis) instanceof AxisEnds.Open(int _, String minName, String maxName, var _)) {
                boolean[] atMin = touching(parts, box, axis, 0);
                boolean[] atMax = touching(parts, box, axis, length(box, axis) - 1);
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
        boolean any = false;
        for (int i = 0; i < kept.length; i++) {
            kept[i] = reachesAcross(parts.component(i), box, ends);
            any |= kept[i];
        }
        if (!any) {
            findings.add("warning: no pore reaches from one end of the image to the other: nothing will flow");
            kept[0] = true;
        }
        return kept;
    }

    private static boolean reachesAcross(Component part, Box box, List<AxisEnds> ends) {
        for (int axis = 0; axis < 3; axis++) {
            int length = length(box, axis);
            if (ends.get(axis).isPeriodic() && length > 1 && part.low()[axis] == 0 && part.high()[axis] == length - 1) {
                return true;
            }
        }
        return false;
    }

    private static int length(Box box, int axis) {
        return axis == 0 ? box.nx() : axis == 1 ? box.ny() : box.nz();
    }

    /// The parts with a node in the plane `at` across an axis.
    private static boolean[] touching(FluidComponents parts, Box box, int axis, int at) {
        boolean[] touching = new boolean[parts.count()];
        int[] low = {0, 0, 0};
        int[] high = {box.nx(), box.ny(), box.nz()};
        low[axis] = at;
        high[axis] = at + 1;
        for (int z = low[2]; z < high[2]; z++) {
            for (int y = low[1]; y < high[1]; y++) {
                for (int x = low[0]; x < high[0]; x++) {
                    int part = parts.componentOf(box.index(x, y, z));
                    if (part >= 0) {
                        touching[part] = true;
                    }
                }
            }
        }
        return touching;
    }
}
