package dev.tessera.coupling;

import dev.tessera.device.Device;
import dev.tessera.device.Devices;
import dev.tessera.device.StepGroup;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The domains of another program on one device. Thread-safe: calls for different domains wait for each other, since
/// they share the device; two calls for one domain at the same time are refused.
final class CoupledSimulation implements AutoCloseable {
    static final String THREADS_VARIABLE = "TESSERA_THREADS";
    private static final List<String> KEYS = List.of("device", "threads");
    private static final int MOST_THREADS = 4096;

    private final ForkJoinPool workers;
    private final Devices devices;
    private final Device device;
    private final ReentrantLock onDevice = new ReentrantLock();
    private final DomainKernels kernels = new DomainKernels();
    private final Map<List<Domain>, StepGroup> groups = new LinkedHashMap<>(); // that have stepped together
    private final Map<Long, Arena> arrays = new LinkedHashMap<>(); // by address; the program's

    private CoupledSimulation(ForkJoinPool workers, Devices devices, Device device) {
        this.workers = workers;
        this.devices = devices;
        this.device = device;
    }

    /// @param text settings: `device`, as the option of the program (default: the first GPU, else the CPU), and
    ///        `threads` (default: the environment's, else one for each core of this process)
    /// @param environment the value of a variable, empty where it is not set
    /// @throws CouplingException if a setting is unknown
    /// @throws dev.tessera.device.DeviceException if the device is not available; states a remedy
    static CoupledSimulation of(String text, UnaryOperator<String> environment) {
        String variable = environment.apply(THREADS_VARIABLE).strip();
        SettingsText settings = SettingsText.parse(
                "simulation",
                text.contains("threads=") || variable.isEmpty() ? text : text + " threads=" + variable,
                KEYS);
        int threads = settings.count("threads", Runtime.getRuntime().availableProcessors(), 1, MOST_THREADS);
        ForkJoinPool workers = new ForkJoinPool(threads);
        Devices devices = Devices.on(workers);
        try {
            return new CoupledSimulation(
                    workers, devices, devices.byKey(settings.text("device").orElse("auto")));
        } catch (RuntimeException problem) {
            devices.close();
            workers.shutdownNow();
            throw problem;
        }
    }

    /// @throws CouplingException as [DomainNodes#of], [WallNodes#of] and [PlaneNodes#of]
    Domain domain(DomainModel model, DomainSize size, NodeTypes types) {
        return domain(model, size, types, DomainStorage::of);
    }

    /// A domain with a storage of the caller's choice.
    Domain domain(
            DomainModel model, DomainSize size, NodeTypes types, BiFunction<NodeMap, Device, DomainStorage> storage) {
        onDevice.lock();
        try {
            NodeMap nodes = DomainNodes.of(size, model, types, workers);
            WallNodes walls = WallNodes.of(size, types, nodes.fluid());
            PlaneNodes planes = PlaneNodes.of(size, model, types, nodes.fluid());
            return ParallelLoop.in(
                    workers,
                    () -> new Domain(
                            model, size, nodes, walls, planes, storage.apply(nodes, device), device, kernels, workers));
        } finally {
            onDevice.unlock();
        }
    }

    /// Runs work that uses the device, when no other does.
    <T> T on(Domain domain, Function<Domain, T> work) {
        onDevice.lock();
        try {
            return work.apply(domain);
        } finally {
            onDevice.unlock();
        }
    }

    /// Collides and streams domains a number of times. Nothing may be copied between them before the last step.
    /// @param all each once
    /// @throws CouplingException as [Domain#requireSteps]; none is stepped then
    void step(List<Domain> all, long count) {
        onDevice.lock();
        try {
            all.forEach(domain -> domain.requireSteps(count));
            if (all.size() == 1) {
                all.getFirst().step(count); // its outer nodes first
                return;
            }
            if (count == 0) {
                return;
            }
            StepGroup group = groups.get(all);
            if (group == null) {
                group = device.group(all.stream().map(Domain::execution).toList());
                groups.put(List.copyOf(all), group);
            }
            group.step(count);
            all.forEach(domain -> domain.stepped(count));
        } finally {
            onDevice.unlock();
        }
    }

    /// Closes a domain.
    void remove(Domain domain) {
        onDevice.lock();
        try {
            groups.entrySet().removeIf(known -> {
                boolean isIn = known.getKey().contains(domain);
                if (isIn) {
                    known.getValue().close();
                }
                return isIn;
            });
            domain.close();
        } finally {
            onDevice.unlock();
        }
    }

    /// Prepares an exchange between domains of this simulation.
    /// @throws CouplingException as [DomainExchange#of]
    DomainExchange exchange(List<DomainExchange.Overlap> overlaps) {
        onDevice.lock();
        try {
            return DomainExchange.of(overlaps, device);
        } finally {
            onDevice.unlock();
        }
    }

    /// Runs work with an exchange, when nothing else uses the device.
    void on(DomainExchange exchange, Consumer<DomainExchange> work) {
        onDevice.lock();
        try {
            work.accept(exchange);
        } finally {
            onDevice.unlock();
        }
    }

    /// Memory of the host that the device copies fastest, 0 everywhere, until it is released or this is closed.
    /// @return its address
    /// @throws CouplingException if `bytes` is not positive
    long allocate(long bytes) {
        if (bytes < 1) {
            throw CouplingException.badArgument("%d bytes: memory has 1 byte or more".formatted(bytes));
        }
        Arena lifetime = Arena.ofShared();
        onDevice.lock();
        try {
            MemorySegment memory = device.hostMemory(bytes, lifetime).fill((byte) 0);
            arrays.put(memory.address(), lifetime);
            return memory.address();
        } catch (RuntimeException | Error problem) {
            lifetime.close();
            throw problem;
        } finally {
            onDevice.unlock();
        }
    }

    /// Releases memory of [#allocate].
    /// @throws CouplingException if it is none
    void release(long address) {
        onDevice.lock();
        try {
            Arena lifetime = arrays.remove(address);
            if (lifetime == null) {
                throw CouplingException.badArgument(
                        "0x%x is not the address of memory of this simulation: tessera_allocate has not returned it, or it has been released"
                                .formatted(address));
            }
            lifetime.close();
        } finally {
            onDevice.unlock();
        }
    }

    Device device() {
        return device;
    }

    @Override
    public void close() {
        arrays.values().forEach(Arena::close);
        groups.values().forEach(StepGroup::close);
        devices.close();
        workers.shutdownNow();
    }
}
