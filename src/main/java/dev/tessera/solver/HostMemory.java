package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.NodeClass;
import dev.tessera.model.VelocitySet;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Stress;
import dev.tessera.solver.field.WallShearStress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/// The Java heap that a run is predicted to need, by what needs it and when. Populations are not part of it: they are
/// in the memory of the device, on CPUs outside the heap.
///
/// What has the size of arrays is counted; what depends on how nodes are scattered is estimated from measurements
/// (docs/decisions/0053). What a garbage collector needs besides is not included.
///
/// @param fluidNodes of the geometry
/// @param items in the order of a report
public record HostMemory(long fluidNodes, List<Item> items) {
    /// The classes of the program, the case, kernels.
    private static final long PROGRAM_BYTES = 9_000_000;
    private static final long PROGRAM_ON_GPU_BYTES = 13_000_000;

    /// Of the places of tiles, for each 32 nodes of the box: GPUs have compact tiles of that size.
    private static final int TILE = 8;

    /// Mean lengths of runs below which their tables of lanes have no direct segments, and above which they have
    /// these as well as moves.
    private static final double SHORT_RUN = 9;
    private static final double LONG_RUN = 25;

    /// Of tables on GPUs, per node: its place, and masks.
    private static final int GPU_TABLES = 5;

    /// Of a list of nodes with the directions that count, and of the bits of its members.
    private static final double FORCE_ENTRY = 4 * Integer.BYTES;

    /// A member of a boundary group, and its fluid number.
    private static final int MEMBER = 28 + Long.BYTES;

    /// Nodes of a transfer to or from a GPU.
    private static final long GPU_CHUNK = 1 << 18;

    /// Of a file of the fluid's cells: the numbers of their corners.
    private static final int CELL = 4;

    /// Of a point of a surface in a `.vtp` file.
    private static final int SURFACE_POINT = 120;

    /// Of a node with a neighbour outside the fluid, in a picture of the surface.
    private static final int PICTURED_NODE = 16;

    /// When memory is needed.
    public enum When {
        /// From the voxelised geometry to the first step.
        START,
        /// Steps, rows of the log and checks.
        STEPS,
        /// Files of fields and pictures, beside the steps.
        FILES,
        /// The last observation.
        END;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// @param what a noun, such as `geometry`
    public record Item(String what, long bytes, Set<When> when) {
        public Item {
            when = Set.copyOf(when);
        }
    }

    public HostMemory {
        items = items.stream().filter(item -> item.bytes() > 0).toList();
    }

    /// @param classes of the nodes, as [CaseKernels#of]
    /// @param phases of the storage's streaming pattern
    /// @param tableBytes of the tables that kernels read, where they are known: on CPUs they remain on the heap, on
    ///        GPUs until the first step
    public static HostMemory of(
            Case theCase, NodeMap nodes, List<NodeClass> classes, int phases, boolean isGpu, OptionalLong tableBytes) {
        return new Counting(theCase, nodes, phases, isGpu).all(classes, tableBytes);
    }

    /// The sum at a time.
    public long bytes(When when) {
        return items.stream()
                .filter(item -> item.when().contains(when))
                .mapToLong(Item::bytes)
                .sum();
    }

    /// When most is needed.
    public When peak() {
        return Arrays.stream(When.values())
                .reduce((one, other) -> bytes(other) > bytes(one) ? other : one)
                .orElseThrow();
    }

    public long peakBytes() {
        return bytes(peak());
    }

    /// Refuses a run whose heap is too small.
    /// @throws dev.tessera.geometry.TooManyNodesException the message says what would fit
    void require(HeapBudget heap, NodeMap nodes) {
        heap.require(
                nodes.box(),
                nodes.spacingM(),
                peakBytes(),
                switch (peak()) {
                    case START -> "until the first step";
                    case STEPS -> "while stepping";
                    case FILES -> "while files of fields or pictures are written";
                    case END -> "for the last observation";
                });
    }

    /// As `plan --json` writes it.
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        for (When when : When.values()) {
            json.put(when.key() + "_bytes", bytes(when));
        }
        Map<String, Object> whats = new LinkedHashMap<>();
        items.forEach(item -> whats.merge(item.what(), item.bytes(), (a, b) -> (Long) a + (Long) b));
        json.put("bytes_by_what", whats);
        return json;
    }

    /// Counts the items.
    private static final class Counting {
        private static final Set<When> ALWAYS = EnumSet.allOf(When.class);
        private static final Set<When> FROM_FIRST_STEP = EnumSet.complementOf(EnumSet.of(When.START));

