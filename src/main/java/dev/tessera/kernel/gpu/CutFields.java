package dev.tessera.kernel.gpu;

import dev.tessera.geometry.CutLinks;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.model.BoundaryRule.CutLinkField;
import dev.tessera.model.Given;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// The fields of a class whose values belong to cut links, stored for these only: for each node a word with one bit
/// per direction that has values, and the index of the first one. A node's values are
/// `[coefficient][cut direction]`, the directions in the order in which the step needs them. Parts of a link
/// ([dev.tessera.model.Given.PartOfLink]) are packed: 16 bits each, a node's in records of 16 bytes, an even number
/// of records, so that the second one is in the cache when the first is.
public final class CutFields {
    /// Bits of a word.
    private static final int MOST_DIRECTIONS = 32;

    /// Packed values per record.
    public static final int PARTS = 8;

    private static final int RECORD_BYTES = 16;

    private final NodeClass nodes;
    private final int number;
    private final SequencedMap<String, CutLinkField> fields;
    private final boolean isPacked;
    private final List<Integer> order; // of directions
    private final int[] masks; // [node of the class]
    private final int[] firsts;
    private final long bytes;
    private final boolean isSwept;

    private CutFields(StepPlan plan, int number, boolean isSwept) {
        this.nodes = plan.classes().get(number);
        this.number = number;
        this.fields = nodes.cutLinkFields();
        this.isSwept = isSwept;
        Map<Integer, List<String>> inBranches = branchesOf(nodes.step()).fieldsByDirection();
        List<Integer> directions = new ArrayList<>(inBranches.keySet());
        fields.values().stream()
                .map(CutLinkField::direction)
                .filter(direction -> !directions.contains(direction))
                .distinct()
                .forEach(directions::add);
        this.order = List.copyOf(directions);
        this.isPacked = fields.values().stream().allMatch(CutLinkField::isPart)
                && inBranches.values().stream().mapToInt(List::size).allMatch(count -> count == 1)
                && inBranches.size() == fields.size();
        this.masks = masks(plan, nodes.ownNumbers());
        this.firsts = new int[masks.length];
        int perLink = fields.keySet().stream().mapToInt(this::coefficient).max().orElse(0) + 1;
        long next = 0;
        for (int k = 0; k < masks.length; k++) {
            firsts[k] = Math.toIntExact(next);
            int links = Integer.bitCount(masks[k]);
            next += isPacked ? 2L * Math.ceilDiv(links, 2 * PARTS) : (long) perLink * links;
        }
        // a step may look at the record after the last one
        this.bytes = isPacked ? RECORD_BYTES * (next + 1) : plan.precision().computedBytes() * Math.max(1, next);
    }

    /// The fields of the largest class whose fields all belong to cut links; null if there is none, or if a
    /// plan has several stages or arrays.
    /// @param canSweep whether the kernels of the bulk can update the class, too
    static @Nullable CutFields of(StepPlan plan, boolean canSweep) {
        VelocitySet lattice = plan.storage().lattice();
        if (!plan.isSimple() || lattice.size() > MOST_DIRECTIONS) {
            return null;
        }
        int largest = 0; // the bulk, which has no such fields
        int most = 0; // nodes
        for (int c = 1; c < plan.classes().size(); c++) {
            NodeClass nodes = plan.classes().get(c);
            boolean areCut = !nodes.fields().isEmpty()
                    && nodes.cutLinkFields().size() == nodes.fields().size();
            if (areCut && nodes.ownNumbers().length > most) {
                largest = c;
                most = nodes.ownNumbers().length;
            }
        }
        if (largest == 0) {
            return null;
        }
        NodeClass nodes = plan.classes().get(largest);
        boolean isSwept = canSweep
                && plan.classes().getFirst().fields().isEmpty()
                && nodes.series().isEmpty()
                && OpenLinks.areThoseOf(plan.classes().getFirst().step(), nodes);
        return new CutFields(plan, largest, isSwept);
    }

