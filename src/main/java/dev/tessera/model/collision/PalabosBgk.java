package dev.tessera.model.collision;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// BGK with the quasi-compressible equilibrium on D3Q19, in the order of operations of Palabos' `BGKdynamics`, so that
/// both round alike. Exact results are those of [Bgk]. It relaxes deviations `f_i - w_i`, not populations, and is
/// therefore not in [Collisions]: a kernel uses it as it is (docs/decisions/0060).
///
/// Palabos rounds so only where its compiler does not contract products and sums: always on plain x86-64, elsewhere
/// with `-ffp-contract=off`.
///
/// Source: Palabos 2024-09, `momentTemplates3D.h` (`get_rhoBar_j`), `dynamicsTemplates3D.h` (`bgk_ma2_collision`),
/// `roundOffPolicy.h` (`DefaultRoundOffPolicy`).
public final class PalabosBgk {
    /// The name of the relaxation rate's parameter.
    public static final String RATE = ShearRate.NAME;

    private static final int HALF = 9; // direction i and i + 9 are opposite

    /// Directions whose velocity along an axis is -1 and +1, `[axis][sign]`, in the order of summation.
    private static final int[][][] FACES = {
        {{1, 4, 5, 6, 7}, {10, 13, 14, 15, 16}},
        {{2, 4, 8, 9, 14}, {5, 11, 13, 17, 18}},
        {{3, 6, 8, 16, 18}, {7, 9, 12, 15, 17}}
    };

    private static final int[] NOT_ALONG_X = {0, 2, 3, 8, 9, 11, 12, 17, 18};

    private PalabosBgk() {}

    /// Deviations after the collision, shape `[19]`, in Palabos' directions.
    /// @param deviations before it, shape `[19]`, in Palabos' directions: rest; nine whose first component that is
    ///        not zero is negative; their opposites
    /// @param omega the relaxation rate, in (0, 2)
    public static List<Expr> relax(ExprGraph graph, List<Expr> deviations, Expr omega) {
        return new Cell(graph, deviations, omega).relaxed();
    }

    private static final class Cell {
        private final ExprGraph graph;
        private final List<Expr> deviations;
        private final Expr omega;
        private final Expr kept;
        private final Expr[] k; // three times the momentum
        private final Expr[] halfSquares; // k_a² / (2 rho)
        private final Expr[] products; // k_a k_b / rho of xy, xz, yz
        private final Expr common;

        Cell(ExprGraph graph, List<Expr> deviations, Expr omega) {
            this.graph = graph;
            this.deviations = deviations;
            this.omega = omega;
            this.kept = graph.constant(1).minus(omega);
            Expr[][] faces = Arrays.stream(FACES)
                    .map(signs -> Arrays.stream(signs).map(this::sum).toArray(Expr[]::new))
                    .toArray(Expr[][]::new);
            Expr excess = faces[0][0].plus(sum(NOT_ALONG_X)).plus(faces[0][1]); // rho - 1
            Expr[] j =
                    Arrays.stream(faces).map(signs -> signs[1].minus(signs[0])).toArray(Expr[]::new);
            Expr inverse = graph.constant(1).over(excess.plus(graph.constant(1)));
            Expr square = j[0].squared().plus(j[1].squared()).plus(j[2].squared());
            Expr three = graph.constant(3);
            this.k = Arrays.stream(j).map(three::times).toArray(Expr[]::new);
            Expr half = inverse.over(graph.constant(2));
            this.halfSquares = Arrays.stream(k)
                    .map(along -> half.times(along).times(along))
                    .toArray(Expr[]::new);
            this.products = new Expr[] {
                inverse.times(k[0]).times(k[1]),
                inverse.times(k[0]).times(k[2]),
                inverse.times(k[1]).times(k[2])
            };
            this.common = excess.plus(inverse.times(three).times(square));
        }

        private Expr sum(int[] directions) {
            return graph.sum(Arrays.stream(directions).mapToObj(deviations::get).toList());
        }

        List<Expr> relaxed() {
            List<Expr> relaxed = new ArrayList<>(deviations);
            Expr[] kk = halfSquares;
            Expr rest = kk[0].negated().minus(kk[1]).minus(kk[2]);
            relaxed.set(0, relaxed(0, weighted(3), common.plus(rest)));
            pair(relaxed, 1, 18, k[0].negated(), kk[1].negated().minus(kk[2]));
            pair(relaxed, 2, 18, k[1].negated(), kk[0].negated().minus(kk[2]));
            pair(relaxed, 3, 18, k[2].negated(), kk[0].negated().minus(kk[1]));
            edges(relaxed, 4, 0, 1, 2);
            edges(relaxed, 6, 0, 2, 1);
            edges(relaxed, 8, 1, 2, 0);
            return relaxed;
        }

        /// The pairs along the diagonals of the plane of axes a and b.
        /// @param normal the third axis
        private void edges(List<Expr> relaxed, int first, int a, int b, int normal) {
            Expr product = products[a + b - 1];
            pair(relaxed, first, 36, k[a].negated().minus(k[b]), product.minus(halfSquares[normal]));
            pair(
                    relaxed,
                    first + 1,
                    36,
                    k[a].negated().plus(k[b]),
                    product.negated().minus(halfSquares[normal]));
        }

        private void pair(List<Expr> relaxed, int i, int weightInverse, Expr odd, Expr even) {
            Expr factor = weighted(weightInverse);
            relaxed.set(i, relaxed(i, factor, common.plus(odd).plus(even)));
            relaxed.set(i + HALF, relaxed(i + HALF, factor, common.minus(odd).plus(even)));
        }

        private Expr relaxed(int i, Expr factor, Expr equilibrium) {
            return deviations.get(i).times(kept).plus(factor.times(equilibrium));
        }

        private Expr weighted(int weightInverse) {
            return graph.constant(1, weightInverse).times(omega);
        }
    }
}
