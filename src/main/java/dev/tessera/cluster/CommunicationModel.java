package dev.tessera.cluster;

import dev.tessera.device.gpu.PartBatches;
import dev.tessera.geometry.partition.PartSize;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredState;
import java.util.Arrays;
import java.util.List;

/// What it costs to run a case on several devices of one kind: the connection between two of them, and the work for
/// nodes beside a cut. [#costs] gives the times of which a step consists.
///
/// @param key names the connection
/// @param linkGbPerS from one device to another, in each direction, in 10⁹ bytes per second
/// @param messageS time of a message without content
/// @param edgeShare additional time of an edge node, with packing and unpacking of its populations, as a multiple of
///        the time of a node
/// @param accessS time of one access to memory far from all others, in seconds
/// @param leastStepS shortest time of a step: that of the host to start the work of all stages
/// @param capturedStepS additional time of a step of small parts, which is captured with its messages
///        ([PartBatches]): the waits of devices for each other; 0 where no step is captured
/// @param source of the numbers
public record CommunicationModel(
        String key,
        double linkGbPerS,
        double messageS,
        double edgeShare,
        double accessS,
        double leastStepS,
        double capturedStepS,
        String source) {
    /// Populations of an edge node that cross a plane.
    private static final int CROSSING = 5;

    /// Kernels compute whole groups of nodes where an edge node is alone (docs/decisions/0057), at this part of their
    /// usual speed.
    private static final int GROUP = 32;

    private static final double GROUP_LOSS = 0.1;

    /// Time of a place without a node in dense storage, as a multiple of the time of a node.
    private static final double EMPTY = 0.2;

    private static final double GPU_EDGE = 1.6;
    private static final double GPU_ACCESS_S = 7.7e-11;
    private static final double GPU_STEP_S = 1.1e-4;
    private static final double CAPTURED_STEP_S = 1.4e-5;
    private static final double CAPTURED_MESSAGE_S = 3e-6;
    private static final double GPU_GB_PER_S = 2900; // an H100: 9.5 GLUPS of D3Q19 in FP64
    private static final double CPU_GB_PER_S = 80; // half of 16 cores of a Xeon, whose 530 MLUPS are 160 GB/s

    public CommunicationModel {
        if (!(linkGbPerS > 0)) {
            throw new IllegalArgumentException(
                    "a connection of %s GB/s is none; use a positive bandwidth".formatted(linkGbPerS));
        }
        if (!(messageS >= 0 && edgeShare >= 0 && accessS >= 0 && leastStepS >= 0 && capturedStepS >= 0)) {
            throw new IllegalArgumentException(
                    "costs of %s s per message, %s nodes per edge node, %s s per access, %s and %s s per step cannot be negative"
                            .formatted(messageS, edgeShare, accessS, leastStepS, capturedStepS));
        }
    }

    /// The known connections: of GPUs, and of CPUs.
    public static List<CommunicationModel> all() {
        return List.of(
                ofGpus(
                        "nvlink",
                        360,
                        2.6e-5,
                        CAPTURED_STEP_S,
                        "fitted to H100s of one host (docs/benchmarks/scaling.md)"),
                ofGpus("pinned-host", 25, 4e-5, 0, "through memory of the host over PCI Express 5; assumed"),
                ofGpus("infiniband", 45, 3e-5, 0, "400 Gbit/s of NDR, one adapter per GPU; assumed"),
                ofCpus("ethernet", 1.2, 3e-5, "10 Gbit/s between ranks of several computers; assumed"),
                ofCpus("memory", 10, 5e-6, "between threads or ranks of one computer; assumed"));
    }

    private static CommunicationModel ofGpus(
            String key, double linkGbPerS, double messageS, double capturedStepS, String source) {
        return new CommunicationModel(
                key, linkGbPerS, messageS, GPU_EDGE, GPU_ACCESS_S, GPU_STEP_S, capturedStepS, source);
    }

    private static CommunicationModel ofCpus(String key, double linkGbPerS, double messageS, String source) {
        return new CommunicationModel(key, linkGbPerS, messageS, 1, 2e-9, 0, 0, source);
    }

    /// The connection of devices that are not described further.
    public static CommunicationModel usual(boolean areGpus) {
        return areGpus ? all().getFirst() : all().getLast();
    }

    /// The connection between the parts of a run.
    /// @param throughHost whether values between GPUs go through memory of the host
    /// @param isOneComputer whether all parts are on one computer
    static CommunicationModel between(boolean areGpus, boolean throughHost, boolean isOneComputer) {
        if (!areGpus) {
            return of(isOneComputer ? "memory" : "ethernet");
        }
        return of(throughHost ? "pinned-host" : isOneComputer ? "nvlink" : "infiniband");
    }

    /// Cases of fewer nodes are likely to be faster on one GPU, by the usual bandwidth: during the waits of a step in
    /// parts it computes what the others would.
    /// @param devices GPUs, at least two
    /// @param waitS of a step in parts, which no device computes
    /// @param nodeBytes that a step reads and writes per node
    public static double leastNodes(int devices, double waitS, double nodeBytes) {
        return waitS * devices / (devices - 1) * 1e9 * GPU_GB_PER_S / nodeBytes;
    }

    /// Nodes that a device computes in the time of a message, by the usual bandwidths of devices: for the choice of a
    /// cut.
    double messageNodes(StepPlan plan, boolean areGpus) {
        int values = plan.states().stream().mapToInt(StoredState::valuesPerNode).sum();
        double bytes = 2.0 * values * plan.precision().storedBytes(); // read and written
        return messageS * 1e9 * (areGpus ? GPU_GB_PER_S : CPU_GB_PER_S) / bytes;
    }

    /// A connection by its key, or between GPUs by its numbers: `GB/s:µs`, such as `25:2`.
    /// @throws IllegalArgumentException for anything else
    public static CommunicationModel of(String text) {
        for (CommunicationModel known : all()) {
            if (known.key.equals(text)) {
                return known;
            }
        }
        String[] numbers = text.split(":", -1);
        if (numbers.length == 2) {
            try {
                return ofGpus(text, Double.parseDouble(numbers[0]), 1e-6 * Double.parseDouble(numbers[1]), 0, "given");
            } catch (NumberFormatException notNumbers) {
                // the message below says what is allowed
            }
        }
        throw new IllegalArgumentException("there is no link %s. Known are %s; or give GB/s and µs, such as 25:2"
                .formatted(
                        text,
                        String.join(
                                ", ",
                                all().stream().map(CommunicationModel::key).toList())));
    }

    /// The times of which a step consists.
    /// @param nodeS time per node of each part, `[part]`
    /// @param crossingBytes that a population takes in a message
    /// @param storesBoxes whether storage has a place for every node of a part's box
    public StepCosts costs(double[] nodeS, double crossingBytes, boolean storesBoxes) {
        double fastest = Arrays.stream(nodeS).min().orElseThrow();
        return new StepCosts(
                nodeS,
                edgeShare,
                2 * CROSSING * accessS / fastest + GROUP * GROUP_LOSS,
                storesBoxes ? EMPTY : 0,
                1e-9 * crossingBytes / linkGbPerS,
                messageS);
    }

    /// The time of a step.
    public double stepS(StepCosts costs, List<PartSize> sizes) {
        if (sizes.size() == 1) {
            return costs.of(sizes);
        }
        if (isCaptured(sizes)) {
            double messages = messageS > 0 ? costs.messageS() / messageS : 1; // to each neighbour
            return capturedStepS
                    + costs.withMessageS(messages * CAPTURED_MESSAGE_S).of(sizes);
        }
        return Math.max(leastStepS, costs.of(sizes));
    }

    /// What of a step no device computes or sends: waits of devices for each other and for the host.
    public double waitS(StepCosts costs, List<PartSize> sizes) {
        if (sizes.size() == 1) {
            return 0;
        }
        return isCaptured(sizes) ? capturedStepS : Math.max(0, leastStepS - costs.of(sizes));
    }

    private boolean isCaptured(List<PartSize> sizes) {
        return capturedStepS > 0 && sizes.stream().mapToLong(PartSize::nodes).allMatch(PartBatches::areFew);
    }
}
