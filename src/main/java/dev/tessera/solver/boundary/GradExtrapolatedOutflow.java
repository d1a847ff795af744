package dev.tessera.solver.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.Given;
import dev.tessera.model.NonLocalRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.GradApproximation;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import dev.tessera.solver.Value;
import dev.tessera.solver.ValueText;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An outflow whose incoming populations are Grad's approximation with density, velocity and stress extrapolated from
/// the two nodes behind each node at the opening. It imposes nothing; [AtPressure] has a given density instead.
/// [GradOutflow] has the moments of the node itself.
public record GradExtrapolatedOutflow() implements Outflow {
    private static final String SCHEME = "grad-extrapolated";

    static final BoundaryKind KIND = new BoundaryKind(
            "an outflow by Grad's approximation of moments behind it",
            false,
            List.of(new SchemeWord(
                    SCHEME,
                    "incoming populations from the moments extrapolated from the two nodes behind an opening in an axis"
                            + " plane: velocity, stress and, without `pressure`, the density")),
            false,
            List.of(PressureOpening.PRESSURE, VelocityOpening.RAMP),
            List.of(),
            GradExtrapolatedOutflow::read,
            Equations.linkPlanes((axis, inward) -> new Extrapolation(axis, inward, false))
                    .and(Equations.linkPlanes((axis, inward) -> new Extrapolation(axis, inward, true))));

    private static Boundary read(BoundaryKey.Given given) {
        Optional<Value> pressure = given.find(PressureOpening.PRESSURE);
        if (pressure.isEmpty() && given.has(VelocityOpening.RAMP)) {
            throw given.refuse(
                    VelocityOpening.RAMP,
                    "scheme grad-extrapolated without pressure has no value that could rise; add pressure: 0 Pa, or leave ramp out");
        }
        return pressure.isPresent()
                ? new AtPressure(pressure.orElseThrow(), given.get(VelocityOpening.RAMP))
                : new GradExtrapolatedOutflow();
    }

    @Override
    public Closure closure(Site site) {
        return extrapolation(site, false);
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    private static Closure extrapolation(Site site, boolean isAtPressure) {
        OpeningPlane plane = OpeningPlane.of(site, SCHEME, "extrapolates");
        return new Closure.Links(new Extrapolation(plane.axis(), plane.inward(), isAtPressure));
    }

    /// The same with a given pressure (gauge), and with velocity and stress from the nodes behind.
    /// @param rise how the pressure rises from zero at the start
    public record AtPressure(Value pressurePa, Rise rise) implements Boundary.PressureImposed {
        @Override
        public Closure closure(Site site) {
            return extrapolation(site, true);
        }

        @Override
        public Written written() {
            return Written.scheme(SCHEME)
                    .with(PressureOpening.PRESSURE, pressurePa)
                    .with(VelocityOpening.RAMP, rise);
        }

        @Override
        public String text(Site site) {
            return "pressure %s, scheme %s%s"
                    .formatted(ValueText.of(pressurePa, "Pa"), SCHEME, VelocityOpening.rampText(rampS()));
        }

        @Override
        public boolean holdsOnNodes() {
            return false;
        }

        @Override
        public AtPressure rising(Rise choice) {
            return new AtPressure(pressurePa, choice);
        }

        /// @param time such as `0.1 s`
        public AtPressure rampedOver(String time) {
            return rising(new Rise.Over(Quantity.parse(time, QuantityKind.TIME)));
        }

        /// With an automatic duration that avoids sound oscillations.
        public AtPressure ramped() {
            return rising(new Rise.Auto());
        }
    }

    /// The incoming population of a link is, before the collision, [GradApproximation] with the moments
    /// `2 m(x + n) - m(x + 2 n)`: the density, the momentum and the second moments m of the two nodes along the
    /// inward normal n. Grad's approximation is linear in these, so that nodes pass the population itself.
    ///
    /// It is [YuOutflow.Extrapolation] without moments of third and higher order. Those of a developed flow are
    /// not Grad's, so that without a given density its pressure rises for ever: half of the flow stays in a channel
    /// of 16 nodes.
    ///
    /// Source: Chikatamarla, Ansumali, Karlin, Europhys. Lett. 74, 215 (2006).
    ///
    /// @param isAtPressure whether the density is the coefficient `density`
    public record Extrapolation(int axis, int inward, boolean isAtPressure) implements NonLocalRule, Outflow.Rule {
        private static final String DENSITY = "density";

        @Override
        public String key() {
            return new OpeningPlane(axis, inward).key(isAtPressure ? SCHEME + "-pressure" : SCHEME);
        }

        @Override
        public String scheme() {
            return SCHEME;
        }

        @Override
        public int order() {
            return isAtPressure ? 1 : 0;
        }

        @Override
        public int leastIsotropy() {
            return 4;
        }

        @Override
        public int depth() {
            return 2;
        }

        @Override
        public List<FieldSpec> coefficients() {
            return isAtPressure ? List.of(new FieldSpec(DENSITY, new Given.Density())) : List.of();
        }

        /// The approximation of the node's moments; with a given density that of density 1.
        @Override
        public Expr pass(Passing node, int direction, @Nullable Expr farther) {
            ExprGraph g = node.input().graph();
            VelocitySet lattice = node.input().model().lattice();
            Expr density = isAtPressure ? g.constant(1) : g.sum(node.populations());
            Expr own = GradApproximation.population(g, lattice, direction, density, node.populations());
            return farther == null ? own : own.plus(own).minus(farther);
        }

        @Override
        public Expr complete(Link link, List<Expr> raw) {
            if (!isAtPressure) {
                return nearest(link);
            }
            ExprGraph g = link.input().graph();
            Expr excess = link.coefficient().apply(DENSITY).minus(g.constant(1));
            Expr weight = g.constant(link.lattice().weight(link.incoming()));
            return nearest(link).plus(weight.times(excess));
        }
    }
}
