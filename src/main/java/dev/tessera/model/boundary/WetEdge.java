package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Components;
import dev.tessera.model.Given;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// A node on two or three planes of wet nodes, at an edge or a corner of the box: one rule for planes of every scheme,
/// from the node's own populations (docs/decisions/0091).
///
/// * The velocity is the given one, or zero.
/// * The state that arrives has this velocity and the density of the populations along the axes,
///   `c_s² sum_a f_a/w_a + (1 - d c_s²) f_0/w_0 + n·j`, where f_a leaves the fluid over the plane across axis a
///   (without such a plane: the mean of both along the axis), and n is the sum of the inward normals. A stress, or
///   the square of a velocity, adds nothing to this sum.
/// * A population that comes over a plane has the part out of equilibrium of the opposite one, if this one arrives. If
///   it comes over another plane, both have none.
/// * All populations of the node are the equilibrium of the velocity and of the given density (without one: that of the
///   state that arrives), with the stress of the former.
///
/// Source: Latt, Chopard, Malaspinas, Deville, Michler, Phys. Rev. E 77, 056703 (2008), for planes. Density: derived
/// here.
///
/// @param sides whose planes meet, of different axes; a plane of another rule's links is not among them
/// @param hasVelocity whether one of the planes gives a velocity: fields `velocity-x …`; else it is zero
/// @param hasDensity whether one of them gives a density: field `density`
public record WetEdge(List<BoxSide> sides, boolean hasVelocity, boolean hasDensity) implements BoundaryRule {
    private static final String DENSITY = "density";

    /// @throws IllegalArgumentException with less than two sides, or with two of one axis
    public WetEdge {
        sides = sides.stream()
                .sorted(Comparator.comparingInt(BoxSide::axis)
                        .thenComparing(Comparator.comparingInt(BoxSide::inward).reversed()))
                .toList();
        if (sides.size() < 2 || sides.stream().map(BoxSide::axis).distinct().count() < sides.size()) {
            throw new IllegalArgumentException(
                    "planes of the sides %s do not meet in a node; it needs two or three of different axes"
                            .formatted(sides.stream().map(BoxSide::name).toList()));
        }
    }

    /// Such as `wet-edge-velocity-x-min-y-max`, of the orientation.
    @Override
    public String key() {
        return "wet-edge-%s%s%s"
                .formatted(
                        hasVelocity ? "velocity-" : "",
                        hasDensity ? "density-" : "",
                        sides.stream().map(BoxSide::name).collect(Collectors.joining("-")));
    }

    /// At the edge the stress has no order; the flow inside has the second.
    @Override
    public int order() {
        return 2;
    }

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        List<FieldSpec> fields = new ArrayList<>();
        for (int a = 0; hasVelocity && a < lattice.dimensions(); a++) {
            fields.add(new FieldSpec(Components.of("velocity", a), new Given.Velocity(a)));
        }
        if (hasDensity) {
            fields.add(new FieldSpec(DENSITY, new Given.Density()));
        }
        return fields;
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        ExprGraph g = input.graph();
        List<Expr> velocity = new ArrayList<>();
        for (int a = 0; a < input.model().lattice().dimensions(); a++) {
            velocity.add(hasVelocity ? WetPlane.velocity(input, a) : g.constant(0));
        }
        Moments arriving = new Moments(arrivingDensity(input, raw, velocity), velocity);
        Expr inertia = input.model().equilibrium().inertia(g, arriving.density());
        List<Expr> whole = velocity.stream().map(u -> inertia.times(u)).toList();
        List<Expr> populations = populations(input, raw, arriving, whole);
        Expr[][] stress = StatePopulations.nonEquilibriumStress(input, arriving, whole, populations);
        Expr density = hasDensity ? input.field().apply(DENSITY) : arriving.density();
        return StatePopulations.stressed(input, new Moments(density, velocity), stress);
    }

    /// As along one plane (`WetPlane.known`), the momentum along the normals adds to what arrives.
    private Expr arrivingDensity(Input input, List<Expr> raw, List<Expr> velocity) {
        ExprGraph g = input.graph();
        Expr known = axialDensity(g, input.model().lattice(), raw);
        Expr inward = g.constant(0);
        for (BoxSide side : sides) {
            inward = WetPlane.signedSum(inward, side.inward(), velocity.get(side.axis()));
            if (!input.force().isEmpty()) {
                known = WetPlane.signedSum(known, -side.inward(), halfForce(input, side.axis()));
            }
        }
        boolean isReference = input.model().equilibrium().inertia(g, known).isConstant(Rational.ONE);
        return isReference ? known.plus(inward) : known.over(g.constant(1).minus(inward));
    }

    /// `c_s² sum_a f_a/w_a + (1 - d c_s²) f_0/w_0`
    private Expr axialDensity(ExprGraph g, VelocitySet lattice, List<Expr> raw) {
        Rational sound = lattice.speedOfSoundSquared();
        Rational rest = Rational.ONE.minus(sound.times(Rational.of(lattice.dimensions())));
        List<Expr> terms =
                new ArrayList<>(List.of(g.constant(rest.over(lattice.weight(0))).times(raw.getFirst())));
        for (int i = 1; i < lattice.size(); i++) {
            Velocity c = lattice.velocity(i);
            int axis = axisOf(c);
            if (axis < 0 || BoxSide.anyCrossed(sides, c)) {
                continue;
            }
            boolean isAcross = sides.stream().anyMatch(side -> side.axis() == axis);
            Rational factor = sound.over(lattice.weight(i)).times(isAcross ? Rational.ONE : Rational.of(1, 2));
            terms.add(g.constant(factor).times(raw.get(i)));
        }
        return g.sum(terms);
    }

    /// The axis along which a direction moves; -1 for all others.
    private static int axisOf(Velocity c) {
        return Math.abs(c.x()) + Math.abs(c.y()) + Math.abs(c.z()) != 1 ? -1 : c.x() != 0 ? 0 : c.y() != 0 ? 1 : 2;
    }

    private static Expr halfForce(Input input, int a) {
        return input.graph().constant(1, 2).times(input.force().get(a));
    }

    /// Of the state that arrives; those that come over a plane by those that leave.
    private List<Expr> populations(Input input, List<Expr> raw, Moments arriving, List<Expr> whole) {
        ExprGraph g = input.graph();
        VelocitySet lattice = input.model().lattice();
        List<Expr> equilibrium = StatePopulations.equilibrium(input, arriving);
        List<Expr> populations = new ArrayList<>(raw);
        for (int i = 1; i < lattice.size(); i++) {
            Velocity c = lattice.velocity(i);
            int opposite = lattice.opposite(i);
            if (!BoxSide.anyCrossed(sides, c)) {
                continue;
            }
            if (BoxSide.anyCrossed(sides, lattice.velocity(opposite))) {
                populations.set(i, equilibrium.get(i));
                continue;
            }
            Expr along = g.constant(0);
            for (int a = 0; a < whole.size(); a++) {
                Expr momentum =
                        input.force().isEmpty() ? whole.get(a) : whole.get(a).minus(halfForce(input, a));
                along = WetPlane.signedSum(along, c.along(a), momentum);
            }
            Rational factor = lattice.weight(i).times(Rational.TWO).over(lattice.speedOfSoundSquared());
            populations.set(i, raw.get(opposite).plus(g.constant(factor).times(along)));
        }
        return populations;
    }
}
