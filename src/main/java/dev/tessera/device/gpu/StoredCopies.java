package dev.tessera.device.gpu;

import dev.tessera.emit.gpu.ExchangeSource;
import dev.tessera.kernel.LaunchShape;
import dev.tessera.kernel.gpu.GpuPlan;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;

/// Copies populations as they are stored between the device and native memory, where all values of a node are
/// together in another order of directions. The device sorts them, one part of the nodes at a time, while the part
/// before or after it crosses on the queue of exchanges.
final class StoredCopies {
    private static final int BUFFERS = 2; // of sorted values
    private static final int LARGEST_PART = 1 << 16; // nodes: what is not hidden behind a copy is short

    private final GpuPlan plan;
    private final GpuMemory memory;
    private final KernelSet kernels;
    private final Accelerator accelerator;
    private final Positions positions;
    private final int valueBytes;
    private final int largestPart;

    /// The positions of consecutive fluid nodes in the order of the device, 4 bytes each.
    interface Positions {
        MemorySegment of(long first, int count);
    }

    StoredCopies(GpuPlan plan, GpuMemory memory, KernelSet kernels, Positions positions) {
        this.plan = plan;
        this.memory = memory;
        this.kernels = kernels;
        this.accelerator = memory.accelerator();
        this.positions = positions;
        this.valueBytes = plan.precision().computedBytes();
        this.largestPart = Math.min(LARGEST_PART, plan.chunk());
    }

    /// Consecutive fluid nodes and their values in another order.
    ///
    /// @param directions of the values of a node
    record Nodes(long first, int count, int[] directions) {}

    /// Nodes that cross at once.
    ///
    /// @param from the first, counted from the first of all
    private record Part(Nodes all, int number, int from, int count) {
        long first() {
            return all.first() + from;
        }
    }

    private int parts(Nodes nodes) {
        return Math.ceilDiv(nodes.count(), largestPart);
    }

    private Part part(Nodes nodes, int number) {
        int from = number * largestPart;
        return new Part(nodes, number, from, Math.min(largestPart, nodes.count() - from));
    }

    private long bytesPerNode(Nodes nodes) {
        return (long) nodes.directions().length * valueBytes;
    }

    private PartBuffers buffers(Part part) {
        return memory.partBuffers(part.number() % BUFFERS, largestPart, bytesPerNode(part.all()));
    }

    private MemorySegment memoryOf(Part part, MemorySegment all) {
        long bytes = bytesPerNode(part.all());
        return all.asSlice(part.from() * bytes, part.count() * bytes);
    }

    /// @param reader of the present phase
    /// @param target native memory, `[count][q]`
    void copy(BoundKernel reader, Nodes nodes, MemorySegment target) {
        withBuffers(nodes, () -> copyParts(reader, nodes, target));
    }

    /// Makes the buffers before the first part crosses; afterwards, also after a failure, no copy from or to the
    /// caller's memory goes on.
    private void withBuffers(Nodes nodes, Runnable work) {
        List<PartBuffers> buffers = IntStream.range(0, Math.min(BUFFERS, parts(nodes)))
                .mapToObj(number -> buffers(part(nodes, number)))
                .toList();
        try {
            work.run();
        } finally {
            buffers.forEach(each -> accelerator.exchanges().finish(each.crossed()));
        }
    }

    private void copyParts(BoundKernel reader, Nodes nodes, MemorySegment target) {
        ExchangeQueue exchanges = accelerator.exchanges();
        int parts = parts(nodes);
        for (int number = 0; number <= parts; number++) {
            if (number > 0) {
                Part before = part(nodes, number - 1);
                exchanges.fork(); // waits for this part, not for the next one
                exchanges.download(buffers(before).values().handle(), memoryOf(before, target));
                exchanges.record(buffers(before).crossed());
            }
            if (number < parts) {
                Part next = part(nodes, number);
                if (number >= BUFFERS) {
                    exchanges.firstAwaits(buffers(next).crossed());
                }
                launchRead(reader, next);
            }
        }
    }

