package dev.tessera.geometry;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the map of the whole from the slabs of all processes, the same in each: that of one process that voxelises
/// all. Fluid nodes travel, and are stored, without the stretches of the box that have none, so that the memory of the
/// map depends on the fluid, not on the box.
public final class JoinedSlabs {
    private static final int LENGTH_BITS = 16; // of a stretch of words
    private static final int MOST_WORDS = 1 << LENGTH_BITS; // of a message, with the first word: no stretch is longer
    private static final int MOST_NODES = 1 << 12; // of a message, each of at most 26 links

    /// Messages of many slabs are shorter, since all are in one array.
    private static final int MOST_WORDS_OF_ALL = 1 << 22;
    private static final int MOST_NODES_OF_ALL = 1 << 18;

    private static final double BYTES_PER_NODE = 12.0 / 4096; // of boxes without fluid: places and counts of stretches

    private static final int DIRECTIONS = 27;
    private static final int NORMAL = 3 * Float.BYTES;
    private static final int LINK = 1 + Float.BYTES; // surface, distance

    private final SlabNodes own;
    private final Slab slab;
    private final SlabExchange exchange;

    private final int wordsPerMessage;
    private final int nodesPerMessage;

    private JoinedSlabs(SlabNodes own, int wordsPerMessage, int nodesPerMessage) {
        this.own = own;
        this.slab = own.slab();
        this.exchange = slab.exchange();
        this.wordsPerMessage = wordsPerMessage;
        this.nodesPerMessage = nodesPerMessage;
    }

    /// The map of the whole. Collective.
    /// @throws TooManyNodesException where the box is larger than a process can number, or all slabs have more cut
    ///         links than an array has places
    public static NodeMap of(SlabNodes own) {
        if (own.slab().isWhole()) {
            return own.nodes();
        }
        int count = own.slab().exchange().count();
        return of(
                own,
                Math.clamp(MOST_WORDS_OF_ALL / count, 2, MOST_WORDS),
                Math.clamp(MOST_NODES_OF_ALL / count, 1, MOST_NODES));
    }

    /// The same, in messages of a given size.
    /// @param wordsPerMessage 2 … 65,536
    /// @param nodesPerMessage boundary nodes
    static NodeMap of(SlabNodes own, int wordsPerMessage, int nodesPerMessage) {
        HeapBudget.ofProcess().check(own.slab().whole(), own.nodes().spacingM(), BYTES_PER_NODE);
        var joined = new JoinedSlabs(own, wordsPerMessage, nodesPerMessage);
        NodeMap map = own.nodes();
        return new NodeMap(
                joined.fluid(),
                map.spacingM(),
                own.originM(),
                map.surfaces(),
                joined.links(),
                map.openings(),
                map.findings());
    }

    /// Fluid nodes of all slabs, in messages of stretches of words: the first word with their number, and the words.
    private FluidNodes fluid() {
        FluidNodes.Collected all = new FluidNodes.Collected(slab.whole());
        OwnWords words = new OwnWords();
        for (boolean isMore = true; isMore; ) {
            isMore = false;
            for (long[] message : exchange.all(words.next())) {
                isMore |= message.length > 0;
                add(message, all);
            }
        }
        return all.build();
    }

    private static void add(long[] message, FluidNodes.Collected all) {
        for (int at = 0; at < message.length; ) {
            int word = (int) (message[at] >>> LENGTH_BITS);
            int length = (int) (message[at++] & (1 << LENGTH_BITS) - 1);
            for (int k = 0; k < length; k++) {
                all.add(word + k, message[at++]);
            }
        }
    }

    /// The words of the whole box with own fluid nodes, one message after the other.
    private final class OwnWords {
        private final FluidNodes fluid = own.nodes().fluid();
        private final long shift = slab.wholeIndex(slab.firstNode()) - slab.firstNode(); // from here to the whole
        private final long first = slab.firstNode() + shift;
        private final long end = slab.endNode() + shift;
        private long at = nextFluid(first); // of the whole

        private long nextFluid(long wholeIndex) {
            return fluid.next(Math.min(wholeIndex, end) - shift, end - shift) + shift;
        }

        long[] next() {
            long[] message = new long[wordsPerMessage];
            int length = 0;
            int header = 0;
            long word = -1; // last one written
            while (at < end && length + 2 <= message.length) {
                long here = at >>> 6;
                if (length == 0 || here != word + 1) {
                    header = length++;
                    message[header] = here << LENGTH_BITS;
                }
                long from = Math.max(first, here << 6);
                int count = (int) (Math.min(end, here + 1 << 6) - from);
                message[length++] = fluid.bits(from - shift, count) << from;
                message[header]++;
                word = here;
                at = nextFluid(here + 1 << 6);
            }
            return Arrays.copyOf(message, length);
        }
    }

