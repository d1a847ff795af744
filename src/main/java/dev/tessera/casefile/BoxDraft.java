package dev.tessera.casefile;

import dev.tessera.casefile.SidesSection.Sides;
import dev.tessera.geometry.GeometrySource;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.Obstacle;
import dev.tessera.geometry.shape.OpeningFace;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.boundary.SymmetrySide;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// A box that contains analytic shapes.
///
/// @param size edges, z = 0 in 2D
/// @param inside the fluid is only here; empty: in the whole box
/// @param obstacles by name
record BoxDraft(
        double spacingM,
        Vec corner,
        Vec size,
        boolean flat,
        Optional<Shape> inside,
        SequencedMap<String, Shape> obstacles,
        IsolatedFluid isolated,
        Place place)
        implements GeometryDraft {
    /// @throws IllegalArgumentException where a case has no text for the obstacles or openings
    static BoxDraft of(ShapeSource source, double spacingM) {
        Domain domain = source.domain();
        Optional<Shape> inside = Optional.ofNullable(source.fluidShape());
        List<OpeningFace> ends = inside.map(OpeningFace::ofTubes).orElse(List.of());
        if (!Set.copyOf(source.openings()).equals(Set.copyOf(ends))) {
            throw new IllegalArgumentException(
                    "the openings %s are not the ends of the open tubes, so that they have no text in a case"
                            .formatted(source.openings()));
        }
        SequencedMap<String, Shape> obstacles = new LinkedHashMap<>();
        for (Obstacle obstacle : source.obstacles()) {
            if (obstacles.put(obstacle.name(), obstacle.shape()) != null) {
                throw new IllegalArgumentException(
                        "two obstacles are called %s; join them in a union".formatted(obstacle.name()));
            }
        }
        return new BoxDraft(
                spacingM,
                domain.cornerM(),
                domain.sizeM(),
                domain.is2d(),
                inside,
                obstacles,
                source.isolated(),
                Place.NOWHERE);
    }

    /// @throws IllegalArgumentException where nodes do not lie as a case puts them for a side's boundary
    static Sides sides(Domain domain, SequencedMap<String, Boundary> boundaries) {
        SequencedMap<String, String> words = new LinkedHashMap<>();
        for (int side = 0; side < (domain.is2d() ? 4 : 6); side++) {
            Side one = domain.sides().get(side);
            GeometryDraft.requireUsual(one.placement(), one.name(), boundaries);
            words.put(SidesSection.NAMES.get(side), one.isPeriodic() ? SidesSection.PERIODIC : one.name());
        }
        return Sides.of(words, 0);
    }

    /// Two of them in 2D.
    List<Double> edges() {
        return flat ? List.of(size.x(), size.y()) : VectorTypes.components(size);
    }

    @Override
    public List<String> surfaceNames(Context context) {
        List<String> names = new ArrayList<>();
        for (int side = 0; side < 6; side++) {
            names.add(word(side, context));
        }
        inside.ifPresent(shape -> {
            names.addAll(shape.surfaceNames());
            names.add(SidesSection.WALL);
        });
        obstacles.forEach((name, shape) -> {
            names.add(name);
            names.addAll(shape.surfaceNames());
        });
        names.removeIf(SidesSection.PERIODIC::equals);
        return names.stream().distinct().toList();
    }

    @Override
    public boolean is2d(Context context) {
        return flat;
    }

    @Override
    public GeometrySource source(Context context) {
        Sides sides = context.sides();
        if (sides.bufferNodes() > 0 || sides.words().containsValue(SidesSection.MIRROR)) {
            throw context.reading()
                    .at("sides")
                    .refuse(sides.place(), "buffer and mirror belong to images; remove them, or use a larger box");
        }
        return context.at("geometry", place, () -> shapes(context));
    }

    private ShapeSource shapes(Context context) {
        List<Side> sides = new ArrayList<>();
        for (int side = 0; side < 6; side++) {
            sides.add(side(side, context));
        }
        ShapeSource source = ShapeSource.in(new Domain(corner, size, sides)).isolated(isolated);
        if (inside.isPresent()) {
            source = source.fluid(inside.get());
            for (OpeningFace face : OpeningFace.ofTubes(inside.get())) {
                source = source.opening(face);
            }
        }
        for (Map.Entry<String, Shape> obstacle : obstacles.entrySet()) {
            source = source.obstacle(obstacle.getKey(), obstacle.getValue());
        }
        return source;
    }

    private String word(int side, Context context) {
        Sides sides = context.sides();
        String own = SidesSection.NAMES.get(side);
        if (flat && side >= 4) {
            String given = sides.words().getOrDefault(own, SidesSection.PERIODIC);
            boolean forAll = sides.words().values().stream().allMatch(given::equals);
            if (!given.equals(SidesSection.PERIODIC) && !forAll) {
                throw context.reading()
                        .at("sides")
                        .refuse(sides.place(), "a 2D box has no sides along z; remove %s".formatted(own));
            }
            return SidesSection.PERIODIC;
        }
        String unnamed = context.boundaries().containsKey(own) ? own : SidesSection.WALL;
        return sides.words().getOrDefault(own, unnamed);
    }

    private Side side(int side, Context context) {
        String word = word(side, context);
        if (word.equals(SidesSection.PERIODIC)) {
            return Side.periodic();
        }
        Side.Kind kind = context.isOpening(word)
                ? Side.Kind.OPENING
                : context.boundaries().get(word) instanceof SymmetrySide ? Side.Kind.SYMMETRY : Side.Kind.WALL;
        return new Side(kind, word, context.placement(word));
    }
}
