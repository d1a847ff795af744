package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A node on sides of the box in which the flow is mirrored (free slip, symmetry): the normal velocity is zero, and
/// so is the shear stress along the side. A population that comes over such a side is the one that arrives from its
/// mirror image, `f(e) = f(e - 2 (e·n) n)`; where two or three sides meet, e is mirrored in each of them. So the
/// node has the populations that it would have within the whole flow, of which the box contains a half, a quarter or
/// an eighth.
///
/// Walls and openings at the node complete the populations that do not come over a mirror; mirror images of these
/// are known to them.
///
/// Half of the node's volume belongs to the fluid for each of the sides, see [BoundaryRule#share].
///
/// @param inner the rule of other links of the node; null: the node has no other links with rules
/// @param sides one to three, of different axes
public record Mirrored(@Nullable BoundaryRule inner, List<BoxSide> sides) implements RuleAround {
    private static final int ISOTROPY = 4;

    /// @throws IllegalArgumentException without sides, or with two of one axis
    public Mirrored {
        sides = List.copyOf(sides);
        if (sides.isEmpty() || sides.stream().map(BoxSide::axis).distinct().count() < sides.size()) {
            throw new IllegalArgumentException(
                    "a node cannot be on all of the sides %s; it needs one side, or some of different axes"
                            .formatted(sides));
        }
    }

    /// A node that has no other links with rules.
    public static Mirrored in(BoxSide... sides) {
        return new Mirrored(null, List.of(sides));
    }

    /// Such as `symmetry-y-max`.
    public static String key(List<BoxSide> sides) {
        return sides.stream().map(BoxSide::name).collect(Collectors.joining("-", "symmetry-", ""));
    }

    @Override
    public String key() {
        return key(sides) + (inner == null ? "" : "-" + inner.key());
    }

    @Override
    public int leastIsotropy() {
        return inner == null ? ISOTROPY : Math.max(ISOTROPY, inner.leastIsotropy());
    }

    @Override
    public int stagesBefore() {
        return inner == null ? 0 : inner.stagesBefore();
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        VelocitySet lattice = input.model().lattice();
        List<Expr> known = mirrored(lattice, raw);
        return inner == null ? known : mirrored(lattice, inner.complete(input, known));
    }

    @Override
    public Expr throughWalls(Input input, List<Expr> raw) {
        return RuleAround.super.throughWalls(input, mirrored(input.model().lattice(), raw));
    }

    @Override
    public Rational share(Velocity incoming) {
        return BoxSide.share(sides, incoming);
    }

    private List<Expr> mirrored(VelocitySet lattice, List<Expr> populations) {
        List<Expr> all = new ArrayList<>(populations);
        for (int i = 1; i < lattice.size(); i++) {
            all.set(i, populations.get(image(sides, lattice, i)));
        }
        return all;
    }

    /// The direction of which an incoming population is the mirror image; itself where it comes over no side.
    static int image(List<BoxSide> sides, VelocitySet lattice, int direction) {
        Velocity c = lattice.velocity(direction);
        int[] image = {c.x(), c.y(), c.z()};
        for (BoxSide side : sides) {
            image[side.axis()] = side.isCrossedBy(c) ? -image[side.axis()] : image[side.axis()];
        }
        return lattice.velocities().indexOf(new Velocity(image[0], image[1], image[2]));
    }
}
