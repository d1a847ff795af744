package dev.tessera.kernel.gpu;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.geometry.Tiling;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepPlan;
import dev.tessera.layout.Placement;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Tables per position: class and open links of the node.
final class NodeTables {
    /// Bit 31 of a node's word: it belongs to the bulk.
    static final int BULK = 1 << 31;

    /// Positions of a group that has one bit in the table of plain groups.
    static final int GROUP = 32;

    /// Blocks of a placement, or lines of the box, per task.
    private static final int BLOCKS = 64;

    private NodeTables() {}

    /// Positions of the nodes of each class except the bulk, in the order of their fluid numbers.
    static List<int[]> positions(StepPlan plan) {
        NodeMap map = plan.nodes();
        long fluid = map.fluid().count();
        long[] seen = new long[Math.toIntExact(fluid + 63 >>> 6)];
        for (long number : map.halo()) {
            seen[(int) (number >>> 6)] |= 1L << number;
        }
        List<int[]> lists = new ArrayList<>();
        for (NodeClass nodes : plan.classes().subList(1, plan.classes().size())) {
            long[] numbers = nodes.ownNumbers();
            long last = -1;
            for (long number : numbers) {
                if (number <= last || number >= fluid) {
                    throw new IllegalArgumentException(
                            "class %s: fluid number %d after %d; they have to ascend and be below %d"
                                    .formatted(nodes.name(), number, last, fluid));
                }
                if ((seen[(int) (number >>> 6)] >>> number & 1) != 0) {
                    throw new IllegalArgumentException(
                            "fluid node %d belongs to class %s and to another class or the halo"
                                    .formatted(number, nodes.name()));
                }
                seen[(int) (number >>> 6)] |= 1L << number;
                last = number;
            }
            lists.add(positions(map.fluid(), plan.storage().placement(), numbers));
        }
        return lists;
    }

    /// Positions of listed nodes. @param numbers fluid numbers, ascending
    static int[] positions(StepPlan plan, long[] numbers) {
        return positions(plan.nodes().fluid(), plan.storage().placement(), numbers);
    }

    private static int[] positions(FluidNodes fluid, Placement placement, long[] numbers) {
        int[] positions = new int[numbers.length];
        if (placement.isInFluidOrder()) {
            Arrays.setAll(positions, k -> (int) numbers[k]);
            return positions;
        }
        Box box = fluid.box();
        FluidNodes.Ascending walk = fluid.ascending();
        for (int k = 0; k < numbers.length; k++) {
            long index = walk.boxIndex(numbers[k]);
            positions[k] = (int) placement.position(box.x(index), box.y(index), box.z(index));
        }
        return positions;
    }