    private void launchRead(BoundKernel reader, Part part) {
        accelerator.upload(memory.chunkNodes(), 0, positions.of(part.first(), part.count()));
        reader.over(memory.chunkNodes(), 0, part.count())
                .fieldsOut(memory.chunkValues(), part.count())
                .launch();
        sort(true, part);
    }

    /// Writes nodes, until the device finds a value that is NaN or infinite in a part of them. The host waits for the
    /// answer before it queues what writes the part; the next one crosses meanwhile.
    /// @param writer of the present phase
    /// @param source native memory, `[count][q]`
    /// @return nodes before that part
    int pasteFinite(BoundKernel writer, Nodes nodes, MemorySegment source) {
        int[] written = {0};
        withBuffers(nodes, () -> written[0] = pasteParts(writer, nodes, source));
        return written[0];
    }

    private int pasteParts(BoundKernel writer, Nodes nodes, MemorySegment source) {
        int parts = parts(nodes);
        for (int number = 0; number <= parts; number++) {
            if (number < parts) {
                upload(part(nodes, number), source);
            }
            if (number > 0) {
                Part before = part(nodes, number - 1);
                accelerator.exchanges().firstAwaits(buffers(before).crossed());
                if (!isFinite(before)) {
                    return before.from();
                }
                launchWrite(writer, before);
            }
        }
        return nodes.count();
    }

    /// Starts to bring a part to the device.
    private void upload(Part part, MemorySegment source) {
        ExchangeQueue exchanges = accelerator.exchanges();
        PartBuffers buffers = buffers(part);
        exchanges.fork(); // they may be in use
        MemorySegment list = buffers.positions().asSlice(0, (long) part.count() * Integer.BYTES);
        list.copyFrom(positions.of(part.first(), part.count()));
        exchanges.beginUpload(buffers.nodes().handle(), list);
        exchanges.beginUpload(buffers.values().handle(), memoryOf(part, source));
        exchanges.record(buffers.crossed());
    }

    private boolean isFinite(Part part) {
        MessageCheck check = memory.messageCheck();
        check.begin();
        int values = part.count() * part.all().directions().length;
        check.launch(kernels, buffers(part).values(), 0, values, valueBytes);
        return check.isAcceptedInFirstQueue();
    }

    private void launchWrite(BoundKernel writer, Part part) {
        sort(false, part);
        writer.over(buffers(part).nodes(), 0, part.count())
                .fieldsIn(memory.chunkValues(), part.count())
                .launch();
    }

    /// Sorts all populations into a buffer of their own.
    /// @param reader of the present phase
    /// @return when the device has done it
    HeldNodes hold(String array, BoundKernel reader, int[] directions) {
        Nodes nodes = new Nodes(0, Math.toIntExact(plan.plan().fluidNodes()), directions);
        long bytesPerNode = bytesPerNode(nodes);
        DeviceBuffer all = memory.additional("copy of populations " + array, nodes.count() * bytesPerNode);
        try {
            for (int number = 0; number < parts(nodes); number++) {
                Part part = part(nodes, number);
                launchRead(reader, part);
                accelerator.copy(
                        buffers(part).values(), 0, all, part.from() * bytesPerNode, part.count() * bytesPerNode);
            }
            accelerator.synchronize();
        } catch (RuntimeException failed) {
            memory.release(all);
            throw failed;
        }
        return new HeldNodes(memory, all, bytesPerNode);
    }

    /// Sorts the values of a part between the order of directions and that of nodes.
    /// @param isRead whether by node afterwards
    private void sort(boolean isRead, Part part) {
        int[] directions = part.all().directions();
        accelerator.launch(
                kernels.exchange(ExchangeSource.sorter(isRead, valueBytes)),
                LaunchShape.covering((long) part.count() * directions.length, ExchangeSource.THREADS),
                memory.chunkValues(),
                memory.directions(directions),
                directions.length,
                part.count(),
                buffers(part).values());
    }
}
