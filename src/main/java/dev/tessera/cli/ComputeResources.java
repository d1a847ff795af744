package dev.tessera.cli;

import dev.tessera.cluster.MemorySpeeds;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.device.Device;
import dev.tessera.device.DeviceLists;
import dev.tessera.device.Devices;
import dev.tessera.device.cpu.CpuDevice;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.solver.plan.GpuSheets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// The threads of one command, and the devices that use them.
final class ComputeResources implements AutoCloseable {
    static final String AUTO = "auto";

    private final ForkJoinPool workers;
    private final ForkJoinPool writers; // starts no thread without work
    private final Devices devices;
    private @Nullable ForkJoinPool beside; // threads of CPUs beside GPUs, from their first use on

    /// On GPUs, small cases run many steps as one launch.
    ComputeResources(ThreadOptions threads) {
        this(threads, false);
    }

    /// @param singleSteps whether GPUs launch steps one by one
    ComputeResources(ThreadOptions threads, boolean singleSteps) {
        this(threads.count(), singleSteps);
    }

    /// @param threads number of them
    ComputeResources(int threads, boolean singleSteps) {
        this.workers = new ForkJoinPool(threads);
        this.writers = new ForkJoinPool(threads);
        this.devices = Devices.on(workers, !singleSteps);
    }

    /// The folder of Tessera, as set by the launcher; without it the working directory.
    static Path home() {
        return Path.of(System.getProperty("tessera.home", ""));
    }

    /// The threads of parallel work.
    ForkJoinPool workers() {
        return workers;
    }

    /// The threads that write files while the others compute steps, which may wait for each other and so must
    /// not have other work.
    ForkJoinPool writers() {
        return writers;
    }

    /// What `--device auto` means where several ranks share a computer: its GPUs, one for each rank.
    String amongRanks(String keys, RankPlacement placement) {
        if (!keys.equals(AUTO) || placement.localRanks() == 1) {
            return keys;
        }
        List<String> gpus = Devices.accelerators().usable().stream()
                .map(GpuPlatform.Offer::key)
                .limit(placement.localRanks())
                .toList();
        return gpus.isEmpty() ? "cpu" : String.join(",", gpus);
    }

    /// The device that `--device` names.
    /// @throws CommandFailure where there is no such device
    /// @throws dev.tessera.device.DeviceException where the machine lacks what the device needs
    Device device(String key) {
        return device(key, "--device " + key);
    }

    /// The device that a key names; of a list ([DeviceLists]) the devices of one part of the case each.
    /// @param asked the key and where it was written, for messages
    /// @throws CommandFailure where there is no such device
    /// @throws dev.tessera.device.DeviceException where the machine lacks what the device needs
    Device device(String key, String asked) {
        List<String> keys = keys(key, asked);
        if (keys.size() > 1) {
            return together(keys.stream().map(part -> one(part, asked)).toList());
        }
        return one(keys.getFirst(), asked);
    }

    /// Devices that share a case. Threads of a CPU wait for each other in every step, so that one without a core delays
    /// all: beside GPUs, a core is left for the thread of each.
    private PartedDevice together(List<Device> devices) {
        long gpus = devices.stream().filter(GpuDevice::isRealGpu).distinct().count();
        int threads = threadsBeside(
                gpus, workers.getParallelism(), Runtime.getRuntime().availableProcessors());
        ForkJoinPool computing = threads < workers.getParallelism() ? beside(threads) : workers;
        List<Device> parts = devices.stream()
                .<Device>map(device -> device instanceof CpuDevice cpu
                        ? new CpuDevice(cpu.compiler(), computing, cpu.depth())
                        : device)
                .toList();
        PartedDevice parted = new PartedDevice(parts, PartedDevice.Division.balanced(), workers);
        boolean areAlike = parts.stream().map(Device::facts).distinct().count() == 1;
        return areAlike
                ? parted
                : parted.balancing(System::nanoTime, new MemorySpeeds(parts, computing, System::nanoTime));
    }

    private ForkJoinPool beside(int threads) {
        if (beside == null) {
            beside = new ForkJoinPool(threads);
        }
        return beside;
    }

    /// Threads that compute on a CPU.
    /// @param gpus number of them that share the case
    /// @param threads that may compute
    /// @param cores of this process
    static int threadsBeside(long gpus, int threads, int cores) {
        return (int) Math.min(threads, Math.max(1, cores - gpus));
    }

    /// The keys of the devices of a list, `cuda:0-1`.
    /// @throws CommandFailure where it is no list
    static List<String> keys(String list, String asked) {
        try {
            return DeviceLists.keys(list);
        } catch (IllegalArgumentException unfit) {
            throw new CommandFailure(ExitCode.WRONG_INPUT, "%s: %s.".formatted(asked, unfit.getMessage()));
        }
    }

    /// Whether a key names one device that may be a GPU; opens nothing.
    static boolean namesOneGpu(String key) {
        return key.equals(AUTO) || key.matches("(cuda|opencl)(:\\d+)?");
    }

    private Device one(String key, String asked) {
        requireKey(key, asked);
        return devices.byKey(key);
    }

    /// Refuses a key of no device; opens nothing.
    /// @param asked the key and where it was written, for messages
    /// @throws CommandFailure where there is no such device
    void requireKey(String key, String asked) {
        if (devices.isKey(key)) {
            return;
        }
        if (GpuSheets.byKey(key).isPresent()) {
            throw new CommandFailure(
                    ExitCode.WRONG_INPUT,
                    "%s: this is a data sheet, for `tessera plan` alone; nothing can run on it. Known are %s."
                            .formatted(asked, String.join(", ", devices.keys())));
        }
        throw new CommandFailure(
                ExitCode.WRONG_INPUT,
                ("%s: there is no such device. Known are %s; further GPUs are named cuda:0, cuda:1 …, opencl:0 …, several cuda:0-3;"
                                + " `tessera devices` explains.")
                        .formatted(asked, String.join(", ", devices.keys())));
    }

    @Override
    public void close() {
        devices.close();
        writers.shutdownNow();
        if (beside != null) {
            beside.shutdownNow();
        }
        workers.shutdownNow(); // what still runs is abandoned; its threads do not keep the process alive
    }
}
