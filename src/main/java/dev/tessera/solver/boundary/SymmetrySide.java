package dev.tessera.solver.boundary;

import dev.tessera.model.boundary.BoxSide;
import dev.tessera.model.boundary.Mirrored;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import java.util.List;

/// A side of the box in which the flow is mirrored, so that the box holds a half, a quarter or an eighth of it. It
/// is also a wall of free slip: no velocity across it, no stress along it. The nodes are on the side.
public record SymmetrySide() implements Boundary {
    private static final String SCHEME = "symmetry";
    private static final String SLIP = "slip";

    static final BoundaryKind KIND = new BoundaryKind(
            "a symmetry side",
            true,
            List.of(
                    new SchemeWord(
                            SCHEME,
                            "a side of a box of shapes in which the flow is mirrored: no velocity across it, no stress"
                                    + " along it"),
                    new SchemeWord(SLIP, "the same: a wall without friction")),
            false,
            List.of(),
            List.of(),
            given -> new SymmetrySide(),
            Equations.planes((axis, inward) -> Mirrored.in(new BoxSide(axis, inward))));

    @Override
    public Closure closure(Site site) {
        return new Closure.Mirror();
    }

    @Override
    public Written written() {
        return Written.scheme(SCHEME);
    }

    @Override
    public String text(Site site) {
        return "symmetry";
    }

    @Override
    public boolean holdsOnNodes() {
        return true;
    }
}
