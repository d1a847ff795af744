package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Execution;
import dev.tessera.device.FreeMemory;
import dev.tessera.device.Ranks;
import dev.tessera.device.SlotTransfer;
import dev.tessera.device.gpu.GpuSlots;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.kernel.MachineFacts;
import dev.tessera.kernel.StepPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The devices of several ranks that run a case together: each rank has one device and runs one part of the geometry,
/// with the same storage. Every rank holds the geometry of the whole.
public final class RankDevice implements Device {
    private final Device own;
    private final Processes processes;
    private final Transport transport;
    private final PartedDevice.ExpectedSpeeds expected;
    private final ForkJoinPool workers;
    private final List<Rank> ranks;
    private final boolean areAlike; // all devices
    private final boolean storesMoments;
    private final HaloLayers layers;
    private @Nullable Parts divided; // latest

    /// A rank and its device.
    ///
    /// @param number from 0
    /// @param host the computer
    /// @param device its key
    public record Rank(int number, String host, String device, boolean isGpu) {
        private static final String GPU = "gpu";

        private static String text(String host, Device device) {
            return String.join(
                    "\n",
                    host,
                    device.key(),
                    device.isGpu() ? GPU : "cpu",
                    device.facts().toString());
        }

        private static Rank of(int number, String text) {
            String[] words = text.split("\n", -1);
            return new Rank(number, words[0], words[1], words[2].equals(GPU));
        }

        private static String facts(String text) {
            return text.split("\n", -1)[3];
        }
    }

    /// Collective.
    /// @param own device of this rank
    /// @param host the computer
    /// @param transport between processes
    /// @param expected speeds of this rank's device, asked for where devices differ: parts have sizes for them then
    /// @param workers threads that search the cut links
    /// @param layers of neighbours' nodes, and steps between exchanges; all ranks want the same
    public RankDevice(
            Device own,
            String host,
            Processes processes,
            Transport transport,
            PartedDevice.ExpectedSpeeds expected,
            ForkJoinPool workers,
            int layers) {
        this.layers = new HaloLayers(layers);
        this.own = own;
        this.processes = processes;
        this.transport = transport;
        this.expected = expected;
        this.workers = workers;
        List<String> texts = processes.ranks().all(Rank.text(host, own));
        List<Rank> list = new ArrayList<>();
        for (int rank = 0; rank < texts.size(); rank++) {
            list.add(Rank.of(rank, texts.get(rank)));
        }
        this.ranks = List.copyOf(list);
        this.areAlike = texts.stream().map(Rank::facts).distinct().count() == 1;
        this.storesMoments = !processes.ranks().any(!own.storesMoments());
    }

    private RankDevice(RankDevice of, HaloLayers layers) {
        this.own = of.own;
        this.processes = of.processes;
        this.transport = of.transport;
        this.expected = of.expected;
        this.workers = of.workers;
        this.ranks = of.ranks;
        this.areAlike = of.areAlike;
        this.storesMoments = of.storesMoments;
        this.layers = layers;
        this.divided = of.divided;
    }

    @Override
    public Device forSingleSteps() {
        return new RankDevice(this, HaloLayers.ONE);
    }

    /// That of this rank.
    public Device own() {
        return own;
    }

    /// All ranks.
    public List<Rank> list() {
        return ranks;
    }

    @Override
    public Ranks ranks() {
        return processes.ranks();
    }

    /// The keys of the devices of all ranks, joined by commas.
    @Override
    public String key() {
        return ranks.stream().map(Rank::device).collect(Collectors.joining(","));
    }

    /// Those of this rank's device.
    @Override
    public MachineFacts facts() {
        return own.facts();
    }

    /// Whether all devices are GPUs.
    @Override
    public boolean isGpu() {
        return ranks.stream().allMatch(Rank::isGpu);
    }

    /// Whether all devices do.
    @Override
    public boolean storesMoments() {
        return storesMoments;
    }

