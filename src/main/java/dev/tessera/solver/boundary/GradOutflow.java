package dev.tessera.solver.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.BoundaryRule.Input;
import dev.tessera.model.Collision;
import dev.tessera.model.Components;
import dev.tessera.model.Given;
import dev.tessera.model.LinkRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.GradApproximation;
import dev.tessera.model.boundary.RememberedFlow;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import dev.tessera.solver.Value;
import dev.tessera.solver.ValueText;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// An outflow of given pressure (gauge) whose incoming populations are Grad's approximation with the velocity and
/// the stress of the node. It asks the geometry for the normal and holds in any orientation.
/// @param rise how the pressure rises from zero at the start
public record GradOutflow(Value pressurePa, Rise rise) implements Boundary.PressureImposed {
    private static final String SCHEME = "grad";

    static final BoundaryKind KIND = new BoundaryKind(
            "an outflow by Grad's approximation",
            false,
            List.of(new SchemeWord(
                    SCHEME,
                    "with `pressure`: incoming populations from the moments of the node one step before, along cut"
                            + " links of any orientation")),
            false,
            List.of(PressureOpening.PRESSURE, VelocityOpening.RAMP),
            List.of(PressureOpening.PRESSURE),
            given -> new GradOutflow(
                    given.find(PressureOpening.PRESSURE)
                            .orElseThrow(() -> given.refuse("scheme grad needs the pressure; write pressure: 0 Pa")),
                    given.get(VelocityOpening.RAMP)),
            Equations.links(new Grad()));

    @Override
    public Closure closure(Site site) {
        return new Closure.Links(new Grad());
    }

    @Override
    public Written written() {
        return Written.scheme(SCHEME).with(PressureOpening.PRESSURE, pressurePa).with(VelocityOpening.RAMP, rise);
    }

    @Override
    public String text(Site site) {
        return "pressure %s, scheme grad%s"
                .formatted(ValueText.of(pressurePa, "Pa"), VelocityOpening.rampText(rampS()));
    }

    @Override
    public boolean holdsOnNodes() {
        return false;
    }

    @Override
    public GradOutflow rising(Rise choice) {
        return new GradOutflow(pressurePa, choice);
    }

    /// @param time such as `0.1 s`
    public GradOutflow rampedOver(String time) {
        return rising(new Rise.Over(Quantity.parse(time, QuantityKind.TIME)));
    }

    /// With an automatic duration that avoids sound oscillations.
    public GradOutflow ramped() {
        return rising(new Rise.Auto());
    }

    /// The incoming population of a link is [GradApproximation]
    ///
    /// `w_i (rho + c_i·j / c_s² + (m u u + Q) : (c_i c_i - c_s²) / (2 c_s⁴))`
    ///
    /// with the coefficient `density`, rho, the velocity along the normal u and the non-equilibrium part Q of
    /// the second moments of the node in the previous step (remembered fields), the momentum j = m u less half
    /// of a force, and m as in [dev.tessera.model.Equilibrium#inertia]. The moments are those of the node, so
    /// that the pressure is of first order in the spacing.
    ///
    /// In the source u is the whole velocity. That leaves the velocity along the plane free: in a channel of 8
    /// or 16 nodes it reached 4 % of the largest velocity (D2Q9, BGK).
    ///
    /// Source: Chikatamarla, Ansumali, Karlin, Europhys. Lett. 74, 215 (2006); as an outflow: Chikatamarla &
    /// Karlin, Physica A 392, 1925 (2013).
    public record Grad() implements LinkRule {
        private static final String DENSITY = "density";
        private static final String FLUX = "flux";

        @Override
        public String key() {
            return SCHEME;
        }

        @Override
        public int order() {
            return 1;
        }

        @Override
        public boolean isNeutral() {
            return false;
        }

        @Override
        public List<FieldSpec> coefficients() {
            return List.of(new FieldSpec(DENSITY, new Given.Density()));
        }

        @Override
        public List<FieldSpec> fields(VelocitySet lattice) {
            return RememberedFlow.fields(FLUX, lattice);
        }

        @Override
        public Expr complete(Link link, List<Expr> raw) {
            Input input = link.input();
            ExprGraph g = input.graph();
            VelocitySet lattice = link.lattice();
            Expr rho = link.coefficient().apply(DENSITY);
            Expr inertia = input.model().equilibrium().inertia(g, rho);
            List<Expr> u = alongNormal(input, lattice);
            List<Expr> momentum = new ArrayList<>();
            for (int a = 0; a < u.size(); a++) {
                Expr of = inertia.times(u.get(a));
                momentum.add(
                        input.force().isEmpty()
                                ? of
                                : of.minus(g.constant(1, 2).times(input.force().get(a))));
            }
            return GradApproximation.population(
                    g,
                    lattice,
                    link.incoming(),
                    rho,
                    momentum,
                    (a, b) -> inertia.times(u.get(a))
                            .times(u.get(b))
                            .plus(input.field().apply(Components.of(FLUX, a, b))));
        }

        /// `n (n·u)`
        private static List<Expr> alongNormal(Input input, VelocitySet lattice) {
            List<Expr> n = Components.vector("normal", lattice).stream()
                    .map(input.field())
                    .toList();
            List<Expr> products = new ArrayList<>();
            for (int a = 0; a < n.size(); a++) {
                products.add(n.get(a).times(input.field().apply(Components.of("velocity", a))));
            }
            Expr outward = input.graph().sum(products);
            return n.stream().map(component -> component.times(outward)).toList();
        }

        @Override
        public SequencedMap<String, Expr> remember(Input input, Collision.Input node) {
            SequencedMap<String, Expr> remembered = new LinkedHashMap<>();
            List<Expr> u = node.moments().velocity();
            for (int a = 0; a < u.size(); a++) {
                remembered.put(Components.of("velocity", a), u.get(a));
            }
            for (int a = 0; a < u.size(); a++) {
                for (int b = a; b < u.size(); b++) {
                    remembered.put(Components.of(FLUX, a, b), excess(node, a, b));
                }
            }
            return remembered;
        }

        /// The second moment of the populations less that of their equilibrium.
        private static Expr excess(Collision.Input node, int a, int b) {
            ExprGraph g = node.graph();
            VelocitySet lattice = node.lattice();
            Expr sum = g.constant(0);
            for (int i = 1; i < lattice.size(); i++) {
                int product = lattice.velocity(i).along(a) * lattice.velocity(i).along(b);
                Expr f = node.populations().get(i);
                sum = product == 0 ? sum : product > 0 ? sum.plus(f) : sum.minus(f);
            }
            Expr rho = node.moments().density();
            Expr inertia = node.equilibrium().inertia(g, rho);
            List<Expr> u = node.moments().velocity();
            Expr excess = sum.minus(inertia.times(u.get(a)).times(u.get(b)));
            return a == b
                    ? excess.minus(g.constant(lattice.speedOfSoundSquared()).times(rho))
                    : excess;
        }
    }
}
