package dev.tessera.cluster;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Subdomain;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The step plan of a part, and where its values are in the whole. The plan itself is made where it is needed, in the
/// process that runs the part.
final class PartPlan {
    private static final int CHUNK = 1 << 16;

    private final StepPlan whole;
    private final Subdomain subdomain;
    private final boolean isGpu;
    private final List<long[]> members; // [class] of its nodes, as [#membersOf]; empty for the bulk
    private @Nullable StepPlan plan;
    private @Nullable NodeRuns runs; // of the nodes that the part owns

    private PartPlan(StepPlan whole, Subdomain subdomain, boolean isGpu, List<long[]> members) {
        this.whole = whole;
        this.subdomain = subdomain;
        this.isGpu = isGpu;
        this.members = List.copyOf(members);
    }

    /// @param isGpu whether the part's device is a GPU; determines the shape of tiles and the spacing of arrays
    static PartPlan of(StepPlan whole, Subdomain subdomain, boolean isGpu) {
        List<long[]> members = whole.classes().stream()
                .map(each -> isBulk(each) ? new long[0] : membersOf(each.ownNumbers(), subdomain))
                .toList();
        return new PartPlan(whole, subdomain, isGpu, members);
    }

    /// The same arrays on the part's nodes, and the same classes with those of their nodes that the part
    /// updates; a class can be empty.
    StepPlan plan() {
        StepPlan made = plan;
        if (made == null) {
            made = make();
            plan = made;
        }
        return made;
    }

    private StepPlan make() {
        ArraySpacing spacing = ArraySpacing.of(whole.precision().storedBytes(), isGpu);
        List<StoredArray> arrays = new ArrayList<>();
        for (StoredArray array : whole.arrays()) {
            arrays.add(
                    switch (array) {
                        case StoredArray.Field field -> field;
                        case StoredArray.Moments moments -> moments.on(subdomain.nodes());
                        case StoredArray.Populations(String name, StorageLayout storage) ->
                            new StoredArray.Populations(
                                    name,
                                    StorageLayout.of(
                                            storage.lattice(),
                                            storage.pattern(),
                                            storage.addressing().shapedFor(isGpu),
                                            subdomain.nodes(),
                                            spacing));
                    });
        }
        List<NodeClass> classes = new ArrayList<>();
        for (int index = 0; index < members.size(); index++) {
            NodeClass nodeClass = whole.classes().get(index);
            long[] numbers = Arrays.stream(members.get(index))
                    .map(key -> key >>> Integer.SIZE)
                    .toArray();
            classes.add(isBulk(nodeClass) ? nodeClass : nodeClass.over(numbers));
        }
        return new StepPlan(subdomain.nodes(), arrays, classes, whole.precision(), whole.intrinsics());
    }

    private static boolean isBulk(NodeClass nodeClass) {
        return nodeClass.fluidNumbers() == null;
    }

    /// The nodes of a class that the part updates, ascending: its fluid number in the high bits, the index in
    /// the class in the low bits.
    private static long[] membersOf(long[] wholeNumbers, Subdomain subdomain) {
        long[] keys = new long[wholeNumbers.length];
        int count = 0;
        var ascending = subdomain.whole().fluid().ascending();
        for (int k = 0; k < wholeNumbers.length; k++) {
            for (long number : subdomain.updated(ascending.boxIndex(wholeNumbers[k]))) {
                if (count == keys.length) {
                    keys = Arrays.copyOf(keys, 2 * count); // images across periodic sides
                }
                keys[count++] = number << Integer.SIZE | k;
            }
        }
        keys = Arrays.copyOf(keys, count);
        Arrays.sort(keys);
        return keys;
    }

    /// Nodes, halo nodes included.
    int fluidNodes() {
        return Math.toIntExact(subdomain.fluid().count());
    }

    /// The number of values of a field of a class: for the bulk those of all nodes.
    int length(int classIndex) {
        return isBulk(classIndex) ? fluidNodes() : members.get(classIndex).length;
    }

    Subdomain subdomain() {
        return subdomain;
    }

    /// The part's values of a field: for the bulk by fluid number, halo nodes included.
    double[] toPart(int classIndex, double[] whole) {
        if (isBulk(classIndex)) {
            return toPart(whole);
        }
        return Arrays.stream(members.get(classIndex))
                .mapToDouble(key -> whole[(int) key])
                .toArray();
    }

    /// The part's values by fluid number, halo nodes included.
    double[] toPart(double[] whole) {
        double[] values = new double[Math.toIntExact(subdomain.fluid().count())];
        forEachNode((part, number) -> values[part] = whole[number]);
        return values;
    }

    /// The nodes that the part owns; found when they are first needed.
    NodeRuns runs() {
        NodeRuns found = runs;
        if (found == null) {
            found = NodeRuns.of(subdomain, ParallelLoop.workers());
            runs = found;
        }
        return found;
    }

    /// The positions of nodes of the part in its storage.
    long[] positions(long[] fluidNumbers) {
        FluidNodes fluid = subdomain.fluid();
        Box box = fluid.box();
        long[] positions = new long[fluidNumbers.length];
        for (int n = 0; n < positions.length; n++) {
            long index = fluid.boxIndex(fluidNumbers[n]);
            positions[n] = plan().nodeStorage().placement().position(box.x(index), box.y(index), box.z(index));
        }
        return positions;
    }

    /// Copies the part's values of a field to those of the whole.
    void toWhole(int classIndex, double[] values, double[] whole) {
        if (isBulk(classIndex)) {
            ownToWhole(values, whole);
            return;
        }
        long[] keys = members.get(classIndex);
        for (int k = 0; k < keys.length; k++) {
            whole[(int) keys[k]] = values[k];
        }
    }

    /// Copies values of the nodes that the part owns to those of the whole, by fluid number.
    void ownToWhole(double[] values, double[] whole) {
        runs().forEach((part, number, before, nodes) -> System.arraycopy(values, part, whole, number, nodes));
    }

    private boolean isBulk(int classIndex) {
        return isBulk(whole.classes().get(classIndex));
    }

    private interface NodeVisitor {
        void visit(int part, int whole);
    }

    private void forEachNode(NodeVisitor visitor) {
        long count = subdomain.fluid().count();
        for (long from = 0; from < count; from += CHUNK) {
            int length = (int) Math.min(CHUNK, count - from);
            long[] numbers = subdomain.wholeNumbers(from, length);
            for (int n = 0; n < length; n++) {
                visitor.visit((int) (from + n), Math.toIntExact(numbers[n]));
            }
        }
    }
}
