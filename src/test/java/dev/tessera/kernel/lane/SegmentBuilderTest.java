package dev.tessera.kernel.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Division of stretches into segments of a table.
final class SegmentBuilderTest {
    private static final int STREAMS = 3;
    private static final int MOVE_LANES = 8;
    private static final List<SlotStream> STREAMS_READ = Collections.nCopies(STREAMS, SlotStream.read(0, 0, 0, false));

    /// @param lanes of the segment, @param direct streams that run on, @param moves that bring the others
    ///        together
    private record Segment(int lanes, long direct, int moves) {}

    @Test
    void a_rest_smaller_than_a_vector_is_gathered_with_other_rests() {
        SegmentBuilder builder = new SegmentBuilder(STREAMS_READ, MOVE_LANES, false);
        stretch(builder, 0, 20);
        stretch(builder, 1000, 35);
        assertThat(segments(builder.finish()))
                .containsExactly(
                        new Segment(16, 0b111, 0), // of 20
                        new Segment(32, 0b111, 0), // of 35
                        new Segment(4 + 3, 0, 2 * STREAMS)); // both rests, one move each per stream
    }

    @Test
    void a_stretch_that_fills_its_vectors_leaves_no_rest() {
        SegmentBuilder builder = new SegmentBuilder(STREAMS_READ, MOVE_LANES, false);
        stretch(builder, 0, 48);
        assertThat(segments(builder.finish())).containsExactly(new Segment(48, 0b111, 0));
    }

    @Test
    void lanes_with_ordered_fields_keep_their_order_and_their_rest() {
        SegmentBuilder builder = new SegmentBuilder(STREAMS_READ, MOVE_LANES, true);
        stretch(builder, 0, 20);
        stretch(builder, 1000, 35);
        assertThat(segments(builder.finish())).containsExactly(new Segment(20, 0b111, 0), new Segment(35, 0b111, 0));
    }

    /// Short stretches of either side too: what is gathered goes before the long stretch that follows it.
    @Test
    void lanes_in_order_are_not_gathered_across_a_long_stretch() {
        SegmentBuilder builder = new SegmentBuilder(STREAMS_READ, MOVE_LANES, true);
        stretch(builder, 0, 5);
        stretch(builder, 1000, 35);
        stretch(builder, 2000, 6);
        assertThat(segments(builder.finish()))
                .containsExactly(new Segment(5, 0b111, 0), new Segment(35, 0b111, 0), new Segment(6, 0b111, 0));
    }

    @Test
    void short_stretches_are_gathered_whole() {
        SegmentBuilder builder = new SegmentBuilder(STREAMS_READ, MOVE_LANES, false);
        stretch(builder, 0, 15);
        stretch(builder, 1000, 9);
        // 15 = 8 + 7 and 9 = 8 + 1: two moves each per stream
        assertThat(segments(builder.finish())).containsExactly(new Segment(24, 0, 4 * STREAMS));
    }

    @Test
    void rests_beyond_the_capacity_of_a_segment_begin_the_next_one() {
        SegmentBuilder builder = new SegmentBuilder(STREAMS_READ, MOVE_LANES, false);
        int rests = LaneTable.GATHERED_LANES / 7 + 1;
        for (int r = 0; r < rests; r++) {
            stretch(builder, 1000L * r, 16 + 7);
        }
        List<Segment> gathered = segments(builder.finish()).stream()
                .filter(segment -> segment.moves() > 0 || segment.lanes() != 16)
                .toList();
        assertThat(gathered).hasSize(2);
        assertThat(gathered.getFirst().lanes()).isEqualTo(LaneTable.GATHERED_LANES);
        assertThat(gathered.stream().mapToInt(Segment::lanes).sum()).isEqualTo(7 * rests);
    }

    /// Adds lanes with consecutive slots in all streams.
    private static void stretch(SegmentBuilder builder, long firstSlot, int lanes) {
        long[][] slots = new long[STREAMS][1];
        for (int s = 0; s < STREAMS; s++) {
            slots[s][0] = firstSlot + 100_000L * s;
        }
        builder.add(slots, new long[] {1, 1, 1}, lanes);
    }

    private static List<Segment> segments(long[] table) {
        List<Segment> segments = new ArrayList<>();
        for (int word = 0; word < table.length; ) {
            long header = table[word];
            int moves = LaneTable.movesIn(header) + LaneTable.movesOut(header);
            segments.add(new Segment(LaneTable.lanes(header), table[word + 1], moves));
            word += 2 + Long.bitCount(table[word + 1]) + moves;
        }
        return segments;
    }
}
