package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.equilibrium.RawMoments;
import dev.tessera.model.lattice.Reflections;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A multiple-relaxation-time collision by fast transforms that never compute a moment.
///
/// The butterflies of [Reflections] split the moment matrix into a small block for each parity. Within a block, all
/// axes outside the parity are equivalent and have equal rates: a part of an orbit depends on the parts of its own
/// axis and on the *sum* over all axes. The entries of `M^-1 S M` are exact functions of the rates, which are
/// computed once for all nodes. A relaxed part then needs one multiply-add per value of its own axis; the terms
/// with the sums are the same for all axes.
///
/// The population at rest (in odd blocks: the one along the axis) is computed from the conserved moment and the
/// other parts, so that rounding of the coefficients does not change mass and momentum. Where none moves along the
/// axis (D3Q13), the equivalent orbits take equal shares of the momentum.
final class MomentRelaxation {
    private final Collision.Input input;
    private final ExprGraph graph;
    private final VelocitySet lattice;
    private final MomentBasis basis;
    private final Reflections reflections;
    private final NodeState state;

    MomentRelaxation(Collision.Input input, MomentBasis basis) {
        this.input = input;
        this.graph = input.graph();
        this.lattice = input.lattice();
        this.basis = basis;
        this.reflections = new Reflections(lattice);
        this.state = NodeState.of(input);
    }

    List<Expr> relaxed() {
        Map<Integer, Map<Integer, Expr>> parts = new LinkedHashMap<>(); // [parity][orbit]
        for (int parity : reflections.parities()) {
            parts.put(parity, relaxed(parity));
        }
        return reflections.expand(
                graph,
                (orbit, parity) -> Objects.requireNonNull(
                        Objects.requireNonNull(parts.get(parity)).get(orbit)));
    }

    /// The meaning of one value in a block.
    private sealed interface Value {
        /// A part of an orbit.
        record Part(int orbit) implements Value {}

        /// A product of two components of momentum and velocity.
        record Flux(int a, int b) implements Value {}

        /// Half the second moment of the force.
        record HalfWork(int a, int b) implements Value {}

        /// The increase of the conserved moment.
        record Gain() implements Value {}
    }

    /// Values related by the symmetry of the axes: one per axis in their order, or a single one.
    private record Family(List<Value> values) {
        boolean isAlone() {
            return values.size() == 1;
        }
    }

    /// Each orbit's part of this parity after the collision.
    private Map<Integer, Expr> relaxed(int parity) {
        List<Mode> modes =
                basis.modes().stream().filter(mode -> mode.parity() == parity).toList();
        List<Family> orbits = orbitFamilies(parity);
        List<Family> families = new ArrayList<>(orbits);
        families.addAll(stressFamilies(parity));
        boolean isConserved = modes.getFirst().conserved();
        if (isConserved && (state.imposed() || parity != 0 && state.forced())) {
            families.add(new Family(List.of(new Value.Gain())));
        }
        Block block = new Block(parity, modes, families);
        Map<Integer, Expr> byOrbit = new LinkedHashMap<>();
        if (isConserved && !orbits.getFirst().isAlone()) {
            block.share(orbits, byOrbit);
            return byOrbit;
        }
        for (Family family : isConserved ? orbits.subList(1, orbits.size()) : orbits) {
            block.relax(family, byOrbit);
        }
        if (isConserved) {
            byOrbit.put(parity, block.leftOver(orbits, byOrbit));
        }
        return byOrbit;
    }

    /// Orbits of a parity by the number of axes along which they move in addition to those of the parity.
    private List<Family> orbitFamilies(int parity) {
        List<Integer> axes = freeAxes(parity);
        int all = parity;
        for (int axis : axes) {
            all |= 1 << axis;
        }
        List<List<Integer>> candidates = new ArrayList<>();
        candidates.add(List.of(parity));
        if (axes.size() > 1) {
            candidates.add(axes.stream().map(axis -> parity | 1 << axis).toList());
        }
        if (axes.size() > 2) {
            int whole = all;
            candidates.add(axes.stream().map(axis -> whole & ~(1 << axis)).toList());
        }
        if (!axes.isEmpty()) {
            candidates.add(List.of(all));
        }
        List<Integer> present = reflections.orbitsWith(parity);
        return candidates.stream()
                .filter(present::containsAll)
                .map(family ->
                        new Family(family.stream().<Value>map(Value.Part::new).toList()))
                .toList();
    }

