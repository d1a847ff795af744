package dev.tessera.kernel.lane;

import java.util.Arrays;
import java.util.List;

/// Divides a sequence of lanes into segments: long stretches in which all streams have consecutive slots become
/// direct segments, the rest is gathered.
final class SegmentBuilder {
    /// Stretches with fewer lanes are gathered: a kernel call costs about as much as copying them.
    private static final int SHORTEST_STRETCH = 16;

    private final int streams;
    private final int[] widths; // [stream] slots of a value
    private final boolean[] isIn; // [stream]
    private final boolean[] isOut;
    private final boolean inPlace;
    private final int moveLanes;
    private final int pitch;
    private final int gatheredLanes;
    private final boolean inOrder;
    private long[] words = new long[256];
    private int size;

    // the current stretch: all streams are consecutive from these slots on
    private final long[] stretch;
    private int stretchLanes;
    private int stretchFirst; // lanes before it

    private int[] order = new int[256]; // [lane of the table] which of the added lanes it is
    private int ordered;

    // the current gathered segment
    private final long[][] pieceSlots; // [stream][piece]
    private final int[][] pieceLanes;
    private final int[] pieces; // [stream]
    private final int[] gatheredOrder = new int[LaneTable.GATHERED_LANES];
    private int gathered;

    /// @param of the streams of a segment
    /// @param moveLanes maximum length of a move
    /// @param inOrder whether lanes have to keep their order, because fields are stored in it
    SegmentBuilder(List<SlotStream> of, int moveLanes, boolean inOrder) {
        this.streams = of.size();
        this.widths = of.stream().mapToInt(SlotStream::width).toArray();
        this.isIn = new boolean[streams];
        this.isOut = new boolean[streams];
        boolean areBoth = true;
        for (int s = 0; s < streams; s++) {
            isIn[s] = of.get(s).isIn();
            isOut[s] = of.get(s).isOut();
            areBoth &= isIn[s] && isOut[s];
        }
        this.inPlace = areBoth;
        this.moveLanes = moveLanes;
        this.pitch = LaneTable.pitch(moveLanes, Arrays.stream(widths).max().orElse(1));
        this.gatheredLanes = LaneTable.gatheredLanes(streams);
        this.inOrder = inOrder;
        this.stretch = new long[streams];
        this.pieceSlots = new long[streams][LaneTable.GATHERED_LANES];
        this.pieceLanes = new int[streams][LaneTable.GATHERED_LANES];
        this.pieces = new int[streams];
    }

    /// @param slots `[stream][lane]`
    void add(long[][] slots, int lanes) {
        long breaks = stretchLanes > 0 && runsOn(slots) ? 0 : 1;
        for (int s = 0; s < streams; s++) {
            long[] stream = slots[s];
            int width = widths[s];
            for (int lane = 1; lane < lanes; lane++) {
                breaks |= stream[lane] == stream[lane - 1] + width ? 0 : 1L << lane;
            }
        }
        for (int lane = 0; lane < lanes; ) {
            long rest = lane == 63 ? 0 : breaks >>> lane + 1;
            int length = Math.min(lanes - lane, rest == 0 ? 64 : 1 + Long.numberOfTrailingZeros(rest));
            if ((breaks >>> lane & 1) != 0) {
                endStretch();
                for (int s = 0; s < streams; s++) {
                    stretch[s] = slots[s][lane];
                }
            }
            stretchLanes += length;
            lane += length;
            if (stretchLanes > LaneTable.MAX_LANES - 64) {
                endStretchButGoOn();
            }
        }
    }

    /// The finished table.
    long[] finish() {
        endStretch();
        endGathered();
        return Arrays.copyOf(words, size);
    }

    /// The lanes of the finished table, by their order of addition.
    int[] order() {
        return Arrays.copyOf(order, ordered);
    }

    private boolean runsOn(long[][] slots) {
        for (int s = 0; s < streams; s++) {
            if (slots[s][0] != stretch[s] + (long) stretchLanes * widths[s]) {
                return false;
            }
        }
        return true;
    }

