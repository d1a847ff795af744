package dev.tessera.solver.boundary;

import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.TammMottSmith;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.Value;
import dev.tessera.solver.ValueText;
import java.util.List;
import java.util.stream.Stream;

/// A wall of Tamm and Mott-Smith, at rest or moving in its own plane: half-way between nodes, with the density and
/// velocity of bounce-back, and without the part out of equilibrium that bounce-back returns.
/// @param velocityMPerS three components
public record TammMottSmithWall(List<Value> velocityMPerS) implements Boundary.Moving {
    private static final String SCHEME = "tamm-mott-smith";

    static final BoundaryKind KIND = new BoundaryKind(
            "a wall of Tamm and Mott-Smith",
            true,
            List.of(
                    new SchemeWord(
                            SCHEME,
                            "half-way between nodes, at rest or with `velocity`; populations that come from it are in equilibrium: for turbulent flow at little viscosity")),
            false,
            List.of(VelocityOpening.VELOCITY),
            List.of(),
            given -> given.find(VelocityOpening.VELOCITY)
                    .map(TammMottSmithWall::new)
                    .orElseGet(TammMottSmithWall::new),
            lattice -> Stream.of(false, true)
                    .map(moving -> new TammMottSmith(LinkNode.of(new TammMottSmith.Reflection(moving)))));

    public TammMottSmithWall {
        velocityMPerS = List.copyOf(velocityMPerS);
    }

    /// At rest.
    public TammMottSmithWall() {
        this(List.of(Value.ZERO, Value.ZERO, Value.ZERO));
    }

    @Override
    public Closure closure(Site site) {
        if (site.walls() != WallScheme.HALF_WAY) {
            throw new CaseException(
                    "boundaries.%s.scheme: walls of Tamm and Mott-Smith are half-way between nodes, but model.walls is %s. Use model.walls: half-way, or scheme: bounce-back."
                            .formatted(site.name(), site.walls().key()));
        }
        return new Closure.Links(new TammMottSmith.Reflection(moves()));
    }

    @Override
    public Written written() {
        Written scheme = Written.scheme(SCHEME);
        return moves() ? scheme.with(VelocityOpening.VELOCITY, velocityMPerS) : scheme;
    }

    @Override
    public String text(Site site) {
        return "wall of Tamm and Mott-Smith" + (moves() ? ", velocity " + ValueText.of(velocityMPerS, "m/s") : "");
    }

    @Override
    public boolean holdsOnNodes() {
        return false;
    }
}
