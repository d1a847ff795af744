package dev.tessera.geometry;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// The cut links of each surface: the boundary nodes that have some, the faces and the directions. Immutable.
public final class LinksBySurface {
    private static final int NODES_PER_TASK = 1 << 14;
    private static final int SURFACES = Byte.MAX_VALUE + 1;
    private static final int FACES = 1 << 4 | 1 << 10 | 1 << 12 | 1 << 14 | 1 << 16 | 1 << 22; // codes along an axis

    private final CutLinks links;
    private final int[][] nodes; // [surface] boundary nodes, ascending
    private final long[] faces; // [surface]
    private final int[] codes; // [surface] bits of the codes of its links

    private LinksBySurface(CutLinks links, int[][] nodes, long[] faces, int[] codes) {
        this.links = links;
        this.nodes = nodes;
        this.faces = faces;
        this.codes = codes;
    }

    static LinksBySurface of(CutLinks links, ForkJoinPool workers) {
        Part[] parts = new Part[Math.ceilDiv(links.boundaryNodes(), NODES_PER_TASK)];
        ParallelLoop.over(workers, parts.length, part -> {
            int from = part * NODES_PER_TASK;
            parts[part] = new Part(links, from, Math.min(links.boundaryNodes(), from + NODES_PER_TASK));
        });
        int[][] nodes = new int[SURFACES][];
        long[] faces = new long[SURFACES];
        int[] codes = new int[SURFACES];
        for (int surface = 0; surface < SURFACES; surface++) {
            int count = 0;
            for (Part part : parts) {
                part.starts[surface] = count;
                count += part.counts[surface];
                faces[surface] += part.faces[surface];
                codes[surface] |= part.codes[surface];
            }
            nodes[surface] = new int[count];
        }
        ParallelLoop.over(workers, parts.length, part -> parts[part].copyTo(nodes));
        return new LinksBySurface(links, nodes, faces, codes);
    }

    /// Consecutive boundary nodes.
    private static final class Part {
        private final int[] @Nullable [] nodes = new int[SURFACES][]; // [surface] and room for more; null: none
        private final int[] counts = new int[SURFACES];
        private final int[] starts = new int[SURFACES]; // index of its first node among those of all parts
        private final int[] faces = new int[SURFACES];
        private final int[] codes = new int[SURFACES];

        Part(CutLinks links, int from, int to) {
            for (int b = from; b < to; b++) {
                for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                    int surface = links.surface(link);
                    int code = 1 << links.code(link);
                    codes[surface] |= code;
                    faces[surface] += (code & FACES) != 0 ? 1 : 0;
                    add(surface, b, to);
                }
            }
        }

        private void add(int surface, int b, int to) {
            int[] its = nodes[surface];
            int count = counts[surface];
            if (its == null) {
                its = nodes[surface] = new int[to - b];
            } else if (its[count - 1] == b) {
                return;
            }
            its[count] = b;
            counts[surface] = count + 1;
        }

        void copyTo(int[][] all) {
            for (int surface = 0; surface < SURFACES; surface++) {
                if (counts[surface] > 0) {
                    System.arraycopy(nodes[surface], 0, all[surface], starts[surface], counts[surface]);
                }
            }
        }
    }

    /// The boundary nodes with links that the surface cuts, ascending; owned, not to be changed.
    public int[] nodes(int surface) {
        return nodes[surface];
    }

    /// The boundary nodes with links along given directions that the surface cuts, ascending; not to be changed.
    /// @param directions bits of the codes of directions
    public int[] nodes(int surface, int directions) {
        int[] all = nodes[surface];
        if ((codes[surface] & ~directions) == 0) {
            return all;
        }
        int[][] parts = new int[Math.ceilDiv(all.length, NODES_PER_TASK)][];
        ParallelLoop.over(ParallelLoop.workers(), parts.length, part -> {
            int from = part * NODES_PER_TASK;
            int[] its = Arrays.copyOfRange(all, from, Math.min(all.length, from + NODES_PER_TASK));
            int count = 0;
            for (int b : its) {
                if (hasLink(b, surface, directions)) {
                    its[count++] = b;
                }
            }
            parts[part] = Arrays.copyOf(its, count);
        });
        return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
    }

    private boolean hasLink(int b, int surface, int directions) {
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            if (links.surface(link) == surface && (directions >>> links.code(link) & 1) != 0) {
                return true;
            }
        }
        return false;
    }

    /// Whether the surface cuts a link along one of the directions.
    /// @param directions bits of the codes of directions
    public boolean cuts(int surface, int directions) {
        return (codes[surface] & directions) != 0;
    }

    /// The number of links along an axis that the surface cuts: faces between fluid nodes and others.
    public long faces(int surface) {
        return faces[surface];
    }
}
