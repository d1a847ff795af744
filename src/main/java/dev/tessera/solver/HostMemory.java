package dev.tessera.solver;

import dev.tessera.device.Device;
import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.NodeClass;
import dev.tessera.model.VelocitySet;
import dev.tessera.solver.field.QCriterion;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Stress;
import dev.tessera.solver.field.Vorticity;
import dev.tessera.solver.field.WallShearStress;
import dev.tessera.solver.phase.PhaseField;
import dev.tessera.solver.spectrum.EnergySpectrum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;

/// The Java heap that a run is predicted to need, by what needs it and when. Populations are not part of it: they are
/// in the memory of the device, on CPUs outside the heap.
///
/// Arrays that every such run has are counted: their sum is the least that a run needs, and only it refuses a run. What
/// depends on how nodes are scattered, on the program and on its libraries is estimated from measurements
/// (docs/decisions/0053), and warns. What a garbage collector needs besides is not included.
///
/// @param fluidNodes of the geometry
/// @param items in the order of a report
public record HostMemory(long fluidNodes, List<Item> items) {
    /// The classes of the program, the case, kernels.
    private static final long PROGRAM_BYTES = 9_000_000;

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

    /// The library of pictures and its fonts.
    private static final double PICTURES = 1e7;

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

    /// How a size is known.
    public enum Basis {
        /// The size of arrays that exist at the same time, or less.
        COUNTED,
        /// From measurements of other cases.
        ESTIMATED
    }

    /// @param what a noun, such as `geometry`
    public record Item(String what, long bytes, Basis basis, Set<When> when) {
        public Item {
            when = Set.copyOf(when);
        }
    }

    public HostMemory {
        items = items.stream().filter(item -> item.bytes() > 0).toList();
    }

    /// What a run is computed on, and how populations are stored.
    ///
    /// @param isGpu whether tables are on the device
    /// @param processes among which the tables of a CPU are divided
    /// @param phases of the storage's streaming pattern
    /// @param tableBytes of the tables that kernels read, where they are known: on CPUs they remain on the heap, on
    ///        GPUs until the first step
    public record Setting(boolean isGpu, int processes, int phases, OptionalLong tableBytes) {}

    /// @param classes of the nodes, as [CaseKernels#of]
    public static HostMemory of(Case theCase, NodeMap nodes, List<NodeClass> classes, Setting setting) {
        return new Counting(theCase, nodes, setting).all(classes);
    }

    /// What is counted before storage and kernels are known; the sums are too small.
    static HostMemory least(Case theCase, NodeMap nodes, Device device) {
        var setting = new Setting(device.isGpu(), device.ranks().count(), 1, OptionalLong.empty());
        return of(theCase, nodes, List.of(), setting);
    }

    /// The sum at a time.
    public long bytes(When when) {
        return sum(when, EnumSet.allOf(Basis.class));
    }

    /// What is counted of the sum at a time.
    public long leastBytes(When when) {
        return sum(when, EnumSet.of(Basis.COUNTED));
    }

    private long sum(When when, Set<Basis> bases) {
        return items.stream()
                .filter(item -> item.when().contains(when) && bases.contains(item.basis()))
                .mapToLong(Item::bytes)
                .sum();
    }

    /// When most is needed.
    public When peak() {
        return peak(this::bytes);
    }

    public long peakBytes() {
        return bytes(peak());
    }

    /// The least that a run needs at some time.
    public long leastBytes() {
        return leastBytes(peak(this::leastBytes));
    }

    private static When peak(ToLongFunction<When> bytes) {
        return Arrays.stream(When.values())
                .reduce((one, other) -> bytes.applyAsLong(other) > bytes.applyAsLong(one) ? other : one)
                .orElseThrow();
    }

    /// Refuses a run whose heap cannot hold what is counted.
    /// @throws dev.tessera.geometry.TooManyNodesException the message says what would fit
    public void require(HeapBudget heap, NodeMap nodes) {
        When when = peak(this::leastBytes);
        heap.require(nodes.box(), nodes.spacingM(), leastBytes(when), words(when), remedy(when));
    }

