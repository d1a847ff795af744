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

/// The second queue of a fake GPU. Knows for each launch, on both queues, which others have to be done before it
/// starts.
final class FakeExchanges implements ExchangeQueue {
    private final Set<Integer> beforeFirst = new LinkedHashSet<>(); // launches that the next of the first queue awaits
    private final Set<Integer> beforeSecond = new LinkedHashSet<>();
    private final Map<Long, Set<Integer>> events = new LinkedHashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<Set<Integer>> before = new ArrayList<>();
    private boolean isSecond;

    void launched(String name) {
        Set<Integer> queue = isSecond ? beforeSecond : beforeFirst;
        before.add(new LinkedHashSet<>(queue));
        queue.add(names.size());
        names.add(name);
    }

    /// The launches so far.
    List<String> names() {
        return List.copyOf(names);
    }

    /// Whether one launch starts after another is done.
    /// @param later its number, from 0
    boolean waits(int later, int earlier) {
        return before.get(later).contains(earlier);
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
        long event = events.size();
        events.put(event, Set.of());
        return event;
    }

    @Override
    public void releaseEvent(long event) {}

    @Override
    public void record(long event) {
        events.put(event, new LinkedHashSet<>(beforeSecond));
    }

    @Override
    public void await(long event) {
        beforeSecond.addAll(Objects.requireNonNull(events.get(event)));
    }

    @Override
    public void firstAwaits(long event) {
        beforeFirst.addAll(Objects.requireNonNull(events.get(event)));
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