    /// Cut links of all slabs.
    private CutLinks links() {
        CutLinks links = own.nodes().links();
        List<long[]> sizes = exchange.all(new long[] {
            slab.own(own.nodes().fluid()),
            links.boundaryNodes(),
            links.links(),
            links.hasDistances() ? 1 : 0,
            links.hasNormals() ? 1 : 0
        });
        AllLinks all = new AllLinks(sizes);
        long most = sizes.stream().mapToLong(size -> size[1]).max().orElse(0);
        for (long from = 0; from < most; from += nodesPerMessage) {
            int end = (int) Math.min(links.boundaryNodes(), from + nodesPerMessage);
            List<long[]> messages = exchange.all(packed((int) Math.min(from, end), end, all));
            for (int rank = 0; rank < messages.size(); rank++) {
                all.add(messages.get(rank), rank);
            }
        }
        return all.build();
    }

    /// For each node its number among the own ones with the directions of its links, and in bytes its normal and the
    /// surfaces and distances of its links.
    private long[] packed(int from, int end, AllLinks all) {
        CutLinks links = own.nodes().links();
        long before = own.nodes().fluid().rank(slab.firstNode());
        int count = links.firstLink(end) - links.firstLink(from);
        ByteBuffer bytes = ByteBuffer.allocate(AllLinks.bytes(end - from, count));
        for (int b = from; b < end; b++) {
            long directions = 0;
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                directions |= 1L << links.code(link);
            }
            bytes.putLong(links.node(b) - before << DIRECTIONS | directions);
            for (int axis = 0; axis < 3; axis++) {
                bytes.putFloat(all.normals == null ? 0 : (float) links.normal(b, axis));
            }
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                bytes.put((byte) links.surface(link)).putFloat((float) links.distance(link));
            }
        }
        long[] message = new long[bytes.capacity() / Long.BYTES];
        bytes.rewind().asLongBuffer().get(message);
        return message;
    }

    /// The links of the whole, while they are collected: each slab's have a place, since slabs ascend as nodes do.
    private static final class AllLinks {
        private final long[] firstNumber; // fluid number of each slab's first node, [rank]
        private final int[] node; // next boundary node of each slab
        private final int[] link; // its first link
        private final long[] nodes;
        private final int[] first;
        private final byte[] codes;
        private final byte[] surfaces;
        private final float @Nullable [] distances;
        private final float @Nullable [] normals;

        /// @param sizes fluid nodes, boundary nodes, links, whether there are distances and normals; `[rank][5]`
        AllLinks(List<long[]> sizes) {
            int ranks = sizes.size();
            this.firstNumber = new long[ranks];
            this.node = new int[ranks];
            this.link = new int[ranks];
            long[] sums = new long[5];
            for (int rank = 0; rank < ranks; rank++) {
                firstNumber[rank] = sums[0];
                node[rank] = CutLinksOf.inArray(sums[1]);
                link[rank] = CutLinksOf.inArray(sums[2]);
                for (int k = 0; k < sums.length; k++) {
                    sums[k] += sizes.get(rank)[k];
                }
            }
            this.nodes = new long[CutLinksOf.inArray(sums[1])];
            this.first = new int[nodes.length + 1];
            this.codes = new byte[CutLinksOf.inArray(sums[2])];
            this.surfaces = new byte[codes.length];
            this.distances = sums[3] > 0 ? new float[codes.length] : null;
            this.normals = sums[4] > 0 ? new float[CutLinksOf.inArray(3L * nodes.length)] : null;
            first[nodes.length] = codes.length;
        }

        /// The size of a message, in whole numbers of 64 bits.
        static int bytes(int nodes, int links) {
            return Math.ceilDiv(nodes * (Long.BYTES + NORMAL) + links * LINK, Long.BYTES) * Long.BYTES;
        }

        /// Adds the next nodes of a slab.
        void add(long[] message, int rank) {
            ByteBuffer bytes = ByteBuffer.allocate(message.length * Long.BYTES);
            bytes.asLongBuffer().put(message);
            while (bytes.remaining() >= Long.BYTES) {
                long packed = bytes.getLong();
                int b = node[rank]++;
                nodes[b] = firstNumber[rank] + (packed >>> DIRECTIONS);
                first[b] = link[rank];
                for (int axis = 0; axis < 3; axis++) {
                    float normal = bytes.getFloat();
                    if (normals != null) {
                        normals[3 * b + axis] = normal;
                    }
                }
                for (long left = packed & (1L << DIRECTIONS) - 1; left != 0; left &= left - 1) {
                    int at = link[rank]++;
                    codes[at] = (byte) Long.numberOfTrailingZeros(left);
                    surfaces[at] = bytes.get();
                    float distance = bytes.getFloat();
                    if (distances != null) {
                        distances[at] = distance;
                    }
                }
            }
        }

        CutLinks build() {
            return new CutLinks(nodes, first, codes, surfaces, distances, normals);
        }
    }
}
