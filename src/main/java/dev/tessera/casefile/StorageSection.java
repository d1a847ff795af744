package dev.tessera.casefile;

import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.InTileLayout;
import dev.tessera.layout.addressing.NodeOrder;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.addressing.TilingRule.Blocks;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.VelocitySet;
import dev.tessera.solver.Case;
import dev.tessera.solver.StateChoice;
import dev.tessera.solver.TuningChoice;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/// `storage`: how the state of the flow is kept in memory.
final class StorageSection {
    private static final Key<StateChoice> STATE = Key.of(
                    "state", ChoiceType.of("stored state", List.of(StateChoice.values()), StateChoice::key))
            .or(StateChoice.POPULATIONS, "populations")
            .says(
                    "what is stored of the fluid: `populations`, or `moments`: density, velocity, stress and force after the collision."
                            + " These determine all populations where the collision is regularized, and are fewer."
                            + " Results then agree within rounding, and the initial state is that after a collision. So far on cpu:interpreter")
            .example("moments");
    private static final Key<Addressing> ADDRESSING = Key.of(
                    "addressing", ChoiceType.<Addressing>of("addressing", Addressings.all(), Addressing::key))
            .otherwise("chosen by the planner")
            .says("storage of populations: `dense` stores every node of the box, `tiles` only tiles that contain fluid,"
                    + " `ghost-tiles` these in one population array with buffers between them (with push),"
                    + " `compact-tiles` only fluid nodes; so do `connectivity-matrix` (with the indices of each node's"
                    + " neighbours) and `fluid-index` (with an index for each node of the box)")
            .example("compact-tiles");
    private static final Key<StreamingPattern> PATTERN = Key.of(
                    "pattern",
                    ChoiceType.<StreamingPattern>of("streaming pattern", Patterns.all(), StreamingPattern::key))
            .otherwise("chosen by the planner")
            .says(
                    "how populations move: `pull` and `push` use two population arrays; `aa` and `esoteric-pull` work in place")
            .example("aa");
    private static final Key<List<Integer>> TILE = Key.of("tile", new ListType<>(NumberType.whole(1, 1024), 2, 3))
            .otherwise("[4, 4, 4], in 2D [16, 16]; compact tiles on a CPU: whole lines")
            .says(
                    "nodes of a tile along x, y and, in 3D, z; with connectivity-matrix and fluid-index, whose usual order is that of"
                            + " the box, nodes are listed tile after tile")
            .example("[8, 8, 4]");
    private static final Key<Origin> TILE_ORIGIN = Key.of("tile-origin", origins())
            .otherwise("fixed")
            .says("`fixed`: tiles start at the first node; `best`: where most of their nodes are fluid")
            .example("best");

    private static final Key<Addressing.Neighbours> INDICES = Key.of("indices", indices())
            .otherwise("q-1")
            .says(
                    "indices of neighbours that a connectivity-matrix stores per node: one for each moving direction (`q-1`),"
                            + " or, as some older codes do, also one for the population at rest (`q`)")
            .example("q");

    private static final Key<TileLayout> LAYOUT = Key.of("layout", layouts())
            .otherwise("xyz")
            .says("order of the nodes within a tile, for each direction; with tiles. `papers`: the best of Tomczak &"
                    + " Szafran; `mirrored`: that with a mirrored zigzag to the west; `grouped`: the fewest bursts of"
                    + " memory that a gather can touch. A group gives each direction its own (xyz, yxz, zigzag-ne, zigzag-nw), for example"
                    + " `{pzz: yxz, ppz: zigzag-ne}`, and xyz the rest. For GPUs: CPUs are fastest with `xyz`")
            .example("papers");

    private static final Key<TileLookup> LOOKUP = Key.of(
                    "lookup",
                    ChoiceType.<TileLookup>of("look-up of tiles", List.of(TileLookup.values()), TileLookup::key))
            .otherwise("as `tuning` measures; without measuring `cached`")
            .says("how a block of threads on a GPU finds the tiles around its own; with tiles. `shared`: it first"
                    + " copies the indices of all 27 (in 2D 9) to shared memory, as T2C in arXiv:1703.08015 does, and"
                    + " each thread works on one node; `cached`: each thread reads those that it needs through the"
                    + " cache. Results do not depend on it; CPUs refuse it")
            .example("shared");

    private static final Key<Boolean> TUNING = Key.of("tuning", tunings())
            .otherwise("measured")
            .says(
                    "launches on a GPU; results do not depend on them. `measured`: once per kernel and device, within a"
                            + " second or two (up to nine in a run of minutes), then stored; `usual`: no measurement, the fastest launch on an H200")
            .example("usual");
    private static final Key<List<Integer>> LAUNCH = Key.of("launch", new ListType<>(NumberType.whole(0, 1024), 3, 3))
            .otherwise("set by `tuning`")
            .says(
                    "a fixed launch on a GPU: threads per block (a multiple of 32), minimum blocks per multiprocessor (0:"
                            + " chosen by the compiler), nodes per thread (1, 2, 4, 8; fewer where the storage has shorter groups)")
            .example("[128, 4, 1]");