    /// For each position, bits by code of the direction: the neighbour there is fluid; and [#BULK]. 0 for
    /// positions without fluid node. Only directions of the lattice are tested.
    /// @param classes positions of nodes that are not of the bulk
    static int[] words(StepPlan plan, List<int[]> classes) {
        Placement placement = plan.storage().placement();
        int all = allOpen(plan.storage().lattice()) | BULK;
        int[] words = new int[Math.toIntExact(placement.positions())];
        for (int block = 0; block < placement.blocks(); block++) {
            placement.forEachRun(
                    block,
                    (x, y, z, count, position) -> Arrays.fill(words, (int) position, (int) position + count, all));
        }
        CutLinks links = plan.nodes().links();
        Box box = plan.nodes().box();
        FluidNodes.Ascending walk = plan.nodes().fluid().ascending();
        for (int b = 0; b < links.boundaryNodes(); b++) {
            long index = walk.boxIndex(links.node(b));
            int position = (int) placement.position(box.x(index), box.y(index), box.z(index));
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                words[position] &= ~(1 << links.code(link));
            }
        }
        leaveOut(words, classes);
        return words;
    }

    /// For whole tiles, one bit per node, 64 per word, whole words per tile: the node belongs to the bulk.
    static long[] masks(int[] words, TileShape shape) {
        int tiles = words.length / shape.nodes();
        long[] masks = new long[Math.multiplyExact(tiles, shape.words())];
        for (int tile = 0; tile < tiles; tile++) {
            for (int place = 0; place < shape.nodes(); place++) {
                if ((words[tile * shape.nodes() + place] & BULK) != 0) {
                    masks[tile * shape.words() + (place >> 6)] |= 1L << place;
                }
            }
        }
        return masks;
    }

    /// One bit per position: it belongs to the bulk.
    static int[] bulk(int positions, List<int[]> classes) {
        int[] bits = new int[Math.ceilDiv(positions, 32)];
        Arrays.fill(bits, -1);
        classes.forEach(list -> {
            for (int position : list) {
                bits[position >> 5] &= ~(1 << position);
            }
        });
        return bits;
    }

    /// For each 32 positions one bit per listed node, and the number of those before.
    static int[] ranked(int[] nodes, long positions) {
        int[] places = new int[Math.toIntExact(rankedBytes(positions) / Integer.BYTES)];
        for (int position : nodes) {
            places[2 * (position >> 5)] |= 1 << position;
        }
        for (int group = 1; group < places.length / 2; group++) {
            places[2 * group + 1] = places[2 * group - 1] + Integer.bitCount(places[2 * group - 2]);
        }
        return places;
    }

    /// Bytes of [#ranked].
    static long rankedBytes(long positions) {
        return 2L * Integer.BYTES * Math.ceilDiv(positions, GROUP);
    }

    /// Bits of the codes of a lattice's directions.
    static int allOpen(VelocitySet lattice) {
        int all = 0;
        for (int i = 1; i < lattice.size(); i++) {
            all |= 1 << lattice.velocity(i).code();
        }
        return all;
    }

    /// One bit per 32 positions: all of them belong to the bulk, with all links open.
    static int[] plain(int[] words, VelocitySet lattice) {
        int all = allOpen(lattice) | BULK;
        int groups = Math.ceilDiv(words.length, 32);
        int[] plain = new int[Math.ceilDiv(groups, 32)];
        for (int group = 0; group < groups; group++) {
            int end = Math.min(words.length, 32 * (group + 1));
            boolean isPlain = true;
            for (int position = 32 * group; position < end && isPlain; position++) {
                isPlain = words[position] == all;
            }
            if (isPlain) {
                plain[group >> 5] |= 1 << group;
            }
        }
        return plain;
    }

    /// The number of set bits of [#plain]: groups of bulk nodes only, none next to a wall.
    /// @param classes positions of nodes that are not of the bulk
    static long plainGroups(StepPlan plan, List<int[]> classes) {
        Placement placement = plan.storage().placement();
        long positions = placement.positions();
        byte[] missing = new byte[Math.toIntExact(Math.ceilDiv(positions, GROUP))];
        Arrays.fill(missing, (byte) GROUP);
        missing[missing.length - 1] = (byte) (positions - (long) GROUP * (missing.length - 1));
        for (int block = 0; block < placement.blocks(); block++) {
            placement.forEachRun(block, (x, y, z, count, position) -> {
                for (long at = position; at < position + count; ) {
                    long end = Math.min(position + count, (at / GROUP + 1) * GROUP);
                    missing[(int) (at / GROUP)] -= (byte) (end - at);
                    at = end;
                }
            });
        }
        int looked = allOpen(plan.storage().lattice());
        CutLinks links = plan.nodes().links();
        Box box = plan.nodes().box();
        FluidNodes.Ascending walk = plan.nodes().fluid().ascending();
        for (int b = 0; b < links.boundaryNodes(); b++) {
            long index = walk.boxIndex(links.node(b));
            boolean isCut = false;
            for (int link = links.firstLink(b); link < links.endLink(b) && !isCut; link++) {
                isCut = (looked >>> links.code(link) & 1) != 0;
            }
            if (isCut) {
                missing[(int) (placement.position(box.x(index), box.y(index), box.z(index)) / GROUP)] = GROUP;
            }
        }
        classes.forEach(list -> {
            for (int position : list) {
                missing[position / GROUP] = GROUP;
            }
        });
        long plain = 0;
        for (byte of : missing) {
            plain += of == 0 ? 1 : 0;
        }
        return plain;
    }

    /// For segments: for each position its segment and place, `segment * 32 + place`, and [#BULK].
    static int[] placesInSegments(StepPlan plan, Locator.Segments segments, List<int[]> classes) {
        Placement placement = plan.storage().placement();
        Box box = plan.nodes().box();
        int[] places = new int[Math.toIntExact(placement.positions())];
        overRuns(placement, (x, y, z, count, position) -> {
            int segment = segments.alongX() * (y + box.ny() * z) + x / Locator.Segments.NODES;
            int place = x % Locator.Segments.NODES;
            for (int at = (int) position; at < (int) position + count; at++) {
                places[at] = (32 * segment + place + 1) | BULK;
                place++;
                if (place == Locator.Segments.NODES) {
                    place = 0;
                    segment++;
                }
            }
        });
        leaveOut(places, classes);
        return places;
    }

    /// Visits all runs, those of different blocks in parallel.
    private static void overRuns(Placement placement, Placement.RunVisitor visitor) {
        ParallelLoop.over(ParallelLoop.workers(), Math.ceilDiv(placement.blocks(), BLOCKS), task -> {
            int end = Math.min(placement.blocks(), (task + 1) * BLOCKS);
            for (int block = task * BLOCKS; block < end; block++) {
                placement.forEachRun(block, visitor);
            }
        });
    }

    private static void leaveOut(int[] words, List<int[]> classes) {
        classes.forEach(list -> {
            for (int position : list) {
                words[position] &= ~BULK;
            }
        });
    }

    /// For segments: for each segment the mask of fluid nodes, including the nodes on either side, and the
    /// position of the first one in the mask, counted as if the node before the segment directly preceded it.
    /// @param fluid whose numbers are positions
    static int[] segments(FluidNodes fluid, Locator.Segments segments) {
        Box box = fluid.box();
        int[] pairs = new int[2 * (segments.empty() + 1)];
        int lines = box.ny() * box.nz();
        ParallelLoop.over(ParallelLoop.workers(), Math.ceilDiv(lines, BLOCKS), task -> {
            int end = Math.min(lines, (task + 1) * BLOCKS);
            for (int line = task * BLOCKS; line < end; line++) {
                fillLine(fluid, segments, line, pairs);
            }
        });
        return pairs;
    }

    private static void fillLine(FluidNodes fluid, Locator.Segments segments, int line, int[] pairs) {
        int nx = fluid.box().nx();
        boolean isPeriodic = segments.box().periodicX();
        long first = (long) line * nx;
        int at = 2 * line * segments.alongX();
        int position = (int) fluid.rank(first);
        for (int x = 0; x < nx; x += Locator.Segments.NODES, at += 2) {
            int count = Math.min(Locator.Segments.NODES, nx - x);
            int own = (int) fluid.bits(first + x, count);
            int before = x > 0 || isPeriodic ? bit(fluid, first + (x > 0 ? x : nx) - 1) : 0;
            int end = x + count;
            int after = end < nx || isPeriodic ? bit(fluid, first + (end < nx ? end : 0)) : 0;
            pairs[at] = own << 1 | before | after << count + 1;
            pairs[at + 1] = position - before;
            position += Integer.bitCount(own);
        }
    }

    private static int bit(FluidNodes fluid, long boxIndex) {
        return fluid.isFluid(boxIndex) ? 1 : 0;
    }

    /// For compact tiles: for each position its tile and place, `(tile * words + word) * 64 + bit`, and
    /// [#BULK].
    static int[] places(StepPlan plan, Tiling tiling, int[] tileNumbers, int wordsPerTile, List<int[]> classes) {
        Placement placement = plan.storage().placement();
        Box box = plan.nodes().box();
        int[] places = new int[Math.toIntExact(placement.positions())];
        int tilesX = tiling.tilesX(box);
        int tilesY = tiling.tilesY(box);
        for (int block = 0; block < placement.blocks(); block++) {
            placement.forEachRun(block, (x, y, z, count, position) -> {
                int px = x + tiling.offsetX();
                int py = y + tiling.offsetY();
                int pz = z + tiling.offsetZ();
                int tile = tileNumbers[px / tiling.a() + tilesX * (py / tiling.b() + tilesY * (pz / tiling.c()))];
                int place = px % tiling.a() + tiling.a() * (py % tiling.b() + tiling.b() * (pz % tiling.c()));
                int first = tile * wordsPerTile * 64 + place;
                for (int i = 0; i < count; i++) {
                    places[(int) position + i] = first + i | BULK;
                }
            });
        }
        leaveOut(places, classes);
        return places;
    }

    /// For compact tiles: for each 64 places of a tile the mask of fluid ones and the position of the first;
    /// one additional empty tile after the last.
    static long[] records(int[] places, int tiles, int wordsPerTile) {
        long[] records = new long[2 * Math.multiplyExact(tiles + 1, wordsPerTile)];
        for (int position = 0; position < places.length; position++) {
            int place = places[position] & ~BULK;
            int word = place >>> 6;
            if (records[2 * word] == 0) {
                records[2 * word + 1] = position;
            }
            records[2 * word] |= 1L << place;
        }
        return records;
    }
}
