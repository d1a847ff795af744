package dev.tessera.model.collision;

import dev.tessera.expr.Rational;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;

/// As many moments as a lattice has directions, orthogonal under the lattice's weights: built by exact Gram–Schmidt
/// from symmetric combinations of monomials, and checked. Combinations that are linearly dependent on the lattice
/// are omitted.
///
/// Under the weighted product, all moments above second order are zero in the second-order equilibrium, so that
/// only density, momentum and stress have an equilibrium that must be computed.
///
/// Source: d'Humières et al., Phil. Trans. R. Soc. A 360, 437 (2002) for the grouping of the moments;
/// Adhikari & Succi, Phys. Rev. E 78, 066701 (2008) and Dünweg, Schiller, Ladd, Phys. Rev. E 76, 036704
/// (2007) for the weighted product.
public final class MomentBasis {
    /// The rate of the trace of the stress: the bulk viscosity.
    public static final String BULK = "omega_bulk";

    static final String FLUX = "omega_q";
    static final String ANTISYMMETRIC = "omega_m";
    static final String XYZ = "omega_xyz";
    static final String ENERGY_SQUARE = "omega_epsilon";
    static final String FOURTH = "omega_pi";
    static final String FIFTH = "omega_5";
    static final String SIXTH = "omega_6";

    private static final Map<VelocitySet, MomentBasis> KNOWN = new ConcurrentHashMap<>();

    private final VelocitySet lattice;
    private final List<Mode> modes;

    private MomentBasis(VelocitySet lattice, List<Mode> modes) {
        this.lattice = lattice;
        this.modes = List.copyOf(modes);
    }

    /// The moments of a lattice; computed once in exact arithmetic and cached.
    /// @throws IllegalStateException if the moments of the lattice do not span its populations
    public static MomentBasis of(VelocitySet lattice) {
        return KNOWN.computeIfAbsent(lattice, MomentBasis::build);
    }

    private static MomentBasis build(VelocitySet lattice) {
        List<Mode> modes = new ArrayList<>();
        for (Candidate candidate : candidates(lattice)) {
            List<Rational> values = orthogonal(lattice, modes, candidate);
            Rational norm = product(lattice, values, values);
            if (!norm.isZero()) {
                modes.add(new Mode(
                        candidate.name(),
                        candidate.rate(),
                        parity(candidate),
                        candidate.terms(),
                        values,
                        norm,
                        isHermite(lattice, candidate, values)));
            }
        }
        if (modes.size() != lattice.size()) {
            throw new IllegalStateException(
                    "lattice %s has %d directions, but %d independent moments: its velocities need other monomials"
                            .formatted(lattice.name(), lattice.size(), modes.size()));
        }
        return new MomentBasis(lattice, modes);
    }

    public VelocitySet lattice() {
        return lattice;
    }

    List<Mode> modes() {
        return modes;
    }

    /// The names of the relaxation rates, in the order of the modes: `omega` for shear, then bulk and
    /// higher moments.
    public List<String> rateNames() {
        List<String> names = new ArrayList<>(List.of(ShearRate.NAME));
        for (Mode mode : modes) {
            if (!mode.conserved() && !names.contains(mode.rate())) {
                names.add(mode.rate());
            }
        }
        return names;
    }

    /// The matrix that takes populations to moments, `[moment][direction]`, exact.
    public List<List<Rational>> matrix() {
        return modes.stream().map(Mode::values).toList();
    }

    /// The sum of weights times squares of each moment's polynomial.
    public List<Rational> norms() {
        return modes.stream().map(Mode::norm).toList();
    }

    @Override
    public String toString() {
        return "%s moments %s".formatted(lattice, modes.stream().map(Mode::name).toList());
    }

    static Rational product(VelocitySet lattice, List<Rational> left, List<Rational> right) {
        Rational sum = Rational.ZERO;
        for (int i = 0; i < lattice.size(); i++) {
            sum = sum.plus(lattice.weight(i).times(left.get(i)).times(right.get(i)));
        }
        return sum;
    }