    private enum Origin {
        FIXED,
        BEST
    }

    static final Section<Case.Storage> SECTION = Section.of(
            "storage",
            "How the flow is stored in memory. Results do not depend on it, except for the rounding of `state`; speed and memory do.",
            List.of(
                    STATE.unlessDefault(Case.Storage::state),
                    ADDRESSING.ifPresent(Case.Storage::addressing),
                    TILE.ifPresent(storage -> blocks(storage).map(StorageSection::edges)),
                    TILE_ORIGIN.ifPresent(storage ->
                            blocks(storage).filter(Blocks::atBestOrigin).map(blocks -> Origin.BEST)),
                    LAYOUT.ifPresent(StorageSection::layout),
                    INDICES.ifPresent(StorageSection::neighbours),
                    LOOKUP.ifPresent(Case.Storage::lookup),
                    PATTERN.ifPresent(Case.Storage::pattern),
                    TUNING.where(Case.Storage::tuning, TuningChoice.Usual.class, usual -> false),
                    LAUNCH.where(Case.Storage::tuning, TuningChoice.Fixed.class, StorageSection::launch)),
            StorageSection::make);

    private static final String TILED = "tiles, compact-tiles, ghost-tiles, connectivity-matrix or fluid-index";

    private static final String BELONGS_TO_TILES =
            "this belongs to addressing: tiles. Use that addressing, or remove the key";

    private StorageSection() {}

    private static ValueType<Origin> origins() {
        SequencedMap<String, Origin> origins = new LinkedHashMap<>();
        origins.put("fixed", Origin.FIXED);
        origins.put("best", Origin.BEST);
        return new ChoiceType<>("tile origin", origins);
    }

    private static ValueType<TileLayout> layouts() {
        ValueType<TileLayout> word = ChoiceType.of("layout of a tile", TileLayout.all(), TileLayout::key);
        ValueType<TileLayout.Assigned> group = new MappedType<>(
                new NamedType<>(
                        "layout",
                        ChoiceType.<InTileLayout>of("layout of a direction", InTileLayout.all(), InTileLayout::key)),
                TileLayout.Assigned::new,
                TileLayout.Assigned::byDirection);
        return EitherType.textOrGroup(
                word,
                group,
                layout -> layout instanceof TileLayout.Assigned assigned ? group.write(assigned) : word.write(layout));
    }

    private static ValueType<Addressing.Neighbours> indices() {
        SequencedMap<String, Addressing.Neighbours> indices = new LinkedHashMap<>();
        indices.put("q-1", Addressing.Neighbours.LISTED_WHERE_MOVING);
        indices.put("q", Addressing.Neighbours.LISTED);
        return new ChoiceType<>("number of indices", indices);
    }

    /// Lattices are known only when the model is.
    /// @throws Unreadable where the layout of tiles does not fit the lattice or the tile
    static void check(Case.Storage storage, VelocitySet lattice, Fields fields, Key<Case.Storage> key) {
        if (storage.addressing().orElse(null) instanceof Tiles tiles
                && tiles.unfitFor(lattice) instanceof String reason) {
            throw fields.reading().at(key.name()).at(LAYOUT.name()).refuse(fields.keyPlace(key, LAYOUT.name()), reason);
        }
    }

    /// Empty where the addressing has its usual tiles, or none.
    /// @throws IllegalArgumentException where a case has no text for them
    private static Optional<Blocks> blocks(Case.Storage storage) {
        return storage.addressing().flatMap(addressing -> switch (addressing) {
            case Tiles tiles -> blocks(tiles.tiling());
            case CompactTiles compact -> blocks(compact.tiling());
            case GhostTiles ghost -> blocks(ghost.tiling());
            case ConnectivityMatrix matrix -> blocks(matrix.order());
            case FluidIndex index -> blocks(index.order());
            case Addressing other when Addressings.all().contains(other) -> Optional.empty();
            default ->
                throw new IllegalArgumentException("the addressing %s has no key of a case file; a case file has %s"
                        .formatted(addressing, addressing.key()));
        });
    }

    private static Optional<Blocks> blocks(NodeOrder order) {
        return switch (order) {
            case NodeOrder.OfBox box -> Optional.empty();
            case NodeOrder.ByTiles(TilingRule tiles) when !tiles.equals(TilingRule.usual()) -> blocks(tiles);
            case NodeOrder.ByTiles usual ->
                throw new IllegalArgumentException(
                        "the order of nodes %s has no text; give the size of its tiles".formatted(order));
        };
    }

    private static Optional<Blocks> blocks(TilingRule rule) {
        return switch (rule) {
            case TilingRule.Usual usual -> Optional.empty();
            case Blocks blocks -> Optional.of(blocks);
            case TilingRule.Lines lines -> throw noTiling(rule);
            case TilingRule.Exactly exactly -> throw noTiling(rule);
        };
    }

    private static IllegalArgumentException noTiling(TilingRule rule) {
        return new IllegalArgumentException(
                "the tiling %s has no text; leave the choice to the planner".formatted(rule));
    }

    private static List<Integer> edges(Blocks blocks) {
        return List.of(blocks.a(), blocks.b(), blocks.c());
    }

