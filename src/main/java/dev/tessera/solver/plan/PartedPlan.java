package dev.tessera.solver.plan;

import dev.tessera.cluster.CommunicationModel;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.PartSize;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.Case;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.function.ToLongFunction;

/// A case divided among equal devices, with its predicted speed ([StepCosts]).
///
/// @param row the storage of all parts, with its memory and speed for the whole case on one device
/// @param cuts by all methods, the one that is used first
/// @param crossingBytes bytes that parts exchange for each population of one fluid; a mixture has several fluids,
///     and fields
/// @param messages to each neighbour in a step
/// @param stepS time of a step in parts
/// @param waitS of it, waits of devices for each other and for the host
/// @param wholeS time of a step of the whole case on one device
public record PartedPlan(
        NodeMap nodes,
        PlanRow row,
        CommunicationModel link,
        List<Cut> cuts,
        double crossingBytes,
        int messages,
        double stepS,
        double waitS,
        double wholeS) {
    /// Fields first, then populations.
    private static final int MESSAGES_OF_MIXTURES = 2;

    /// @param row the storage that a run uses
    /// @throws dev.tessera.geometry.GeometryException if there are more parts than tiles that contain fluid
    public static PartedPlan of(
            Case theCase, NodeMap nodes, PlanRow row, int parts, CommunicationModel link, ForkJoinPool workers) {
        double bytes = crossingBytes(theCase.model());
        double nodeS = 1e-6 / row.predictedMlups();
        double[] each = new double[parts];
        Arrays.fill(each, nodeS);
        int messages = theCase.model().mixture().isPresent() ? MESSAGES_OF_MIXTURES : 1;
        StepCosts costs = link.costs(each, bytes, isDense(row)).withMessageS(messages * link.messageS());
        List<Cut> cuts = PartedDevice.Division.byCosts(costs).cuts(nodes, parts, workers);
        return new PartedPlan(
                nodes,
                row,
                link,
                cuts,
                bytes,
                messages,
                link.stepS(costs, cuts.getFirst().sizes()),
                link.waitS(costs, cuts.getFirst().sizes()),
                nodes.fluid().count() * nodeS);
    }

    /// From each node beside the cut one value of each field and, of each fluid, the populations of all directions that
    /// point across it are sent.
    private static double crossingBytes(Case.Model model) {
        int storedBytes = model.precision().storedBytes();
        int outwards = (int)
                model.lattice().velocities().stream().filter(c -> c.x() > 0).count();
        return storedBytes
                * switch (model.mixture().orElse(null)) {
                    case ShanChen mixture -> mixture.components().size() * (1 + 1.0 / outwards);
                    case FreeEnergy mixture -> mixture.populations().size() + 1.0 / outwards;
                    case null -> 1;
                };
    }

    public PartedPlan {
        cuts = List.copyOf(cuts);
    }

    /// The cut that is used.
    public Cut cut() {
        return cuts.getFirst();
    }

    /// Whether all nodes of a part's box are stored.
    boolean isDense() {
        return isDense(row);
    }

    private static boolean isDense(PlanRow row) {
        return row.storage().addressing().equals(new Dense());
    }

    /// Speed-up per device.
    public double efficiency() {
        return wholeS / (stepS * cut().sizes().size());
    }

    /// Million fluid-node updates per second of all parts.
    public double mlups() {
        return 1e-6 * nodes.fluid().count() / stepS;
    }

    /// Memory of a part, in proportion to its nodes with halo; dense: to its box.
    public long memoryBytes(PartSize size) {
        double part = isDense()
                ? (double) size.boxNodes() / nodes.box().size()
                : (double) (size.nodes() + (cut().sizes().size() > 1 ? size.haloNodes() : 0))
                        / nodes.fluid().count();
        return Math.round(part * row.memoryBytes());
    }

    /// Bytes that a part sends in a step.
    public long sentBytes(PartSize size) {
        return Math.round(size.populations() * crossingBytes);
    }

    /// As `plan --json` writes it.
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("parts", cut().sizes().size());
        json.put("fluid_nodes", nodes.fluid().count());
        json.put("cut_method", cut().method());
        json.put("cut_links", cut().links());
        json.put("imbalance", cut().imbalance());
        json.put("link", link.key());
        json.put("link_gb_per_s", link.linkGbPerS());
        json.put("message_s", link.messageS());
        json.put("messages_per_neighbour", messages);
        json.put("step_s", stepS);
        json.put("predicted_mlups", mlups());
        json.put("efficiency", efficiency());
        List<Map<String, Object>> each = new ArrayList<>();
        for (PartSize size : cut().sizes()) {
            Map<String, Object> part = new LinkedHashMap<>();
            part.put("fluid_nodes", size.nodes());
            part.put("edge_nodes", size.edgeNodes());
            part.put("scattered_nodes", size.scatteredNodes());
            part.put("halo_nodes", size.haloNodes());
            part.put("neighbours", size.neighbours());
            part.put("sent_populations", size.populations());
            part.put("sent_bytes", sentBytes(size));
            part.put("memory_bytes", memoryBytes(size));
            each.add(part);
        }
        json.put("part", each);
        json.put("cuts", cuts.stream().map(PartedPlan::toJson).toList());
        return json;
    }

    /// Sums over all parts, and the greatest part.
    private static Map<String, Object> toJson(Cut cut) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("cut_method", cut.method());
        json.put("cut_links", cut.links());
        json.put("imbalance", cut.imbalance());
        json.put("edge_nodes", sum(cut, PartSize::edgeNodes));
        json.put("scattered_nodes", sum(cut, PartSize::scatteredNodes));
        json.put("most_edge_nodes", most(cut, PartSize::edgeNodes));
        json.put("most_populations", most(cut, PartSize::populations));
        json.put("most_neighbours", most(cut, PartSize::neighbours));
        json.put("work_s", cut.stepS());
        return json;
    }

    private static long sum(Cut cut, ToLongFunction<PartSize> count) {
        return cut.sizes().stream().mapToLong(count).sum();
    }

    private static long most(Cut cut, ToLongFunction<PartSize> count) {
        return cut.sizes().stream().mapToLong(count).max().orElse(0);
    }
}