    private static List<Rational> orthogonal(VelocitySet lattice, List<Mode> before, Candidate candidate) {
        List<Rational> values = new ArrayList<>();
        for (Velocity c : lattice.velocities()) {
            values.add(Mode.leadingAt(candidate.terms(), c));
        }
        for (Mode mode : before) {
            Rational share = product(lattice, values, mode.values()).over(mode.norm());
            for (int i = 0; i < values.size(); i++) {
                values.set(i, values.get(i).minus(share.times(mode.values().get(i))));
            }
        }
        return values;
    }

    private static boolean isHermite(VelocitySet lattice, Candidate candidate, List<Rational> values) {
        for (int i = 0; i < values.size(); i++) {
            if (!Mode.hermiteAt(candidate.terms(), lattice.velocity(i), lattice.speedOfSoundSquared())
                    .equals(values.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static int parity(Candidate candidate) {
        Monomial first = candidate.terms().firstEntry().getKey();
        return first.a() % 2 | first.b() % 2 << 1 | first.c() % 2 << 2;
    }

    private record Candidate(String name, String rate, SequencedMap<Monomial, Rational> terms) {}

    private static List<Candidate> candidates(VelocitySet lattice) {
        String shear = ShearRate.NAME;
        String normal = lattice.isotropy() >= 4 ? shear : ShearRate.NORMAL;
        String[][] two = {
            {"1", ""},
            {"x", ""},
            {"y", ""},
            {"xx+yy", BULK},
            {"xx-yy", normal},
            {"xy", shear},
            {"xyy", FLUX},
            {"yxx", FLUX},
            {"xxyy", ENERGY_SQUARE},
        };
        String[][] three = {
            {"1", ""},
            {"x", ""},
            {"y", ""},
            {"z", ""},
            {"xx+yy+zz", BULK},
            {"2xx-yy-zz", normal},
            {"yy-zz", normal},
            {"xy", shear},
            {"xz", shear},
            {"yz", shear},
            {"xyy+xzz", FLUX},
            {"yxx+yzz", FLUX},
            {"zxx+zyy", FLUX},
            {"xyy-xzz", ANTISYMMETRIC},
            {"yzz-yxx", ANTISYMMETRIC},
            {"zxx-zyy", ANTISYMMETRIC},
            {"xyz", XYZ},
            {"xxyy+xxzz+yyzz", ENERGY_SQUARE},
            {"xxyy+xxzz-2yyzz", FOURTH},
            {"xxyy-xxzz", FOURTH},
            {"xyzz", FOURTH},
            {"xzyy", FOURTH},
            {"yzxx", FOURTH},
            {"xyyzz", FIFTH},
            {"yxxzz", FIFTH},
            {"zxxyy", FIFTH},
            {"xxyyzz", SIXTH},
        };
        List<Candidate> candidates = new ArrayList<>();
        for (String[] row : lattice.dimensions() == 2 ? two : three) {
            candidates.add(new Candidate(row[0], row[1], terms(row[0])));
        }
        return candidates;
    }

    /// Reads `2xx-yy-zz`; `1` is the constant.
    private static SequencedMap<Monomial, Rational> terms(String text) {
        SequencedMap<Monomial, Rational> terms = new LinkedHashMap<>();
        for (String term : text.replace("-", "+-").split("\\+", -1)) {
            long factor = term.startsWith("-") ? -1 : 1;
            String letters = term.replace("-", "").replace("1", "");
            if (letters.startsWith("2")) {
                factor *= 2;
                letters = letters.substring(1);
            }
            terms.put(new Monomial(count(letters, 'x'), count(letters, 'y'), count(letters, 'z')), Rational.of(factor));
        }
        return terms;
    }

    private static int count(String letters, char letter) {
        return (int) letters.chars().filter(c -> c == letter).count();
    }
}