    /// That of the rank with the least, times the number of ranks. Ranks with the same device share its memory.
    @Override
    public FreeMemory freeMemory() {
        Rank self = ranks.get(ranks().rank());
        long sharing = ranks.stream()
                .filter(other -> other.host().equals(self.host()) && other.isGpu() == self.isGpu())
                .filter(other -> !self.isGpu() || other.device().equals(self.device()))
                .count();
        FreeMemory free = own.freeMemory();
        boolean isKnown = free.freeBytes() != FreeMemory.UNKNOWN.freeBytes();
        long least = processes.least(isKnown ? free.freeBytes() / sharing : Long.MAX_VALUE / ranks.size());
        return new FreeMemory(least * ranks.size(), processes.least(free.largestBlockBytes()));
    }

    /// @throws DeviceException if the device refuses its part
    @Override
    public Execution prepare(StepPlan plan) {
        PartPlans plans = plans(plan);
        HaloLayers.tell(plans.parts());
        int rank = ranks().rank();
        Execution execution = own.prepare(plans.of(rank).plan());
        try {
            HaloMessages messages = new HaloMessages(plan, plans, List.of(rank));
            LocalParts local = new LocalParts(
                    plans.parts(),
                    List.of(new LocalParts.Part(rank, own, execution)),
                    messages,
                    transport(),
                    processes);
            return new PartedExecution(plan, plans, messages, local, processes);
        } catch (RuntimeException failure) {
            execution.close();
            throw failure;
        }
    }

    /// Messages of a part to itself, across periodic sides, do not leave the process.
    private Transport transport() {
        Transport inside = new InProcessTransport(GpuSlots.Direct.WRITE);
        return new Transport() {
            @Override
            public Ends connect(
                    HaloMessage message, @Nullable SlotTransfer from, @Nullable SlotTransfer to, Waits waits) {
                Transport carrying = from != null && to != null ? inside : transport;
                return carrying.connect(message, from, to, waits);
            }

            @Override
            public void begun() {
                transport.begun();
            }
        };
    }

    @Override
    public long memoryBytes(StepPlan plan) {
        return processes.sum(own.memoryBytes(plans(plan).of(ranks().rank()).plan()));
    }

    /// Checks also that all ranks have the same nodes: they read the files of the case from their own computers.
    Parts divided(StepPlan plan) {
        NodeMap nodes = plan.nodes();
        if (areAlike && divided != null && divided.whole() == nodes) {
            return divided;
        }
        String found = "%d fluid nodes of %d"
                .formatted(nodes.fluid().count(), nodes.box().size());
        List<String> all = ranks().all(found);
        for (int rank = 0; rank < all.size(); rank++) {
            if (!all.get(rank).equals(all.getFirst())) {
                throw new DeviceException(
                        "rank %d has another geometry (%s) than rank 0 (%s): all ranks have to read the same files. Use a file system that all computers share."
                                .formatted(rank, all.get(rank), all.getFirst()));
            }
        }
        Parts parts = division(plan).of(nodes, processes, workers);
        divided = parts;
        return parts;
    }

    private CutDivision division(StepPlan plan) {
        boolean isOneComputer = ranks.stream().map(Rank::host).distinct().count() == 1;
        double messageNodes = CommunicationModel.between(isGpu(), transport.usesHostMemory(), isOneComputer)
                .messageNodes(plan, isGpu());
        if (areAlike) {
            return CutDivision.balanced().withMessages(messageNodes);
        }
        double speed = expected.of(List.of(own), plan)[0];
        double[] speeds = ranks().all(Double.toString(speed)).stream()
                .mapToDouble(Double::parseDouble)
                .toArray();
        return CutDivision.by(StepCosts.relative(speeds, CutDivision.storesBoxes(plan.nodes()))
                .withMessageS(messageNodes / Arrays.stream(speeds).min().orElseThrow())); // nodes of the slowest
    }

    private PartPlans plans(StepPlan plan) {
        Parts parts = layers.of(divided(plan), layers.most(plan, 1));
        return new PartPlans(plan, parts, rank -> ranks.get(rank).isGpu());
    }
}
