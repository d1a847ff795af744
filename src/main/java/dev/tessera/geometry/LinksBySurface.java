package dev.tessera.geometry;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;

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
                int its = part.counts[surface];
                part.counts[surface] = count; // from now on the index of its first node
                count += its;
                faces[surface] += part.faces[surface];
                codes[surface] |= part.codes[surface];
            }
            nodes[surface] = new int[count];
        }
        ParallelLoop.over(workers, parts.length, part -> parts[part].fill(nodes));
        return new LinksBySurface(links, nodes, faces, codes);
    }

    /// Consecutive boundary nodes.
    private static final class Part {
        private final CutLinks links;
        private final int from;
        private final int to;
        private final int[] counts = new int[SURFACES];
        private final int[] faces = new int[SURFACES];
        private final int[] codes = new int[SURFACES];

        Part(CutLinks links, int from, int to) {
            this.links = links;
            this.from = from;
            this.to = to;
            int[] latest = new int[SURFACES];
            Arrays.fill(latest, -1);
            for (int b = from; b < to; b++) {
                for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                    int surface = links.surface(link);
                    int code = 1 << links.code(link);
                    codes[surface] |= code;
                    faces[surface] += (code & FACES) != 0 ? 1 : 0;
                    counts[surface] += latest[surface] != b ? 1 : 0;
                    latest[surface] = b;
                }
            }
        }

        void fill(int[][] nodes) {
            int[] latest = new int[SURFACES];
            Arrays.fill(latest, -1);
            for (int b = from; b < to; b++) {
                for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                    int surface = links.surface(link);
                    if (latest[surface] != b) {
                        nodes[surface][counts[surface]++] = b;
                        latest[surface] = b;
                    }
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
