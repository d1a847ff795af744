package dev.tessera.solver.plan;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.Subdomain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;

/// The parts of a case with layers of their neighbours' nodes, which run as many steps between exchanges.
///
/// @param layers at least 1
public record LayeredParts(int layers, List<Part> parts) {
    public LayeredParts {
        parts = List.copyOf(parts);
    }

    /// One part.
    ///
    /// @param ownNodes fluid nodes that it owns
    /// @param overlapNodes of its neighbours, which it computes too
    /// @param haloNodes of its neighbours, the outermost layer, which it only stores
    /// @param memoryBytes in proportion to all of these; dense: to its box
    public record Part(long ownNodes, long overlapNodes, long haloNodes, long memoryBytes) {
        /// Nodes that it computes besides its own, as a share of these.
        public double overlap() {
            return (double) overlapNodes / ownNodes;
        }
    }

    /// The parts of a plan.
    /// @param layers at least 1
    /// @param workers threads that share the work
    public static LayeredParts of(PartedPlan plan, int layers, ForkJoinPool workers) {
        NodeMap nodes = plan.nodes();
        Parts divided = plan.cut().parts(nodes, workers).withLayers(layers);
        List<Part> parts = new ArrayList<>();
        for (int number = 0; number < divided.count(); number++) {
            Subdomain part = divided.part(number);
            double share = plan.isDense()
                    ? (double) part.fluid().box().size() / nodes.box().size()
                    : (double) part.fluid().count() / nodes.fluid().count();
            parts.add(new Part(
                    part.ownCount(),
                    part.others().length - part.halo().length,
                    part.halo().length,
                    Math.round(share * plan.row().memoryBytes())));
        }
        return new LayeredParts(layers, parts);
    }

    /// As `plan --json` writes it.
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("layers", layers);
        json.put("part", parts.stream().map(LayeredParts::toJson).toList());
        return json;
    }

    private static Map<String, Object> toJson(Part part) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("own_nodes", part.ownNodes());
        json.put("overlap_nodes", part.overlapNodes());
        json.put("halo_nodes", part.haloNodes());
        json.put("memory_bytes", part.memoryBytes());
        return json;
    }
}