    private void endStretchButGoOn() {
        int lanes = stretchLanes;
        endStretch();
        for (int s = 0; s < streams; s++) {
            stretch[s] += (long) lanes * widths[s];
        }
    }

    private void endStretch() {
        int alone = aloneOf(stretchLanes);
        if (alone > 0) {
            if (inOrder) {
                endGathered();
            }
            write(LaneTable.header(alone, 0, 0, 0, 0));
            for (int s = 0; s < streams; s += Long.SIZE) {
                write(streams - s >= Long.SIZE ? -1 : (1L << streams - s) - 1);
            }
            for (long slot : stretch) {
                write(slot);
            }
            for (int lane = 0; lane < alone; lane++) {
                append(stretchFirst + lane);
            }
        }
        for (int lane = alone; lane < stretchLanes; ) {
            int length = Math.min(stretchLanes - lane, gatheredLanes - gathered);
            gather(lane, length);
            lane += length;
            if (gathered == gatheredLanes) {
                endGathered();
            }
        }
        stretchFirst += stretchLanes;
        stretchLanes = 0;
    }

    /// The number of lanes of a stretch that form a direct segment. A rest that does not fill a vector is
    /// gathered with the rests of other stretches: separately it would cost more than a whole vector.
    private int aloneOf(int lanes) {
        if (lanes < SHORTEST_STRETCH) {
            return 0;
        }
        return inOrder ? lanes : lanes - lanes % moveLanes;
    }

    private void gather(int lane, int length) {
        for (int s = 0; s < streams; s++) {
            long slot = stretch[s] + (long) lane * widths[s];
            int last = pieces[s] - 1;
            if (last >= 0 && pieceSlots[s][last] + (long) pieceLanes[s][last] * widths[s] == slot) {
                pieceLanes[s][last] += length;
            } else {
                pieceSlots[s][last + 1] = slot;
                pieceLanes[s][last + 1] = length;
                pieces[s]++;
            }
        }
        for (int k = 0; k < length; k++) {
            gatheredOrder[gathered + k] = stretchFirst + lane + k;
        }
        gathered += length;
    }

    private void endGathered() {
        if (gathered == 0) {
            return;
        }
        int header = size;
        write(0);
        for (int s = 0; s < streams; s += Long.SIZE) {
            write(0);
        }
        for (int s = 0; s < streams; s++) {
            if (pieces[s] == 1) {
                words[header + 1 + s / Long.SIZE] |= 1L << s;
                write(pieceSlots[s][0]);
            }
        }
        int shortIn = writeMoves(isIn, false);
        int fullIn = writeMoves(isIn, true);
        int shortOut = inPlace ? 0 : writeMoves(isOut, false);
        int fullOut = inPlace ? 0 : writeMoves(isOut, true);
        words[header] = LaneTable.header(gathered, shortIn, fullIn, shortOut, fullOut);
        for (int lane = 0; lane < gathered; lane++) {
            append(gatheredOrder[lane]);
        }
        Arrays.fill(pieces, 0);
        gathered = 0;
    }

    /// Writes the moves of some streams that have the maximum length, or the shorter ones.
    private int writeMoves(boolean[] isChosen, boolean full) {
        int before = size;
        for (int s = 0; s < streams; s++) {
            int place = s * pitch;
            for (int p = 0; p < pieces[s] && pieces[s] > 1 && isChosen[s]; p++) {
                int slots = pieceLanes[s][p] * widths[s];
                for (int slot = 0; slot < slots; slot += moveLanes) {
                    int length = Math.min(moveLanes, slots - slot);
                    if ((length == moveLanes) == full) {
                        write(LaneTable.move(pieceSlots[s][p] + slot, place, length));
                    }
                    place += length;
                }
            }
        }
        return size - before;
    }

    private void append(int lane) {
        if (ordered == order.length) {
            order = Arrays.copyOf(order, 2 * ordered);
        }
        order[ordered++] = lane;
    }

    private void write(long word) {
        if (size == words.length) {
            words = Arrays.copyOf(words, 2 * size);
        }
        words[size++] = word;
    }
}
