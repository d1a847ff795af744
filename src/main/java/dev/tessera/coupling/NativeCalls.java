package dev.tessera.coupling;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.DeviceException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// The functions of `tessera.h`. None of them throws: an exception that left a call from outside would end the
/// process. Pointers are segments of size 0, as the caller passes them.
final class NativeCalls {
    private static final int TEXT_MOST = 1 << 16;
    private static final int FIRST_DOMAIN_BYTES = 56; // without velocities and densities
    private static final int SECOND_DOMAIN_BYTES = 72; // without rates of strain
    static final int DOMAIN_BYTES = 80;
    private static final long MOST_TOGETHER = 1 << 20;
    static final long BOX_BYTES = 6 * Long.BYTES;
    static final long OVERLAP_BYTES = 2 * Integer.BYTES + 2 * BOX_BYTES;
    private static final int MOST_OVERLAPS = 1 << 20;
    private static final int MOST_BOXES = 1 << 20;

    private final Handles handles = new Handles();
    private final ThreadLocal<byte[]> error = ThreadLocal.withInitial(() -> new byte[0]);

    private interface Call {
        void run();
    }

    private int guarded(Call call) {
        try {
            call.run();
            return Status.OK.code();
        } catch (Throwable problem) {
            return failed(problem);
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace")
    private int failed(Throwable problem) {
        try {
            error.set(text(problem).getBytes(StandardCharsets.UTF_8));
            return status(problem).code();
        } catch (Throwable again) {
            return Status.NO_MEMORY.code();
        }
    }

    private static Status status(Throwable problem) {
        return switch (problem) {
            case CouplingException refused -> refused.status();
            case DeviceException missing -> Status.NO_DEVICE;
            case IllegalArgumentException unfit -> Status.BAD_ARGUMENT;
            case OutOfMemoryError full -> Status.NO_MEMORY;
            default -> Status.FAILED;
        };
    }

    private static String text(Throwable problem) {
        String message = problem.getMessage();
        return switch (problem) {
            case OutOfMemoryError full ->
                "Java's memory does not suffice (%s); give it more by TESSERA_JAVA_OPTS=-Xmx4g".formatted(message);
            case CouplingException refused -> String.valueOf(message);
            case DeviceException missing -> String.valueOf(message);
            case IllegalArgumentException unfit -> String.valueOf(message);
            default -> "internal error: " + problem;
        };
    }

    private static String text(MemorySegment pointer) {
        return pointer.address() == 0 ? "" : pointer.reinterpret(TEXT_MOST).getString(0);
    }

    private static MemorySegment result(MemorySegment pointer, String name) {
        if (pointer.address() == 0) {
            throw CouplingException.badArgument("the pointer for the %s is null".formatted(name));
        }
        return pointer.reinterpret(Integer.BYTES);
    }

    int create(MemorySegment settings, MemorySegment simulation) {
        return guarded(() -> {
            MemorySegment to = result(simulation, "simulation");
            String text = text(settings);
            CoupledSimulation made =
                    CoupledSimulation.of(text, name -> System.getenv().getOrDefault(name, ""));
            to.set(JAVA_INT, 0, handles.add(made));
        });
    }

    int destroy(int simulation) {
        return guarded(() -> handles.removeSimulation(simulation));
    }

    int allocate(int simulation, long bytes, MemorySegment memory) {
        return guarded(() -> {
            if (memory.address() == 0) {
                throw CouplingException.badArgument("the pointer for the memory is null");
            }
            MemorySegment to = memory.reinterpret(ADDRESS.byteSize());
            to.set(
                    ADDRESS,
                    0,
                    MemorySegment.ofAddress(handles.simulation(simulation).allocate(bytes)));
        });
    }

    int release(int simulation, MemorySegment memory) {
        return guarded(() -> handles.simulation(simulation).release(memory.address()));
    }

    /// @param description the struct `tessera_domain`
    int addDomain(int simulation, MemorySegment description, MemorySegment domain) {
        return guarded(() -> {
            MemorySegment to = result(domain, "domain");
            CoupledSimulation owner = handles.simulation(simulation);
            MemorySegment d = described(description);
            DomainModel model = DomainModel.of(text(d.get(ADDRESS, 40)), d.get(JAVA_DOUBLE, 32));
            DomainSize size = model.size(d.get(JAVA_LONG, 8), d.get(JAVA_LONG, 16), d.get(JAVA_LONG, 24));
            to.set(JAVA_INT, 0, handles.add(simulation, owner.domain(model, size, types(d))));
        });
    }

    private static NodeTypes types(MemorySegment d) {
        return new NodeTypes(d.get(ADDRESS, 48), known(d, 56), known(d, 64), known(d, 72));
    }

    /// A pointer of the struct; null where the program's version of the struct ends before it.
    private static MemorySegment known(MemorySegment d, long at) {
        return at < d.byteSize() ? d.get(ADDRESS, at) : MemorySegment.NULL;
    }

    private static MemorySegment described(MemorySegment pointer) {
        if (pointer.address() == 0) {
            throw CouplingException.badArgument("the pointer to tessera_domain is null");
        }
        int bytes = pointer.reinterpret(Integer.BYTES).get(JAVA_INT, 0);
        if (bytes != DOMAIN_BYTES && bytes != SECOND_DOMAIN_BYTES && bytes != FIRST_DOMAIN_BYTES) {
            throw CouplingException.badArgument(
                    "tessera_domain.bytes is %d; set it to sizeof(tessera_domain), which is %d in this version"
                            .formatted(bytes, DOMAIN_BYTES));
        }
        return pointer.reinterpret(bytes);
    }

    int removeDomain(int domain) {
        return guarded(() -> handles.removeDomain(domain));
    }

    int write(int domain, MemorySegment box, MemorySegment from, long bytes, int order) {
        return guarded(() -> use(domain, own -> {
            PopulationTransfer transfer = own.transfer(ValueOrder.ofCode(order));
            NodeBox part = box(box, own.size());
            transfer.write(part, transfer.memory(from, part.nodes(), bytes));
        }));
    }

    int read(int domain, MemorySegment box, MemorySegment to, long bytes, int order) {
        return guarded(() -> use(domain, own -> {
            PopulationTransfer transfer = own.transfer(ValueOrder.ofCode(order));
            NodeBox part = box(box, own.size());
            transfer.read(part, transfer.memory(to, part.nodes(), bytes));
        }));
    }

    /// @param boxes structs `tessera_box`
    int writeBoxes(int domain, MemorySegment boxes, long count, MemorySegment from, long bytes, int order) {
        return guarded(() -> use(domain, own -> {
            PopulationTransfer transfer = own.transfer(ValueOrder.ofCode(order));
            List<NodeBox> parts = boxes(boxes, count, own.size());
            transfer.write(parts, transfer.memory(from, NodeBox.nodes(parts), bytes));
        }));
    }

    /// @param boxes structs `tessera_box`
    int readBoxes(int domain, MemorySegment boxes, long count, MemorySegment to, long bytes, int order) {
        return guarded(() -> use(domain, own -> {
            PopulationTransfer transfer = own.transfer(ValueOrder.ofCode(order));
            List<NodeBox> parts = boxes(boxes, count, own.size());
            transfer.read(parts, transfer.memory(to, NodeBox.nodes(parts), bytes));
        }));
    }

    int writeNodes(int domain, MemorySegment nodes, long count, MemorySegment from, long bytes, int order) {
        return guarded(() -> use(domain, own -> {
            PopulationTransfer transfer = own.transfer(ValueOrder.ofCode(order));
            long[] list = list(nodes, count, own.size());
            transfer.write(list, transfer.memory(from, count, bytes));
        }));
    }

    int readNodes(int domain, MemorySegment nodes, long count, MemorySegment to, long bytes, int order) {
        return guarded(() -> use(domain, own -> {
            PopulationTransfer transfer = own.transfer(ValueOrder.ofCode(order));
            long[] list = list(nodes, count, own.size());
            transfer.read(list, transfer.memory(to, count, bytes));
        }));
    }

    int collideAndStream(int domain, long steps) {
        return guarded(() -> use(domain, own -> own.step(steps)));
    }

    /// @param domains `count` numbers
    int collideAndStreamAll(MemorySegment domains, long count, long steps) {
        return guarded(() -> {
            if (count < 1 || count > MOST_TOGETHER || domains.address() == 0) {
                throw CouplingException.badArgument("%d domains at address %d are no list of domains; it has 1 to %d"
                        .formatted(count, domains.address(), MOST_TOGETHER));
            }
            int[] numbers = domains.reinterpret(count * Integer.BYTES).toArray(ValueLayout.JAVA_INT_UNALIGNED);
            handles.step(Arrays.stream(numbers).boxed().toList(), steps);
        });
    }

    int finish(int simulation) {
        return guarded(() -> handles.finish(simulation));
    }

    int readField(int domain, MemorySegment field, MemorySegment box, MemorySegment to, long bytes) {
        return guarded(() -> use(domain, own -> {
            NodeBox part = box(box, own.size());
            String name = text(field);
            int components = FieldValues.quantities(own, name).size();
            long expected = part.nodes() * components * Double.BYTES;
            if (bytes != expected || to.address() == 0) {
                throw CouplingException.badArgument(
                        "%d bytes for the %s of %d nodes: %d doubles at each node are %d bytes"
                                .formatted(bytes, name, part.nodes(), components, expected));
            }
            double[] values = FieldValues.of(own, name, part);
            MemorySegment.copy(values, 0, to.reinterpret(bytes), ValueLayout.JAVA_DOUBLE_UNALIGNED, 0, values.length);
        }));
    }

    /// What runs, as text.
    int describe(int domain, MemorySegment to, long capacity) {
        return guarded(() -> use(domain, own -> {
            String device = handles.deviceOf(domain).key();
            copied("%s; on %s".formatted(own, device).getBytes(StandardCharsets.UTF_8), to, capacity);
        }));
    }

    /// @param overlaps structs `tessera_overlap`
    int connect(int simulation, MemorySegment overlaps, long count, MemorySegment exchange) {
        return guarded(() -> {
            MemorySegment to = result(exchange, "exchange");
            if (count < 1 || count > MOST_OVERLAPS || overlaps.address() == 0) {
                throw CouplingException.badArgument("%d overlaps at address %d are no list of overlaps; it has 1 to %d"
                        .formatted(count, overlaps.address(), MOST_OVERLAPS));
            }
            MemorySegment list = overlaps.reinterpret(count * OVERLAP_BYTES);
            to.set(
                    JAVA_INT,
                    0,
                    handles.connect(
                            simulation,
                            LongStream.range(0, count)
                                    .mapToObj(k -> overlap(list.asSlice(k * OVERLAP_BYTES, OVERLAP_BYTES)))
                                    .toList()));
        });
    }

    private static Handles.Overlap overlap(MemorySegment o) {
        return new Handles.Overlap(
                o.get(JAVA_INT, 0), box(o.asSlice(8)), o.get(JAVA_INT, 4), box(o.asSlice(8 + BOX_BYTES)));
    }

    int exchange(int exchange) {
        return guarded(() -> handles.exchange(exchange));
    }

    int disconnect(int exchange) {
        return guarded(() -> handles.disconnect(exchange));
    }

    /// The calling thread's last error; returns its length without the zero at the end.
    long lastError(MemorySegment to, long capacity) {
        try {
            byte[] text = error.get();
            copied(text, to, capacity);
            return text.length;
        } catch (Throwable problem) {
            return 0;
        }
    }

    private static void copied(byte[] text, MemorySegment to, long capacity) {
        if (to.address() == 0 || capacity < 1) {
            return;
        }
        MemorySegment target = to.reinterpret(capacity);
        int length = (int) Math.min(text.length, capacity - 1);
        MemorySegment.copy(text, 0, target, JAVA_BYTE, 0, length);
        target.set(JAVA_BYTE, length, (byte) 0);
    }

    private interface Use {
        void run(Domain domain);
    }

    private void use(int handle, Use use) {
        handles.with(handle, domain -> {
            use.run(domain);
            return handle;
        });
    }

    private static NodeBox box(MemorySegment pointer, DomainSize size) {
        if (pointer.address() == 0) {
            return NodeBox.all(size);
        }
        return box(pointer.reinterpret(BOX_BYTES)).in(size);
    }

    private static NodeBox box(MemorySegment b) {
        return new NodeBox(
                b.getAtIndex(JAVA_LONG, 0),
                b.getAtIndex(JAVA_LONG, 1),
                b.getAtIndex(JAVA_LONG, 2),
                b.getAtIndex(JAVA_LONG, 3),
                b.getAtIndex(JAVA_LONG, 4),
                b.getAtIndex(JAVA_LONG, 5));
    }

    private static List<NodeBox> boxes(MemorySegment pointer, long count, DomainSize size) {
        if (count < 1 || count > MOST_BOXES || pointer.address() == 0) {
            throw CouplingException.badArgument("%d boxes at address %d are no list of boxes; it has 1 to %d"
                    .formatted(count, pointer.address(), MOST_BOXES));
        }
        MemorySegment list = pointer.reinterpret(count * BOX_BYTES);
        return LongStream.range(0, count)
                .mapToObj(k -> box(list.asSlice(k * BOX_BYTES, BOX_BYTES)).in(size))
                .toList();
    }

    private static long[] list(MemorySegment pointer, long count, DomainSize size) {
        if (count < 1 || count > Integer.MAX_VALUE || pointer.address() == 0) {
            throw CouplingException.badArgument(
                    "a list of %d nodes at address %d is no list of nodes".formatted(count, pointer.address()));
        }
        long[] nodes = pointer.reinterpret(count * Long.BYTES).toArray(ValueLayout.JAVA_LONG_UNALIGNED);
        for (long node : nodes) {
            if (node < 0 || node >= size.nodes()) {
                throw CouplingException.badArgument("node %d is not one of the domain's %d, which are counted from 0"
                        .formatted(node, size.nodes()));
            }
        }
        return nodes;
    }
}
