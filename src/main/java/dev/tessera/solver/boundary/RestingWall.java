package dev.tessera.solver.boundary;

import dev.tessera.model.boundary.LinkWall;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import java.util.List;

/// A resting wall: half-way bounce-back, or interpolated at its distance as the model's wall scheme says.
public record RestingWall() implements Boundary {
    private static final String SCHEME = "bounce-back";

    static final BoundaryKind KIND = new BoundaryKind(
            "a resting wall",
            true,
            List.of(new SchemeWord(SCHEME, "at rest, placed as `model.walls` says")),
            true,
            List.of(),
            List.of(),
            given -> new RestingWall(),
            InterpolatedWalls.equations(false));

    @Override
    public Closure closure(Site site) {
        WallScheme scheme = site.walls();
        return scheme == WallScheme.HALF_WAY
                ? new Closure.BounceBack()
                : new Closure.Links(new LinkWall(scheme, false));
    }

    @Override
    public Written written() {
        return Written.scheme(SCHEME);
    }

    @Override
    public String text(Site site) {
        return "resting wall" + InterpolatedWalls.text(site);
    }

    @Override
    public boolean holdsOnNodes() {
        return false;
    }
}
