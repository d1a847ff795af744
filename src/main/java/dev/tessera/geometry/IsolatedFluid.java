package dev.tessera.geometry;

import dev.tessera.geometry.FluidComponents.Component;
import dev.tessera.geometry.FluidComponents.Connectivity;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;

/// Treatment of fluid without an opening: reported, and dropped on request.
public enum IsolatedFluid {
    /// It stays fluid; findings name it.
    KEEP,
    /// It becomes solid; findings name it.
    DROP;

    private static final int NAMED = 5;

    /// @param fluid the remaining fluid
    /// @param isolatedNodes number of nodes in parts without an opening, dropped or not
    /// @param findings sentences
    public record Found(FluidNodes fluid, long isolatedNodes, List<String> findings) {}

    /// Reports a lower bound of the number of fluid nodes; nothing where some may still be dropped.
    public void tell(FluidNodes fluid, LongConsumer counted) {
        tell(fluid, Slab.whole(fluid.box()), counted);
    }

    /// Reports a lower bound of the number of fluid nodes of all slabs; nothing where some may still be dropped.
    /// Collective.
    public void tell(FluidNodes fluid, Slab slab, LongConsumer counted) {
        if (this == KEEP) {
            counted.accept(slab.count(fluid));
        }
    }

    /// Finds the parts of the fluid (26 neighbours) none of whose links is cut by an opening. Where nothing
    /// touches an opening (closed or periodic geometries) all but the largest part count as isolated.
    /// @param surfaces by id
    /// @param originM position of node (0, 0, 0), `[3]`
    public Found in(
            FluidNodes fluid,
            CutLinks links,
            List<Surface> surfaces,
            double[] originM,
            double spacingM,
            ForkJoinPool workers) {
        return in(fluid, links, surfaces, originM, spacingM, Slab.whole(fluid.box()), workers);
    }

    /// The same for the fluid of all slabs. Collective.
    /// @param fluid of the slab's stored box; so is that of the result
    /// @param links of its own nodes
    /// @param originM position of node (0, 0, 0) of the whole, `[3]`
    public Found in(
            FluidNodes fluid,
            CutLinks links,
            List<Surface> surfaces,
            double[] originM,
            double spacingM,
            Slab slab,
            ForkJoinPool workers) {
        FluidComponents parts = FluidComponents.of(fluid, Connectivity.CORNERS, slab, workers);
        if (parts.count() <= 1) {
            return new Found(fluid, 0, List.of());
        }
        BitSet[] touching = parts.surfaces(fluid, links, workers);
        slab.unite(touching);
        boolean[] fed = new boolean[parts.count()];
        boolean closed = true;
        for (int i = 0; i < fed.length; i++) {
            fed[i] = touching[i].stream().anyMatch(id -> surfaces.get(id).kind() == Surface.Kind.OPENING);
            closed &= !fed[i];
        }
        fed[0] |= closed;
        List<String> findings = new ArrayList<>();
        long nodes = 0;
        int count = 0;
        for (int i = 0; i < parts.count(); i++) {
            if (!fed[i]) {
                nodes += parts.component(i).nodes();
                if (count++ < NAMED) {
                    findings.add(sentence(parts.component(i), slab.whole(), originM, spacingM, closed));
                }
            }
        }
        if (count > NAMED) {
            findings.add("… %d more isolated parts; all %d together have %d nodes, %.3g %% of the fluid%s"
                    .formatted(count - NAMED, count, nodes, 100.0 * nodes / parts.nodes(), how()));
        }
        return new Found(
                this == DROP && nodes > 0 ? parts.only(i -> fed[i], workers) : fluid, nodes, List.copyOf(findings));
    }

    private String sentence(Component part, Box box, double[] originM, double spacingM, boolean closed) {
        long at = part.firstNode();
        Vec place = Vec.of(originM).plus(new Vec(box.x(at), box.y(at), box.z(at)).times(spacingM));
        return "isolated fluid: %d node%s at %s %s%s"
                .formatted(
                        part.nodes(),
                        part.nodes() == 1 ? "" : "s",
                        place.inLengths(),
                        closed ? "apart from the largest part" : "without an opening",
                        how());
    }

    private String how() {
        return this == DROP ? "; dropped" : "; kept";
    }
}
