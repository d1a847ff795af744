package dev.tessera.kernel.lane;

import java.util.Arrays;

/// Divides a sequence of lanes into segments: long stretches in which all streams have consecutive slots become
/// direct segments, the rest is gathered.
final class SegmentBuilder {
    /// Stretches with fewer lanes are gathered: a kernel call costs about as much as copying them.
    private static final int SHORTEST_STRETCH = 16;

    private final int streams;
    private final int incoming;
    private final int moveLanes;
    private final boolean inOrder;
    private long[] words = new long[256];
    private int size;

    // the current stretch: all streams are consecutive from these slots on
    private final long[] stretch;
    private int stretchLanes;

    // the current gathered segment
    private final long[][] pieceSlots; // [stream][piece]
    private final int[][] pieceLanes;
    private final int[] pieces; // [stream]
    private int gathered;

    /// @param streams per segment
    /// @param incoming number of input streams, which are gathered; the others are scattered
    /// @param moveLanes maximum length of a move
    /// @param inOrder whether lanes have to keep their order, because fields are stored in it
    SegmentBuilder(int streams, int incoming, int moveLanes, boolean inOrder) {
        this.streams = streams;
        this.incoming = incoming;
        this.moveLanes = moveLanes;
        this.inOrder = inOrder;
        this.stretch = new long[streams];
        this.pieceSlots = new long[streams][LaneTable.GATHERED_LANES];
        this.pieceLanes = new int[streams][LaneTable.GATHERED_LANES];
        this.pieces = new int[streams];
    }

    /// @param slots `[stream][lane]`
    void add(long[][] slots, int lanes) {
        long breaks = stretchLanes > 0 && runsOn(slots) ? 0 : 1;
        for (long[] stream : slots) {
            for (int lane = 1; lane < lanes; lane++) {
                breaks |= stream[lane] == stream[lane - 1] + 1 ? 0 : 1L << lane;
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

    private boolean runsOn(long[][] slots) {
        for (int s = 0; s < streams; s++) {
            if (slots[s][0] != stretch[s] + stretchLanes) {
                return false;
            }
        }
        return true;
    }

    private void endStretchButGoOn() {
        int lanes = stretchLanes;
        endStretch();
        for (int s = 0; s < streams; s++) {
            stretch[s] += lanes;
        }
    }

    private void endStretch() {
        int alone = aloneOf(stretchLanes);
        if (alone > 0) {
            if (inOrder) {
                endGathered();
            }
            write(LaneTable.header(alone, 0, 0, 0, 0));
            write((1L << streams) - 1);
            for (long slot : stretch) {
                write(slot);
            }
        }
        for (int lane = alone; lane < stretchLanes; ) {
            int length = Math.min(stretchLanes - lane, LaneTable.GATHERED_LANES - gathered);
            gather(lane, length);
            lane += length;
            if (gathered == LaneTable.GATHERED_LANES) {
                endGathered();
            }
        }
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
            long slot = stretch[s] + lane;
            int last = pieces[s] - 1;
            if (last >= 0 && pieceSlots[s][last] + pieceLanes[s][last] == slot) {
                pieceLanes[s][last] += length;
            } else {
                pieceSlots[s][last + 1] = slot;
                pieceLanes[s][last + 1] = length;
                pieces[s]++;
            }
        }
        gathered += length;
    }

    private void endGathered() {
        if (gathered == 0) {
            return;
        }
        int header = size;
        write(0);
        write(0);
        long direct = 0;
        for (int s = 0; s < streams; s++) {
            if (pieces[s] == 1) {
                direct |= 1L << s;
                write(pieceSlots[s][0]);
            }
        }
        int shortIn = writeMoves(0, incoming, false);
        int fullIn = writeMoves(0, incoming, true);
        int shortOut = writeMoves(incoming, streams, false);
        int fullOut = writeMoves(incoming, streams, true);
        words[header] = LaneTable.header(gathered, shortIn, fullIn, shortOut, fullOut);
        words[header + 1] = direct;
        Arrays.fill(pieces, 0);
        gathered = 0;
    }

    /// Writes the moves of some streams that have the maximum length, or the shorter ones.
    private int writeMoves(int from, int end, boolean full) {
        int before = size;
        for (int s = from; s < end; s++) {
            int place = s * LaneTable.pitch(moveLanes);
            for (int p = 0; p < pieces[s] && pieces[s] > 1; p++) {
                for (int lane = 0; lane < pieceLanes[s][p]; lane += moveLanes) {
                    int length = Math.min(moveLanes, pieceLanes[s][p] - lane);
                    if ((length == moveLanes) == full) {
                        write(LaneTable.move(pieceSlots[s][p] + lane, place, length));
                    }
                    place += length;
                }
            }
        }
        return size - before;
    }

    private void write(long word) {
        if (size == words.length) {
            words = Arrays.copyOf(words, 2 * size);
        }
        words[size++] = word;
    }
}
