package dev.tessera.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.emit.SampleKernels;
import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.Comparison;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.KernelText;
import dev.tessera.kernel.Real;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests for every pass: it keeps stored values, is idempotent, and deterministic.
abstract class PassKit {
    static final VelocitySet LATTICE = Lattices.D2Q9;

    abstract Pass pass();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void random_kernels_store_the_same_values(long seed) {
        for (int operations : new int[] {5, 40, 200}) {
            Kernel kernel = random(seed, operations);
            Verification.compare(pass(), kernel, pass().apply(kernel));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void a_pass_is_deterministic_and_idempotent(long seed) {
        String once = KernelText.of(pass().apply(random(seed, 60)));
        assertThat(KernelText.of(pass().apply(random(seed, 60)))).isEqualTo(once);
        assertThat(KernelText.of(pass().apply(pass().apply(random(seed, 60))))).isEqualTo(once);
    }

    /// As expressions and as statements.
    @Test
    void iterations_and_functions_keep_their_values() {
        for (Kernel kernel : List.of(SampleKernels.iterations(), SampleKernels.elementaryFunctions())) {
            Verification.compare(pass(), kernel, pass().apply(kernel));
            Kernel expanded = kernel.computing(Real.FP64);
            assertThat(Lower.isLowered(expanded)).isTrue();
            if (pass().keepsBits()) {
                Verification.compare(pass(), expanded, pass().apply(expanded));
            }
        }
    }

    @Test
    void fields_and_parameters_are_kept() {
        Kernel kernel = random(11, 30);
        Kernel result = pass().apply(kernel);
        assertThat(result.parameters()).isEqualTo(kernel.parameters());
        assertThat(result.fieldsIn()).isEqualTo(kernel.fieldsIn());
        assertThat(result.fieldsOut()).isEqualTo(kernel.fieldsOut());
    }

    /// A kernel over all populations, a field and a parameter, with names for some of its values.
    static Kernel random(long seed, int operations) {
        Random random = new Random(seed);
        Written written = new Written();
        List<Expr> values = new ArrayList<>(written.populations);
        values.add(written.load("omega", new Source.Parameter("omega")));
        values.add(written.load("wall", new Source.FieldIn("wall")));
        for (int n = 0; n < operations; n++) {
            Expr a = values.get(random.nextInt(values.size()));
            Expr b = values.get(random.nextInt(values.size()));
            Expr made = operation(written.graph, random, a, b, values.get(random.nextInt(values.size())));
            values.add(random.nextInt(5) == 0 ? written.let("named_" + n, made) : made);
        }
        for (int i = 0; i < LATTICE.size(); i++) {
            Expr value = values.get(values.size() - 1 - random.nextInt(Math.min(values.size(), operations)));
            written.store(new Sink.PopulationOut(i), written.bounded(value));
        }
        written.store(new Sink.FieldOut("wall"), written.bounded(written.graph.sum(values.subList(0, 11))));
        return written.kernel();
    }

    private static Expr operation(ExprGraph graph, Random random, Expr a, Expr b, Expr c) {
        Expr third = graph.constant(random.nextInt(1, 9), 9);
        return switch (random.nextInt(9)) {
            case 0 -> a.plus(b);
            case 1 -> a.minus(b);
            case 2 -> third.times(a.times(b));
            case 3 -> third.times(third.times(a)).plus(b);
            case 4 -> a.minus(third.times(b));
            case 5 -> a.negated().minus(b);
            case 6 -> a.over(graph.absolute(b).plus(graph.constant(1)));
            case 7 -> graph.select(graph.compare(Comparison.LESS, third, c), a, b);
            default -> a.times(b).plus(third.times(c));
        };
    }

    /// A builder of test kernels.
    static final class Written {
        final ExprGraph graph = new ExprGraph();
        final List<Statement> statements = new ArrayList<>();
        final List<Expr> populations = new ArrayList<>();

        Written() {
            for (int i = 0; i < LATTICE.size(); i++) {
                populations.add(load(LATTICE.populationName(i), new Source.PopulationIn(i)));
            }
        }

        Expr load(String name, Source source) {
            Expr symbol = graph.symbol(name);
            statements.add(new Statement.Load(symbol, source));
            return symbol;
        }

        /// Names a value, which itself remains in use.
        Expr let(String name, Expr value) {
            if (!value.form().operands().isEmpty()) {
                statements.add(new Statement.Let(graph.symbol(name), value));
            }
            return value;
        }

        /// Keeps values small, so that rounding does not grow.
        Expr bounded(Expr value) {
            return value.over(graph.constant(1).plus(graph.absolute(value)));
        }

        void store(Sink sink, Expr value) {
            statements.add(new Statement.Store(sink, value));
        }

        Kernel kernel() {
            return new Kernel("written", LATTICE, graph, List.of("omega"), statements);
        }
    }
}
