package dev.tessera.coupling;

import dev.tessera.device.Device;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

/// Numbers for simulations, domains and exchanges that another program holds. No number is used twice, and none is 0.
/// Thread-safe.
final class Handles {
    private final Map<Integer, CoupledSimulation> simulations = new ConcurrentHashMap<>();
    private final Map<Integer, Entry> domains = new ConcurrentHashMap<>();
    private final Map<Integer, Exchange> exchanges = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    /// @param isBusy whether a call for the domain has not returned; also once it is removed
    private record Entry(int simulation, CoupledSimulation owner, Domain domain, AtomicBoolean isBusy) {
        Entry(int simulation, CoupledSimulation owner, Domain domain) {
            this(simulation, owner, domain, new AtomicBoolean());
        }
    }

    /// @param domains that take part, ascending
    private record Exchange(CoupledSimulation owner, List<Integer> domains, DomainExchange exchange) {}

    /// Boxes of two domains.
    ///
    /// @param from number of a domain
    /// @param to number of a domain
    record Overlap(int from, NodeBox source, int to, NodeBox target) {}

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

    /// Collides and streams domains of one simulation a number of times.
    /// @throws CouplingException if a domain does not exist, is in use, listed twice or of another simulation, or
    ///         cannot do the steps; none is stepped then
    void step(List<Integer> list, long count) {
        List<Integer> twice = list.stream()
                .filter(domain -> Collections.frequency(list, domain) > 1)
                .toList();
        if (!twice.isEmpty()) {
            throw CouplingException.badArgument("domain %d is listed twice; domains that step together are listed once"
                    .formatted(twice.getFirst()));
        }
        withAll(list, acquired -> {
            Entry first = Objects.requireNonNull(acquired.get(list.getFirst()));
            acquired.forEach((number, entry) -> {
                if (entry.simulation() != first.simulation()) {
                    throw CouplingException.badArgument(
                            "domain %d belongs to simulation %d, domain %d to simulation %d; only domains of one simulation step together"
                                    .formatted(list.getFirst(), first.simulation(), number, entry.simulation()));
                }
            });
            first.owner().step(acquired.values().stream().map(Entry::domain).toList(), count);
            return count;
        });
    }

    /// Prepares an exchange between domains of a simulation.
    /// @throws CouplingException if there is no such simulation, a domain is not one of its, or is in use
    int connect(int simulation, List<Overlap> overlaps) {
        CoupledSimulation owner = simulation(simulation);
        List<Integer> domains = overlaps.stream()
                .flatMap(overlap -> Stream.of(overlap.from(), overlap.to()))
                .distinct()
                .sorted()
                .toList();
        return withAll(domains, acquired -> {
            acquired.forEach((number, entry) -> {
                if (entry.simulation() != simulation) {
                    throw CouplingException.badArgument(
                            "domain %d belongs to simulation %d, not to simulation %d; only domains of one simulation exchange populations"
                                    .formatted(number, entry.simulation(), simulation));
                }
            });
            DomainExchange exchange = owner.exchange(overlaps.stream()
                    .map(each -> new DomainExchange.Overlap(
                            each.from(),
                            domain(acquired, each.from()),
                            each.source(),
                            each.to(),
                            domain(acquired, each.to()),
                            each.target()))
                    .toList());
            int handle = last.incrementAndGet();
            exchanges.put(handle, new Exchange(owner, domains, exchange));
            return handle;
        });
    }

    private static Domain domain(Map<Integer, Entry> acquired, int number) {
        return Objects.requireNonNull(acquired.get(number)).domain();
    }

    /// @throws CouplingException if there is no such exchange, or another thread uses one of its domains
    void exchange(int handle) {
        Exchange found = exchanges.get(handle);
        if (found == null) {
            throw stale("exchange", handle);
        }
        withAll(found.domains(), acquired -> {
            if (!exchanges.containsKey(handle)) { // removed meanwhile
                throw stale("exchange", handle);
            }
            found.owner().on(found.exchange(), DomainExchange::run);
            return handle;
        });
    }

    /// @throws CouplingException if there is no such exchange, or another thread uses one of its domains
    void disconnect(int handle) {
        Exchange found = exchanges.get(handle);
        if (found == null) {
            throw stale("exchange", handle);
        }
        withAll(found.domains(), acquired -> {
            remove(handle);
            return handle;
        });
    }

    private void remove(int exchange) {
        Exchange removed = exchanges.remove(exchange);
        if (removed != null) {
            removed.owner().on(removed.exchange(), DomainExchange::close);
        }
    }

    /// Runs work while no other thread uses some domains.
    private <T> T withAll(List<Integer> domains, Function<Map<Integer, Entry>, T> work) {
        Map<Integer, Entry> acquired = new LinkedHashMap<>();
        try {
            domains.forEach(domain -> acquired.put(domain, acquired(domain)));
            return work.apply(acquired);
        } finally {
            acquired.values().forEach(entry -> entry.isBusy().set(false));
        }
    }

    /// Waits until the domains of a simulation have done all steps.
    /// @throws CouplingException if there is no such simulation, or another thread uses one of its domains
    void finish(int simulation) {
        CoupledSimulation owner = simulation(simulation);
        withAll(domainsOf(simulation), acquired -> {
            acquired.values()
                    .forEach(entry -> owner.on(entry.domain(), domain -> {
                        domain.finish();
                        return domain;
                    }));
            return simulation;
        });
    }

    private List<Integer> domainsOf(int simulation) {
        return domains.entrySet().stream()
                .filter(entry -> entry.getValue().simulation() == simulation)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /// Removes the exchanges in which a domain takes part.
    private void removeExchangesOf(int domain) {
        exchanges.forEach((number, exchange) -> {
            if (exchange.domains().contains(domain)) {
                remove(number);
            }
        });
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

    /// Removes a domain and the exchanges in which it takes part.
    /// @throws CouplingException if there is no such domain, or another thread uses it
    void removeDomain(int handle) {
        Entry entry = acquired(handle);
        removeExchangesOf(handle);
        domains.remove(handle);
        entry.owner().remove(entry.domain());
    }

    /// Removes a simulation and its domains.
    /// @throws CouplingException if there is no such simulation, or another thread uses one of its domains; nothing
    ///         has been removed then
    void removeSimulation(int handle) {
        CoupledSimulation simulation = simulation(handle);
        List<Integer> own = domainsOf(handle);
        List<Entry> acquired = new ArrayList<>();
        try {
            own.forEach(domain -> acquired.add(acquired(domain)));
        } catch (CouplingException busy) {
            acquired.forEach(entry -> entry.isBusy().set(false));
            throw busy;
        }
        simulations.remove(handle);
        own.forEach(this::removeExchangesOf);
        own.forEach(domains::remove);
        acquired.forEach(entry -> entry.owner().remove(entry.domain()));
        simulation.close();
    }
}
