package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Rational;
import dev.tessera.model.Collision;
import dev.tessera.model.LocalRates;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// Relaxes each moment of a [MomentBasis] at its own rate: `f' = f - M^-1 S (m - m_eq) + M^-1 (1 - S/2) M F`.
///
/// `omega` belongs to the shear stress (on D3Q13 `omega_normal` to the differences of its normal components) and
/// `omega_bulk` to its trace (bulk viscosity
/// `2/(3 D) (1/omega_bulk - 1/2)`); the others act on moments without hydrodynamic meaning. Unless set,
/// `omega_bulk` is 1.19, the even higher ones 1.4 (d'Humières et al. 2002), and the odd ones have the magic
/// parameter 3/16 with `omega`, as accurate bounce-back walls require, but are at least 1.2, for stability at low
/// viscosities.
///
/// Source: d'Humières et al., Phil. Trans. R. Soc. A 360, 437 (2002); odd rates: Ginzburg & d'Humières, Phys. Rev.
/// E 68, 066614 (2003), Pan, Luo, Miller, Comput. Fluids 35, 898 (2006).
///
/// @param fixedRates rates by name that replace the defaults; every name must be one of the lattice's basis
public record Mrt(SequencedMap<String, Double> fixedRates) implements Collision {
    private static final double BULK_RATE = 1.19;
    private static final double EVEN_RATE = 1.4;
    private static final double LEAST_ODD_RATE = 1.2;
    private static final double MAGIC = 3.0 / 16;
    /// On D3Q13, where no population moves along an axis, a flat wall is half-way with 1/4.
    private static final double MAGIC_WITHOUT_AXES = 1.0 / 4;

    public Mrt {
        fixedRates = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fixedRates));
        for (var rate : fixedRates.entrySet()) {
            if (rate.getKey().equals(ShearRate.NAME) || rate.getKey().equals(ShearRate.NORMAL)) {
                throw new IllegalArgumentException(
                        "rate %s of MRT follows from the viscosity and cannot be set; set the viscosity instead"
                                .formatted(rate.getKey()));
            }
            if (!(rate.getValue() >= 0 && rate.getValue() <= 2)) {
                throw new IllegalArgumentException(
                        "rate %s of MRT is %s, but must be in [0, 2]".formatted(rate.getKey(), rate.getValue()));
            }
        }
    }

    /// With the default rates.
    public Mrt() {
        this(new LinkedHashMap<>());
    }

    @Override
    public String key() {
        return "mrt";
    }

    /// The rates that can be set on a lattice.
    public static List<String> settableRates(VelocitySet lattice) {
        return MomentBasis.of(lattice).rateNames().stream()
                .filter(name -> !name.equals(ShearRate.NAME) && !name.equals(ShearRate.NORMAL))
                .toList();
    }

    /// @throws IllegalArgumentException if a rate was set that the lattice lacks; the message lists its rates
    @Override
    public SequencedMap<String, Double> rates(VelocitySet lattice, double viscosityLattice) {
        List<String> settable = settableRates(lattice);
        for (String name : fixedRates.keySet()) {
            if (!settable.contains(name)) {
                throw new IllegalArgumentException("MRT on %s has no rate %s; it has %s"
                        .formatted(lattice.name(), name, String.join(", ", settable)));
            }
        }
        SequencedMap<String, Double> rates = ShearRate.named(lattice, viscosityLattice);
        if (hasNormalRate(lattice)) {
            rates.put(ShearRate.NORMAL, ShearRate.normal(lattice, viscosityLattice));
        }
        for (String name : settable) {
            rates.put(name, fixedRates.getOrDefault(name, defaultRate(name, lattice, viscosityLattice)));
        }
        return rates;
    }

    private static boolean hasNormalRate(VelocitySet lattice) {
        return MomentBasis.of(lattice).rateNames().contains(ShearRate.NORMAL);
    }

    private static double defaultRate(String name, VelocitySet lattice, double viscosityLattice) {
        return switch (name) {
            case MomentBasis.BULK -> BULK_RATE;
            case MomentBasis.ENERGY_SQUARE, MomentBasis.FOURTH, MomentBasis.SIXTH -> EVEN_RATE;
            default -> {
                double magic = hasNormalRate(lattice) ? MAGIC_WITHOUT_AXES : MAGIC;
                yield Math.max(LEAST_ODD_RATE, ShearRate.partner(lattice, magic, viscosityLattice));
            }
        };
    }

    @Override
    public LocalRates localRates(Input input) {
        Expr shear = input.rate().apply(ShearRate.NAME);
        return hasNormalRate(input.lattice())
                ? new LocalRates(
                        shear,
                        input.rate().apply(ShearRate.NORMAL),
                        input.rate().apply(MomentBasis.ANTISYMMETRIC))
                : LocalRates.of(shear, input.rate().apply(MomentBasis.FLUX));
    }

    /// The rate of the highest even moment acts on the whole addition, and the excess of other rates over it on their
    /// moments. The population at rest closes the sum.
    @Override
    public List<Expr> relaxedAddition(Input input, List<Expr> addition) {
        VelocitySet lattice = input.lattice();
        List<Mode> even = MomentBasis.of(lattice).modes().stream()
                .filter(mode -> !mode.conserved() && mode.order() % 2 == 0)
                .toList();
        Expr common = input.rate().apply(even.getLast().rate());
        List<Expr> relaxed =
                new ArrayList<>(addition.stream().map(common::times).toList());
        for (Mode mode : even) {
            Expr rate = input.rate().apply(mode.rate());
            if (!rate.equals(common)) {
                Expr moment = evenMoment(input.graph(), mode, addition);
                Expr excess = rate.minus(common).times(moment);
                for (int i = 1; i < lattice.size(); i++) {
                    Rational back =
                            lattice.weight(i).times(mode.values().get(i)).over(mode.norm());
                    relaxed.set(
                            i, relaxed.get(i).plus(input.graph().constant(back).times(excess)));
                }
            }
        }
        relaxed.set(0, input.graph().sum(relaxed.subList(1, relaxed.size())).negated());
        return relaxed;
    }

    /// A moment of populations that are equal in opposite directions.
    private static Expr evenMoment(ExprGraph graph, Mode mode, List<Expr> populations) {
        Expr moment = graph.constant(mode.values().getFirst()).times(populations.getFirst());
        for (int i = 1; i < populations.size(); i += 2) {
            Rational twice = Rational.TWO.times(mode.values().get(i));
            moment = moment.plus(graph.constant(twice).times(populations.get(i)));
        }
        return moment;
    }

    /// Every lattice whose stress has shear and normal components; with a rate for each where its fourth moment
    /// is not isotropic.
    @Override
    public Optional<String> unsupported(VelocitySet lattice) {
        return ShearRate.shearFactor(lattice).signum() > 0
                        && ShearRate.normalFactor(lattice).signum() > 0
                ? Optional.empty()
                : Optional.of(
                        "lattice %s carries no shear stress, so that no collision can give it a viscosity; it suits scalars, not flow"
                                .formatted(lattice.name()));
    }

    @Override
    public List<Expr> relax(Input input) {
        return new MomentRelaxation(input, MomentBasis.of(input.lattice())).relaxed();
    }
}
