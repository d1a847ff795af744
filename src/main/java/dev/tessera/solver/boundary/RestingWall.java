package dev.tessera.solver.boundary;

import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import java.util.List;

/// A resting wall, half-way bounce-back.
public record RestingWall() implements Boundary {
    private static final String SCHEME = "bounce-back";

    static final BoundaryKind KIND = new BoundaryKind(
            "a resting wall",
            true,
            List.of(new SchemeWord(SCHEME, "half-way")),
            true,
            List.of(),
            List.of(),
            given -> new RestingWall(),
            Equations.none());

    @Override
    public Closure closure(Site site) {
        return new Closure.BounceBack();
    }

    @Override
    public Written written() {
        return Written.scheme(SCHEME);
    }

    @Override
    public String text(Site site) {
        return "resting wall";
    }

    @Override
    public boolean holdsOnNodes() {
        return false;
    }
}
