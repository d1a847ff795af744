package dev.tessera.model.equilibrium;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import java.util.List;
import java.util.Optional;

/// The equilibrium of shallow water on D2Q9: the sum of populations is the height h of the water over a flat bed, and
/// the pressure, integrated over the height, is `g h² / 2`:
///
/// `f_i = w_i h (3/2 g h + 3 c·u + 9/2 (c·u)² - 3/2 u²)`, `f_0 = h - 5/6 g h² - 2/3 h u²`.
///
/// In lattice units g is always 1/3, since the height that is 1 is chosen so ([#heightUnitM]): the height whose waves
/// travel at the lattice's speed of sound. Waves on the height h travel at the square root of `g h = h / 3`.
///
/// Source: Salmon, J. Mar. Res. 57, 503 (1999); Zhou, Lattice Boltzmann Methods for Shallow Water Flows, Springer
/// (2004), ch. 3.
///
/// @param gravityMPerS2 acceleration by gravity, m/s²
public record ShallowWater(double gravityMPerS2) implements Equilibrium {
    public static final String KEY = "shallow-water";

    /// The standard acceleration of gravity, m/s².
    public static final double STANDARD_GRAVITY = 9.80665;

    private static final Rational LATTICE_GRAVITY = Rational.of(1, 3);

    /// @throws IllegalArgumentException if gravity is not a positive number
    public ShallowWater {
        if (!(gravityMPerS2 > 0) || !Double.isFinite(gravityMPerS2)) {
            throw new IllegalArgumentException("gravity of %s m/s2 is not a positive number".formatted(gravityMPerS2));
        }
    }

    /// On Earth.
    public ShallowWater() {
        this(STANDARD_GRAVITY);
    }

    @Override
    public String key() {
        return KEY;
    }

    /// The height that is 1 in lattice units: `(dx/dt)² / (3 g)`, m.
    /// @param velocityUnitMPerS dx/dt
    public double heightUnitM(double velocityUnitMPerS) {
        return LATTICE_GRAVITY.toDouble() * velocityUnitMPerS * velocityUnitMPerS / gravityMPerS2;
    }

    @Override
    public List<Expr> populations(ExprGraph graph, VelocitySet lattice, Moments moments) {
        Expr height = moments.density();
        return SecondOrder.populations(graph, lattice, moments, inertia(graph, height), pressure(graph, height));
    }

    @Override
    public Moments moments(ExprGraph graph, VelocitySet lattice, List<Expr> populations, List<Expr> force) {
        return RawMoments.withDensity(graph, lattice, populations, force);
    }

    @Override
    public Expr inertia(ExprGraph graph, Expr density) {
        return density;
    }

    /// `g h² / (2 c_s²)`, which is `h² / 2`.
    @Override
    public Expr pressure(ExprGraph graph, Expr density) {
        return graph.constant(1, 2).times(density.squared());
    }

    /// The square of velocity over the speed of waves.
    public static Expr froudeSquared(ExprGraph graph, Moments moments) {
        Expr square = graph.sum(moments.velocity().stream().map(Expr::squared).toList());
        return square.over(graph.constant(LATTICE_GRAVITY).times(moments.density()));
    }

    @Override
    public boolean isIdealGas() {
        return false;
    }

    @Override
    public Optional<String> unsupported(VelocitySet lattice) {
        return lattice.name().equals("D2Q9")
                ? Optional.empty()
                : Optional.of(
                        "equilibrium %s is that of a flow seen from above, on D2Q9, not on %s. Use lattice D2Q9 and a 2D geometry"
                                .formatted(KEY, lattice.name()));
    }
}
