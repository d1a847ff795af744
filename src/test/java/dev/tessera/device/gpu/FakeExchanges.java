package dev.tessera.device.gpu;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The second queue of a fake GPU. Knows for each launch, on both queues of all GPUs of a host, which others have to be
/// done before it starts. As CUDA, it refuses to wait for an event that was not recorded in the same capture.
public final class FakeExchanges implements ExchangeQueue {
    private final Set<Integer> beforeFirst = new LinkedHashSet<>(); // launches that the next of the first queue awaits
    private final Set<Integer> beforeSecond = new LinkedHashSet<>();
    private final Host host;
    private final Set<Integer> keptFirst = new LinkedHashSet<>(); // what a capture changes, only the capture knows
    private final Set<Integer> keptSecond = new LinkedHashSet<>();
    private boolean isSecond;

    /// Those of the only GPU of a host.
    public FakeExchanges() {
        this(new Host());
    }

    private FakeExchanges(Host host) {
        this.host = host;
        host.queues.add(this);
    }

    /// Those of another GPU of the same host.
    public FakeExchanges another() {
        return new FakeExchanges(host);
    }

    /// What the GPUs of a host have in common.
    private static final class Host {
        private final List<FakeExchanges> queues = new ArrayList<>();
        private final Map<Long, Event> events = new LinkedHashMap<>();
        private final List<String> names = new ArrayList<>();
        private final List<Set<Integer>> before = new ArrayList<>();
        private final Set<Integer> captured = new LinkedHashSet<>();
        private int captures;
        private boolean isCapturing;

        /// 0 outside of captures.
        synchronized int capture() {
            return isCapturing ? captures : 0;
        }

        synchronized Set<Integer> of(long event) {
            Event recorded = Objects.requireNonNull(events.get(event));
            if (recorded.capture != capture()) {
                throw new IllegalStateException(
                        "a wait in capture %d is for an event of capture %d".formatted(capture(), recorded.capture));
            }
            return recorded.before;
        }

        synchronized void record(long event, Set<Integer> launches) {
            events.put(event, new Event(new LinkedHashSet<>(launches), capture()));
        }
    }

    /// @param capture in which it was recorded last; 0: none
    private record Event(Set<Integer> before, int capture) {}

    void launched(String name) {
        synchronized (host) {
            Set<Integer> queue = isSecond ? beforeSecond : beforeFirst;
            host.before.add(new LinkedHashSet<>(queue));
            queue.add(host.names.size());
            if (host.isCapturing) {
                host.captured.add(host.names.size());
            }
            host.names.add(name);
        }
    }

    /// The launches of all GPUs so far, in captures too.
    public List<String> names() {
        synchronized (host) {
            return List.copyOf(host.names);
        }
    }

    /// Whether one launch starts after another is done.
    /// @param later its number, from 0
    public boolean waits(int later, int earlier) {
        synchronized (host) {
            return host.before.get(later).contains(earlier);
        }
    }

    /// Whether a launch was only captured.
    public boolean isCaptured(int launch) {
        synchronized (host) {
            return host.captured.contains(launch);
        }
    }

    void capture(boolean begins) {
        synchronized (host) {
            host.isCapturing = begins;
            host.captures += begins ? 1 : 0;
            host.queues.forEach(queue -> queue.keep(begins));
        }
    }

    private void keep(boolean begins) {
        Set<Integer> first = begins ? keptFirst : beforeFirst;
        Set<Integer> second = begins ? keptSecond : beforeSecond;
        Set<Integer> ofFirst = Set.copyOf(begins ? beforeFirst : keptFirst);
        Set<Integer> ofSecond = Set.copyOf(begins ? beforeSecond : keptSecond);
        first.clear();
        first.addAll(ofFirst);
        second.clear();
        second.addAll(ofSecond);
    }

    @Override
    public void fork() {
        beforeSecond.addAll(beforeFirst);
    }

    @Override
    public void join() {
        beforeFirst.addAll(beforeSecond);
    }

    @Override
    public void run(Runnable work) {
        isSecond = true;
        work.run();
        isSecond = false;
    }

    @Override
    public long newEvent() {
        synchronized (host) {
            long event = host.events.size();
            host.record(event, Set.of());
            return event;
        }
    }

    @Override
    public void releaseEvent(long event) {}

    @Override
    public void record(long event) {
        host.record(event, beforeSecond);
    }

    @Override
    public void await(long event) {
        beforeSecond.addAll(host.of(event));
    }

    @Override
    public void firstAwaits(long event) {
        beforeFirst.addAll(host.of(event));
    }

    @Override
    public boolean isDone(long event) {
        return true;
    }

    @Override
    public void finish(long event) {}

    @Override
    public void download(long buffer, MemorySegment target) {}

    @Override
    public void beginUpload(long buffer, MemorySegment source) {}

    @Override
    public void upload(long buffer, MemorySegment source) {}

    @Override
    public Optional<String> obstacleTo(GpuDriver other) {
        return Optional.empty();
    }

    @Override
    public boolean writesTo(GpuDriver other) {
        return true;
    }

    @Override
    public void copy(long from, GpuDriver owner, long to, long bytes) {}
}