    /// A sentence where the heap is less than the prediction, but could suffice.
    public Optional<String> doubt(HeapBudget heap, NodeMap nodes) {
        return heap.doubt(nodes.box(), nodes.spacingM(), peakBytes(), words(peak()), remedy(peak()));
    }

    private static String words(When when) {
        return switch (when) {
            case START -> "until the first step";
            case STEPS -> "while stepping";
            case FILES -> "while files of fields or pictures are written";
            case END -> "for the last observation";
        };
    }

    private static String remedy(When when) {
        return switch (when) {
            case START, STEPS -> "`tessera plan` lists what needs it.";
            case FILES -> "Fewer output.fields need less; without output.formats and output.pictures there are none.";
            case END -> "Without wall-shear-stress and stress in output.fields and output.pictures less is needed.";
        };
    }

    /// As `plan --json` writes it.
    public Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        for (When when : When.values()) {
            json.put(when.key() + "_bytes", bytes(when));
        }
        json.put("least_bytes", leastBytes());
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
        private final Setting setting;
        private final long count;
        private final long atWall;
        private final List<Item> items = new ArrayList<>();

        Counting(Case theCase, NodeMap nodes, Setting setting) {
            this.theCase = theCase;
            this.nodes = nodes;
            this.lattice = theCase.model().lattice();
            this.setting = setting;
            this.count = nodes.fluid().count();
            this.atWall = nodes.links().boundaryNodes();
        }

        private void counted(String what, long bytes, Set<When> when) {
            items.add(new Item(what, bytes, Basis.COUNTED, when));
        }

        private void estimated(String what, double bytes, Set<When> when) {
            items.add(new Item(what, (long) bytes, Basis.ESTIMATED, when));
        }

        HostMemory all(List<NodeClass> classes) {
            estimated("program", PROGRAM_BYTES, ALWAYS);
            counted("fluid nodes", nodes.fluid().bytes() + 8L * nodes.halo().length, ALWAYS);
            counted("cut links", nodes.links().bytes(), ALWAYS);
            estimated("walls by surface", (double) Integer.BYTES * atWall, ALWAYS);
            long listed = 0;
            long values = 0;
            for (NodeClass nodeClass : classes.stream().skip(1).toList()) { // all but the bulk
                listed += nodeClass.ownNumbers().length;
                values += (long) nodeClass.ownNumbers().length
                        * nodeClass.fields().size();
            }
            estimated("boundary nodes", (double) MEMBER * listed, ALWAYS);
            estimated("boundary values", 8.0 * values, ALWAYS);
            tables();
            observation();
            if (wantsStress()) {
                stressAtWalls();
            }
            if (!theCase.output().formats().isEmpty()
                    || !theCase.output().pictures().isEmpty()
                    || !theCase.output().spectra().isEmpty()
                    || !theCase.output().profiles().isEmpty()) {
                files();
            }
            return new HostMemory(count, items);
        }

        private void tables() {
            if (setting.isGpu()) {
                double rows = Math.max(lattice.size(), 12);
                estimated("transfers", 8.0 * rows * Math.min(GPU_CHUNK, count), EnumSet.of(When.START));
                estimated("places of tiles", TILE / 32.0 * nodes.box().size(), ALWAYS);
            }
            Set<When> when = setting.isGpu() ? EnumSet.of(When.START) : ALWAYS;
            if (setting.tableBytes().isPresent()) {
                counted("tables", setting.tableBytes().getAsLong(), when);
            } else {
                estimated("tables", setting.isGpu() ? GPU_TABLES * count : lanes() / setting.processes(), when);
            }
        }

