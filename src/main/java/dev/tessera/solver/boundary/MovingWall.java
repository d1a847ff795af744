package dev.tessera.solver.boundary;

import dev.tessera.model.boundary.LinkVelocity;
import dev.tessera.model.boundary.LinkWall;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import dev.tessera.solver.Value;
import dev.tessera.solver.ValueText;
import java.util.List;

/// A wall that moves in its own plane: half-way bounce-back, or interpolated at its distance as the model's wall
/// scheme says.
/// @param velocityMPerS three components
public record MovingWall(List<Value> velocityMPerS) implements Boundary.Moving {
    private static final String SCHEME = "moving";

    static final BoundaryKind KIND = new BoundaryKind(
            "a moving wall",
            true,
            List.of(new SchemeWord(SCHEME, "placed as `model.walls` says, with `velocity`")),
            false,
            List.of(VelocityOpening.VELOCITY),
            List.of(VelocityOpening.VELOCITY),
            given -> new MovingWall(given.find(VelocityOpening.VELOCITY)
                    .orElseThrow(() ->
                            given.refuse("a moving wall needs its velocity; write velocity: [1 m/s, 0 m/s, 0 m/s]"))),
            Equations.links(new LinkVelocity()).and(InterpolatedWalls.equations(true)));

    public MovingWall {
        velocityMPerS = List.copyOf(velocityMPerS);
    }

    @Override
    public Closure closure(Site site) {
        WallScheme scheme = site.walls();
        return new Closure.Links(scheme == WallScheme.HALF_WAY ? new LinkVelocity() : new LinkWall(scheme, true));
    }

    @Override
    public Written written() {
        return Written.scheme(SCHEME).with(VelocityOpening.VELOCITY, velocityMPerS);
    }

    @Override
    public String text(Site site) {
        return "moving wall, velocity " + ValueText.of(velocityMPerS, "m/s") + InterpolatedWalls.text(site);
    }

    @Override
    public boolean holdsOnNodes() {
        return false;
    }
}
