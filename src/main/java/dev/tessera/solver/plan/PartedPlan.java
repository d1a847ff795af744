package dev.tessera.solver.plan;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.PartSize;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.geometry.partition.TileGraph;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.model.Velocity;
import dev.tessera.solver.Case;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;

/// A case divided among equal devices, with its predicted speed. A part computes its edge, then its inner nodes
/// while
/// populations travel; four launches a step (edge, pack, inner, unpack) are not hidden. Edge nodes are assumed
/// to cost
/// half as much again as inner ones, since they are computed from a list, and packing is part of that.
///
/// @param row the storage of all parts, with its memory and speed for the whole case on one device
/// @param bytesPerPopulation that is sent, as stored
/// @param stepS of the parts, with launches
/// @param wholeS of the whole case on one device
public record PartedPlan(
        NodeMap nodes, PlanRow row, LinkFacts link, Cut cut, int bytesPerPopulation, double stepS, double wholeS) {
    private static final double EDGE = 0.5; // additional cost of an edge node
    private static final double EMPTY = 0.2; // cost of a place without a node, in dense storage
    private static final int LAUNCHES = 4;
    private static final double LAUNCH_S = 3.1e-6; // measured on an H200

    /// @param row the storage that a run uses
    /// @param isGpu whether devices are GPUs, which need launches
    /// @throws IllegalArgumentException if there are more parts than tiles that contain fluid
    public static PartedPlan of(
            Case theCase, NodeMap nodes, PlanRow row, int parts, LinkFacts link, boolean isGpu, ForkJoinPool workers) {
        int bytes = theCase.model().precision().storedBytes();
        double nodeS = 1e-6 / row.predictedMlups();
        double[] each = new double[parts];
        Arrays.fill(each, nodeS);
        boolean isDense = isDense(row);
        StepCosts costs = new StepCosts(
                each, EDGE * nodeS, isDense ? EMPTY * nodeS : 0, 1e-9 * bytes / link.gbPerS(), link.latencyS());
        int[] codes = theCase.model().lattice().velocities().stream()
                .mapToInt(Velocity::code)
                .filter(code -> code != 13)
                .toArray();
        TileGraph tiles = TileGraph.of(nodes.fluid(), Cut.usualTiles(nodes.box().is2d()), workers);
        Cut cut = Cut.best(tiles, codes, costs, workers);
        double launches = isGpu && parts > 1 ? LAUNCHES * LAUNCH_S : 0;
        return new PartedPlan(
                nodes,
                row,
                link,
                cut,
                bytes,
                cut.stepS() + launches,
                nodes.fluid().count() * nodeS);
    }

    private static boolean isDense(PlanRow row) {
        return row.storage().addressing().equals(new Dense());
    }

    /// Speed-up per device.
    public double efficiency() {
        return wholeS / (stepS * cut.sizes().size());
    }

    /// Million fluid-node updates per second of all parts.
    public double mlups() {
        return 1e-6 * nodes.fluid().count() / stepS;
    }

    /// Memory of a part, in proportion to its nodes with halo; dense: to its box.
    public long memoryBytes(PartSize size) {
        double part = isDense(row)
                ? (double) size.boxNodes() / nodes.box().size()
                : (double) (size.nodes() + (cut.sizes().size() > 1 ? size.haloNodes() : 0))
                        / nodes.fluid().count();
        return Math.round(part * row.memoryBytes());
    }

    /// As `plan --json` writes it.
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("parts", cut.sizes().size());
        json.put("cut_method", cut.method());
        json.put("cut_links", cut.links());
        json.put("imbalance", cut.imbalance());
        json.put("link", link.key());
        json.put("link_gb_per_s", link.gbPerS());
        json.put("link_latency_s", link.latencyS());
        json.put("step_s", stepS);
        json.put("predicted_mlups", mlups());
        json.put("efficiency", efficiency());
        List<Map<String, Object>> each = new ArrayList<>();
        for (PartSize size : cut.sizes()) {
            Map<String, Object> part = new LinkedHashMap<>();
            part.put("fluid_nodes", size.nodes());
            part.put("edge_nodes", size.edgeNodes());
            part.put("halo_nodes", size.haloNodes());
            part.put("neighbours", size.neighbours());
            part.put("sent_populations", size.populations());
            part.put("sent_bytes", size.populations() * bytesPerPopulation);
            part.put("memory_bytes", memoryBytes(size));
            each.add(part);
        }
        json.put("part", each);
        return json;
    }
}
