package dev.tessera.layout.addressing;

import dev.tessera.geometry.Box;
import dev.tessera.layout.Placement;
import java.util.Arrays;

/// A placement of fluid nodes whose positions are looked up in an array over the whole box. Their order is that of
/// the indexed list.
public final class IndexedPlacement implements ArrayPlacement {
    /// The entry of nodes that are not fluid.
    public static final int SOLID = -1;

    /// Of a box: the elements of one array.
    static final int MOST_NODES = Integer.MAX_VALUE - 8;

    private final Box box;
    private final SlotArrays arrays;
    private final Placement list;
    private final int[] index; // [box index] position, or SOLID

    /// @param box of at most [#MOST_NODES] nodes
    static IndexedPlacement of(Box box, SlotArrays arrays, Placement list) {
        int[] index = new int[Math.toIntExact(box.size())];
        Arrays.fill(index, SOLID);
        for (int block = 0; block < list.blocks(); block++) {
            list.forEachRun(block, (x, y, z, count, position) -> {
                int first = (int) box.index(x, y, z);
                for (int i = 0; i < count; i++) {
                    index[first + i] = (int) position + i;
                }
            });
        }
        return new IndexedPlacement(box, arrays, list, index);
    }

    private IndexedPlacement(Box box, SlotArrays arrays, Placement list, int[] index) {
        this.box = box;
        this.arrays = arrays;
        this.list = list;
        this.index = index;
    }

    /// The fluid index array, `[box index]`: the node's position, or [#SOLID]; not to be changed.
    public int[] index() {
        return index;
    }

    @Override
    public long position(int x, int y, int z) {
        return index[(int) box.index(x, y, z)];
    }

    @Override
    public void positions(int x, int y, int z, int count, long[] target) {
        int first = (int) box.index(x, y, z);
        for (int i = 0; i < count; i++) {
            target[i] = index[first + i];
        }
    }

    @Override
    public boolean isInFluidOrder() {
        return list.isInFluidOrder();
    }

    @Override
    public SlotArrays arrays() {
        return arrays;
    }

    @Override
    public long slot(long boxIndex, int array, int copy) {
        return arrays.slot(index[(int) boxIndex], array, copy);
    }

    @Override
    public int blocks() {
        return list.blocks();
    }

    @Override
    public void forEachRun(int block, RunVisitor visitor) {
        list.forEachRun(block, visitor);
    }

    @Override
    public long tableBytes() {
        return list.tableBytes() + 4L * index.length;
    }

    @Override
    public long tiles() {
        return list.tiles();
    }

    @Override
    public long tilesInBox() {
        return list.tilesInBox();
    }

    @Override
    public double utilisation() {
        return list.utilisation();
    }

    @Override
    public String toString() {
        return list.toString();
    }
}