    private static Optional<TileLayout> layout(Case.Storage storage) {
        return storage.addressing().orElse(null) instanceof Tiles(TilingRule tiling, TileLayout layout)
                        && !(layout instanceof TileLayout.Plain)
                ? Optional.of(layout)
                : Optional.empty();
    }

    private static Optional<Addressing.Neighbours> neighbours(Case.Storage storage) {
        return storage.addressing().orElse(null) instanceof ConnectivityMatrix matrix
                        && matrix.neighbours() == Addressing.Neighbours.LISTED
                ? Optional.of(matrix.neighbours())
                : Optional.empty();
    }

    private static List<Integer> launch(TuningChoice.Fixed fixed) {
        Tuning launch = fixed.tuning();
        return List.of(launch.threads(), launch.blocks(), launch.nodesPerThread());
    }

    private static Case.Storage make(Fields fields) {
        Optional<Addressing> addressing = fields.find(ADDRESSING);
        if (fields.has(INDICES)) {
            addressing = Optional.of(indexed(fields, addressing));
        }
        if (fields.has(TILE) || fields.has(TILE_ORIGIN)) {
            addressing = Optional.of(tiled(fields, addressing));
        }
        if (fields.has(LAYOUT)) {
            addressing = Optional.of(laidOut(fields, addressing));
        }
        Optional<StreamingPattern> pattern = fields.find(PATTERN);
        if (addressing.isPresent()
                && pattern.isPresent()
                && addressing.get().unfitFor(pattern.get()) instanceof String reason) {
            throw fields.refuse(
                    PATTERN,
                    "%s is not allowed with %s: %s"
                            .formatted(pattern.get().key(), addressing.get().key(), reason));
        }
        if (fields.has(LOOKUP) && !(addressing.orElse(null) instanceof Tiles)) {
            throw fields.refuse(LOOKUP, BELONGS_TO_TILES);
        }
        StateChoice state = fields.get(STATE);
        if (state == StateChoice.MOMENTS && pattern.isPresent()) {
            throw fields.refuse(PATTERN, "populations move, moments do not: remove the pattern, or state: moments");
        }
        return new Case.Storage(state, addressing, pattern, tuning(fields), fields.find(LOOKUP));
    }

    private static ValueType<Boolean> tunings() {
        SequencedMap<String, Boolean> tunings = new LinkedHashMap<>();
        tunings.put("measured", true);
        tunings.put("usual", false);
        return new ChoiceType<>("tuning", tunings);
    }

    private static TuningChoice tuning(Fields fields) {
        if (fields.has(LAUNCH)) {
            List<Integer> launch = fields.get(LAUNCH);
            try {
                return new TuningChoice.Fixed(new Tuning(launch.get(0), launch.get(1), launch.get(2)));
            } catch (IllegalArgumentException wrong) {
                throw fields.refuse(LAUNCH, String.valueOf(wrong.getMessage()));
            }
        }
        return fields.find(TUNING).orElse(true) ? new TuningChoice.Measured() : new TuningChoice.Usual();
    }

    private static Addressing laidOut(Fields fields, Optional<Addressing> addressing) {
        if (addressing.isPresent() && addressing.get() instanceof Tiles tiles) {
            return new Tiles(tiles.tiling(), fields.get(LAYOUT));
        }
        throw fields.refuse(LAYOUT, BELONGS_TO_TILES);
    }

    private static Addressing indexed(Fields fields, Optional<Addressing> addressing) {
        if (addressing.isPresent() && addressing.get() instanceof ConnectivityMatrix matrix) {
            return new ConnectivityMatrix(matrix.order(), fields.get(INDICES));
        }
        throw fields.refuse(INDICES, "this belongs to addressing: connectivity-matrix");
    }

    private static Addressing tiled(Fields fields, Optional<Addressing> addressing) {
        Key<?> key = fields.has(TILE) ? TILE : TILE_ORIGIN;
        Function<TilingRule, Addressing> make = switch (addressing.orElse(null)) {
            case Tiles tiles -> Tiles::new;
            case CompactTiles compact -> CompactTiles::new;
            case GhostTiles ghost -> GhostTiles::new;
            case ConnectivityMatrix matrix -> rule -> new ConnectivityMatrix(NodeOrder.by(rule), matrix.neighbours());
            case FluidIndex index -> rule -> new FluidIndex(NodeOrder.by(rule));
            case null, default -> throw fields.refuse(key, "this belongs to an addressing with tiles: " + TILED);
        };
        boolean best = fields.find(TILE_ORIGIN).orElse(Origin.FIXED) == Origin.BEST;
        if (!fields.has(TILE)) {
            throw fields.refuse(TILE_ORIGIN, "give the tile too, such as tile: [4, 4, 4]");
        }
        List<Integer> tile = fields.get(TILE);
        int c = tile.size() == 3 ? tile.get(2) : 1;
        return make.apply(
                best
                        ? TilingRule.bestOriginOf(tile.get(0), tile.get(1), c)
                        : TilingRule.of(tile.get(0), tile.get(1), c));
    }
}
