package dev.tessera.geometry;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// All cut links: from a fluid node along one of 26 directions to a node that is not fluid (or outside the
/// box). Grouped by node, nodes ascending by their fluid number, links ascending by direction code.
///
/// Memory: 16 bytes per boundary node (+12 with normals), 2 bytes per link (+4 with distances). Immutable, except that
/// normals may be found when they are first asked for; the arrays are owned.
public final class CutLinks {
    private final long[] nodes;
    private final int[] first; // [boundary node + 1]
    private final byte[] codes;
    private final byte[] surfaces;
    private final float @Nullable [] distances; // null: half-way everywhere
    private final @Nullable Normals normals; // null: estimated from the links
    private volatile @Nullable LinksBySurface bySurface; // found when it is first needed

    /// @param nodes fluid numbers of the nodes that have cut links, ascending
    /// @param first `first[b] … first[b+1]` are the links of boundary node b
    /// @param codes direction of each link, as `Velocity.code()` in `model`: `(x+1) + 3(y+1) + 9(z+1)`
    /// @param surfaces id of the surface that cuts each link
    /// @param distances from the node to the surface along the link as a fraction of the link, in (0, 1];
    ///        null: 1/2. 0 where the node itself is on the surface (wet sides)
    /// @param normals unit normals of the nearest surface at each boundary node, into the fluid,
    ///        `[3 b + axis]`; null: estimated from the cut links
    public CutLinks(
            long[] nodes,
            int[] first,
            byte[] codes,
            byte[] surfaces,
            float @Nullable [] distances,
            float @Nullable [] normals) {
        this(nodes, first, codes, surfaces, distances, normals == null ? null : new Normals(normals));
        if (normals != null && normals.length != 3 * nodes.length) {
            throw new IllegalArgumentException(
                    "%d boundary nodes but %d normal components".formatted(nodes.length, normals.length));
        }
    }

    private CutLinks(
            long[] nodes,
            int[] first,
            byte[] codes,
            byte[] surfaces,
            float @Nullable [] distances,
            @Nullable Normals normals) {
        if (first.length != nodes.length + 1
                || codes.length != first[nodes.length]
                || surfaces.length != codes.length) {
            throw new IllegalArgumentException("%d boundary nodes, %d starts, %d codes and %d surfaces do not fit"
                    .formatted(nodes.length, first.length, codes.length, surfaces.length));
        }
        if (distances != null && distances.length != codes.length) {
            throw new IllegalArgumentException("%d links but %d distances".formatted(codes.length, distances.length));
        }
        this.nodes = nodes;
        this.first = first;
        this.codes = codes;
        this.surfaces = surfaces;
        this.distances = distances;
        this.normals = normals;
    }

    /// The same links with data of the surface; null keeps the present data.
    /// @param surfaces `[links()]`
    /// @param distances `[links()]`
    /// @param normals `[3 * boundaryNodes()]`
    public CutLinks with(byte @Nullable [] surfaces, float @Nullable [] distances, float @Nullable [] normals) {
        return new CutLinks(
                nodes,
                first,
                codes,
                surfaces == null ? this.surfaces : surfaces,
                distances == null ? this.distances : distances,
                normals == null ? this.normals : new Normals(normals));
    }

    /// The same links with normals that are computed when the first of them is needed.
    /// @param normals `[3 * boundaryNodes()]`; called once, by any thread
    public CutLinks withNormals(Supplier<float[]> normals) {
        return new CutLinks(nodes, first, codes, surfaces, distances, new Normals(normals));
    }

    public int boundaryNodes() {
        return nodes.length;
    }

    public int links() {
        return codes.length;
    }

    /// Bytes of its arrays.
    public long bytes() {
        long values = (distances == null ? 0L : distances.length) + (normals == null ? 0L : normals.length());
        return 8L * nodes.length + 4L * first.length + 2L * codes.length + 4 * values;
    }

    /// The fluid number of boundary node b.
    public long node(int b) {
        return nodes[b];
    }

    /// The boundary node with this fluid number, or a negative number where it has no cut link.
    public int find(long fluidNumber) {
        return Arrays.binarySearch(nodes, fluidNumber);
    }

    public int firstLink(int b) {
        return first[b];
    }

    public int endLink(int b) {
        return first[b + 1];
    }

    public int code(int link) {
        return codes[link];
    }

    public int surface(int link) {
        return surfaces[link];
    }

    public double distance(int link) {
        return distances == null ? 0.5 : distances[link];
    }

    /// Whether the link of a direction is cut at boundary node b.
    /// @param code as [#code(int)]
    public boolean cuts(int b, int code) {
        return Arrays.binarySearch(codes, first[b], first[b + 1], (byte) code) >= 0;
    }

    public boolean hasDistances() {
        return distances != null;
    }

    /// Whether normals are those of the surface, known or to be found; else they are estimated from the links.
    public boolean hasNormals() {
        return normals != null;
    }

    /// The links of each surface; found once.
    public LinksBySurface bySurface() {
        LinksBySurface found = bySurface;
        if (found == null) {
            found = LinksBySurface.of(this, ParallelLoop.workers());
            bySurface = found;
        }
        return found;
    }

    /// Component (axis 0, 1, 2) of the unit normal into the fluid at boundary node b.
    public double normal(int b, int axis) {
        if (normals != null) {
            return normals.values()[3 * b + axis];
        }
        double[] sum = new double[3];
        for (int link = first[b]; link < first[b + 1]; link++) {
            int code = codes[link];
            sum[0] -= code % 3 - 1;
            sum[1] -= code / 3 % 3 - 1;
            sum[2] -= code / 9 - 1;
        }
        double length = Math.sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
        return length == 0 ? 0 : sum[axis] / length;
    }

    /// Unit normals, `[3 * boundary node + axis]`, known or to be found.
    private static final class Normals {
        private @Nullable Supplier<float[]> source; // null once they are known
        private volatile float @Nullable [] values;

        Normals(float[] values) {
            this.values = values;
        }

        Normals(Supplier<float[]> source) {
            this.source = source;
        }

        float[] values() {
            float[] known = values;
            return known == null ? find() : known;
        }

        private synchronized float[] find() {
            float[] found = values;
            if (found == null) {
                found = Objects.requireNonNull(source, "neither normals nor their source")
                        .get();
                values = found;
                source = null;
            }
            return found;
        }

        /// Of the values that are known.
        int length() {
            float[] known = values;
            return known == null ? 0 : known.length;
        }
    }
}
