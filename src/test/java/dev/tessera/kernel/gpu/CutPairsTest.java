package dev.tessera.kernel.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Form;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.NodeClass;
import dev.tessera.model.FluidModel;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class CutPairsTest {
    @ParameterizedTest
    @MethodSource("dev.tessera.kernel.gpu.OpenLinksTest#models")
    void the_branches_of_opposite_directions_are_one(FluidModel model) {
        NodeClass walls = OpenLinksTest.walls(model);
        CutBranches branches = new CutBranches(walls.step(), walls.cutLinkFields());
        CutPairs pairs = new CutPairs(walls.step(), branches);
        List<CutPairs.Pair> found = pairs(walls.step(), branches);
        assertThat(found).hasSize((model.lattice().size() - 1) / 2);
        for (CutPairs.Pair pair : found) {
            assertThat(model.lattice().opposite(branches.directionOf(pair.first())))
                    .isEqualTo(branches.directionOf(pair.second()));
            assertThat(pairs.of(pair.first())).contains(pair).isEqualTo(pairs.of(pair.second()));
            // with each exchanged value, that for which it is exchanged
            assertThat(pair.exchanged())
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(value -> assertThat(pair.exchanged())
                            .anySatisfy(other -> assertThat(List.of(other.second(), other.first()))
                                    .isEqualTo(List.of(value.first(), value.second()))));
        }
    }

    @Test
    void branches_that_differ_are_apart() {
        NodeClass walls = OpenLinksTest.walls(OpenLinksTest.models().findFirst().orElseThrow());
        Kernel kernel = walls.step();
        CutBranches branches = new CutBranches(kernel, walls.cutLinkFields());
        CutPairs.Pair before = pairs(kernel, branches).getFirst();
        Kernel other = changed(kernel, statement -> {
            Form.Select select = (Form.Select) before.second().value().form();
            return statement.equals(before.second())
                    ? new Statement.Let(
                            before.second().symbol(),
                            select.whenTrue()
                                    .graph()
                                    .select(
                                            select.condition(),
                                            select.whenTrue().negated(),
                                            select.whenFalse()))
                    : statement;
        });
        CutBranches otherBranches = new CutBranches(other, walls.cutLinkFields());
        assertThat(pairs(other, otherBranches)).hasSize(pairs(kernel, branches).size() - 1);
        assertThat(new CutPairs(other, otherBranches).of(before.first())).isEmpty();
    }

    private static Kernel changed(Kernel kernel, UnaryOperator<Statement> change) {
        return kernel.with(kernel.statements().stream().map(change).toList());
    }

    private static List<CutPairs.Pair> pairs(Kernel kernel, CutBranches branches) {
        CutPairs pairs = new CutPairs(kernel, branches);
        return kernel.nodeStatements().stream()
                .flatMap(statement -> pairs.of(statement).stream())
                .distinct()
                .toList();
    }
}
