package dev.tessera.layout;

import java.util.List;

/// The tables of private slots of cut links: the slot of a link cut along `direction` at `position` is `start(list) +
/// rank of (rank of position in nodes) in lists[list]`.
///
/// @param listOf `[direction]` the list of links along it, or -1 if the pattern has another slot
/// @param start `[list]` the first slot of a list
/// @param nodes positions that have private slots
/// @param lists `[list]` members of `nodes`, by their rank
@SuppressWarnings("ArrayRecordComponent")
public record PrivateIndex(int[] listOf, long[] start, RankedBits nodes, List<RankedBits> lists) {
    public PrivateIndex {
        lists = List.copyOf(lists);
    }
}
