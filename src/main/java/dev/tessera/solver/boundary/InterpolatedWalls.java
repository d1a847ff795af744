package dev.tessera.solver.boundary;

import dev.tessera.model.LinkRule;
import dev.tessera.model.boundary.LinkWall;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.solver.Boundary.Site;
import dev.tessera.solver.BoundaryKind.Equations;
import java.util.Arrays;

/// What resting and moving walls at their distances have in common.
final class InterpolatedWalls {
    private InterpolatedWalls() {}

    /// Every scheme that interpolates.
    static Equations equations(boolean moving) {
        return Equations.links(Arrays.stream(WallScheme.values())
                .filter(scheme -> scheme != WallScheme.HALF_WAY)
                .map(scheme -> new LinkWall(scheme, moving))
                .toArray(LinkRule[]::new));
    }

    /// The end of a wall's line in checkpoints; empty where it is half-way.
    static String text(Site site) {
        return site.walls() == WallScheme.HALF_WAY ? "" : ", " + site.walls().key();
    }
}
