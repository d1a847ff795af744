package dev.tessera.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.geometry.partition.TileGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/// The law of divided geometries: several processes find together what one finds alone.
public final class DividedSourceKit {
    private static final ForkJoinPool WORKERS = ForkJoinPool.commonPool();

    /// The directions of D3Q27.
    private static final int[] CODES =
            IntStream.range(0, 27).filter(code -> code != 13).toArray();

    private DividedSourceKit() {}

    /// Compares the slabs of `parts` processes with the map of one: every stored node, every cut link with its
    /// surface, distance and normal, openings, findings, the number that is told early, the cuts by all
    /// methods, and the map that each process makes of all slabs.
    /// @return the map of one process
    public static NodeMap assertEqualToOnePart(DividedSource source, double spacingM, int parts) {
        List<Long> toldToOne = new ArrayList<>();
        NodeMap one = source.voxelise(spacingM, WORKERS, toldToOne::add);
        List<List<Long>> told = new ArrayList<>();
        List<String> cuts = cuts(Slab.whole(one.box()), one.fluid());
        List<List<String>> cutsOfSlabs = new CopyOnWriteArrayList<>();
        List<NodeMap> maps = new CopyOnWriteArrayList<>();
        List<SlabNodes> slabs = slabs(source, spacingM, parts, told, cutsOfSlabs, maps);
        assertThat(maps).hasSize(parts).allSatisfy(map -> joined(map, one));
        assertThat(cutsOfSlabs)
                .hasSize(parts)
                .allSatisfy(found -> assertThat(found).isEqualTo(cuts));
        assertThat(told).allSatisfy(numbers -> assertThat(numbers).isEqualTo(toldToOne));
        int plane = 0;
        int boundaryNodes = 0;
        for (SlabNodes slab : slabs) {
            assertThat(slab.slab().whole()).isEqualTo(one.box());
            assertThat(slab.slab().first()).isEqualTo(plane);
            plane = slab.slab().end();
            assertThat(slab.originM()).isEqualTo(one.originM());
            assertThat(slab.nodes().surfaces()).isEqualTo(one.surfaces());
            assertThat(slab.nodes().findings()).isEqualTo(one.findings());
            assertThat(slab.nodes().openings())
                    .usingRecursiveComparison()
                    .withStrictTypeChecking()
                    .isEqualTo(one.openings());
            nodes(slab, one);
            links(slab, one);
            boundaryNodes += slab.nodes().links().boundaryNodes();
        }
        assertThat(plane).isEqualTo(one.box().nz());
        assertThat(boundaryNodes).isEqualTo(one.links().boundaryNodes());
        return one;
    }

    /// The slabs of `parts` processes.
    public static List<SlabNodes> slabs(DividedSource source, double spacingM, int parts) {
        return slabs(
                source, spacingM, parts, new ArrayList<>(), new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>());
    }

    private static List<SlabNodes> slabs(
            DividedSource source,
            double spacingM,
            int parts,
            List<List<Long>> told,
            List<List<String>> cuts,
            List<NodeMap> joined) {
        for (int rank = 0; rank < parts; rank++) {
            told.add(new ArrayList<>());
        }
        return InProcessSlabs.run(parts, exchange -> {
            SlabNodes slab = source.voxelise(spacingM, exchange, WORKERS, told.get(exchange.rank())::add);
            cuts.add(cuts(slab.slab(), slab.nodes().fluid()));
            joined.add(JoinedSlabs.of(slab, 100, 300)); // several messages
            return slab;
        });
    }

    private static void joined(NodeMap joined, NodeMap one) {
        assertThat(joined.box()).isEqualTo(one.box());
        assertThat(joined.spacingM()).isEqualTo(one.spacingM());
        assertThat(joined.originM()).isEqualTo(one.originM());
        assertThat(joined.surfaces()).isEqualTo(one.surfaces());
        assertThat(joined.findings()).isEqualTo(one.findings());
        assertThat(joined.halo()).isEmpty();
        assertThat(joined.openings())
                .usingRecursiveComparison()
                .withStrictTypeChecking()
                .isEqualTo(one.openings());
        assertThat(joined.fluid().count()).isEqualTo(one.fluid().count());
        for (long n = 0; n < one.box().size(); n += Long.SIZE) {
            assertThat(joined.fluid().bits(n, Long.SIZE)).isEqualTo(one.fluid().bits(n, Long.SIZE));
        }
        CutLinks links = joined.links();
        assertThat(links.boundaryNodes()).isEqualTo(one.links().boundaryNodes());
        assertThat(links.links()).isEqualTo(one.links().links());
        assertThat(links.hasDistances()).isEqualTo(one.links().hasDistances());
        assertThat(links.hasNormals()).isEqualTo(one.links().hasNormals());
        for (int b = 0; b < links.boundaryNodes(); b++) {
            assertThat(links.node(b)).isEqualTo(one.links().node(b));
            assertThat(text(links, b)).isEqualTo(text(one.links(), b));
        }
    }

    /// The cuts by all methods, with the part of every tile and the sizes of all parts.
    private static List<String> cuts(Slab slab, FluidNodes fluid) {
        TileGraph tiles = TileGraph.of(slab, fluid, Cut.usualTiles(slab.whole().is2d()), WORKERS);
        double[] speeds = Arrays.copyOf(new double[] {1, 2, 1, 3, 1}, Math.min(5, tiles.tiles()));
        return Cut.all(tiles, CODES, StepCosts.relative(speeds, true), Cut.methods(), WORKERS).stream()
                .map(cut -> "%s %s %s %s %s"
                        .formatted(
                                cut.method(),
                                cut.sizes(),
                                cut.stepS(),
                                cut.imbalance(),
                                Arrays.toString(cut.partition().owners())))
                .toList();
    }

    private static void nodes(SlabNodes slab, NodeMap one) {
        FluidNodes fluid = slab.nodes().fluid();
        Slab place = slab.slab();
        for (long n = 0; n < fluid.box().size(); n++) {
            if (fluid.isFluid(n) != one.fluid().isFluid(place.wholeIndex(n))) {
                throw new AssertionError(
                        "node %d of %s is %s".formatted(n, place, fluid.isFluid(n) ? "fluid" : "solid"));
            }
            if (fluid.isFluid(n)) {
                boolean isOwn = place.owns(place.wholeZ(fluid.box().z(n)))
                        && place.storedZ(place.wholeZ(fluid.box().z(n)))
                                == fluid.box().z(n);
                assertThat(slab.nodes().isHalo(fluid.number(n))).isEqualTo(!isOwn);
            }
        }
    }

    private static void links(SlabNodes slab, NodeMap one) {
        CutLinks own = slab.nodes().links();
        CutLinks all = one.links();
        assertThat(own.hasDistances()).isEqualTo(all.hasDistances());
        for (int b = 0; b < own.boundaryNodes(); b++) {
            long index = slab.slab().wholeIndex(slab.nodes().fluid().boxIndex(own.node(b)));
            int same = all.find(one.fluid().number(index));
            assertThat(same).isNotNegative();
            assertThat(text(own, b)).isEqualTo(text(all, same));
        }
    }

    private static String text(CutLinks links, int b) {
        StringBuilder text = new StringBuilder();
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            text.append(links.code(link))
                    .append(' ')
                    .append(links.surface(link))
                    .append(' ');
            text.append(links.distance(link)).append('\n');
        }
        double[] normal = {links.normal(b, 0), links.normal(b, 1), links.normal(b, 2)};
        return text.append(Arrays.toString(normal)).toString();
    }
}