    /// For each listed node one bit per incoming direction whose link is cut.
    private int[] masks(StepPlan plan, long[] numbers) {
        VelocitySet lattice = plan.storage().lattice();
        int[] bits = new int[MOST_DIRECTIONS]; // by code of the outgoing direction
        for (int i = 1; i < lattice.size(); i++) {
            bits[lattice.velocity(lattice.opposite(i)).code()] = order.contains(i) ? 1 << place(i) : 0;
        }
        int[] masks = new int[numbers.length];
        CutLinks links = plan.nodes().links();
        int k = 0;
        for (int b = 0; b < links.boundaryNodes() && k < numbers.length; b++) {
            while (k < numbers.length && numbers[k] < links.node(b)) {
                k++;
            }
            if (k < numbers.length && numbers[k] == links.node(b)) {
                for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                    masks[k] |= bits[links.code(link)];
                }
            }
        }
        return masks;
    }

    /// The place of the class in the step plan.
    int number() {
        return number;
    }

    /// Whether the sweep of the bulk updates the nodes of the class, too; otherwise a list does.
    public boolean isSwept() {
        return isSwept;
    }

    /// Whether these are the fields of a class.
    public boolean areOf(NodeClass other) {
        return nodes.name().equals(other.name());
    }

    public boolean contains(String field) {
        return fields.containsKey(field);
    }

    /// The incoming direction of a field.
    public int direction(String field) {
        CutLinkField known = fields.get(field);
        if (known == null) {
            throw new IllegalArgumentException("class %s has no field %s of cut links".formatted(nodes.name(), field));
        }
        return known.direction();
    }

    /// The bit of a direction, and its place among the values of a node whose links are all cut.
    public int place(int direction) {
        return order.indexOf(direction);
    }

    /// The number of directions that have values.
    public int directions() {
        return order.size();
    }

    /// Whether the values have 16 bits each.
    public boolean isPacked() {
        return isPacked;
    }

    /// The selections by these fields in one of the class's kernels.
    public CutBranches branchesOf(Kernel kernel) {
        return new CutBranches(kernel, fields);
    }

    /// The number of a field among those of its direction.
    public int coefficient(String field) {
        int before = 0;
        for (var entry : fields.entrySet()) {
            if (entry.getKey().equals(field)) {
                return before;
            }
            before += entry.getValue().direction() == direction(field) ? 1 : 0;
        }
        throw new IllegalArgumentException("class %s has no field %s".formatted(nodes.name(), field));
    }

    /// Bytes of the stored values.
    public long bytes() {
        return bytes;
    }

    /// The stored values of all nodes: parts of a link in 16 bits each ([#isPacked]), or the arithmetic's
    /// numbers.
    public interface Stored {
        double get(long index);

        void set(long index, double value);
    }

    /// Sets the values of a field among the stored ones.
    /// @param given one per node of the class
    /// @throws IllegalArgumentException if a value is not zero where the link is open, or cannot be stored
    public void pack(String field, double[] given, Stored stored) {
        int bit = 1 << place(direction(field));
        int coefficient = coefficient(field);
        for (int k = 0; k < masks.length; k++) {
            if ((masks[k] & bit) != 0) {
                requirePart(given[k]);
                stored.set(index(bit, coefficient, k), given[k]);
            } else if (given[k] != 0) {
                throw new IllegalArgumentException(
                        "field %s of class %s has the value %s at its node %d, whose link is not cut there"
                                .formatted(field, nodes.name(), given[k], k));
            }
        }
    }

    private void requirePart(double value) {
        if (isPacked && value != 0 && Given.PartOfLink.of(value) != value) {
            throw new IllegalArgumentException("class %s stores parts of links in %d bits, but was given %s"
                    .formatted(nodes.name(), Given.PartOfLink.BITS, value));
        }
    }

    /// The values of a field, one per node of the class; 0 where the link is open.
    public double[] unpack(String field, Stored stored) {
        double[] found = new double[masks.length];
        int bit = 1 << place(direction(field));
        int coefficient = coefficient(field);
        for (int k = 0; k < masks.length; k++) {
            found[k] = (masks[k] & bit) != 0 ? stored.get(index(bit, coefficient, k)) : 0;
        }
        return found;
    }

    private long index(int bit, int coefficient, int node) {
        int below = Integer.bitCount(masks[node] & (bit - 1));
        return (isPacked ? (long) PARTS * firsts[node] : firsts[node])
                + (long) coefficient * Integer.bitCount(masks[node])
                + below;
    }

    /// The tables of these fields.
    /// @param positions of the class's nodes
    /// @param all positions of a population array
    List<GpuTable> tables(int[] positions, long all) {
        List<GpuTable> tables = new ArrayList<>();
        tables.add(new GpuTable(
                "cut_places",
                "nodes with cut links",
                NodeTables.rankedBytes(all),
                () -> NodeTables.ranked(positions, all)));
        tables.add(new GpuTable("cut_heads", "cut links of nodes", 8L * masks.length, () -> heads(positions)));
        return tables;
    }

    /// For each node of the class, by ascending position, its mask and the index of its first value.
    private int[] heads(int[] positions) {
        long[] order = new long[positions.length];
        for (int k = 0; k < order.length; k++) {
            order[k] = (long) positions[k] << 32 | k;
        }
        Arrays.sort(order);
        int[] heads = new int[2 * order.length];
        for (int rank = 0; rank < order.length; rank++) {
            int node = (int) order[rank];
            heads[2 * rank] = masks[node];
            heads[2 * rank + 1] = firsts[node];
        }
        return heads;
    }
}
