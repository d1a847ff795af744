package dev.tessera.geometry.partition;

import java.util.Arrays;
import java.util.List;

/// The costs of a step in parts, as plain numbers: a part computes its edge, then its inner nodes while populations
/// travel. Only ratios matter where divisions are compared, so that any unit of time can be used.
///
/// @param nodeS time per node of each part, `[part]`: the reciprocals of the devices' speeds
/// @param edgeNode additional time per edge node, with packing and unpacking of its populations, as a multiple of
///        the part's time per node
/// @param scatteredNode additional time per edge node that is far from others in memory, as such a multiple
/// @param emptyNode time per node of a part's box that is neither its own nor halo, as such a multiple; 0 for
///        storages of fluid nodes only
/// @param populationS time per population sent; the populations received travel at the same time
/// @param messageS time per message
@SuppressWarnings("ArrayRecordComponent")
public record StepCosts(
        double[] nodeS, double edgeNode, double scatteredNode, double emptyNode, double populationS, double messageS) {
    public StepCosts {
        nodeS = nodeS.clone();
        if (nodeS.length == 0
                || Arrays.stream(nodeS).anyMatch(each -> !(each > 0 && each < Double.POSITIVE_INFINITY))) {
            throw new IllegalArgumentException(
                    "times per node of parts have to be positive: " + Arrays.toString(nodeS));
        }
        double[] costs = {edgeNode, scatteredNode, emptyNode, populationS, messageS};
        if (Arrays.stream(costs).anyMatch(cost -> !(cost >= 0))) {
            throw new IllegalArgumentException(
                    "costs of a step cannot be negative: %s per edge node, %s per scattered node, %s per empty node, %s per population, %s per message"
                            .formatted(Arrays.stream(costs).boxed().toArray()));
        }
    }

    /// Costs for devices whose links are not known, in units of a node's time at speed 1: those of two H100s with
    /// NVLink in single precision (docs/benchmarks/scaling.md), and of CPUs (their packing and unpacking: 2.1).
    /// Messages are free.
    /// @param speeds of the parts' devices, in any unit
    /// @param storesBoxes whether storage has a place for every node of a part's box
    public static StepCosts relative(double[] speeds, boolean storesBoxes) {
        double[] nodeS = Arrays.stream(speeds).map(speed -> 1 / speed).toArray();
        double fastest = Arrays.stream(nodeS).min().orElse(1);
        return new StepCosts(nodeS, 1.6, 18, storesBoxes ? 0.2 : 0, 0.22 * fastest, 0);
    }

    /// The same costs with another time per message.
    public StepCosts withMessageS(double other) {
        return new StepCosts(nodeS, edgeNode, scatteredNode, emptyNode, populationS, other);
    }

    /// The number of parts.
    public int parts() {
        return nodeS.length;
    }

    /// The speeds of the parts' devices, relative to each other.
    double[] shares() {
        return Arrays.stream(nodeS).map(each -> 1 / each).toArray();
    }

    /// What a part computes, packs and unpacks in a step, as a number of nodes: by its time per node this is the time
    /// of its step without waits.
    public double work(PartSize size) {
        return size.nodes() - size.edgeNodes() + edgeWork(size) + emptyWork(size);
    }

    private double edgeWork(PartSize size) {
        return size.edgeNodes() * (1 + edgeNode) + size.scatteredNodes() * scatteredNode;
    }

    private double emptyWork(PartSize size) {
        return Math.max(0, size.boxNodes() - size.nodes() - size.haloNodes()) * emptyNode;
    }

    /// Time of a step of one part.
    public double of(int part, PartSize size) {
        double inner = (size.nodes() - size.edgeNodes()) * nodeS[part];
        double transfer = size.populations() * populationS + size.neighbours() * messageS;
        return (edgeWork(size) + emptyWork(size)) * nodeS[part] + Math.max(inner, transfer);
    }

    /// Time of a step: that of the slowest part.
    public double of(List<PartSize> sizes) {
        double slowest = 0;
        for (int part = 0; part < sizes.size(); part++) {
            slowest = Math.max(slowest, of(part, sizes.get(part)));
        }
        return slowest;
    }

    /// Relative excess of the slowest part's computation over that of perfectly shared nodes.
    public double imbalance(List<PartSize> sizes) {
        double slowest = 0;
        double nodes = 0;
        for (int part = 0; part < sizes.size(); part++) {
            slowest = Math.max(slowest, sizes.get(part).nodes() * nodeS[part]);
            nodes += sizes.get(part).nodes();
        }
        return slowest * Arrays.stream(shares()).sum() / nodes - 1;
    }
}