    private List<Integer> freeAxes(int parity) {
        List<Integer> axes = new ArrayList<>();
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            if ((parity >> axis & 1) == 0) {
                axes.add(axis);
            }
        }
        return axes;
    }

    private List<Family> stressFamilies(int parity) {
        List<int[]> pairs = NodeState.axisPairs(lattice.dimensions()).stream()
                .filter(pair -> (1 << pair[0] ^ 1 << pair[1]) == parity)
                .toList();
        if (pairs.isEmpty()) {
            return List.of();
        }
        List<Family> families = new ArrayList<>();
        families.add(new Family(pairs.stream()
                .<Value>map(pair -> new Value.Flux(pair[0], pair[1]))
                .toList()));
        if (state.forced()) {
            families.add(new Family(pairs.stream()
                    .<Value>map(pair -> new Value.HalfWork(pair[0], pair[1]))
                    .toList()));
        }
        return families;
    }

    /// The values of one parity.
    private final class Block {
        private final int parity;
        private final List<Mode> modes;
        private final List<Family> families;

        Block(int parity, List<Mode> modes, List<Family> families) {
            this.parity = parity;
            this.modes = modes;
            this.families = families;
        }

        /// Adds the parts of one family of orbits after the collision.
        void relax(Family family, Map<Integer, Expr> byOrbit) {
            Expr common = common(family);
            for (int k = 0; k < family.values().size(); k++) {
                Value.Part part = (Value.Part) family.values().get(k);
                Expr sum = common;
                if (!family.isAlone()) {
                    for (Family from : families) {
                        if (!from.isAlone()) {
                            RateSum own =
                                    coefficient(part, from.values().get(k)).minus(coefficient(part, other(from, k)));
                            sum = sum.plus(times(own, value(from.values().get(k))));
                        }
                    }
                }
                byOrbit.put(part.orbit(), sum);
            }
        }

        /// The terms common to all orbits of a family: multiples of sums.
        private Expr common(Family family) {
            Value.Part part = (Value.Part) family.values().getFirst();
            Map<Family, RateSum> factors = new LinkedHashMap<>();
            for (Family from : families) {
                Value typical =
                        family.isAlone() || from.isAlone() ? from.values().getFirst() : other(from, 0);
                factors.put(from, coefficient(part, typical));
            }
            Expr sum = graph.constant(0);
            if (known() instanceof Expr whole) {
                Family summed = orbits().stream()
                        .filter(from -> !from.isAlone())
                        .findFirst()
                        .orElse(orbits().getLast());
                RateSum ofWhole = Objects.requireNonNull(factors.get(summed));
                orbits().forEach(from -> factors.merge(from, ofWhole, RateSum::minus));
                sum = times(ofWhole, whole);
            }
            for (Family from : families) {
                RateSum factor = Objects.requireNonNull(factors.get(from));
                sum = factor.isZero() ? sum : sum.plus(times(factor, total(from)));
            }
            return sum;
        }

        private List<Family> orbits() {
            return families.stream()
                    .filter(family -> family.values().getFirst() instanceof Value.Part)
                    .toList();
        }

        /// The sum of all parts, where it is already computed for the fluid's velocity.
        private @Nullable Expr known() {
            if (!modes.getFirst().conserved()) {
                return null;
            }
            if (parity != 0) {
                return RawMoments.momentum(graph, lattice, input.populations(), List.of())
                        .get(Integer.numberOfTrailingZeros(parity));
            }
            Expr density = RawMoments.density(graph, lattice, input.populations());
            return state.momentum().equals(state.velocity()) ? null : density;
        }

        private Value other(Family family, int k) {
            return family.values().get(k == 0 ? 1 : 0);
        }

        private Expr total(Family family) {
            return graph.sum(family.values().stream().map(this::value).toList());
        }

        /// The parts of a block without an orbit of its own axis, whose orbits are all equivalent: an equal
        /// share of the conserved moment each, and the relaxed difference from the mean.
        void share(List<Family> orbits, Map<Integer, Expr> byOrbit) {
            Family family = orbits.getFirst();
            if (orbits.size() > 1 || families.stream().anyMatch(MomentRelaxation::carriesStress)) {
                throw new IllegalStateException(
                        "lattice %s has conserved moments of parity %d without an orbit of their axis, and other orbits or stress beside them"
                                .formatted(lattice.name(), parity));
            }
            Value.Part first = (Value.Part) family.values().getFirst();
            Rational count = Rational.of(family.values().size());
            Expr mean = graph.constant(count.inverse()).times(total(family));
            Expr equal = graph.constant(
                            count.times(Rational.of(size(first.orbit()))).inverse())
                    .times(target());
            RateSum kept = coefficient(first, first).minus(coefficient(first, other(family, 0)));
            for (Value value : family.values()) {
                byOrbit.put(
                        ((Value.Part) value).orbit(),
                        equal.plus(times(kept, value(value).minus(mean))));
            }
        }

        /// The part of the first orbit from the conserved moment and the other parts.
        Expr leftOver(List<Family> orbits, Map<Integer, Expr> byOrbit) {
            Rational size = Rational.of(size(parity));
            Expr rest = graph.constant(size.inverse()).times(target());
            for (Family family : orbits.subList(1, orbits.size())) {
                List<Integer> members = family.values().stream()
                        .map(value -> ((Value.Part) value).orbit())
                        .toList();
                Expr sum = graph.sum(members.stream()
                        .map(orbit -> Objects.requireNonNull(byOrbit.get(orbit)))
                        .toList());
                rest = rest.minus(
                        graph.constant(Rational.of(size(members.getFirst())).over(size))
                                .times(sum));
            }
            return rest;
        }

        /// The conserved moment after the collision.
        private Expr target() {
            if (parity == 0) {
                return state.imposed() || known() != null
                        ? input.moments().density()
                        : graph.sum(orbits().stream().map(this::total).toList());
            }
            int axis = Integer.numberOfTrailingZeros(parity);
            Expr momentum = state.momentum().get(axis);
            return state.forced()
                    ? momentum.plus(graph.constant(1, 2).times(state.force().get(axis)))
                    : momentum;
        }

        private Expr value(Value value) {
            return switch (value) {
                case Value.Part(int orbit) -> reflections.part(graph, input.populations(), orbit, parity);
                case Value.Flux(int a, int b) -> state.flux(a, b);
                case Value.HalfWork(int a, int b) -> state.halfWork(a, b);
                case Value.Gain gain -> gain(modes.getFirst());
            };
        }

        /// The coefficient of a value for a population of an orbit, from the matrix form of the collision.
        private RateSum coefficient(Value.Part part, Value value) {
            RateSum sum = value.equals(part)
                    ? RateSum.of(Rational.of(size(part.orbit())).inverse())
                    : RateSum.ZERO;
            for (Mode mode : modes) {
                int representative = reflections.representative(part.orbit());
                Rational back = lattice.weight(representative)
                        .times(mode.values().get(representative))
                        .over(mode.norm());
                if (mode.conserved()) {
                    sum = value instanceof Value.Gain ? sum.plus("", back) : sum;
                    continue;
                }
                sum = switch (value) {
                    case Value.Part(int orbit) ->
                        sum.plus(
                                mode.rate(),
                                back.times(mode.values().get(reflections.representative(orbit)))
                                        .negated());
                    case Value.Flux(int a, int b) -> sum.plus(mode.rate(), back.times(leading(mode, a, b)));
                    case Value.HalfWork(int a, int b) ->
                        sum.plus("", back.times(leading(mode, a, b)).times(Rational.TWO))
                                .plus(
                                        mode.rate(),
                                        back.times(leading(mode, a, b)).negated());
                    case Value.Gain gain -> sum;
                };
            }
            return sum;
        }
    }

    private static boolean carriesStress(Family family) {
        return family.values().getFirst() instanceof Value.Flux
                || family.values().getFirst() instanceof Value.HalfWork;
    }

    private Expr times(RateSum factor, Expr value) {
        return factor.expression(graph, input.rate()).times(value);
    }

    /// The number of velocities of an orbit.
    private static int size(int orbit) {
        return 1 << Integer.bitCount(orbit);
    }

    /// The increase of a conserved moment: the force, or, where moments are imposed, their difference from
    /// those of the populations.
    private Expr gain(Mode mode) {
        if (mode.order() == 0) {
            return input.moments().density().minus(RawMoments.density(graph, lattice, input.populations()));
        }
        int axis = Integer.numberOfTrailingZeros(mode.parity());
        if (!state.imposed()) {
            return state.force().get(axis);
        }
        Expr own = RawMoments.momentum(graph, lattice, input.populations(), List.of())
                .get(axis);
        Expr lack = state.momentum().get(axis).minus(own);
        return state.forced()
                ? lack.plus(graph.constant(1, 2).times(state.force().get(axis)))
                : lack;
    }

    /// The coefficient of `c_a c_b` in a mode's leading part.
    private static Rational leading(Mode mode, int a, int b) {
        int[] exponents = new int[3];
        exponents[a]++;
        exponents[b]++;
        return mode.leading().getOrDefault(new Monomial(exponents[0], exponents[1], exponents[2]), Rational.ZERO);
    }
}
