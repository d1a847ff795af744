package dev.tessera.cli;

import dev.tessera.cluster.CommunicationModel;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.cluster.RankDevice;
import dev.tessera.device.Device;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.solver.Case;
import dev.tessera.solver.Simulation;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Says where fewer devices than were asked for are likely to be faster.
final class FewerDevices {
    /// Waits of ranks with NCCL, as a multiple of those within a process (docs/benchmarks/scaling.md).
    private static final double LONGER_OF_RANKS = 2;

    private FewerDevices() {}

    /// Whether a part of a case is on a GPU or on processors.
    enum Kind {
        GPU,
        PROCESSOR;

        private static Kind of(Device device) {
            return GpuDevice.isRealGpu(device) ? GPU : PROCESSOR;
        }
    }

    /// Empty where all devices are likely to be of use.
    static Optional<String> advice(Simulation simulation, Device device) {
        List<Kind> kinds = switch (device) {
            case PartedDevice parts -> parts.devices().stream().map(Kind::of).toList();
            case RankDevice ranks -> // those of other processes are alike, or the advice is none
                Collections.nCopies(ranks.list().size(), Kind.of(ranks.own()));
            default -> List.of();
        };
        Case.Model model = simulation.theCase().model();
        double bytes = 2.0
                * model.precision().storedBytes()
                * model.lattice().size()
                * model.populations().size();
        CommunicationModel link = CommunicationModel.usual(true);
        double waitS = !simulation.stepsBatched()
                ? link.leastStepS()
                : device instanceof RankDevice ? LONGER_OF_RANKS * link.capturedStepS() : link.capturedStepS();
        return advice(simulation.nodes().fluid().count(), bytes, kinds, waitS);
    }

    /// @param nodeBytes that a step reads and writes per node
    /// @param kinds of the devices of all parts
    /// @param waitS of a step, which no device computes
    static Optional<String> advice(long nodes, double nodeBytes, List<Kind> kinds, double waitS) {
        if (kinds.size() < 2 || !kinds.contains(Kind.GPU)) {
            return Optional.empty();
        }
        if (kinds.contains(Kind.PROCESSOR)) {
            return Optional.of(
                    "a CPU beside a GPU adds a few percent at best, and what the two exchange can cost more: cases of 100 million nodes ran"
                            + " at 0.79 to 1.03 times the speed of the GPU alone, small ones at a fraction. Name the GPU alone in --device, unless the case"
                            + " needs the memory of both.");
        }
        return nodes < CommunicationModel.leastNodes(kinds.size(), waitS, nodeBytes)
                ? Optional.of(
                        "%,d nodes are few for %d GPUs: waits for each other and for their host take about %.2g ms of a step, more than what a further GPU saves. Name one GPU in --device; `tessera sweep` runs several such cases at a time."
                                .formatted(nodes, kinds.size(), 1e3 * waitS))
                : Optional.empty();
    }
}
