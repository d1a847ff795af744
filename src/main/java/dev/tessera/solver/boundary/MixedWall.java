package dev.tessera.solver.boundary;

import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import java.util.List;
import java.util.stream.Stream;

/// A wall of wet nodes with zero velocity and bounce-back, as Tomczak & Szafran (2019) use. Zou–He openings prevail
/// over it at their edges.
public record MixedWall() implements Boundary {
    private static final String SCHEME = "mixed";

    static final BoundaryKind KIND = new BoundaryKind(
            "a mixed wall",
            true,
            List.of(new SchemeWord(SCHEME, "nodes on the wall, zero velocity and bounce-back")),
            false,
            List.of(),
            List.of(),
            given -> new MixedWall(),
            lattice -> Stream.of(new dev.tessera.model.boundary.MixedWall()));

    @Override
    public Closure closure(Site site) {
        return new Closure.Nodes(new dev.tessera.model.boundary.MixedWall(), Meeting.YIELDS);
    }

    @Override
    public Written written() {
        return Written.scheme(SCHEME);
    }

    @Override
    public String text(Site site) {
        return "mixed wall";
    }

    @Override
    public boolean holdsOnNodes() {
        return true;
    }
}
