package dev.tessera.geometry;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/// All parts of a divided node map, each with its halo.
///
/// @param partition which part updates each node
/// @param subdomains the parts, `[part]`
public record Parts(NodeMap whole, Partition partition, List<Subdomain> subdomains) {
    public Parts {
        subdomains = List.copyOf(subdomains);
        if (subdomains.size() != partition.parts() || !partition.box().equals(whole.box())) {
            throw new IllegalArgumentException("%d parts of a box of %s nodes do not fit %d parts of %s nodes"
                    .formatted(subdomains.size(), whole.box(), partition.parts(), partition.box()));
        }
    }

    /// Divides a map.
    /// @param workers threads that search the cut links
    public static Parts of(NodeMap whole, Partition partition, Subdomain.PeriodicSides sides, ForkJoinPool workers) {
        return new Parts(
                whole,
                partition,
                IntStream.range(0, partition.parts())
                        .mapToObj(part -> Subdomain.of(whole, partition, part, sides, workers))
                        .toList());
    }

    /// The part that updates a node of the whole.
    public int owner(long wholeIndex) {
        Box box = whole.box();
        return partition.owner(box.x(wholeIndex), box.y(wholeIndex), box.z(wholeIndex));
    }
}
