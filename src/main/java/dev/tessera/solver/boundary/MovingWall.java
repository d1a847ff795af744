package dev.tessera.solver.boundary;

import dev.tessera.model.boundary.LinkVelocity;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import dev.tessera.solver.Value;
import dev.tessera.solver.ValueText;
import java.util.List;

/// A wall that moves in its own plane, half-way bounce-back.
/// @param velocityMPerS three components
public record MovingWall(List<Value> velocityMPerS) implements Boundary.Moving {
    private static final String SCHEME = "moving";

    static final BoundaryKind KIND = new BoundaryKind(
            "a moving wall",
            true,
            List.of(new SchemeWord(SCHEME, "half-way, with `velocity`")),
            false,
            List.of(VelocityOpening.VELOCITY),
            List.of(VelocityOpening.VELOCITY),
            given -> new MovingWall(given.find(VelocityOpening.VELOCITY)
                    .orElseThrow(() -> given.refuse(
                            "a moving wall needs its velocity; write velocity: [1 m/s, 0 m/s, 0 m/s]"))),
            Equations.links(new LinkVelocity()));

    public MovingWall {
        velocityMPerS = List.copyOf(velocityMPerS);
    }

    @Override
    public Closure closure(Site site) {
        return new Closure.Links(new LinkVelocity());
    }

    @Override
    public Written written() {
        return Written.scheme(SCHEME).with(VelocityOpening.VELOCITY, velocityMPerS);
    }

    @Override
    public String text(Site site) {
        return "moving wall, velocity " + ValueText.of(velocityMPerS, "m/s");
    }

    @Override
    public boolean holdsOnNodes() {
        return false;
    }
}
