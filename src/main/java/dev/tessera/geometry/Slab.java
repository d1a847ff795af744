package dev.tessera.geometry;

import java.util.BitSet;
import java.util.List;

/// The planes of a box along z that one process voxelises, where several share a geometry: consecutive ones, stored
/// with planes of the neighbouring slabs before and behind them. One process alone has all planes. Immutable.
///
/// Positions in the stored box begin with the first stored plane. What depends on all slabs is found by the collective
/// methods, in the sense of [SlabExchange].
public final class Slab {
    /// Planes of a neighbouring slab that are stored: as many as decide on whether a node of the first of them is in
    /// a thin place ([ThinPlaces]).
    static final int GHOST = 6;

    private final Box whole;
    private final Box box;
    private final int first;
    private final int end;
    private final int below;
    private final SlabExchange exchange;

    private Slab(Box whole, int first, int end, int below, int above, SlabExchange exchange) {
        this.whole = whole;
        this.first = first;
        this.end = end;
        this.below = below;
        this.exchange = exchange;
        this.box = new Box(
                whole.nx(),
                whole.ny(),
                end - first + below + above,
                whole.periodicX(),
                whole.periodicY(),
                whole.periodicZ() && exchange.count() == 1);
    }

    /// All planes of a box, in one process.
    public static Slab whole(Box box) {
        return new Slab(box, 0, box.nz(), 0, 0, SlabExchange.ALONE);
    }

    /// The slab of this process: as many planes as the others have, or one more.
    /// @throws TooFewPlanesException where the box has too few planes for so many processes
    public static Slab of(Box whole, SlabExchange exchange) {
        int count = exchange.count();
        if (count == 1) {
            return whole(whole);
        }
        int most = whole.nz() / GHOST;
        if (most < count) {
            throw new TooFewPlanesException(
                    whole,
                    "%d processes cannot share %s nodes: each needs at least %d planes along z"
                            .formatted(count, whole, GHOST),
                    "Use %s.".formatted(most < 2 ? "one process" : "at most %d processes".formatted(most)));
        }
        int first = (int) ((long) whole.nz() * exchange.rank() / count);
        int end = (int) ((long) whole.nz() * (exchange.rank() + 1) / count);
        int below = exchange.rank() > 0 || whole.periodicZ() ? GHOST : 0;
        int above = exchange.rank() < count - 1 || whole.periodicZ() ? GHOST : 0;
        return new Slab(whole, first, end, below, above, exchange);
    }

    /// The box that all slabs make up.
    public Box whole() {
        return whole;
    }

    /// The stored planes. Not periodic along z where there are several slabs.
    public Box box() {
        return box;
    }

    public boolean isWhole() {
        return exchange.count() == 1;
    }

    public SlabExchange exchange() {
        return exchange;
    }

    /// The first own plane, in the whole.
    public int first() {
        return first;
    }

    /// The plane after the last own one, in the whole.
    public int end() {
        return end;
    }

    /// The number of own planes.
    public int planes() {
        return end - first;
    }

    /// The number of stored planes before the own ones.
    public int below() {
        return below;
    }

    /// The number of stored planes behind the own ones.
    public int above() {
        return box.nz() - below - planes();
    }

    /// Whether the planes of every tile that begins with an own plane are stored, with those beside it.
    /// @param edge planes of a tile
    public boolean storesTilesOf(int edge) {
        return isWhole() || edge <= GHOST;
    }

    /// Whether a plane of the whole is an own one.
    public boolean owns(int wholeZ) {
        return wholeZ >= first && wholeZ < end;
    }

    /// The plane of the whole that is stored as plane z.
    public int wholeZ(int z) {
        return Math.floorMod(first - below + z, whole.nz());
    }

    /// The stored plane that is an own plane of the whole.
    public int storedZ(int wholeZ) {
        return wholeZ - first + below;
    }

    /// The box index in the whole of a stored node.
    public long wholeIndex(long index) {
        int z = box.z(index);
        return index + (long) box.nx() * box.ny() * (wholeZ(z) - z);
    }

    /// The first own row, `y + ny z` of the stored box.
    int firstRow() {
        return below * box.ny();
    }

    /// The row after the last own one.
    int endRow() {
        return (below + planes()) * box.ny();
    }

    /// The box index of the first own node.
    long firstNode() {
        return (long) firstRow() * box.nx();
    }

    /// The box index after that of the last own node.
    long endNode() {
        return (long) endRow() * box.nx();
    }

    /// The number of fluid nodes in own planes.
    /// @param fluid of the stored box
    public long own(FluidNodes fluid) {
        return fluid.rank(endNode()) - fluid.rank(firstNode());
    }

    /// The number of fluid nodes of all slabs. Collective.
    /// @param fluid of the stored box
    public long count(FluidNodes fluid) {
        return sum(own(fluid));
    }

    /// The sum over all slabs. Collective.
    public long sum(long own) {
        return isWhole() ? own : sums(new long[] {own})[0];
    }

    /// Sums over all slabs, number by number. Collective.
    public long[] sums(long[] own) {
        long[] sums = own.clone();
        List<long[]> all = exchange.all(own);
        for (int rank = 0; rank < all.size(); rank++) {
            for (int k = 0; rank != exchange.rank() && k < sums.length; k++) {
                sums[k] += all.get(rank)[k];
            }
        }
        return sums;
    }

    /// Adds to each set what it has in other slabs. Collective.
    /// @param sets of numbers below 128
    public void unite(BitSet[] sets) {
        if (isWhole()) {
            return;
        }
        long[] words = new long[2 * sets.length];
        for (int k = 0; k < sets.length; k++) {
            long[] its = sets[k].toLongArray();
            System.arraycopy(its, 0, words, 2 * k, its.length);
        }
        for (long[] ofRank : exchange.all(words)) {
            for (int k = 0; k < sets.length; k++) {
                sets[k].or(BitSet.valueOf(new long[] {ofRank[2 * k], ofRank[2 * k + 1]}));
            }
        }
    }

    /// Makes values true that are true in another slab. Collective.
    public void unite(boolean[] values) {
        if (isWhole()) {
            return;
        }
        BitSet own = new BitSet(values.length);
        for (int k = 0; k < values.length; k++) {
            own.set(k, values[k]);
        }
        for (long[] ofRank : exchange.all(own.toLongArray())) {
            BitSet.valueOf(ofRank).stream().forEach(k -> values[k] = true);
        }
    }

    /// The position of the first stored node.
    /// @param originM position of node (0, 0, 0) of the whole, m, `[3]`
    public double[] originM(double[] originM, double spacingM) {
        return new double[] {originM[0], originM[1], originM[2] + (first - below) * spacingM};
    }

    @Override
    public String toString() {
        return isWhole()
                ? "all of %s nodes".formatted(whole)
                : "planes %d … %d of %s nodes".formatted(first, end - 1, whole);
    }
}
