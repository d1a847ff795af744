package dev.tessera.cluster;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Subdomain;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.StorageLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The step plan of a part, and where its values are in the whole.
final class PartPlan {
    private static final int CHUNK = 1 << 16;

    private final Subdomain subdomain;
    private final StepPlan plan;
    private final List<int[]> members; // [class] of its nodes, the index in the whole's class; empty for the bulk

    private PartPlan(Subdomain subdomain, StepPlan plan, List<int[]> members) {
        this.subdomain = subdomain;
        this.plan = plan;
        this.members = List.copyOf(members);
    }

    /// The same arrays on the part's nodes, and the same classes with those of their nodes that the part
    /// updates; a class can be empty.
    /// @param isGpu whether the part's device is a GPU; determines the shape of tiles and the spacing of arrays
    static PartPlan of(StepPlan whole, Subdomain subdomain, boolean isGpu) {
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
        List<int[]> members = new ArrayList<>();
        for (NodeClass nodeClass : whole.classes()) {
            if (nodeClass.fluidNumbers() == null) {
                classes.add(nodeClass);
                members.add(new int[0]);
            } else {
                long[] keys = membersOf(nodeClass.ownNumbers(), subdomain);
                long[] numbers =
                        Arrays.stream(keys).map(key -> key >>> Integer.SIZE).toArray();
                classes.add(nodeClass.over(numbers));
                members.add(Arrays.stream(keys).mapToInt(key -> (int) key).toArray());
            }
        }
        StepPlan plan = new StepPlan(subdomain.nodes(), arrays, classes, whole.precision());
        return new PartPlan(subdomain, plan, members);
    }

    /// The nodes of a class that the part updates, ascending: its fluid number in the high bits, the index in
    /// the class in the low bits.
    private static long[] membersOf(long[] wholeNumbers, Subdomain subdomain) {
        long[] keys = new long[wholeNumbers.length];
        int count = 0;
        var ascending = subdomain.whole().fluid().ascending();
        for (int k = 0; k < wholeNumbers.length; k++) {
            long number = subdomain.number(ascending.boxIndex(wholeNumbers[k]));
            if (number >= 0) {
                keys[count++] = number << Integer.SIZE | k;
            }
        }
        keys = Arrays.copyOf(keys, count);
        Arrays.sort(keys);
        return keys;
    }

    StepPlan plan() {
        return plan;
    }

    /// Nodes, halo nodes included.
    int fluidNodes() {
        return Math.toIntExact(plan.fluidNodes());
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
        return Arrays.stream(members.get(classIndex)).mapToDouble(k -> whole[k]).toArray();
    }

    /// The part's values by fluid number, halo nodes included.
    double[] toPart(double[] whole) {
        double[] values = new double[Math.toIntExact(plan.fluidNodes())];
        forEachNode((part, number, isUpdated) -> values[part] = whole[number]);
        return values;
    }

    /// The positions of nodes of the part in its storage.
    long[] positions(long[] fluidNumbers) {
        NodeMap nodes = plan.nodes();
        long[] positions = new long[fluidNumbers.length];
        for (int n = 0; n < positions.length; n++) {
            long index = nodes.fluid().boxIndex(fluidNumbers[n]);
            positions[n] = plan.nodeStorage()
                    .placement()
                    .position(
                            nodes.box().x(index),
                            nodes.box().y(index),
                            nodes.box().z(index));
        }
        return positions;
    }

    /// Copies the part's values of a field to those of the whole.
    void toWhole(int classIndex, double[] values, double[] whole) {
        if (isBulk(classIndex)) {
            updatedToWhole(values, whole);
            return;
        }
        int[] places = members.get(classIndex);
        for (int k = 0; k < places.length; k++) {
            whole[places[k]] = values[k];
        }
    }

    /// Copies values of the nodes that the part updates to those of the whole, by fluid number.
    void updatedToWhole(double[] values, double[] whole) {
        forEachNode((part, number, isUpdated) -> {
            if (isUpdated) {
                whole[number] = values[part];
            }
        });
    }

    private boolean isBulk(int classIndex) {
        return plan.classes().get(classIndex).fluidNumbers() == null;
    }

    private interface NodeVisitor {
        void visit(int part, int whole, boolean isUpdated);
    }

    private void forEachNode(NodeVisitor visitor) {
        NodeMap nodes = plan.nodes();
        long[] halo = nodes.halo();
        int next = 0;
        long count = nodes.fluid().count();
        for (long from = 0; from < count; from += CHUNK) {
            int length = (int) Math.min(CHUNK, count - from);
            long[] numbers = subdomain.wholeNumbers(from, length);
            for (int n = 0; n < length; n++) {
                boolean isHalo = next < halo.length && halo[next] == from + n;
                next += isHalo ? 1 : 0;
                visitor.visit((int) (from + n), Math.toIntExact(numbers[n]), !isHalo);
            }
        }
    }
}
