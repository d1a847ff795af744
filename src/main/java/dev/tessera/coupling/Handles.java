package dev.tessera.coupling;

import dev.tessera.device.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// Numbers for simulations and domains that another program holds. No number is used twice, and none is 0.
/// Thread-safe.
final class Handles {
    private final Map<Integer, CoupledSimulation> simulations = new ConcurrentHashMap<>();
    private final Map<Integer, Entry> domains = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    /// @param isBusy whether a call for the domain has not returned; also once it is removed
    private record Entry(int simulation, CoupledSimulation owner, Domain domain, AtomicBoolean isBusy) {
        Entry(int simulation, CoupledSimulation owner, Domain domain) {
            this(simulation, owner, domain, new AtomicBoolean());
        }
    }

    int add(CoupledSimulation simulation) {
        int handle = last.incrementAndGet();
        simulations.put(handle, simulation);
        return handle;
    }

    /// @throws CouplingException if there is no such simulation
    CoupledSimulation simulation(int handle) {
        CoupledSimulation found = simulations.get(handle);
        if (found == null) {
            throw stale("simulation", handle);
        }
        return found;
    }

    int add(int simulation, Domain domain) {
        int handle = last.incrementAndGet();
        domains.put(handle, new Entry(simulation, simulation(simulation), domain));
        return handle;
    }

    /// @throws CouplingException if there is no such domain, or another thread uses it
    <T> T with(int handle, Function<Domain, T> work) {
        Entry entry = acquired(handle);
        try {
            return entry.owner().on(entry.domain(), work);
        } finally {
            entry.isBusy().set(false);
        }
    }

    /// The device of a domain that the calling thread uses.
    Device deviceOf(int handle) {
        return Objects.requireNonNull(domains.get(handle)).owner().device();
    }

    private Entry acquired(int handle) {
        Entry entry = domains.get(handle);
        if (entry == null) {
            throw stale("domain", handle);
        }
        if (!entry.isBusy().compareAndSet(false, true)) {
            throw new CouplingException(
                    Status.BUSY,
                    "domain %d is used by another thread; calls for one domain must not overlap".formatted(handle));
        }
        if (!domains.containsKey(handle)) { // removed meanwhile
            throw stale("domain", handle);
        }
        return entry;
    }

    private CouplingException stale(String kind, int handle) {
        return new CouplingException(
                Status.BAD_HANDLE,
                handle > 0 && handle <= last.get()
                        ? "there is no %s %d: it has been removed, or the number is that of something else"
                                .formatted(kind, handle)
                        : "there is no %s %d: no such number has been given".formatted(kind, handle));
    }

    /// @throws CouplingException if there is no such domain, or another thread uses it
    void removeDomain(int handle) {
        Entry entry = acquired(handle);
        domains.remove(handle);
        entry.owner().on(entry.domain(), domain -> {
            domain.close();
            return domain;
        });
    }

    /// Removes a simulation and its domains.
    /// @throws CouplingException if there is no such simulation, or another thread uses one of its domains; nothing
    ///         has been removed then
    void removeSimulation(int handle) {
        CoupledSimulation simulation = simulation(handle);
        List<Integer> own = domains.entrySet().stream()
                .filter(entry -> entry.getValue().simulation() == handle)
                .map(Map.Entry::getKey)
                .toList();
        List<Entry> acquired = new ArrayList<>();
        try {
            own.forEach(domain -> acquired.add(acquired(domain)));
        } catch (CouplingException busy) {
            acquired.forEach(entry -> entry.isBusy().set(false));
            throw busy;
        }
        simulations.remove(handle);
        own.forEach(domains::remove);
        acquired.forEach(entry -> entry.owner().on(entry.domain(), domain -> {
            domain.close();
            return domain;
        }));
        simulation.close();
    }
}