        /// Tables of lanes: a word for each run, direction and phase, two where runs are long, and the order of nodes.
        private double lanes() {
            long runs = nodes.fluid().runs();
            double length = (double) count / Math.max(1, runs);
            double words = 1.1 + 0.8 * Math.clamp((length - SHORT_RUN) / (LONG_RUN - SHORT_RUN), 0, 1);
            return setting.phases() * (runs * words * Long.BYTES * lattice.size() + (double) Character.BYTES * count);
        }

        private void observation() {
            if (!setting.isGpu()) {
                counted("numbers of nodes", Integer.BYTES * count / setting.processes(), FROM_FIRST_STEP);
            }
            if (theCase.model().mixture().isEmpty()) {
                estimated("forces on walls", (8 + FORCE_ENTRY) * atWall + 3.0 / 16 * count, FROM_FIRST_STEP);
            }
            List<FlowQuantity> quantities = theCase.output().quantities();
            if (quantities.stream().anyMatch(FlowMean.class::isInstance)) {
                int components = quantities.contains(FlowMean.DISSIPATION) ? 9 : 3;
                counted("means of the flow", (long) components * Double.BYTES * count, FROM_FIRST_STEP);
            }
            if (quantities.stream().anyMatch(FlowQuantity.OfPhases.class::isInstance)) {
                long components = PhaseQuantities.needed(theCase).size() + 1L; // and their differences
                long fields = Math.max(2, components);
                long ofBox = fields * PhaseField.BYTES_PER_NODE * nodes.box().size();
                counted("phases", components * Double.BYTES * count + ofBox, FROM_FIRST_STEP);
            }
        }

        private boolean wantsStress() {
            List<String> stress = Quantities.stress(lattice);
            return theCase.output().allFields().stream()
                    .flatMap(field -> field.quantities(lattice).stream())
                    .anyMatch(stress::contains);
        }

        private void stressAtWalls() {
            long components = WallStress.componentBytes(lattice, count, atWall);
            counted("stress", components, EnumSet.of(When.END));
            estimated("stress at walls", (double) WallStress.BYTES_AT_WALL * atWall, EnumSet.of(When.END));
        }

        private void files() {
            OutputChoice output = theCase.output();
            List<ResultField> fields = output.allFields();
            Set<When> files = EnumSet.of(When.FILES);
            long quantities = fields.stream()
                    .flatMap(field -> field.quantities(lattice).stream())
                    .distinct()
                    .count();
            counted("snapshot of fields", Double.BYTES * quantities * count, files);
            List<ResultField> differences = fields.stream()
                    .filter(field -> field instanceof Vorticity || field instanceof QCriterion)
                    .toList();
            for (ResultField field :
                    differences) { // of a copy of the velocity, unless it is the only field that needs it
                int components = Math.max(1, field.components().size()) + (fields.size() > 1 ? 3 : 0);
                estimated(field.key(), (double) components * Double.BYTES * count, files);
            }
            boolean keepsStress = fields.contains(new WallShearStress()) || fields.contains(new Stress());
            if (keepsStress && lattice.dimensions() == 2) {
                estimated("stress without z", 3.0 * Double.BYTES * count, files);
            }
            if (fields.contains(new WallShearStress())) {
                estimated("stress at walls", (WallStress.BYTES_AT_WALL + 24.0) * atWall, files);
            }
            if (!output.formats().isEmpty()) {
                estimated("cells of files", (double) CELL * count, files);
            }
            if (output.formats().contains(OutputChoice.FieldFormat.SURFACE)) {
                estimated("points of the surface", (double) SURFACE_POINT * atWall, files);
            }
            if (!output.spectra().isEmpty()) {
                counted(
                        "spectrum",
                        (long) EnergySpectrum.BYTES_PER_NODE * nodes.box().size(),
                        files);
            }
            if (!output.pictures().isEmpty()) {
                double ofBox = 3.0 / 16 * nodes.box().size();
                estimated("pictures", (double) PICTURED_NODE * atWall + ofBox + PICTURES, files);
            }
        }
    }
}
