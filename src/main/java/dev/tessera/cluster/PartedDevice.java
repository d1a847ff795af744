package dev.tessera.cluster;

import dev.tessera.device.Device;
import dev.tessera.device.Execution;
import dev.tessera.device.FreeMemory;
import dev.tessera.device.gpu.GpuSlots;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.kernel.MachineFacts;
import dev.tessera.kernel.StepPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Several devices of one process that run a case together: each runs one part of the geometry, with the same
/// storage.
public final class PartedDevice implements Device {
    private final List<Device> devices;
    private final Division division;
    private final ForkJoinPool workers;
    private final GpuSlots.Direct direct;
    private final HaloLayers layers;
    private final @Nullable Balancing balancing; // null: parts do not change

    /// Divides a geometry among devices.
    @FunctionalInterface
    public interface Division {
        /// @param parts number of parts
        /// @param workers threads that search the cut links
        Parts of(NodeMap nodes, int parts, ForkJoinPool workers);

        /// Parts for devices of equal speed.
        static CutDivision balanced() {
            return CutDivision.balanced();
        }

        /// Parts for devices with costs of their own, such as measured speeds.
        static CutDivision byCosts(StepCosts costs) {
            return CutDivision.by(costs);
        }
    }

    /// The speeds that parts begin with.
    @FunctionalInterface
    public interface ExpectedSpeeds {
        /// @return positive, in any unit, `[device]`
        double[] of(List<Device> devices, StepPlan plan);
    }

    /// @param nanoTime clock of the measured speeds
    private record Balancing(LongSupplier nanoTime, ExpectedSpeeds expected) {}

    /// @param devices one for each part; a device may occur more than once
    /// @param workers threads that search the cut links
    public PartedDevice(List<Device> devices, Division division, ForkJoinPool workers) {
        this(devices, division, workers, GpuSlots.Direct.WRITE, HaloLayers.FAST, null);
    }

    private PartedDevice(
            List<? extends Device> devices,
            Division division,
            ForkJoinPool workers,
            GpuSlots.Direct direct,
            HaloLayers layers,
            @Nullable Balancing balancing) {
        this.devices = List.copyOf(devices);
        this.division = division;
        this.workers = workers;
        this.direct = direct;
        this.layers = layers;
        this.balancing = balancing;
        if (devices.isEmpty()) {
            throw new IllegalArgumentException("parts need at least one device");
        }
    }

    /// The same parts, with another way for values from GPU to GPU.
    public PartedDevice with(GpuSlots.Direct other) {
        return new PartedDevice(devices, division, workers, other, layers, balancing);
    }

    /// The same devices, whose parts follow their measured speeds. Results do not change (docs/decisions/0065).
    /// @param clock nanoseconds
    /// @param expected speeds before any are measured, asked for when a plan is prepared
    public PartedDevice balancing(LongSupplier clock, ExpectedSpeeds expected) {
        return new PartedDevice(devices, division, workers, direct, layers, new Balancing(clock, expected));
    }

    /// The same parts on changed devices.
    public PartedDevice onEach(UnaryOperator<Device> change) {
        return new PartedDevice(devices.stream().map(change).toList(), division, workers, direct, layers, balancing);
    }

    /// The same parts, which run as many steps between exchanges as they have layers of neighbours' nodes. No result
    /// depends on it.
    /// @param wanted layers; 0: as many as are likely to be fast
    public PartedDevice withLayers(int wanted) {
        return new PartedDevice(devices, division, workers, direct, new HaloLayers(wanted), balancing);
    }

    @Override
    public Device forSingleSteps() {
        return withLayers(HaloLayers.ONE.wanted());
    }

    /// The device of each part.
    public List<Device> devices() {
        return devices;
    }

    /// The keys of the devices, joined by commas.
    @Override
    public String key() {
        return devices.stream().map(Device::key).collect(Collectors.joining(","));
    }

    /// Those of the first device.
    @Override
    public MachineFacts facts() {
        return devices.getFirst().facts();
    }

    /// Whether all devices are GPUs.
    @Override
    public boolean isGpu() {
        return devices.stream().allMatch(Device::isGpu);
    }

    /// Whether all devices do.
    @Override
    public boolean storesMoments() {
        return devices.stream().allMatch(Device::storesMoments);
    }

    @Override
    public FreeMemory freeMemory() {
        return devices.size() == 1 ? devices.getFirst().freeMemory() : FreeMemory.UNKNOWN;
    }

    /// @throws dev.tessera.device.DeviceException if a device refuses its part
    @Override
    public Execution prepare(StepPlan plan) {
        if (balancing == null || devices.size() == 1) {
            return prepared(plan, divided(plan));
        }
        double[] expected = balancing.expected().of(devices, plan);
        Balance balance = Balance.of(plan.nodes(), expected, workers, balancing.nanoTime());
        return new BalancedExecution(plan, balance, parts -> prepared(plan, parts), devices);
    }

    PartedExecution prepared(StepPlan plan, Parts division) {
        PartPlans plans = plans(plan, division);
        HaloLayers.tell(plans.parts());
        List<LocalParts.Part> prepared = new ArrayList<>();
        try {
            for (int part = 0; part < plans.count(); part++) {
                Device device = devices.get(part);
                prepared.add(new LocalParts.Part(
                        part, device, device.prepare(plans.of(part).plan())));
            }
            List<Integer> all = prepared.stream().map(LocalParts.Part::number).toList();
            HaloMessages messages = new HaloMessages(plan, plans, all);
            LocalParts local =
                    new LocalParts(plans.parts(), prepared, messages, new InProcessTransport(direct), Processes.ONE);
            return new PartedExecution(plan, plans, messages, local, Processes.ONE);
        } catch (RuntimeException failure) {
            prepared.forEach(part -> part.execution().close());
            throw failure;
        }
    }

    @Override
    public long memoryBytes(StepPlan plan) {
        PartPlans plans = plans(plan, divided(plan));
        long bytes = 0;
        for (int part = 0; part < plans.count(); part++) {
            bytes += devices.get(part).memoryBytes(plans.of(part).plan());
        }
        return bytes;
    }

    private Parts divided(StepPlan plan) {
        Division ofCase = division instanceof CutDivision cut
                ? cut.withMessages(CommunicationModel.usual(isGpu()).messageNodes(plan, isGpu()))
                : division;
        Parts parts = ofCase.of(plan.nodes(), devices.size(), workers);
        if (parts.count() != devices.size()) {
            throw new IllegalArgumentException(
                    "%d devices cannot run %d parts".formatted(devices.size(), parts.count()));
        }
        return parts;
    }

    private PartPlans plans(StepPlan plan, Parts division) {
        int together = devices.stream()
                .mapToInt(device -> device.stepsTogether(plan))
                .min()
                .orElseThrow();
        Parts parts = layers.of(division, layers.most(plan, together));
        return new PartPlans(plan, parts, part -> devices.get(part).isGpu());
    }
}