        private final Case theCase;
        private final NodeMap nodes;
        private final VelocitySet lattice;
        private final int phases;
        private final boolean isGpu;
        private final long count;
        private final long atWall;
        private final List<Item> items = new ArrayList<>();

        Counting(Case theCase, NodeMap nodes, int phases, boolean isGpu) {
            this.theCase = theCase;
            this.nodes = nodes;
            this.lattice = theCase.model().lattice();
            this.phases = phases;
            this.isGpu = isGpu;
            this.count = nodes.fluid().count();
            this.atWall = nodes.links().boundaryNodes();
        }

        private void add(String what, double bytes, Set<When> when) {
            items.add(new Item(what, (long) bytes, when));
        }

        HostMemory all(List<NodeClass> classes, OptionalLong tableBytes) {
            CutLinks links = nodes.links();
            add("program", isGpu ? PROGRAM_ON_GPU_BYTES : PROGRAM_BYTES, ALWAYS);
            add("fluid nodes", nodes.fluid().bytes() + 8.0 * nodes.halo().length, ALWAYS);
            add("cut links", links.bytes() + 4.0 * atWall, ALWAYS); // and their order by surface
            long listed = 0;
            long values = 0;
            for (NodeClass nodeClass : classes.subList(1, classes.size())) {
                listed += nodeClass.ownNumbers().length;
                values += (long) nodeClass.ownNumbers().length
                        * nodeClass.fields().size();
            }
            add("boundary nodes", (double) MEMBER * listed, ALWAYS);
            add("boundary values", 8.0 * values, EnumSet.of(When.START));
            tables(tableBytes);
            observation();
            if (wantsStress()) {
                add("wall shear stress", WallStress.bytes(lattice, count, atWall), EnumSet.of(When.END));
            }
            if (!theCase.output().formats().isEmpty()
                    || !theCase.output().pictures().isEmpty()) {
                files();
            }
            return new HostMemory(count, items);
        }

        private void tables(OptionalLong known) {
            if (isGpu) {
                double rows = Math.max(lattice.size(), 12);
                add("transfers", 8.0 * rows * Math.min(GPU_CHUNK, count), EnumSet.of(When.START));
                add("places of tiles", TILE / 32.0 * nodes.box().size(), ALWAYS);
                add("tables", known.orElse(GPU_TABLES * count), EnumSet.of(When.START));
                return;
            }
            add("tables", known.isPresent() ? known.getAsLong() : lanes(), ALWAYS);
        }

        /// Tables of lanes: a word for each run, direction and phase, two where runs are long.
        private double lanes() {
            long runs = nodes.fluid().runs();
            double length = (double) count / Math.max(1, runs);
            double words = 1.1 + 0.8 * Math.clamp((length - SHORT_RUN) / (LONG_RUN - SHORT_RUN), 0, 1);
            return phases * runs * words * Long.BYTES * lattice.size();
        }

        private void observation() {
            if (!isGpu) {
                add("order of nodes", 4.0 * phases * count, FROM_FIRST_STEP);
            }
            if (theCase.model().mixture().isEmpty()) {
                add("forces on walls", (8 + FORCE_ENTRY) * atWall + 3.0 / 16 * count, FROM_FIRST_STEP);
            }
        }

        private boolean wantsStress() {
            List<String> stress = Quantities.stress(lattice);
            return theCase.output().allFields().stream()
                    .flatMap(field -> field.quantities(lattice).stream())
                    .anyMatch(stress::contains);
        }

        private void files() {
            OutputChoice output = theCase.output();
            List<ResultField> fields = output.allFields();
            long quantities = fields.stream()
                    .flatMap(field -> field.quantities(lattice).stream())
                    .distinct()
                    .count();
            boolean keepsStress = fields.contains(new WallShearStress()) || fields.contains(new Stress());
            double observed = keepsStress && lattice.dimensions() == 2 ? quantities + 3 : quantities;
            Set<When> files = EnumSet.of(When.FILES);
            add("snapshot of fields", 8.0 * observed * count, files);
            if (fields.contains(new WallShearStress())) {
                add("wall shear stress", (2 * 24 + 8 + 2 + 24) * (double) atWall, files);
            }
            boolean hasSurface = output.formats().contains(OutputChoice.FieldFormat.SURFACE);
            if (!output.formats().isEmpty()) {
                add("cells of files", (double) CELL * count, files);
            }
            if (hasSurface) {
                add("points of the surface", (double) SURFACE_POINT * atWall, files);
            }
            if (!output.pictures().isEmpty()) {
                add(
                        "pictures",
                        (double) PICTURED_NODE * atWall + 3.0 / 16 * nodes.box().size() + 3e7,
                        files);
            }
        }
    }
}
