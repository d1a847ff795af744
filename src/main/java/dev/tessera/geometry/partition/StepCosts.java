package dev.tessera.geometry.partition;

import java.util.Arrays;
import java.util.List;

/// The costs of a step in parts, as plain numbers: a part computes its edge, then its inner nodes while
/// populations
/// travel. Only ratios matter where divisions are compared, so that any unit of time can be used.
///
/// @param nodeS time per node of each part, `[part]`: the reciprocals of the devices' speeds
/// @param edgeNodeS additional time per edge node
/// @param emptyNodeS time per node of a part's box that is neither its own nor halo; 0 for storages of fluid
///        nodes only
/// @param populationS time per population sent; the populations received travel at the same time
/// @param messageS time per message
@SuppressWarnings("ArrayRecordComponent")
public record StepCosts(double[] nodeS, double edgeNodeS, double emptyNodeS, double populationS, double messageS) {
    public StepCosts {
        nodeS = nodeS.clone();
        if (nodeS.length == 0
                || Arrays.stream(nodeS).anyMatch(each -> !(each > 0 && each < Double.POSITIVE_INFINITY))) {
            throw new IllegalArgumentException(
                    "times per node of parts have to be positive: " + Arrays.toString(nodeS));
        }
        if (!(edgeNodeS >= 0 && emptyNodeS >= 0 && populationS >= 0 && messageS >= 0)) {
            throw new IllegalArgumentException(
                    "costs of a step cannot be negative: %s per edge node, %s per empty node, %s per population, %s per message"
                            .formatted(edgeNodeS, emptyNodeS, populationS, messageS));
        }
    }

    /// Costs for devices whose links are not known, in units of a node's time at speed 1. Those of an edge node
    /// and
    /// of a population are of the order of two GPUs with NVLink in single precision: 152 bytes per node at 4.1
    /// TB/s,
    /// 4 bytes per population at 395 GB/s. Messages are free.
    /// @param speeds of the parts' devices, in any unit
    /// @param storesBoxes whether storage has a place for every node of a part's box
    public static StepCosts relative(double[] speeds, boolean storesBoxes) {
        double[] nodeS = Arrays.stream(speeds).map(speed -> 1 / speed).toArray();
        return new StepCosts(nodeS, 0.5, storesBoxes ? 0.2 : 0, 0.27, 0);
    }

    /// The number of parts.
    public int parts() {
        return nodeS.length;
    }

    /// The speeds of the parts' devices, relative to each other.
    double[] shares() {
        return Arrays.stream(nodeS).map(each -> 1 / each).toArray();
    }

    /// Time of a step of one part.
    public double of(int part, PartSize size) {
        double edge = size.edgeNodes() * (nodeS[part] + edgeNodeS);
        double inner = (size.nodes() - size.edgeNodes()) * nodeS[part];
        double transfer = size.populations() * populationS + size.neighbours() * messageS;
        double empty = Math.max(0, size.boxNodes() - size.nodes() - size.haloNodes()) * emptyNodeS;
        return edge + Math.max(inner, transfer) + empty;
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
