package dev.tessera.model.mixture;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// A mixture of two components of one density whose interface follows from a free energy. The order parameter
/// phi is 1 in the first component and -1 in the second; its free energy per volume is
///
/// `A (phi⁴/4 - phi²/2) + kappa/2 |grad phi|²`,
///
/// so that a flat interface is `phi = tanh(x / xi)` with the interface width `xi = sqrt(2 kappa / A)` and the
/// surface tension `sigma = sqrt(8 kappa A / 9)`. The chemical potential is `mu = A (phi³ - phi) - kappa lap
/// phi`, and phi obeys `d phi/dt + div(phi u) = M lap mu`; in the bulk phases its diffusivity is `D = 2 A
/// M`.
///
/// The pressure tensor enters the equilibrium of the fluid, so that momentum is conserved at every node.
/// Weights and differences are those with the smallest spurious currents.
///
/// Source: Swift, Orlandini, Osborn, Yeomans, Phys. Rev. E 54, 5041 (1996); Pooley, Furtado, Phys. Rev. E 77,
/// 046702 (2008); wetting: Briant, Wagner, Yeomans, Phys. Rev. E 69, 031602 (2004).
///
/// @param components names of two, letters and digits
/// @param surfaceTensionNPerM sigma
/// @param interfaceWidthM xi
/// @param diffusivityM2PerS D; empty: a third of the largest that is stable
/// @param contactAngleRad of the first component at all walls
public record FreeEnergy(
        List<String> components,
        double surfaceTensionNPerM,
        double interfaceWidthM,
        OptionalDouble diffusivityM2PerS,
        double contactAngleRad)
        implements Mixture {
    /// The populations whose sum is the order parameter.
    public static final String ORDER = "order";

    /// The stored field with the order parameter, which neighbours read.
    public static final String FIELD = "phi";

    /// The observed order parameter.
    public static final String ORDER_PARAMETER = "order-parameter";

    /// The populations of mass and momentum.
    public static final String FLUID = "fluid";

    /// Kernel parameters, lattice units: A, kappa, `2 M`, and by how much the order parameter of a solid node
    /// exceeds that of the fluid node beside it.
    public static final String BULK_ENERGY = "bulk-energy";

    public static final String GRADIENT_ENERGY = "gradient-energy";
    public static final String MOBILITY = "mobility";
    public static final String WETTING = "wetting";

    private static final double STEEPEST = 16.0 / 3;
    private static final List<VelocitySet> LATTICES = List.of(Lattices.D2Q9, Lattices.D3Q19);

    /// @throws IllegalArgumentException where there are not two components, or a number is out of its range
    public FreeEnergy {
        components = List.copyOf(components);
        Mixture.requireNames(components);
        if (components.size() != 2) {
            throw new IllegalArgumentException("a free-energy mixture has two components, not %d: %s"
                    .formatted(components.size(), String.join(", ", components)));
        }
        requirePositive("surface tension", surfaceTensionNPerM, "N/m");
        requirePositive("interface width", interfaceWidthM, "m");
        diffusivityM2PerS.ifPresent(d -> requirePositive("diffusivity", d, "m2/s"));
        if (!(contactAngleRad > 0 && contactAngleRad < Math.PI)) {
            throw new IllegalArgumentException("a contact angle of %s degrees is not between 0 and 180 degrees"
                    .formatted(Math.toDegrees(contactAngleRad)));
        }
    }

    private static void requirePositive(String what, double value, String unit) {
        if (!(value > 0) || !Double.isFinite(value)) {
            throw new IllegalArgumentException("%s %s %s must be positive".formatted(what, value, unit));
        }
    }

    /// The lattices for which the weights of the pressure tensor are known.
    public static List<VelocitySet> lattices() {
        return LATTICES;
    }

    @Override
    public List<String> populations() {
        return List.of(FLUID, ORDER);
    }

    /// The kernel parameter with the fluidity of a component: one over its relaxation time less a half.
    public static String fluidityOf(String component) {
        return "fluidity-" + component;
    }

    /// A in lattice units, `3 sigma / (2 xi)` over the factor by which the differences of the lattice reduce
    /// the surface tension, `1 - 1/(6 xi²) + 1/(48 xi⁴)`: the first correction follows from the differences'
    /// errors, the second is fitted to flat interfaces.
    public static double bulkEnergy(double surfaceTension, double interfaceWidth) {
        double square = interfaceWidth * interfaceWidth;
        double reduced = 1 - 1 / (6 * square) + 1 / (48 * square * square);
        return 1.5 * surfaceTension / (interfaceWidth * reduced);
    }

    /// kappa in lattice units, `A xi² / 2`.
    public static double gradientEnergy(double bulkEnergy, double interfaceWidth) {
        return 0.5 * bulkEnergy * interfaceWidth * interfaceWidth;
    }

    /// `2 A + 16/3 kappa`: how much the pressure of the shortest wave of the order parameter rises with its
    /// amplitude, lattice units. The discrete Laplacian of both lattices is at least -16/3.
    public static double stiffness(double bulkEnergy, double interfaceWidth) {
        return 2 * bulkEnergy + STEEPEST * gradientEnergy(bulkEnergy, interfaceWidth);
    }

    /// The largest diffusivity with which a step damps the shortest wave of the order parameter in the bulk,
    /// lattice units: one step changes a wave by the factor `1 - 16/3 M (2 A + 16/3 kappa)`, which is above -1.
    /// @param interfaceWidth lattice units
    public static double largestDiffusivity(double interfaceWidth) {
        return 4 / (STEEPEST * stiffness(1, interfaceWidth));
    }

    /// By how much the order parameter rises from a fluid node to the solid node beside it, times the interface
    /// width: `Omega` in `cos(theta) = ((1 + Omega)^(3/2) - (1 - Omega)^(3/2)) / 2`.
    ///
    /// Source: Briant, Wagner, Yeomans, Phys. Rev. E 69, 031602 (2004).
    public double wettingPotential() {
        double sine = Math.sin(contactAngleRad);
        double third = Math.cos(Math.acos(sine * sine) / 3);
        return 2 * Math.signum(0.5 * Math.PI - contactAngleRad) * Math.sqrt(Math.max(0, third * (1 - third)));
    }

    /// The gradient of a field from its values at the neighbours, one value per axis.
    /// @param neighbours by direction; at 0 unused
    public static List<Expr> gradient(ExprGraph graph, VelocitySet lattice, List<Expr> neighbours) {
        Expr scale = graph.constant(lattice.speedOfSoundSquared().inverse());
        return ShanChen.sum(graph, lattice, neighbours).stream()
                .map(scale::times)
                .toList();
    }

    /// The Laplacian of a field from its values at a node and its neighbours.
    /// @param values by direction; at 0 that of the node
    public static Expr laplacian(ExprGraph graph, VelocitySet lattice, List<Expr> values) {
        Expr here = values.getFirst();
        Expr sum = graph.constant(0);
        for (int i = 1; i < lattice.size(); i += 2) {
            Expr pair = values.get(i).plus(values.get(i + 1));
            sum = sum.plus(graph.constant(lattice.weight(i)).times(pair));
        }
        Rational others = Rational.ONE.minus(lattice.weight(0));
        Rational scale = Rational.TWO.over(lattice.speedOfSoundSquared());
        return graph.constant(scale).times(sum.minus(graph.constant(others).times(here)));
    }

    /// `mu = A (phi³ - phi) - kappa lap phi`
    public static Expr chemicalPotential(Expr phi, Expr laplacian, Expr bulkEnergy, Expr gradientEnergy) {
        Expr one = phi.graph().constant(1);
        return bulkEnergy.times(phi).times(phi.squared().minus(one)).minus(gradientEnergy.times(laplacian));
    }

    /// What the interface adds to the equilibrium of the fluid, `[direction]`; without mass and momentum. Its
    /// second moment is the pressure tensor without the ideal part `rho / 3`:
    ///
    /// `(A (3/4 phi⁴ - phi²/2) - kappa phi lap phi - kappa/2 |grad phi|²) delta_ab + kappa d_a phi d_b phi`.
    ///
    /// @param phi the order parameter
    public static List<Expr> interfaceTerms(
            VelocitySet lattice, Expr phi, List<Expr> gradient, Expr laplacian, Expr bulkEnergy, Expr gradientEnergy) {
        ExprGraph graph = phi.graph();
        Expr square = phi.squared();
        Expr bulk = bulkEnergy
                .times(square)
                .times(graph.constant(3, 4).times(square).minus(graph.constant(1, 2)));
        Expr isotropic = bulk.minus(gradientEnergy.times(phi).times(laplacian));
        Expr inverse = graph.constant(lattice.speedOfSoundSquared().inverse());
        List<Expr> terms = new ArrayList<>();
        Expr all = graph.constant(0);
        terms.add(all); // replaced below
        for (int i = 1; i < lattice.size(); i += 2) {
            Expr term = inverse.times(graph.constant(lattice.weight(i)))
                    .times(isotropic)
                    .plus(gradientEnergy.times(ofGradient(graph, lattice, i, gradient)));
            terms.add(term);
            terms.add(term);
            all = all.plus(term);
        }
        terms.set(0, graph.constant(-2).times(all));
        return terms;
    }

    /// `sum over a ≤ b of w_i^ab d_a phi d_b phi`
    private static Expr ofGradient(ExprGraph graph, VelocitySet lattice, int direction, List<Expr> gradient) {
        Velocity c = lattice.velocity(direction);
        Expr sum = graph.constant(0);
        for (int a = 0; a < gradient.size(); a++) {
            Rational own = normalWeight(lattice, c, a);
            sum = sum.plus(graph.constant(own).times(gradient.get(a).squared()));
            for (int b = a + 1; b < gradient.size(); b++) {
                Rational mixed = Rational.of((long) c.along(a) * c.along(b), 4);
                sum = sum.plus(graph.constant(mixed).times(gradient.get(a)).times(gradient.get(b)));
            }
        }
        return sum;
    }

    /// Source: Pooley, Furtado, Phys. Rev. E 77, 046702 (2008).
    private static Rational normalWeight(VelocitySet lattice, Velocity c, int axis) {
        boolean isAxis = Math.abs(c.x()) + Math.abs(c.y()) + Math.abs(c.z()) == 1;
        boolean isAlong = c.along(axis) != 0;
        if (lattice.equals(Lattices.D2Q9)) {
            return isAxis ? isAlong ? Rational.of(1, 3) : Rational.of(-1, 6) : Rational.of(-1, 24);
        }
        if (lattice.equals(Lattices.D3Q19)) {
            Rational ofAxis = isAlong ? Rational.of(5, 12) : Rational.of(-1, 3);
            Rational ofEdge = isAlong ? Rational.of(-1, 24) : Rational.of(1, 12);
            return isAxis ? ofAxis : ofEdge;
        }
        throw new IllegalArgumentException(
                "lattice %s has no weights of the pressure tensor of a free-energy mixture".formatted(lattice.name()));
    }
}
